import { nameClass, wrongReceiver } from "../src/errors.js";
import { type OptionNames, readCount } from "../src/options.js";
import { fix } from "../src/properties.js";
import { type Parts, partError, partsForCore, readParts } from "../src/shapes/compound_parts.js";
import { pointProblem, poseProblem, shapeProblem } from "./arguments.js";
import { limits, POSE_SIZE, plane } from "./plane_module.js";
import { adopt, adoptWaiting, handleOf, heldShape, Shape } from "./shape.js";
import { readPose } from "./stage.js";
import type { Pose, Vec2 } from "./types.js";

/** A shape at a pose of its own within a compound. */
export interface CompoundPart extends Pose {
  /** Held by the compound, so it may be disposed of afterwards. Of a compound, its parts become parts of the new one. */
  readonly shape: Shape;
}

const PART_OPTIONS: OptionNames<CompoundPart> = { shape: true, position: true, angle: true };

/** Numbers of a part, in the order of createCompound in plane_shapes.cpp: the number of its shape, x, y, angle. */
const PART_SIZE = 1 + POSE_SIZE;

const TURN = 2 * Math.PI;

const flat: unique symbol = Symbol("parts");

/**
 * Several shapes as one, each at a pose of its own in the compound's frame. Answers are those of its parts: whether any touches,
 * the deepest contact (`collideAll`: all contacts), the least distance, the first hit. They name the part by its index. Internal
 * edges between flush parts produce no contacts.
 *
 * A compound within a compound is flattened: its parts take its place in the list, at composed poses. Parts are thus numbered depth
 * first.
 */
export class Compound extends Shape {
  static {
    nameClass(Compound, "Compound");
  }
  readonly type: string = "compound";
  /** Number of parts, those of inner compounds included. */
  readonly partCount: number;
  /** @internal */
  readonly [flat]: Parts<Shape>;

  /**
   * @param parts 1 to 65,536 shapes, counted with the parts of inner compounds, with the poses of their frames in that of the compound: objects with `shape`, and `position`
   * and `angle`, both optional. Positions in metres, each coordinate at most 1e9 in magnitude
   * @throws HyperplaneError `invalid-argument`, which names the wrong part; `disposed` for a shape that has been disposed of;
   * `out-of-memory`, `not-initialised`
   */
  constructor(parts: readonly CompoundPart[]) {
    super();
    // A restored compound whose collider was removed has no parts.
    const isAdopted = adoptWaiting(this);
    const read = readParts(parts, isAdopted ? 0 : 1, form);
    this[flat] = isAdopted ? read : build(this, read);
    this.partCount = this[flat].shapes.length;
    fix(this, "type", "partCount");
  }

  /**
   * A part, with its pose filled in. Of an inner compound these are its parts, in the frame of this one.
   *
   * @param index from 0 to `partCount` - 1
   * @returns a new object; its shape may have been disposed of
   * @throws HyperplaneError `invalid-argument`
   */
  part(index: number): { shape: Shape; position: Vec2; angle: number } {
    const parts = (this as Compound | undefined)?.[flat];
    if (parts === undefined) throw wrongReceiver(this, "a Compound");
    const { shapes, numbers } = parts;
    const checked = readCount(index, "index", 0, shapes.length - 1);
    return {
      shape: shapes[checked] as Shape,
      ...poseIn(numbers.subarray(PART_SIZE * checked + 1, PART_SIZE * (checked + 1))),
    };
  }
}

function poseIn([x = 0, y = 0, angle = 0]: Float64Array): { position: Vec2; angle: number } {
  return { position: { x: x + 0, y: y + 0 }, angle: angle + 0 };
}

/** Builds the compound in the core. @returns its parts */
function build(compound: Compound, read: Parts<Shape>): Parts<Shape> {
  const parts = partsForCore(read, form);
  plane.giveNumbers(parts.numbers, "compound: ");
  const number = plane.core.createCompound();
  if (number === 0) {
    const fault = plane.faultError("compound: ");
    throw partError(read, form) ?? fault;
  }
  adopt(compound, number);
  return parts;
}

const form = {
  options: PART_OPTIONS,
  properties: "shape, position and angle",
  size: PART_SIZE,
  maxParts: limits.parts,
  readPose,
  poseProblem,
  handleOf: (shape: Shape, isHeld: boolean) => handleOf(isHeld ? heldShape(shape) : shape),
  innerOf: (shape: Shape) => (shape instanceof Compound ? shape[flat] : null),
  problemOf(shape: Shape, numbers: Float64Array, name: string) {
    const pose = poseIn(numbers);
    return (
      shapeProblem(shape, `${name}.shape`) ??
      pointProblem(pose.position, `${name}.position`, limits.shapeMax) ??
      poseProblem(pose, name)
    );
  },
  compose(outer: Float64Array, inner: Float64Array): readonly number[] {
    const [a, b] = [poseIn(outer), poseIn(inner)];
    const cos = Math.cos(a.angle);
    const sin = Math.sin(a.angle);
    const x = a.position.x + cos * b.position.x - sin * b.position.y;
    const y = a.position.y + sin * b.position.x + cos * b.position.y;
    // A sum of two angles may be out of range.
    return [x, y, (a.angle % TURN) + (b.angle % TURN)];
  },
  placeProblem: ([x = 0, y = 0]: readonly number[], name: string) => pointProblem({ x, y }, name, limits.shapeMax),
};
