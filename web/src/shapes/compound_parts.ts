import { type HyperplaneError, invalid, show } from "../errors.js";
import { checkOptions, type OptionNames, readCount } from "../options.js";

/** Parts of a compound of any dimension, with their poses filled in. */
export interface Parts<S> {
  readonly shapes: readonly S[];
  /** For each the number of its shape, then its pose. */
  readonly numbers: Float64Array;
}

/** What the dimension decides about parts. */
interface PartsForm<S> {
  /** Properties of a part, and how messages call them. */
  readonly options: OptionNames<{ readonly shape: S }>;
  readonly properties: string;
  /** Numbers of a part. */
  readonly size: number;
  readonly maxParts: number;
  /** Reads the pose of a part. @returns false for what is none */
  readPose(part: object, into: Float64Array, at: number): boolean;
  /** What is wrong with the pose of a part. */
  poseProblem(part: object, name: string): HyperplaneError | null;
  /** The number of a shape in the core, also of a disposed one that is held; none below 1. */
  handleOf(shape: S, isHeld: boolean): number;
  /** The parts of a compound, null of other shapes. */
  innerOf(shape: S): Parts<S> | null;
  /** What is wrong with a part. @param name of the part */
  problemOf(shape: S, pose: Float64Array, name: string): HyperplaneError | null;
  /** The pose of a part of an inner compound. @param outer the compound's */
  compose(outer: Float64Array, inner: Float64Array): readonly number[];
  /** What is wrong with the place of a composed pose. */
  placeProblem(pose: readonly number[], name: string): HyperplaneError | null;
}

const nameOf = (index: number) => `compound: parts[${index}]`;

/**
 * Reads all parts before anything else happens: a getter may dispose of a shape, or call this package.
 *
 * @param least number of parts
 * @throws HyperplaneError `invalid-argument`
 */
export function readParts<S>(parts: readonly { readonly shape: S }[], least: number, form: PartsForm<S>): Parts<S> {
  if (!Array.isArray(parts)) throw invalid(`compound: parts must be an array of parts, got ${show(parts)}`);
  const count = readCount(parts.length, "compound: the number of parts", least, form.maxParts);
  const shapes: S[] = [];
  const numbers = new Float64Array(form.size * count);
  for (let i = 0; i < count; i++) {
    const part = parts[i];
    const notPart = () => invalid(`${nameOf(i)} must be an object with ${form.properties}, got ${show(part)}`);
    if (typeof part !== "object" || part === null || Array.isArray(part)) throw notPart();
    checkOptions(part, form.options, `${nameOf(i)}: `);
    shapes.push(part.shape);
    if (!form.readPose(part, numbers, form.size * i + 1)) throw form.poseProblem(part, nameOf(i)) ?? notPart();
  }
  return { shapes, numbers };
}

/** The error for the first wrong part. */
export function partError<S>({ shapes, numbers }: Parts<S>, form: PartsForm<S>): HyperplaneError | null {
  for (const [i, shape] of shapes.entries()) {
    const problem = form.problemOf(shape, poseAt(numbers, i, form), nameOf(i));
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Parts with those of inner compounds in place of these, and the numbers of their shapes.
 *
 * @throws HyperplaneError as the constructor of a compound
 */
export function partsForCore<S>(read: Parts<S>, form: PartsForm<S>): Parts<S> {
  const parts = flattened(read, form);
  for (const [i, shape] of parts.shapes.entries()) {
    // Inner compounds hold their parts, which may have been disposed of.
    parts.numbers[form.size * i] = Math.max(form.handleOf(shape, parts !== read), 0);
  }
  return parts;
}

function flattened<S>(read: Parts<S>, form: PartsForm<S>): Parts<S> {
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
