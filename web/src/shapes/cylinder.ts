import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { type RoundingOptions, readRounding } from "./rounding.js";
import { create, Shape } from "./shape.js";

/**
 * A cylinder with axis y, centred at the origin of its frame. It is round, not a prism of many sides.
 */
export class Cylinder extends Shape {
  static {
    nameClass(Cylinder, "Cylinder");
  }

  readonly type: string = "cylinder";
  /** In metres. */
  readonly radius: number;
  /** In metres. */
  readonly height: number;

  /** The option `radius`, in metres. */
  readonly rounding: number;

  /**
   * @param radius in metres
   * @param height in metres
   * @param options `radius`: of the rounding
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radius: number, height: number, options: RoundingOptions = {}) {
    super();
    this.radius = radius;
    this.height = height;
    this.rounding = readRounding(options, "cylinder");
    create(this, ShapeType.cylinder, { radius, height }, this.rounding);
  }
}
