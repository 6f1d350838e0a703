import { instantiate } from "./embind.js";
import { failure } from "./errors.js";
import { attach, finishCall } from "./memory.js";
import { layout, limits } from "./records.js";

/**
 * The core's calls. A number comes back from every call; what it means
 * is said at the call's definition in cpp/bindings.
 */
export interface Core {
  recordAddress(): number;
  recordNumberCount(): number;
  recordNumber(i: number): number;
  createShape(type: number, p: number, q: number, r: number): number;
  releaseShape(shape: number): void;
  shapeCount(): number;
  pairFunction(i: number): number;
  intersectsBatch(count: number): number;
  distanceBatch(count: number): number;
  mtvBatch(count: number): number;
  rotate(): number;
  boxVertices(box: number): number;
  explainSat(a: number, b: number): number;
  explainGjk(a: number, b: number): number;
  explainEpa(a: number, b: number): number;
  raycast(shape: number, maxDistance: number): number;
  closestPoint(shape: number): number;
  support(shape: number): number;
  timeOfImpact(a: number, b: number): number;
  explainTimeOfImpact(a: number, b: number): number;
  createHull(maxVertices: number): number;
  describeHull(shape: number): number;
  reserveReport(count: number): number;
  releaseReport(): void;
  createWorld(
    broadPhase: number,
    capacity: number,
    maxCandidates: number,
    maxContacts: number,
    measures: number,
  ): number;
  releaseWorld(world: number): void;
  closeWorld(world: number): void;
  worldCount(): number;
  worldRecord(world: number): number;
  addCollider(world: number, shape: number, flags: number, layer: number, mask: number): number;
  removeCollider(world: number, row: number): number;
  setColliderPose(world: number, row: number): number;
  teleportCollider(world: number, row: number): number;
  setColliderFilter(world: number, row: number, layer: number, mask: number): number;
  setIgnored(world: number, rowA: number, rowB: number, ignored: number): number;
  updateWorld(world: number): number;
  refitWorld(world: number): number;
  setBroadPhase(world: number, broadPhase: number): number;
  hashWorld(world: number): number;
  saveWorld(world: number): number;
  restoreWorld(byteCount: number, measures: number): number;
  clearExcluded(): void;
  excludeRow(row: number): number;
  castRay(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  castRayThrough(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  castRays(world: number, count: number, maxDistance: number, mask: number, sensors: boolean): number;
  castShape(world: number, shape: number, maxDistance: number, mask: number, sensors: boolean): number;
  findOverlapping(world: number, shape: number, mask: number, sensors: boolean): number;
  findClosest(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  moveAndSlide(
    world: number,
    shape: number,
    skin: number,
    maxSlope: number,
    stepHeight: number,
    snapDistance: number,
    mask: number,
    sensors: boolean,
    notes: number,
  ): number;
  copyBounds(world: number): number;
  explainBroadPhase(world: number, maxDepth: number): number;
}

// Every name of the interface, which the compiler checks both ways.
const names: { readonly [Name in keyof Core]: true } = {
  recordAddress: true,
  recordNumberCount: true,
  recordNumber: true,
  createShape: true,
  releaseShape: true,
  shapeCount: true,
  pairFunction: true,
  intersectsBatch: true,
  distanceBatch: true,
  mtvBatch: true,
  rotate: true,
  boxVertices: true,
  explainSat: true,
  explainGjk: true,
  explainEpa: true,
  raycast: true,
  closestPoint: true,
  support: true,
  timeOfImpact: true,
  explainTimeOfImpact: true,
  createHull: true,
  describeHull: true,
  reserveReport: true,
  releaseReport: true,
  createWorld: true,
  releaseWorld: true,
  closeWorld: true,
  worldCount: true,
  worldRecord: true,
  addCollider: true,
  removeCollider: true,
  setColliderPose: true,
  teleportCollider: true,
  setColliderFilter: true,
  setIgnored: true,
  updateWorld: true,
  refitWorld: true,
  setBroadPhase: true,
  hashWorld: true,
  saveWorld: true,
  restoreWorld: true,
  clearExcluded: true,
  excludeRow: true,
  castRay: true,
  castRayThrough: true,
  castRays: true,
  castShape: true,
  findOverlapping: true,
  findClosest: true,
  moveAndSlide: true,
  copyBounds: true,
  explainBroadPhase: true,
};

/** The loaded core. Nothing reaches it before `init`: `begin` in memory.ts stands before every call. */
export let core: Core;

/** A call on two shapes, taken out of the function table because embind's wrapper costs 5 %. */
type PairCall = (a: number, b: number) => number;
let intersectsInCore: PairCall;
let collideInCore: PairCall;
let distanceInCore: PairCall;

// One function each, so that engines inline them: all calls of one shared wrapper would look alike.

/** @returns 1 where the shapes intersect, 0, or `PAIR_CALL_FAILED` */
export function callIntersects(a: number, b: number): number {
  const answer = intersectsInCore(a, b);
  finishCall();
  return answer;
}

/** @returns how many contact points, or `PAIR_CALL_FAILED` */
export function callCollide(a: number, b: number): number {
  const answer = collideInCore(a, b);
  finishCall();
  return answer;
}

/** @returns 0, or `PAIR_CALL_FAILED` */
export function callDistance(a: number, b: number): number {
  const answer = distanceInCore(a, b);
  finishCall();
  return answer;
}

/**
 * Starts a core from its compiled code, and makes it the one that all calls go to.
 *
 * @throws whatever WebAssembly throws, when the module is not this version's core
 */
export async function start(module: WebAssembly.Module): Promise<void> {
  const instance = await instantiate(module, finishCall);
  const { memory, table } = instance;
  const calls = Object.fromEntries(Object.keys(names).map((name) => [name, instance.calls[name]])) as unknown as Core;
  if (!isThisVersion(calls)) {
    throw failure(
      "load-failed",
      "could not start the core: the .wasm file is not the one of this version of hyperplane",
    );
  }
  attach(memory, calls.recordAddress());
  core = calls;
  intersectsInCore = table.get(calls.pairFunction(0));
  collideInCore = table.get(calls.pairFunction(1));
  distanceInCore = table.get(calls.pairFunction(2));
}

function isThisVersion(calls: Core): boolean {
  if (Object.values(calls).some((call) => typeof call !== "function")) return false;
  const numbers = [...Object.values(layout), ...Object.values(limits)];
  return calls.recordNumberCount() === numbers.length && numbers.every((n, i) => calls.recordNumber(i) === n);
}
