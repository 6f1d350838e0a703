import { type HyperplaneError, invalid, nameClass, show, wrongReceiver } from "../src/errors.js";
import { checkOptions, type OptionNames, readCount } from "../src/options.js";
import { fix } from "../src/properties.js";
import { pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { limits, POSE_SIZE, plane } from "./plane_module.js";
import { adopt, adoptWaiting, handleOf, Shape } from "./shape.js";
import { readPose } from "./stage.js";
import type { Pose, Vec2 } from "./types.js";

/** A shape at a pose of its own within a compound. */
export interface CompoundPart extends Pose {
  /** Any shape but a compound. Held by the compound, so it may be disposed of afterwards. */
  readonly shape: Shape;
}

const PART_OPTIONS: OptionNames<CompoundPart> = { shape: true, position: true, angle: true };

/** Numbers of a part, in the order of createCompound in plane_shapes.cpp: the number of its shape, x, y, angle. */
const PART_SIZE = 1 + POSE_SIZE;

/** The parts as they were given, their poses filled in. */
interface Parts {
  readonly shapes: readonly Shape[];
  /** `PART_SIZE` for each. */
  readonly numbers: Float64Array;
}

const given: unique symbol = Symbol("parts");

/**
 * Several shapes as one, each at a pose of its own in the compound's frame. Answers are those of its parts: whether any touches,
 * the deepest contact (`collideAll`: all contacts), the least distance, the first hit. They name the part by its index; seams
 * between flush parts push nobody aside.
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
   * @param parts 1 to 65,536 shapes with the poses of their frames in that of the compound: objects with `shape`, and `position`
   * and `angle`, both optional. Positions in metres, each coordinate at most 1e9 in magnitude
   * @throws HyperplaneError `invalid-argument`, which names the wrong part, also for a compound as a part; `disposed` for a shape
   * that has been disposed of; `out-of-memory`, `not-initialised`
   */
  constructor(parts: readonly CompoundPart[]) {
    super();
    plane.begin();
    // A restored compound whose collider was removed has no parts.
    const isAdopted = adoptWaiting(this);
    const read = readParts(parts, isAdopted ? 0 : 1);
    if (!isAdopted) build(this, read);
    this.partCount = read.shapes.length;
    this[given] = read;
    fix(this, "type", "partCount");
  }

  /**
   * A part as it was given, with its pose filled in.
   *
   * @param index from 0 to `partCount` - 1
   * @returns a new object; its shape may have been disposed of
   * @throws HyperplaneError `invalid-argument`
   */
  part(index: number): { shape: Shape; position: Vec2; angle: number } {
    const parts = (this as Compound | undefined)?.[given];
    if (parts === undefined) throw wrongReceiver(this, "a Compound");
    const { shapes, numbers } = parts;
    const checked = readCount(index, "index", 0, shapes.length - 1);
    return { shape: shapes[checked] as Shape, ...poseOf(numbers, checked) };
  }
}

function poseOf(numbers: Float64Array, part: number): { position: Vec2; angle: number } {
  const [, x = 0, y = 0, angle = 0] = numbers.subarray(PART_SIZE * part, PART_SIZE * (part + 1));
  return { position: { x: x + 0, y: y + 0 }, angle: angle + 0 };
}

/** Reads all parts before anything else happens: a getter may dispose of a shape, or call this package. */
function readParts(parts: readonly CompoundPart[], least: number): Parts {
  if (!Array.isArray(parts)) throw invalid(`compound: parts must be an array of parts, got ${show(parts)}`);
  const count = readCount(parts.length, "compound: the number of parts", least, limits.parts);
  const shapes: Shape[] = [];
  const numbers = new Float64Array(PART_SIZE * count);
  for (let i = 0; i < count; i++) {
    const part: CompoundPart = parts[i];
    if (typeof part !== "object" || part === null || Array.isArray(part)) {
      throw invalid(`${nameOf(i)} must be an object with shape, position and angle, got ${show(part)}`);
    }
    checkOptions(part, PART_OPTIONS, `${nameOf(i)}: `);
    shapes.push(part.shape);
    if (!readPose(part, numbers, PART_SIZE * i + 1)) {
      throw poseProblem(part, nameOf(i)) ?? invalid(`${nameOf(i)} has a pose that changes while it is read`);
    }
  }
  return { shapes, numbers };
}

const nameOf = (index: number) => `compound: parts[${index}]`;

function build(compound: Compound, { shapes, numbers }: Parts): void {
  for (const [i, shape] of shapes.entries()) {
    const handle = handleOf(shape);
    numbers[PART_SIZE * i] = handle > 0 ? handle : 0;
  }
  plane.giveNumbers(numbers, "compound: ");
  const number = plane.core.createCompound();
  if (number === 0) throw partError(shapes, numbers);
  adopt(compound, number);
}

/** The error for the first wrong part. */
function partError(shapes: readonly Shape[], numbers: Float64Array): HyperplaneError {
  const fault = plane.faultError("compound: ");
  for (const [i, shape] of shapes.entries()) {
    const pose = poseOf(numbers, i);
    const problem =
      shapeProblem(shape, `${nameOf(i)}.shape`) ??
      (shape instanceof Compound
        ? invalid(`${nameOf(i)}.shape is a compound: the parts of a compound are other shapes`)
        : null) ??
      pointProblem(pose.position, `${nameOf(i)}.position`, limits.shapeMax) ??
      poseProblem(pose, nameOf(i));
    if (problem !== null) return problem;
  }
  return fault;
}
