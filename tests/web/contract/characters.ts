/** The declarations of characters against the contract, in space and in the plane: compiled, never run. */

import type * as space from "hyperplane";
import type * as plane from "hyperplane/2d";

interface CharacterOf<C, S, V, VLike> {
  step(dt: number, walk: VLike, options?: { readonly fly?: boolean }): void;
  jump(speed: number): boolean;
  setShape(shape: S): boolean;
  position: V;
  velocity: V;
  readonly grounded: boolean;
  readonly crushed: boolean;
  readonly ground: { collider: C; point: V; normal: V; velocity: V } | null;
  readonly hits: readonly { collider: C; point: V; normal: V; speed: number }[];
}

interface OptionsOf<C, S, VLike> {
  readonly shape: S;
  readonly position: VLike;
  readonly up?: VLike;
  readonly gravity?: number;
  readonly maxSlope?: number;
  readonly stepHeight?: number;
  readonly snapDistance?: number;
  readonly minTread?: number;
  readonly skin?: number;
  readonly mask?: number;
  readonly exclude?: C | readonly C[];
  readonly filter?: (collider: C) => boolean;
  readonly collider?: C;
}

type Batch<World, Shape> = (
  world: World,
  shape: Shape,
  positions: Float64Array,
  deltas: Float64Array,
  options?: object,
) => Uint8Array;

export const inSpace: CharacterOf<space.Collider, space.Shape, space.Vec3, space.Vec3Like> = {} as space.Character;
export const inPlane: CharacterOf<plane.Collider, plane.Shape, plane.Vec2, plane.Vec2Like> = {} as plane.Character;
export const spaceOptions: space.CharacterOptions = {} as OptionsOf<space.Collider, space.Shape, space.Vec3Like>;
export const planeOptions: plane.CharacterOptions = {} as OptionsOf<plane.Collider, plane.Shape, plane.Vec2Like>;
export const spaceBatch: Batch<space.World, space.Shape> = {} as typeof space.moveAndSlideBatch;
export const planeBatch: Batch<plane.World, plane.Shape> = {} as typeof plane.moveAndSlideBatch;
export const motionInSpace: (collider: space.Collider, point: space.Vec3Like) => space.Vec3 =
  {} as space.World["motionAt"];
export const motionInPlane: (collider: plane.Collider, point: plane.Vec2Like) => plane.Vec2 =
  {} as plane.World["motionAt"];
export const leftInSpace: { crushed: boolean; remaining: space.Vec3 } = {} as space.MoverResult;
export const leftInPlane: { crushed: boolean; remaining: plane.Vec2 } = {} as plane.MoverResult;
