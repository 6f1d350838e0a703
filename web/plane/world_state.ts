import { BaseState } from "../src/world/base_state.js";
import type { Collider } from "./collider.js";
import { plane, ROTATIONS } from "./plane_module.js";

const ANGLE_ROWS = { name: "angles", type: Float64Array, field: ROTATIONS, size: 1 } as const;

/** The state of a world of the plane. */
export class PlaneState extends BaseState<Collider, Float64Array> {
  /** @param number of the core's world, which this object owns; 0: the core could not make one */
  constructor(number: number) {
    super(plane, number, 2, ANGLE_ROWS);
  }

  angles(): Float64Array {
    return this.turns();
  }

  /** The angle in a row, in radians. */
  angleAt(row: number): number {
    return plane.allDoubles[this.word(ROTATIONS) / 8 + row] as number;
  }

  /** The collider of a row that an answer names. */
  at(row: number): Collider {
    return this.colliders[row] as Collider;
  }
}
