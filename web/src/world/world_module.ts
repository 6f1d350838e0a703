import { type ShapeCalls, ShapeModule } from "../shape_module.js";

/** The calls of every module that has worlds: those that do not know the dimension. */
export interface WorldCalls extends ShapeCalls {
  countShapes(): number;
  releaseWorld(world: number): void;
  updateWorld(world: number): number;
  refitWorld(world: number): number;
  setBroadPhase(world: number, broadPhase: number): number;
  setIgnored(world: number, rowA: number, rowB: number, ignored: boolean): number;
  closeWorld(world: number): void;
  worldRecord(world: number): number;
  removeCollider(world: number, row: number): number;
  setColliderFilter(world: number, row: number, layer: number, mask: number): number;
  setColliderKind(world: number, row: number, flags: number): number;
  setColliderShape(world: number, row: number, shape: number): number;
  pairsOfCollider(world: number, row: number, contacts: boolean): number;
  clearExcluded(): void;
  excludeRow(row: number): number;
  castRay(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  castRayThrough(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  castRays(world: number, count: number, maxDistance: number, mask: number, sensors: boolean): number;
  castShape(world: number, shape: number, maxDistance: number, mask: number, sensors: boolean): number;
  findOverlapping(world: number, shape: number, mask: number, sensors: boolean): number;
  findClosest(world: number, maxDistance: number, mask: number, sensors: boolean): number;
  castShapes(world: number, shape: number, count: number, maxDistance: number, mask: number, sensors: boolean): number;
  findOverlappings(world: number, shape: number, count: number, mask: number, sensors: boolean): number;
  findClosests(world: number, count: number, maxDistance: number, mask: number, sensors: boolean): number;
  copyBounds(world: number): number;
  explainBroadPhase(world: number, maxDepth: number): number;
}

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
