import { pointProblem, poseProblem, quaternionProblem, shapeProblem } from "../arguments.js";
import { type HyperplaneError, invalid, nameClass, show, wrongReceiver } from "../errors.js";
import { numberAt, vectorAt } from "../memory.js";
import { checkOptions, type OptionNames, readCount } from "../options.js";
import { readPose } from "../pose.js";
import { fix } from "../properties.js";
import { limits } from "../records.js";
import { space } from "../space.js";
import type { Pose, Quat, Vec3 } from "../types.js";
import { adopt, adoptWaiting, handleOf, Shape } from "./shape.js";

/** A shape at a pose of its own within a compound. A three.js Object3D with a `shape` is one. */
export interface CompoundPart extends Pose {
  /** Any shape but a compound. Held by the compound, so it may be disposed of afterwards. */
  readonly shape: Shape;
}

const PART_OPTIONS: OptionNames<CompoundPart> = { shape: true, position: true, quaternion: true };

const MAX_PARTS = 65_536;
/** Numbers of a part, in the order of cpp/bindings/compound.cpp: the number of its shape, position, quaternion. */
const PART_SIZE = 8;
const POSITION = 1;
const QUATERNION = 4;

/** The parts as they were given, their poses filled in. */
interface Parts {
  readonly shapes: readonly Shape[];
  /** `PART_SIZE` for each. */
  readonly numbers: Float64Array;
}

interface PartPose {
  position: Vec3;
  quaternion: Quat;
}

const given: unique symbol = Symbol("parts");

/**
 * Several shapes as one, each at a pose of its own in the compound's frame. Answers are those of its parts: whether any touches,
 * the deepest contact (`collideAll`: all contacts), the least distance, the first hit. They name the part by its index.
 */
export class Compound extends Shape {
  static {
    nameClass(Compound, "Compound");
  }

  readonly type: string = "compound";
  /** Number of parts. */
  readonly partCount: number;
  /** @internal */
  readonly [given]: Parts;

  /**
   * @param parts 1 to 65,536 shapes with the poses of their frames in that of the compound: objects with `shape`, and
   * `position` and `quaternion`, both optional. Positions in metres, each coordinate at most 1e9 in magnitude
   * @throws HyperplaneError `invalid-argument`, which names the wrong part, also for a compound as a part; `disposed` for a shape
   * that has been disposed of; `out-of-memory`, `not-initialised`
   */
  constructor(parts: readonly CompoundPart[]) {
    super();
    space.begin();
    // A restored compound whose collider was removed has no parts.
    const isAdopted = adoptWaiting(this);
    const { shapes, numbers } = readParts(parts, isAdopted ? 0 : 1);
    this.partCount = shapes.length;
    this[given] = { shapes, numbers: isAdopted ? numbers : build(this, shapes, numbers) };
    fix(this, "type", "partCount");
  }

  /**
   * A part as it was given, with its pose filled in: its quaternion has unit length.
   *
   * @param index from 0 to `partCount` - 1
   * @returns a new object; its shape may have been disposed of
   * @throws HyperplaneError `invalid-argument`
   */
  part(index: number): { shape: Shape; position: Vec3; quaternion: Quat } {
    const parts = (this as Compound | undefined)?.[given];
    if (parts === undefined) throw wrongReceiver(this, "a Compound");
    const { shapes, numbers } = parts;
    const checked = readCount(index, "index", 0, shapes.length - 1);
    return { shape: shapes[checked] as Shape, ...poseOf(numbers, checked) };
  }
}

function poseOf(numbers: Float64Array, part: number): PartPose {
  const at = PART_SIZE * part;
  return {
    position: vectorAt(numbers, at + POSITION),
    quaternion: { ...vectorAt(numbers, at + QUATERNION), w: numberAt(numbers, at + QUATERNION + 3) },
  };
}

/** Reads all parts before anything else happens: a getter may dispose of a shape, or call this package. */
function readParts(parts: readonly CompoundPart[], least: number): Parts {
  if (!Array.isArray(parts)) throw invalid(`compound: parts must be an array of parts, got ${show(parts)}`);
  const count = readCount(parts.length, "compound: the number of parts", least, MAX_PARTS);
  const shapes: Shape[] = [];
  const numbers = new Float64Array(PART_SIZE * count);
  for (let i = 0; i < count; i++) {
    const part: CompoundPart = parts[i];
    if (typeof part !== "object" || part === null || Array.isArray(part)) throw notPart(part, i);
    checkOptions(part, PART_OPTIONS, `${nameOf(i)}: `);
    shapes.push(part.shape);
    if (!readPose(part, numbers, PART_SIZE * i + POSITION)) throw poseProblem(part, nameOf(i)) ?? notPart(part, i);
  }
  return { shapes, numbers };
}

const nameOf = (index: number) => `compound: parts[${index}]`;

function notPart(part: unknown, index: number): HyperplaneError {
  return invalid(`${nameOf(index)} must be an object with shape, position and quaternion, got ${show(part)}`);
}

/** Builds the compound in the core. @returns `numbers`, their quaternions normalised */
function build(compound: Compound, shapes: readonly Shape[], numbers: Float64Array): Float64Array {
  for (const [i, shape] of shapes.entries()) {
    const handle = handleOf(shape);
    numbers[PART_SIZE * i] = handle > 0 ? handle : 0;
  }
  space.giveNumbers(numbers, "compound: ");
  const value = space.core.createCompound();
  if (value === 0) {
    space.core.releaseReport();
    throw partError(shapes, numbers);
  }
  adopt(compound, value);
  return space.takeNumbers();
}

/** The error for the first wrong part. */
function partError(shapes: readonly Shape[], numbers: Float64Array): HyperplaneError {
  const fault = space.faultError("compound: ");
  for (const [i, shape] of shapes.entries()) {
    const problem = partProblem(shape, poseOf(numbers, i), nameOf(i));
    if (problem !== null) return problem;
  }
  return fault;
}

function partProblem(shape: Shape, { position, quaternion }: PartPose, name: string): HyperplaneError | null {
  const isCompound = shape instanceof Compound;
  return (
    shapeProblem(shape, `${name}.shape`) ??
    (isCompound ? invalid(`${name}.shape is a compound: the parts of a compound are other shapes`) : null) ??
    pointProblem(position, `${name}.position`, limits.shapeMax) ??
    quaternionProblem(quaternion, `${name}.quaternion`)
  );
}
