import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
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

  /**
   * @param radius in metres
   * @param height in metres
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radius: number, height: number) {
    super();
    this.radius = radius;
    this.height = height;
    create(this, ShapeType.cylinder, { radius, height });
  }
}
