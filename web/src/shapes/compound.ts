import { pointProblem, poseProblem, quaternionProblem, shapeProblem } from "../arguments.js";
import { nameClass, wrongReceiver } from "../errors.js";
import { product, rotate } from "../math.js";
import { numberAt, vectorAt } from "../memory.js";
import { type OptionNames, readCount } from "../options.js";
import { readPose } from "../pose.js";
import { fix } from "../properties.js";
import { limits } from "../records.js";
import { space } from "../space.js";
import type { Pose, Quat, Vec3 } from "../types.js";
import { type Parts, partError, partsForCore, readParts } from "./compound_parts.js";
import { adopt, adoptWaiting, handleOf, heldShape, Shape } from "./shape.js";

/** A shape at a pose of its own within a compound. A three.js Object3D with a `shape` is one. */
export interface CompoundPart extends Pose {
  /** Held by the compound, so it may be disposed of afterwards. Of a compound, its parts become parts of the new one. */
  readonly shape: Shape;
}

const PART_OPTIONS: OptionNames<CompoundPart> = { shape: true, position: true, quaternion: true };

const MAX_PARTS = 65_536;
/** Numbers of a part, in the order of cpp/bindings/compound.cpp: the number of its shape, position, quaternion. */
const PART_SIZE = 8;

interface PartPose {
  position: Vec3;
  quaternion: Quat;
}

const flat: unique symbol = Symbol("parts");

/**
 * Several shapes as one, each at a pose of its own in the compound's frame. Answers are those of its parts: whether any touches,
 * the deepest contact (`collideAll`: all contacts), the least distance, the first hit. They name the part by its index.
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
   * @param parts 1 to 65,536 shapes, counted with the parts of inner compounds, with the poses of their frames in that of the compound: objects with `shape`, and
   * `position` and `quaternion`, both optional. Positions in metres, each coordinate at most 1e9 in magnitude
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
   * A part, with its pose filled in: its quaternion has unit length. Of an inner compound these are its parts, in the frame of this
   * one.
   *
   * @param index from 0 to `partCount` - 1
   * @returns a new object; its shape may have been disposed of
   * @throws HyperplaneError `invalid-argument`
   */
  part(index: number): { shape: Shape; position: Vec3; quaternion: Quat } {
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

function poseIn(numbers: Float64Array): PartPose {
  return { position: vectorAt(numbers, 0), quaternion: { ...vectorAt(numbers, 3), w: numberAt(numbers, 6) } };
}

/** Builds the compound in the core. @returns its parts, their quaternions normalised */
function build(compound: Compound, read: Parts<Shape>): Parts<Shape> {
  const { shapes, numbers } = partsForCore(read, form);
  space.giveNumbers(numbers, "compound: ");
  const value = space.core.createCompound();
  if (value === 0) {
    const fault = space.faultError("compound: ");
    space.core.releaseReport();
    throw partError(read, form) ?? fault;
  }
  adopt(compound, value);
  return { shapes, numbers: space.takeNumbers() };
}

const form = {
  options: PART_OPTIONS,
  properties: "shape, position and quaternion",
  size: PART_SIZE,
  maxParts: MAX_PARTS,
  readPose,
  poseProblem,
  handleOf: (shape: Shape, isHeld: boolean) => handleOf(isHeld ? heldShape(shape) : shape),
  innerOf: (shape: Shape) => (shape instanceof Compound ? shape[flat] : null),
  problemOf(shape: Shape, pose: Float64Array, name: string) {
    const { position, quaternion } = poseIn(pose);
    return (
      shapeProblem(shape, `${name}.shape`) ??
      pointProblem(position, `${name}.position`, limits.shapeMax) ??
      quaternionProblem(quaternion, `${name}.quaternion`)
    );
  },
  /** @param outer its quaternion of any length */
  compose(outer: Float64Array, inner: Float64Array): readonly number[] {
    const [a, b] = [poseIn(outer), poseIn(inner)];
    const { x, y, z } = rotate(b.position, a.quaternion);
    const turn = product(a.quaternion, b.quaternion);
    const scale = 1 / Math.hypot(a.quaternion.x, a.quaternion.y, a.quaternion.z, a.quaternion.w);
    const place = [a.position.x + x, a.position.y + y, a.position.z + z];
    return [...place, scale * turn.x, scale * turn.y, scale * turn.z, scale * turn.w];
  },
  placeProblem: ([x = 0, y = 0, z = 0]: readonly number[], name: string) =>
    pointProblem({ x, y, z }, name, limits.shapeMax),
};
