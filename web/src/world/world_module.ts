import { type ShapeCalls, ShapeModule, shapeCalls } from "../shape_module.js";

/** The calls of every module that has worlds: those that do not know the dimension. */
export interface WorldCalls extends ShapeCalls {
  countShapes(): number;
  releaseWorld(world: number): void;
  updateWorld(world: number): number;
  refitWorld(world: number): number;
  setBroadPhase(world: number, broadPhase: number): number;
  setIgnored(world: number, rowA: number, rowB: number, ignored: boolean): number;
  isIgnored(world: number, rowA: number, rowB: number): boolean;
  closeWorld(world: number): void;
  worldRecord(world: number): number;
  removeCollider(world: number, row: number): number;
  setColliderFilter(world: number, row: number, layer: number, mask: number): number;
  setColliderKind(world: number, row: number, flags: number): number;
  setColliderShape(world: number, row: number, shape: number): number;
  setColliderKinds(world: number, row: number): number;
  colliderKinds(world: number, row: number): number;
  setColliderMargin(world: number, row: number, margin: number): number;
  colliderMargin(world: number, row: number): number;
  pairsOfCollider(world: number, row: number, contacts: boolean): number;
  clearExcluded(): void;
  excludeRow(row: number): number;
  chooseKinds(a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number): void;
  castRay(world: number, maxDistance: number, mask: number, sensors: boolean, solid: boolean): number;
  castRayThrough(world: number, maxDistance: number, mask: number, sensors: boolean, solid: boolean): number;
  castRays(world: number, count: number, maxDistance: number, mask: number, sensors: boolean, solid: boolean): number;
  castShape(world: number, shape: number, maxDistance: number, mask: number, sensors: boolean): number;
  castShapeThrough(world: number, shape: number, maxDistance: number, mask: number, sensors: boolean): number;
  findOverlapping(world: number, shape: number, mask: number, sensors: boolean): number;
  findClosest(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  findNear(world: number, shape: number, maxDistance: number, mask: number, sensors: boolean, all: boolean): number;
  castShapes(world: number, shape: number, count: number, maxDistance: number, mask: number, sensors: boolean): number;
  findOverlappings(world: number, shape: number, count: number, mask: number, sensors: boolean): number;
  findClosests(world: number, count: number, maxDistance: number, mask: number, sensors: boolean): number;
  findNearests(
    world: number,
    shape: number,
    count: number,
    maxDistance: number,
    mask: number,
    sensors: boolean,
  ): number;
  copyBounds(world: number): number;
  explainBroadPhase(world: number, maxDepth: number): number;
  createCompound(): number;
  shapeCount(): number;
  collideAll(a: number, b: number, margin: number): number;
  intersectsBatch(count: number): number;
  distanceBatch(count: number): number;
  mtvBatch(count: number): number;
  explainSat(a: number, b: number): number;
  raycast(shape: number, maxDistance: number, solid: boolean): number;
  closestPoint(shape: number): number;
  support(shape: number): number;
  distanceWithin(a: number, b: number, maxDistance: number): number;
  timeOfImpact(a: number, b: number): number;
  createWorld(
    broadPhase: number,
    capacity: number,
    maxCandidates: number,
    maxContacts: number,
    measures: boolean,
  ): number;
  worldCount(): number;
  addCollider(world: number, shape: number, flags: number, layer: number, mask: number, margin: number): number;
  setColliderPose(world: number, row: number): number;
  teleportCollider(world: number, row: number): number;
  separateCollider(world: number, row: number): number;
  hashWorld(world: number): number;
  saveWorld(world: number, withShapes: boolean): number;
  restoreWorld(byteCount: number, measures: boolean, base: number): number;
  rollBackWorld(world: number, restored: number): void;
  moveAndSlide(
    world: number,
    shape: number,
    skin: number,
    maxSlope: number,
    stepHeight: number,
    snapDistance: number,
    minTread: number,
    mask: number,
    sensors: boolean,
    notes: boolean,
  ): number;
  characterRecord(): number;
  stepCharacter(world: number, shape: number, ownRow: number, mask: number, flags: number): number;
  moveBodies(world: number, shape: number, count: number, mask: number, sensors: boolean, notes: boolean): number;
  motionAt(world: number, row: number): number;
}

export const worldCalls: { readonly [Name in keyof WorldCalls]: true } = {
  ...shapeCalls,
  countShapes: true,
  releaseWorld: true,
  updateWorld: true,
  refitWorld: true,
  setBroadPhase: true,
  setIgnored: true,
  isIgnored: true,
  closeWorld: true,
  worldRecord: true,
  removeCollider: true,
  setColliderFilter: true,
  setColliderKind: true,
  setColliderShape: true,
  setColliderKinds: true,
  colliderKinds: true,
  setColliderMargin: true,
  colliderMargin: true,
  pairsOfCollider: true,
  clearExcluded: true,
  excludeRow: true,
  chooseKinds: true,
  castRay: true,
  castRayThrough: true,
  castRays: true,
  castShape: true,
  castShapeThrough: true,
  findOverlapping: true,
  findClosest: true,
  findNear: true,
  castShapes: true,
  findOverlappings: true,
  findClosests: true,
  findNearests: true,
  copyBounds: true,
  explainBroadPhase: true,
  createCompound: true,
  shapeCount: true,
  collideAll: true,
  intersectsBatch: true,
  distanceBatch: true,
  mtvBatch: true,
  explainSat: true,
  raycast: true,
  closestPoint: true,
  support: true,
  distanceWithin: true,
  timeOfImpact: true,
  createWorld: true,
  worldCount: true,
  addCollider: true,
  setColliderPose: true,
  teleportCollider: true,
  separateCollider: true,
  hashWorld: true,
  saveWorld: true,
  restoreWorld: true,
  rollBackWorld: true,
  moveAndSlide: true,
  characterRecord: true,
  stepCharacter: true,
  moveBodies: true,
  motionAt: true,
};

/** A module with worlds that objects own. */
export class WorldModule<Calls extends WorldCalls> extends ShapeModule<Calls> {
  /** Frees worlds that were garbage-collected. */
  readonly collectedWorlds = new FinalizationRegistry<number>((world) => {
    const madeAt = this.worlds.get(world);
    // One that was disposed of may have kept its rows.
    if (this.worlds.delete(world)) this.forgottenWorlds++;
    if (madeAt) this.forgottenAt = [...this.forgottenAt.slice(-15), madeAt];
    this.core.releaseWorld(world);
  });
  /** Where worlds were made that were not disposed of, by number; null: not traced. */
  readonly worlds = new Map<number, string | null>();
  /** How many worlds were garbage-collected without `dispose`, and where the last of them were made. */
  forgottenWorlds = 0;
  forgottenAt: readonly string[] = [];
  /** Whether to tell where worlds are made. */
  traces = false;
}
