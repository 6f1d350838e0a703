import { invalid, show } from "../errors.js";
import { readCount } from "../options.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** Which kinds of cells are solid. An option of colliders and of queries. */
export interface KindOptions {
  /**
   * The kinds of cells of a grid that count, from 1 to 255: a list, or a function that is asked once about each of them, in each
   * call: a list is quicker. Others are passed through, such as water and leaves. Default: all.
   */
  readonly kinds?: readonly number[] | ((kind: number) => boolean);
}

/** A bit a kind, in 8 words of 32; undefined: all. An array: a typed one takes longer to make than a ray. */
export type Kinds = number[] | undefined;

const MOST = 255;

/** @param name of the option, as the message shows it @throws HyperplaneError `invalid-argument` */
export function readKinds(kinds: unknown, name: string): Kinds {
  if (kinds === undefined) return undefined;
  const bits = [0, 0, 0, 0, 0, 0, 0, 0];
  if (typeof kinds === "function") {
    for (let kind = 1; kind <= MOST; kind++) if (kinds(kind)) add(bits, kind);
  } else if (Array.isArray(kinds)) {
    // The length at first: reading an element may run a getter that adds others.
    for (let i = 0, { length } = kinds; i < length; i++) add(bits, readCount(kinds[i], `${name}[${i}]`, 1, MOST));
  } else {
    throw invalid(`${name} must be a list of numbers or a function, got ${show(kinds)}`);
  }
  return bits;
}

function add(bits: number[], kind: number): void {
  bits[kind >> 5] = (bits[kind >> 5] as number) | (1 << (kind & 31));
}

/** Tells the core the kinds of its next call. `clearExcluded` takes them back. */
export function chooseKinds(module: WorldModule<WorldCalls>, kinds: Kinds): void {
  if (kinds === undefined) return;
  const { 0: a = 0, 1: b = 0, 2: c = 0, 3: d = 0, 4: e = 0, 5: f = 0, 6: g = 0, 7: h = 0 } = kinds;
  module.core.chooseKinds(a, b, c, d, e, f, g, h);
}

/** Calls the core with kinds. @param ask runs no code of the user's */
export function askWithKinds<Answer>(module: WorldModule<WorldCalls>, kinds: Kinds, ask: () => Answer): Answer {
  if (kinds === undefined) return ask();
  chooseKinds(module, kinds);
  try {
    return ask();
  } finally {
    module.core.clearExcluded();
  }
}
