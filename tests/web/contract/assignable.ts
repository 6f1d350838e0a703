/**
 * The package's declarations against the contract: compiled, never run. Where a name of the contract is missing or has
 * another meaning, `tsc --noEmit` fails here.
 */

import * as hyperplane from "hyperplane";
import * as inline from "hyperplane/inline";
import type * as contract from "./api.js";

type Contract = typeof contract;
type Equal<A, B> = [A, B] extends [B, A] ? true : false;

/** What the package does not have yet. */
type Missing = never;
export const missing: Equal<Exclude<keyof Contract, keyof typeof hyperplane>, Missing> = true;

/** Everything else has the contract's parameters, in its order, and gives at least what it gives. */
type Present = Omit<Contract, Missing | "World">;
export const byFile: Present = hyperplane;
export const byInline: Present = inline;

/** Arguments of the contract's types are accepted, and results are assignable to them. */
export const types: {
  vec3: contract.Vec3Like;
  quat: contract.QuatLike;
  pose: contract.Pose;
  options: contract.InitOptions;
  contact: contract.Contact;
  point: contract.ContactPoint;
  distance: contract.Distance;
  impact: contract.Impact;
  rayHit: contract.RayHit;
  feature: contract.Feature;
  features: contract.PairFeatures;
  batch: contract.PairBatch;
  axis: contract.SatAxis;
  code: contract.ErrorCode;
} = {} as {
  vec3: hyperplane.Vec3Like;
  quat: hyperplane.QuatLike;
  pose: hyperplane.Pose;
  options: hyperplane.InitOptions;
  contact: hyperplane.Contact;
  point: hyperplane.ContactPoint;
  distance: hyperplane.Distance;
  impact: hyperplane.Impact;
  rayHit: hyperplane.RayHit;
  feature: hyperplane.Feature;
  features: hyperplane.PairFeatures;
  batch: hyperplane.PairBatch;
  axis: hyperplane.SatAxis;
  code: hyperplane.ErrorCode;
};

/** What is handed over instead: whatever the contract allows is accepted. */
export const part: hyperplane.CompoundPart = {} as Omit<contract.CompoundPart, "shape"> & { shape: hyperplane.Shape };

export const meshOptions: hyperplane.TriangleMeshOptions = {} as contract.TriangleMeshOptions;
export const mesh: contract.TriangleMesh = {} as hyperplane.TriangleMesh;
export const fieldOptions: hyperplane.HeightFieldOptions = {} as contract.HeightFieldOptions;
export const field: contract.HeightField = {} as hyperplane.HeightField;

type WorldContract = contract.World;
export const world: WorldContract = {} as hyperplane.World;
export const makeWorld: new (options?: contract.WorldOptions) => WorldContract = hyperplane.World;
export const worldTypes: {
  options: hyperplane.ColliderOptions;
  query: hyperplane.QueryOptions;
  collider: contract.Collider;
  contacts: contract.ContactList;
  event: contract.PairEvent;
} = {} as {
  options: Omit<contract.ColliderOptions, "shape"> & { shape: hyperplane.Shape };
  query: Omit<contract.QueryOptions, "filter">;
  collider: hyperplane.Collider;
  contacts: hyperplane.ContactList;
  event: hyperplane.PairEvent;
};
