import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { create, Shape } from "./shape.js";

/**
 * All points within `radius` of a segment: a cylinder with a half ball at each end. Its axis is y, and it is centred at the
 * origin of its frame. The whole is height + 2 * radius tall.
 */
export class Capsule extends Shape {
  static {
    nameClass(Capsule, "Capsule");
  }

  readonly type: string = "capsule";
  /** In metres. */
  readonly radius: number;
  /** Height of the cylindrical part, in metres. */
  readonly height: number;

  /**
   * @param radius in metres
   * @param height height of the cylindrical part, in metres
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radius: number, height: number);
  constructor(radius: number, height: number, ...more: unknown[]) {
    super(more);
    this.radius = radius;
    this.height = height;
    create(this, ShapeType.capsule, { radius, height });
  }
}
