import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { type RoundingOptions, readRounding } from "./rounding.js";
import { create, Shape } from "./shape.js";

/**
 * A box, centred at the origin of its frame, with its edges along the axes.
 */
export class Box extends Shape {
  static {
    nameClass(Box, "Box");
  }

  readonly type: string = "box";
  /** Full size along x, in metres. */
  readonly width: number;
  /** Full size along y, in metres. */
  readonly height: number;
  /** Full size along z, in metres. */
  readonly depth: number;

  /** The option `radius`, in metres. */
  readonly rounding: number;

  /**
   * @param width full size along x, in metres
   * @param height full size along y, in metres
   * @param depth full size along z, in metres
   * @param options `radius`: of the rounding
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(width: number, height: number, depth: number, options: RoundingOptions = {}) {
    super();
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.rounding = readRounding(options, "box");
    create(this, ShapeType.box, { width, height, depth }, this.rounding);
  }
}
