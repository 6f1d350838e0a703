import { failure, invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readFlag } from "../src/options.js";
import { fix } from "../src/properties.js";
import { directionProblem, readPoints } from "./arguments.js";
import { NO_ITEM, plane } from "./plane_module.js";
import { adopt, adoptWaiting, Shape } from "./shape.js";
import { readVec2 } from "./stage.js";
import type { PointsLike, Vec2, Vec2Like } from "./types.js";

/** How to make a chain. */
export interface ChainOptions {
  /** Join the last point to the first. Default: false. */
  readonly closed?: boolean;
  /**
   * "front": blocks only from the left, (-dy, dx) of each segment; rays, casts and movers pass from behind, and bodies whose
   * middle is behind do not touch it. Default: "both".
   */
  readonly sides?: "both" | "front";
  /**
   * Makes it one-sided, as a ledge: it blocks only what moves against this direction, such as [0, 1] for ground that is jumped through
   * from below. The order of the points does not matter; segments along the direction are never hit. Instead of `sides`.
   */
  readonly oneWay?: Vec2Like;
}

const CHAIN_OPTIONS: OptionNames<ChainOptions> = { closed: true, sides: true, oneWay: true };

/**
 * A line of segments, such as ground: it has no inside, also if it is closed. Answers name the segment: part i goes from point i to
 * the next. A body that slides along it is not stopped at its vertices.
 */
export class Chain extends Shape {
  static {
    nameClass(Chain, "Chain");
  }
  readonly type: string = "chain";
  /** Whether the last point is joined to the first. */
  readonly closed: boolean;
  /** From where it blocks; "front" also of one with `oneWay`. */
  readonly sides: "both" | "front";
  /** What moves against this direction is blocked; null: that depends on `sides`. Frozen. */
  readonly oneWay: Readonly<Vec2> | null;

  /**
   * @param points x, y of each point in turn, or vectors, in metres, each at most 1e9 in magnitude: 2 to 2^20 points. It may cross
   * itself; a segment between equal points is never hit
   * @throws HyperplaneError `degenerate-shape` for fewer than two different points; `invalid-argument`, `out-of-memory`,
   * `not-initialised`
   */
  constructor(points: PointsLike, options: ChainOptions = {}) {
    super();
    checkOptions(options, CHAIN_OPTIONS, "chain: ");
    const { closed = false, oneWay } = options;
    const { sides = oneWay === undefined ? "both" : "front" } = options;
    this.closed = readFlag(closed, "chain: options.closed");
    if (sides !== "both" && sides !== "front") {
      throw invalid(`chain: options.sides must be "both" or "front", got ${show(sides)}`);
    }
    this.sides = sides;
    this.oneWay = oneWay === undefined ? null : readDirection(oneWay);
    if (oneWay !== undefined && sides === "both") throw invalid('chain: options.oneWay needs no sides, got "both"');
    if (!adoptWaiting(this)) adopt(this, build(points, this));
    fix(this, "type", "closed", "sides", "oneWay");
  }
}

function readDirection(direction: Vec2Like): Readonly<Vec2> {
  const numbers = [0, 0];
  const isRead = readVec2(direction, numbers, 0);
  const problem = directionProblem(isRead ? numbers : direction, "chain: options.oneWay");
  if (problem !== null) throw problem;
  return Object.freeze({ x: numbers[0] as number, y: numbers[1] as number });
}

/** @returns the number of a new chain */
function build(points: PointsLike, { closed, sides, oneWay }: Chain): number {
  plane.giveNumbers(readPoints(points, "chain: points", "point"), "chain: ");
  const number = plane.core.createChain(closed, sides === "front", oneWay?.x ?? 0, oneWay?.y ?? 0);
  if (number === 0) {
    const error = plane.faultError("chain: ");
    const { item } = plane.readFault();
    throw item === NO_ITEM ? error : failure(error.code, `${error.message}: point ${item}`);
  }
  return number;
}
