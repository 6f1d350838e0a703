import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { create, Shape } from "./shape.js";

/**
 * A ball, centred at the origin of its frame.
 */
export class Sphere extends Shape {
  static {
    nameClass(Sphere, "Sphere");
  }

  readonly type: string = "sphere";
  /** In metres. */
  readonly radius: number;

  /**
   * @param radius in metres
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radius: number);
  constructor(radius: number, ...more: unknown[]) {
    super(more);
    this.radius = radius;
    create(this, ShapeType.sphere, { radius });
  }
}
