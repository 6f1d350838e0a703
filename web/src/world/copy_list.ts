import { invalid, isObject, show, wrongReceiver } from "../errors.js";
import { readCount } from "../options.js";

/** Makes an element of a list, which belongs to the caller. */
export const copyAt: unique symbol = Symbol("copyAt");

/** A list of a world's last update, as arrays have them. */
export interface ReadonlyList<Item> {
  /** Number of elements. */
  readonly count: number;
  /** The same, as arrays have it. */
  readonly length: number;
  /**
   * A copy of an element.
   *
   * @param index from 0; negative: from the end
   * @returns undefined beyond the ends
   * @throws HyperplaneError `invalid-argument` for a number that is not whole; `disposed`
   */
  at(index: number): Item | undefined;
  /** Calls a function with a copy of each element and its index. @returns its results @throws HyperplaneError as `at` */
  map<Result>(convert: (item: Item, index: number) => Result): Result[];
  /** Copies of the elements for which a function returns true. @throws HyperplaneError as `at` */
  filter(accepts: (item: Item, index: number) => boolean): Item[];
  /** The first element, as a copy, for which a function returns true, or undefined. @throws HyperplaneError as `at` */
  find(accepts: (item: Item, index: number) => boolean): Item | undefined;
  /** Copies of all elements. @throws HyperplaneError `disposed` */
  toArray(): Item[];
}

/** What all lists do by their length and their elements. */
export abstract class CopyList<Item> implements ReadonlyList<Item> {
  readonly #isList = true;

  abstract get count(): number;
  abstract [copyAt](index: number): Item;

  get length(): number {
    return lengthOf(this);
  }

  at(index: number): Item | undefined {
    const count = lengthOf(this);
    const from = readCount(index, "index", -(2 ** 31), 2 ** 31);
    const i = from < 0 ? from + count : from;
    return i >= 0 && i < count ? this[copyAt](i) : undefined;
  }

  map<Result>(convert: (item: Item, index: number) => Result): Result[] {
    return copiesOf(this).map(callable(convert, "convert"));
  }

  filter(accepts: (item: Item, index: number) => boolean): Item[] {
    return copiesOf(this).filter(callable(accepts, "accepts"));
  }

  find(accepts: (item: Item, index: number) => boolean): Item | undefined {
    return copiesOf(this).find(callable(accepts, "accepts"));
  }

  toArray(): Item[] {
    return copiesOf(this);
  }

  static lengthOf(list: CopyList<unknown>): number {
    if (!isObject(list) || !(#isList in list)) throw wrongReceiver(list, "a list of a world");
    return list.count;
  }
}
const lengthOf: (list: CopyList<unknown>) => number = CopyList.lengthOf;

function copiesOf<Item>(list: CopyList<Item>): Item[] {
  return Array.from({ length: lengthOf(list) }, (_, i) => list[copyAt](i));
}

function callable<Call>(call: Call, name: string): Call {
  if (typeof call !== "function") throw invalid(`${name} must be a function, got ${show(call)}`);
  return call;
}
