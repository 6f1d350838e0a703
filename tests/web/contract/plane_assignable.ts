/** The declarations of `hyperplane/2d` against the contract: compiled, never run. */

import * as entry from "hyperplane/2d";
import type * as contract from "./api_2d.js";

type Contract = typeof contract;
type Equal<A, B> = [A, B] extends [B, A] ? true : false;

/** What the entry does not have yet. */
type Missing = "World" | "moveAndSlide";
export const missing: Equal<Exclude<keyof Contract, keyof typeof entry>, Missing> = true;

/** Everything else has the contract's parameters, in its order, and gives at least what it gives. */
export const plane: Omit<Contract, Missing> = entry;

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
};
export const poses: entry.Pose = {} as contract.Pose;
export const sweeps: entry.Sweep = {} as contract.Sweep;
export const batch: Omit<entry.PairBatch, "shapes"> = {} as contract.PairBatch;
export const polygon: contract.ConvexPolygon = {} as entry.ConvexPolygon;
export const anyPolygon: contract.Polygon = {} as entry.Polygon;
export const part: Omit<entry.CompoundPart, "shape"> = {} as contract.CompoundPart;
