import { type Calls, PARTS, RESULTS, records, START } from "../src/generated/hyperplane-2d.js";
import { WorldModule } from "../src/world/world_module.js";
import type { Vec2 } from "./types.js";

export * from "../src/generated/hyperplane-2d.js";

/** The module for shapes in the plane, with everything that belongs to it. */
class Plane extends WorldModule<Calls> {
  constructor() {
    super(records, START);
  }

  /** Which part of shape A (0) or B (1) the results are about; -1: it has none. */
  part(side: number): number {
    return this.integer(PARTS + side);
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
