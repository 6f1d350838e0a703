import { close, invalid, isObject, nameClass, show, wrongReceiver } from "../errors.js";
import type { Numbers } from "../memory.js";
import { openCollider, stateOf } from "./base_collider.js";
import type { BaseState } from "./base_state.js";

const NAMES = "xyzw";

/** A method of rows: copies the row. Returns false if it has another size, or is an object that inherits from one. */
export const copyRow: unique symbol = Symbol("copyRow");
export type CopyRow = (size: number, into: Numbers, at: number) => boolean;

/** A method of colliders: copies the pose, without rows in between. Returns true. */
export const copyPose: unique symbol = Symbol("copyPose");
export type CopyPose = (into: Numbers, at: number) => true;

/**
 * The position or the quaternion of a collider, where the core has it: reading gives the present numbers, and writing one is like
 * writing an element of `world.positions` or `world.quaternions`. Own properties, so that spreading copies them.
 */
export class LiveRow {
  static {
    nameClass(LiveRow, "LiveRow");
  }

  declare x: number;
  declare y: number;
  declare z: number;
  declare w: number;
  readonly #collider: { readonly index: number };
  readonly #name: string;
  readonly #field: number;
  readonly #size: number;

  /**
   * @param name of the collider's property
   * @param field word of the world's record that has the address of the rows
   * @param size numbers of a row: 4 are of 32 bits, fewer of 64
   */
  constructor(collider: { readonly index: number }, name: string, field: number, size: number) {
    this.#collider = collider;
    this.#name = name;
    this.#field = field;
    this.#size = size;
    for (let i = 0; i < size; i++) Object.defineProperty(this, NAMES.charAt(i), COMPONENTS[i] as PropertyDescriptor);
    close(this);
  }

  static component(i: number): PropertyDescriptor {
    return {
      enumerable: true,
      get(this: LiveRow): number {
        return LiveRow.#place(this, i, undefined);
      },
      set(this: LiveRow, value: number) {
        LiveRow.#place(this, i, value);
      },
    };
  }

  [copyRow](size: number, into: Numbers, at: number): boolean {
    if (!(#collider in this) || this.#size !== size) return false;
    openCollider(this.#collider);
    const from = this.#start();
    const numbers = this.#numbers();
    for (let i = 0; i < size; i++) into[at + i] = numbers[from + i] as number;
    return true;
  }

  /** Reads a number, after writing it if one is given. */
  static #place(row: LiveRow, i: number, value: number | undefined): number {
    if (!isObject(row) || !(#collider in row)) throw wrongReceiver(row, "a LiveRow");
    openCollider(row.#collider);
    if (value !== undefined && !Number.isFinite(value)) throw numberError(`${row.#name}.${NAMES.charAt(i)}`, value);
    const at = row.#start() + i;
    const numbers = row.#numbers();
    if (value !== undefined) numbers[at] = value;
    return numbers[at] as number;
  }

  /** Index of the row's first number. */
  #start(): number {
    const address = (stateOf(this.#collider) as BaseState<never, Float64Array>).word(this.#field);
    return address / (this.#size === 4 ? 4 : 8) + this.#size * this.#collider.index;
  }

  /** What has the row, among others. After `start`, which renews the views. */
  #numbers(): Float32Array | Float64Array {
    const { module } = stateOf(this.#collider) as BaseState<never, Float64Array>;
    return this.#size === 4 ? module.allFloats : module.allDoubles;
  }
}

const COMPONENTS = [0, 1, 2, 3].map(LiveRow.component);

const numberError = (name: string, value: unknown) => invalid(`${name} must be a finite number, got ${show(value)}`);
