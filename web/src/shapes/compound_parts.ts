import type { HyperplaneError } from "../errors.js";
import { readCount } from "../options.js";

/** Parts of a compound of any dimension, with their poses filled in. */
export interface Parts<S> {
  readonly shapes: readonly S[];
  /** For each the number of its shape, then its pose. */
  readonly numbers: Float64Array;
}

/** What the dimension decides about parts. */
interface PartsForm<S> {
  /** Numbers of a part. */
  readonly size: number;
  readonly maxParts: number;
  /** The parts of a compound, null of other shapes. */
  innerOf(shape: S): Parts<S> | null;
  /** What is wrong with a part. @param name of the part */
  problemOf(shape: S, pose: Float64Array, name: string): HyperplaneError | null;
  /** The pose of a part of an inner compound. @param outer the compound's */
  compose(outer: Float64Array, inner: Float64Array): readonly number[];
  /** What is wrong with the place of a composed pose. */
  placeProblem(pose: readonly number[], name: string): HyperplaneError | null;
}

export const nameOf = (index: number) => `compound: parts[${index}]`;

/** The error for the first wrong part. */
export function partError<S>({ shapes, numbers }: Parts<S>, form: PartsForm<S>): HyperplaneError | null {
  for (const [i, shape] of shapes.entries()) {
    const problem = form.problemOf(shape, poseAt(numbers, i, form), nameOf(i));
    if (problem !== null) return problem;
  }
  return null;
}

/** Parts with those of inner compounds in place of these. @throws HyperplaneError as the constructor of a compound */
export function flattened<S>(read: Parts<S>, form: PartsForm<S>): Parts<S> {
  const inner = read.shapes.map((shape) => form.innerOf(shape));
  if (inner.every((parts) => parts === null)) return read;
  const problem = partError(read, form);
  if (problem !== null) throw problem;
  const count = inner.reduce((sum, parts) => sum + (parts?.shapes.length ?? 1), 0);
  readCount(count, "compound: the number of parts, with those of inner compounds,", 1, form.maxParts);
  const shapes: S[] = [];
  const numbers = new Float64Array(form.size * count);
  const add = (shape: S, pose: ArrayLike<number>) => {
    numbers.set(pose, form.size * shapes.length + 1);
    shapes.push(shape);
  };
  for (const [i, shape] of read.shapes.entries()) {
    const parts = inner[i] ?? null;
    const outer = poseAt(read.numbers, i, form);
    if (parts === null) add(shape, outer);
    for (const [k, part] of (parts?.shapes ?? []).entries()) {
      const pose = form.compose(outer, poseAt((parts as Parts<S>).numbers, k, form));
      const range = form.placeProblem(pose, `${nameOf(i)}.shape.part(${k}).position`);
      if (range !== null) throw range;
      add(part, pose);
    }
  }
  return { shapes, numbers };
}

const poseAt = (numbers: Float64Array, part: number, { size }: { readonly size: number }) =>
  numbers.subarray(size * part + 1, size * (part + 1));
