/** The declarations of `hyperplane/2d` against the contract: compiled, never run. */

import type * as space from "hyperplane";
import * as entry from "hyperplane/2d";
import type * as spaceContract from "./api.js";
import type * as contract from "./api_2d.js";

type Contract = typeof contract;
type Equal<A, B> = [A, B] extends [B, A] ? true : false;

/** The entry has all that the contract names. */
export const missing: Equal<Exclude<keyof Contract, keyof typeof entry>, never> = true;

/** What the contract of the plane does not list is as in space, but for quaternions; so is what space has beyond its contract. */
type Lacks<Space, Plane> = Exclude<keyof Space, keyof Plane | "quaternion" | "quaternions">;
export const lacksNothing: {
  contract: Equal<Lacks<spaceContract.World, entry.World>, never>;
  world: Equal<Lacks<space.World, entry.World>, never>;
  collider: Equal<Lacks<space.Collider, entry.Collider>, never>;
  colliderOptions: Equal<Lacks<space.ColliderOptions, entry.ColliderOptions>, never>;
  worldOptions: Equal<Lacks<space.WorldOptions, entry.WorldOptions>, never>;
  queryOptions: Equal<Lacks<space.QueryOptions, entry.QueryOptions>, never>;
  pairs: Equal<Lacks<space.PairList, entry.PairList>, never>;
  impacts: Equal<Lacks<space.ImpactList, entry.ImpactList>, never>;
  impact: Equal<Lacks<space.ImpactEvent, entry.ImpactEvent>, never>;
  contacts: Equal<Lacks<space.ContactList, entry.ContactList>, "features">;
  moverOptions: Equal<Lacks<space.MoverOptions, entry.MoverOptions>, never>;
} = {
  contract: true,
  world: true,
  collider: true,
  colliderOptions: true,
  worldOptions: true,
  queryOptions: true,
  pairs: true,
  impacts: true,
  impact: true,
  contacts: true,
  moverOptions: true,
};

/** With the contract's parameters, in its order; it gives at least what that gives. Worlds and colliders go in as the entry's own. */
export const plane: Omit<Contract, "World" | "moveAndSlide"> = entry;
type Move<Module extends { moveAndSlide(...args: never[]): unknown }> = Parameters<Module["moveAndSlide"]>;
export const move: (...[world, shape, pose, delta]: Move<typeof entry>) => ReturnType<Contract["moveAndSlide"]> =
  entry.moveAndSlide;
export const moveOptions: Omit<NonNullable<Move<typeof entry>[4]>, "exclude" | "filter"> = {} as Omit<
  NonNullable<Move<Contract>[4]>,
  "exclude" | "filter"
>;

/** Arguments of the contract's types are accepted, and results are assignable to them. */
export const types: {
  vec2: contract.Vec2Like;
  pose: contract.Pose;
  sweep: contract.Sweep;
  contact: contract.Contact;
  distance: contract.Distance;
  impact: contract.Impact;
  rayHit: contract.RayHit;
  axis: contract.SatAxis;
  code: contract.ErrorCode;
  world: contract.World;
  collider: contract.Collider;
  contacts: contract.ContactList;
  cursor: contract.ContactCursor;
} = {} as {
  vec2: entry.Vec2Like;
  pose: entry.Pose;
  sweep: entry.Sweep;
  contact: entry.Contact;
  distance: entry.Distance;
  impact: entry.Impact;
  rayHit: entry.RayHit;
  axis: entry.SatAxis;
  code: entry.ErrorCode;
  world: entry.World;
  collider: entry.Collider;
  contacts: entry.ContactList;
  cursor: entry.ContactCursor;
};
export const queryOptions: entry.QueryOptions = {} as Omit<contract.QueryOptions, "filter">;
export const colliderOptions: Omit<entry.ColliderOptions, "shape"> = {} as contract.ColliderOptions;
export const poses: entry.Pose = {} as contract.Pose;
export const sweeps: entry.Sweep = {} as contract.Sweep;
export const batch: Omit<entry.PairBatch, "shapes"> = {} as contract.PairBatch;
export const polygon: contract.ConvexPolygon = {} as entry.ConvexPolygon;
export const anyPolygon: contract.Polygon = {} as entry.Polygon;
export const part: Omit<entry.CompoundPart, "shape"> = {} as contract.CompoundPart;
