import { broadPhases, CALL_FAILED, NO_ROW, RowFlag, Status } from "../src/records.js";
import { type WorldCalls, WorldModule, worldCalls } from "../src/world/world_module.js";
import type { Vec2 } from "./types.js";

/** The calls of the module hyperplane-2d, as cpp/bindings/plane defines them. */
interface PlaneCalls extends WorldCalls {
  createShape(type: number, p: number, q: number): number;
  createSegment(): number;
  createConvexPolygon(radius: number): number;
  createPolygon(ringCount: number): number;
  createChain(isClosed: boolean, isFront: boolean, x: number, y: number): number;
  createTileMap(columns: number, rows: number, width: number, height: number, kindCount: number): number;
  loadTiles(shape: number): number;
  fillTiles(shape: number, lowX: number, lowY: number, highX: number, highY: number, kind: number): number;
  tileKind(shape: number, x: number, y: number): number;
  describeConvexPolygon(shape: number): number;
  describePolygon(shape: number): number;
  intersects(a: number, b: number): number;
  collide(a: number, b: number, margin: number): number;
  takeShapes(): number;
}

const calls: { readonly [Name in keyof PlaneCalls]: true } = {
  ...worldCalls,
  createShape: true,
  createSegment: true,
  createConvexPolygon: true,
  createPolygon: true,
  createChain: true,
  createTileMap: true,
  loadTiles: true,
  fillTiles: true,
  tileKind: true,
  describeConvexPolygon: true,
  describePolygon: true,
  intersects: true,
  collide: true,
  takeShapes: true,
};

/** The module's records, in bytes, in its order; see cpp/bindings/plane/records.h. */
export const layout = {
  size: 21024,
  fault: 0,
  report: 16,
  poses: 24,
  vectors: 120,
  results: 152,
  parts: 280,
  blockShapes: 288,
  blockPoses: 2336,
  blockAnswers: 14624,
  blockVerdicts: 20768,
} as const;

/** A world's own record and the elements of its lists; see cpp/bindings/world_record.h. */
export const worldLayout = {
  positions: 0,
  angles: 4,
  capacity: 8,
  size: 12,
  contactCount: 16,
  pairs: 20,
  normals: 24,
  points: 28,
  beganCount: 32,
  began: 36,
  endedCount: 40,
  ended: 44,
  touchingCount: 48,
  touching: 52,
  candidateCount: 56,
  broadPhase: 60,
  timings: 64,
  impactCount: 96,
  impacts: 100,
  impactSize: 48,
  impactTime: 0,
  impactPoint: 8,
  impactNormal: 24,
  impactRows: 40,
  pointsSize: 64,
  pointsFirst: 16,
  pointsCount: 40,
  pointsIds: 44,
  pointsParts: 52,
} as const;
export const BLOCK_PAIRS = 256;
/** Rays of a batch in one call. */
export const BLOCK_RAYS = 256;
/** The item of a fault that is about none. */
export const NO_ITEM = 0xffffffff;
/** Numbers of a pose: x, y, angle. */
export const POSE_SIZE = 3;
/** Index of the vectors among the arguments of a call, which are up to four poses, then up to two vectors. */
export const INPUT_VECTORS = (layout.vectors - layout.poses) / 8;
/** Index of the poses in the view of doubles. */
export const POSES = layout.poses / 8;
/** Index of the results in the view of doubles. */
export const RESULTS = layout.results / 8;

/** Ranges that the core checks and messages name, in metres; the angle in radians. */
export const limits = {
  shapeMin: 1e-9,
  shapeMax: 1e9,
  coordinate: 1e12,
  angle: 1e6,
  points: 2 ** 20,
  parts: 65_536,
} as const;

export const ShapeType = {
  circle: 0,
  rectangle: 1,
  capsule: 2,
  ellipse: 3,
  segment: 4,
  convexPolygon: 5,
  polygon: 6,
  chain: 7,
  compound: 8,
  tileMap: 9,
  halfSpace: 10,
} as const;
export const Argument = { none: 0, shapeA: 1, poseA: 2, shapeB: 3, poseB: 4, value: 5 } as const;

const recordNumbers: readonly number[] = [
  ...Object.values(layout),
  ...Object.values<number>(worldLayout),
  BLOCK_PAIRS,
  BLOCK_RAYS,
  CALL_FAILED,
  NO_ITEM,
  NO_ROW,
  ...Object.values<number>(limits),
  ...Object.values<number>(Status),
  ...Object.values<number>(ShapeType),
  ...broadPhases.keys(),
  ...Object.values<number>(RowFlag),
];

/** The module for shapes in the plane, with everything that belongs to it. */
class Plane extends WorldModule<PlaneCalls> {
  constructor() {
    const { size, fault, report, poses, results } = layout;
    const records = { size, fault, report, input: poses, inputCount: (results - poses) / 8 };
    super({ records, recordNumbers, calls });
  }

  /** Which part of shape A (0) or B (1) the results are about; -1: it has none. */
  part(side: number): number {
    return this.integer(layout.parts / 4 + side);
  }

  /** Number `i` of a call's results. */
  result(i: number): number {
    return (this.doubles[RESULTS + i] as number) + 0;
  }

  /** Numbers `i` and `i + 1` of a call's results as a new object. */
  vector(i: number): Vec2 {
    return { x: this.result(i), y: this.result(i + 1) };
  }
}

export const plane = new Plane();
