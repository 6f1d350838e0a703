import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { type RoundingOptions, readRounding } from "./rounding.js";
import { create, Shape } from "./shape.js";

/**
 * A cone with axis y and its apex towards +y; the origin of its frame is on the axis at half the height.
 */
export class Cone extends Shape {
  static {
    nameClass(Cone, "Cone");
  }

  readonly type: string = "cone";
  /** Of the base, in metres. */
  readonly radius: number;
  /** In metres. */
  readonly height: number;

  /** The option `radius`, in metres. */
  readonly rounding: number;

  /**
   * @param radius of the base, in metres
   * @param height in metres
   * @param options `radius`: of the rounding
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radius: number, height: number, options: RoundingOptions = {}) {
    super();
    this.radius = radius;
    this.height = height;
    this.rounding = readRounding(options, "cone");
    create(this, ShapeType.cone, { radius, height }, this.rounding);
  }
}
