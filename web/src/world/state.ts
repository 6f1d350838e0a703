import type { Numbers } from "../memory.js";
import { ROTATIONS } from "../records.js";
import { space } from "../space.js";
import { BaseState } from "./base_state.js";
import type { Collider } from "./collider.js";

const QUATERNION_ROWS = { name: "quaternions", type: Float32Array, field: ROTATIONS, size: 4 } as const;

/** The state of a world of space. */
export class WorldState extends BaseState<Collider, Float32Array> {
  /** @param number of the core's world, which this object owns; 0: the core could not make one */
  constructor(number: number) {
    super(space, number, 3, QUATERNION_ROWS);
  }

  /** Copies the quaternion of a row. @param at index in `into` */
  copyQuaternion(row: number, into: Numbers, at: number): void {
    const from = this.word(ROTATIONS) / 4 + 4 * row;
    for (let i = 0; i < 4; i++) into[at + i] = space.allFloats[from + i] as number;
  }

  quaternions(): Float32Array {
    return this.turns();
  }
}
