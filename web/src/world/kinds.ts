import { invalid, show } from "../errors.js";
import { readCount } from "../options.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** Which kinds of cells are solid. An option of colliders and of queries. */
export interface KindOptions {
  /**
   * The kinds of cells of a grid that count, from 1 to 255: a list, or a function that is asked once about each of them. Others are
   * passed through, such as water and leaves. Default: all.
   */
  readonly kinds?: readonly number[] | ((kind: number) => boolean);
}

/** A bit a kind, in 8 words of 32; undefined: all. */
export type Kinds = Uint32Array | undefined;

const MOST = 255;

/** @param name of the option, as the message shows it @throws HyperplaneError `invalid-argument` */
export function readKinds(kinds: unknown, name: string): Kinds {
  if (kinds === undefined) return undefined;
  const bits = new Uint32Array(8);
  const add = (kind: number) => {
    bits[kind >> 5] = (bits[kind >> 5] as number) | (1 << (kind & 31));
  };
  if (typeof kinds === "function") {
    for (let kind = 1; kind <= MOST; kind++) if (kinds(kind)) add(kind);
  } else if (Array.isArray(kinds)) {
    Array.from(kinds, (kind, i) => add(readCount(kind, `${name}[${i}]`, 1, MOST)));
  } else {
    throw invalid(`${name} must be a list of numbers or a function, got ${show(kinds)}`);
  }
  return bits;
}

/** Tells the core the kinds of its next call. `clearExcluded` takes them back. */
export function chooseKinds(module: WorldModule<WorldCalls>, kinds: Kinds): void {
  if (kinds === undefined) return;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = kinds;
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
