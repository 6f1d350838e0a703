import { vectorAt } from "./memory.js";
import { NumberList } from "./number_list.js";
import { RECORDS, recordNumbers } from "./records.js";
import type { Vec3 } from "./types.js";
import { type WorldCalls, WorldModule, worldCalls } from "./world/world_module.js";

/** The core's calls, as cpp/bindings defines them. */
interface SpaceCalls extends WorldCalls {
  createShape(type: number, p: number, q: number, r: number, s: number): number;
  createTriangle(): number;
  createMesh(
    indexCount: number,
    oneSided: boolean,
    thickness: number,
    solid: boolean,
    turn: boolean,
    weld: number,
  ): number;
  setMeshVertices(shape: number): number;
  deserializeMesh(byteCount: number): number;
  createHeightField(
    columns: number,
    rows: number,
    width: number,
    depth: number,
    oneSided: boolean,
    thickness: number,
  ): number;
  setHeights(shape: number, column: number, row: number, columns: number, rows: number): number;
  deserializeHeightField(byteCount: number): number;
  createVoxels(
    columns: number,
    layers: number,
    rows: number,
    x: number,
    y: number,
    z: number,
    byteCount: number,
  ): number;
  describeVoxels(shape: number): number;
  voxelKind(shape: number, index: number): number;
  fillVoxels(
    shape: number,
    x: number,
    y: number,
    z: number,
    endX: number,
    endY: number,
    endZ: number,
    kind: number,
  ): number;
  serializeVoxels(shape: number): number;
  deserializeVoxels(byteCount: number): number;
  describeSurface(shape: number): number;
  surfaceTriangle(shape: number, triangle: number): number;
  serializeSurface(shape: number): number;
  pairFunction(i: number): number;
  collideWithin(a: number, b: number, margin: number): number;
  createPreparedPairs(pairCount: number): number;
  releasePreparedPairs(pairs: number): void;
  describePreparedPairs(pairs: number): number;
  preparedIntersects(pairs: number): number;
  preparedDistances(pairs: number): number;
  preparedMtvs(pairs: number): number;
  rotate(): number;
  boxVertices(box: number): number;
  explainGjk(a: number, b: number): number;
  explainEpa(a: number, b: number): number;
  explainRay(mesh: number, maxDistance: number): number;
  explainTree(mesh: number, level: number): number;
  explainTimeOfImpact(a: number, b: number): number;
  createHull(maxVertices: number, rounding: number): number;
  describeHull(shape: number): number;
}

const calls: { readonly [Name in keyof SpaceCalls]: true } = {
  ...worldCalls,
  createShape: true,
  createTriangle: true,
  createMesh: true,
  setMeshVertices: true,
  deserializeMesh: true,
  createHeightField: true,
  setHeights: true,
  deserializeHeightField: true,
  createVoxels: true,
  describeVoxels: true,
  voxelKind: true,
  fillVoxels: true,
  serializeVoxels: true,
  deserializeVoxels: true,
  describeSurface: true,
  surfaceTriangle: true,
  serializeSurface: true,
  pairFunction: true,
  collideWithin: true,
  createPreparedPairs: true,
  releasePreparedPairs: true,
  describePreparedPairs: true,
  preparedIntersects: true,
  preparedDistances: true,
  preparedMtvs: true,
  rotate: true,
  boxVertices: true,
  explainGjk: true,
  explainEpa: true,
  explainRay: true,
  explainTree: true,
  explainTimeOfImpact: true,
  createHull: true,
  describeHull: true,
};

/** A call on two shapes, taken from the function table: embind's wrapper costs 5 %. */
type PairCall = (a: number, b: number) => number;

/** The module for shapes in space, which `hyperplane` and `hyperplane/inline` share, with everything that belongs to it. */
class Space extends WorldModule<SpaceCalls> {
  #intersects!: PairCall;
  #collide!: PairCall;
  #distance!: PairCall;

  constructor() {
    super({ records: RECORDS, recordNumbers, calls });
  }

  protected override onLoad(table: WebAssembly.Table): void {
    this.#intersects = table.get(this.core.pairFunction(0));
    this.#collide = table.get(this.core.pairFunction(1));
    this.#distance = table.get(this.core.pairFunction(2));
  }

  // One method each: engines inline a call that has one target. Staging the poses has already expired all tickets, so `refresh`
  // does after the call.

  /** @returns 1 if the shapes intersect, 0 if not, or `PAIR_CALL_FAILED` */
  intersects(a: number, b: number): number {
    // Nothing is read after this call, so the views may wait for the next one.
    return this.#intersects(a, b);
  }

  /** @returns the number of contact points, or `PAIR_CALL_FAILED` */
  collide(a: number, b: number): number {
    const answer = this.#collide(a, b);
    this.refresh();
    return answer;
  }

  /** @returns 0, or `PAIR_CALL_FAILED` */
  distance(a: number, b: number): number {
    const answer = this.#distance(a, b);
    this.refresh();
    return answer;
  }

  /** Three numbers of the records as a new object. @param at index into the view of doubles */
  vector(at: number): Vec3 {
    return vectorAt(this.doubles, at);
  }

  /** As `takeNumbers`, to be read in order. */
  takeList(): NumberList {
    return new NumberList(this.takeNumbers());
  }
}

export const space = new Space();
