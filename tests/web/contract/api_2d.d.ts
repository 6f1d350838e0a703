/**
 * hyperplane/2d: the same library in the plane. The public API contract, as api.d.ts is that of space: what is declared here
 * keeps its name, its parameter order and its meaning; acceptance checks call exactly this.
 *
 * Conventions are those of api.d.ts, with these differences: y points wherever the user's does; angles are radians, positive
 * from +x towards +y; a pose is { position: {x, y}, angle }. It has its own module and its own `init`; a shape of one is refused
 * by the other with "invalid-argument".
 */

import type { ErrorCode, HyperplaneError, InitOptions } from "./api.js";
export type { ErrorCode, HyperplaneError };
export function init(options?: InitOptions): Promise<void>;
export default init;

export type Vec2Like = { readonly x: number; readonly y: number } | ArrayLike<number>;
export interface Vec2 { x: number; y: number }
/** Where a shape stands. Left out: the origin, and angle 0. */
export interface Pose { readonly position?: Vec2Like; readonly angle?: number }

// Sizes may be zero where a shape is left, as in space.
export abstract class Shape { readonly type: string; dispose(): void; [Symbol.dispose](): void }
export class Circle extends Shape { constructor(radius: number) }
/** Full sizes. */
export class Rectangle extends Shape { constructor(width: number, height: number) }
/** `height` is that of the straight part, along the local y: the whole is height + 2 * radius tall. */
export class Capsule extends Shape { constructor(radius: number, height: number) }
export class Ellipse extends Shape { constructor(radiusX: number, radiusY: number) }
export class Segment extends Shape { constructor(a: Vec2Like, b: Vec2Like) }
/** The convex hull of the points, x, y of each in turn. Without area: "degenerate-shape". */
export class ConvexPolygon extends Shape {
  constructor(points: ArrayLike<number>, options?: { readonly radius?: number });
  /** x, y of each vertex, counter-clockwise. */
  readonly vertices: Float64Array;
}
/** Any simple polygon, convex or not, either way round, with holes; cut into convex parts. Crossing itself: "degenerate-shape". */
export class Polygon extends Shape {
  constructor(points: ArrayLike<number>, holes?: readonly ArrayLike<number>[]);
  /** The convex parts: x, y of each vertex. */
  readonly parts: readonly Float64Array[];
}
/** A line of segments: ground that has no inside. "front" blocks only from the left, (-dy, dx) of each segment. */
export class Chain extends Shape {
  constructor(points: ArrayLike<number>, options?: { readonly closed?: boolean; readonly sides?: "both" | "front" });
}
export interface CompoundPart extends Pose { readonly shape: Shape }
export class Compound extends Shape { constructor(parts: readonly CompoundPart[]) }

/** -1: the shape has no parts. Of a Polygon, Chain or Compound which part it was. */
export interface Contact {
  normal: Vec2; depth: number; mtv: Vec2;
  /** 1 or 2 points. */
  points: { onA: Vec2; onB: Vec2; depth: number }[];
  partA: number; partB: number;
}
export interface Distance { distance: number; pointA: Vec2; pointB: Vec2; normal: Vec2; partA: number; partB: number }
export function intersects(a: Shape, poseA: Pose, b: Shape, poseB: Pose): boolean;
export function collide(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Contact | null;
export function collideAll(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Contact[];
export function distance(a: Shape, poseA: Pose, b: Shape, poseB: Pose): Distance;
export interface Sweep { readonly from: Pose; readonly to: Pose }
export interface Impact { time: number; point: Vec2; normal: Vec2; partA: number; partB: number }
/** The turn is from.angle to to.angle as they are: more than one revolution is one. */
export function timeOfImpact(a: Shape, sweepA: Sweep, b: Shape, sweepB: Sweep): Impact | null;
export interface RayHit { distance: number; point: Vec2; normal: Vec2; part: number }
export function raycast(shape: Shape, pose: Pose, origin: Vec2Like, direction: Vec2Like, maxDistance?: number): RayHit | null;
export function closestPoint(shape: Shape, pose: Pose, point: Vec2Like): { distance: number; point: Vec2; normal: Vec2; part: number };
export function support(shape: Shape, pose: Pose, direction: Vec2Like): Vec2;

/** Per pair 2 x (x, y, angle) in `poses`. */
export interface PairBatch { readonly shapes: readonly Shape[]; readonly pairs: Uint32Array; readonly poses: Float64Array }
export function intersectsBatch(batch: PairBatch, out?: Uint8Array): Uint8Array;
/** normal x, y and signed distance: 3 per pair. */
export function distanceBatch(batch: PairBatch, out?: Float64Array): Float64Array;
export function mtvBatch(batch: PairBatch, out?: Float64Array): Float64Array;

export interface SatAxis {
  axis: Vec2; source: "edge-a" | "edge-b" | "vertex"; index: number;
  intervalA: readonly [number, number]; intervalB: readonly [number, number]; overlap: number;
}
export function explainSat(a: Shape, poseA: Pose, b: Shape, poseB: Pose): { intersects: boolean; axes: SatAxis[]; decisive: number };

export interface ColliderOptions extends Pose {
  readonly shape: Shape; readonly static?: boolean; readonly sensor?: boolean; readonly continuous?: boolean;
  readonly layer?: number; readonly mask?: number; readonly userData?: unknown;
}
export interface Collider {
  readonly index: number; readonly shape: Shape; readonly removed: boolean; userData: unknown;
  setPose(position: Vec2Like, angle?: number): void; teleport(position: Vec2Like, angle?: number): void;
}
export interface QueryOptions { readonly maxDistance?: number; readonly mask?: number; readonly filter?: (collider: Collider) => boolean }
export interface ContactCursor {
  readonly a: Collider; readonly b: Collider; readonly normal: Vec2; readonly depth: number; readonly mtv: Vec2;
  readonly points: readonly { onA: Vec2; onB: Vec2; depth: number }[]; readonly partA: number; readonly partB: number;
}
export interface ContactList extends Iterable<ContactCursor> {
  readonly count: number;
  readonly pairs: Uint32Array;
  /** normal x, y and depth: 3 per contact. */
  readonly normals: Float32Array;
}
/** As World of api.d.ts, in the plane: the members that are not listed here are the same. */
export class World {
  constructor(options?: { readonly broadPhase?: "automatic" | "sweep-and-prune" | "bvh" | "brute-force"; readonly capacity?: number });
  add(options: ColliderOptions): Collider;
  remove(collider: Collider): void;
  readonly size: number;
  /** Rows of x, y by Collider.index. */
  readonly positions: Float64Array;
  readonly angles: Float64Array;
  update(): void;
  refit(): void;
  readonly contacts: ContactList;
  readonly began: Iterable<{ readonly a: Collider; readonly b: Collider }>;
  readonly ended: Iterable<{ readonly a: Collider; readonly b: Collider }>;
  raycast(origin: Vec2Like, direction: Vec2Like, options?: QueryOptions): (RayHit & { collider: Collider }) | null;
  raycastBatch(rays: Float64Array, options?: QueryOptions): { distances: Float64Array; colliders: Int32Array };
  castShape(shape: Shape, sweep: Sweep, options?: QueryOptions): (Impact & { collider: Collider }) | null;
  overlap(shape: Shape, pose: Pose, options?: QueryOptions): Collider[];
  closest(point: Vec2Like, options?: QueryOptions): { collider: Collider; distance: number; point: Vec2; normal: Vec2 } | null;
  snapshot(): Uint8Array;
  static restore(bytes: Uint8Array | ArrayBuffer): World;
  hash(): string;
  dispose(): void; [Symbol.dispose](): void;
}
/** As in api.d.ts: walls, slopes, steps, one-sided platforms. */
export function moveAndSlide(world: World, shape: Shape, pose: Pose, delta: Vec2Like, options?: {
  readonly up?: Vec2Like; readonly skin?: number; readonly maxSlope?: number; readonly stepHeight?: number; readonly snapDistance?: number;
  readonly mask?: number; readonly exclude?: Collider | readonly Collider[]; readonly filter?: (collider: Collider) => boolean;
}): { position: Vec2; grounded: boolean; ground: { collider: Collider; point: Vec2; normal: Vec2 } | null; hits: { collider: Collider; point: Vec2; normal: Vec2 }[] };
