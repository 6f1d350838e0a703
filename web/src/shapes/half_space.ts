import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { create, Shape } from "./shape.js";

/**
 * All points with y <= 0 in its own frame: ground without end. Its front faces +y; turn its collider for slopes and walls. As a
 * sensor it tells what fell below the world.
 *
 * It has no bounds: no part of a compound, and no body of a mover. Two half-spaces never meet: their `distance` is infinite, and
 * worlds pass such pairs by.
 */
export class HalfSpace extends Shape {
  static {
    nameClass(HalfSpace, "HalfSpace");
  }

  readonly type: string = "half-space";

  /**
   * @throws HyperplaneError `out-of-memory`, `not-initialised`
   */
  constructor();
  constructor(...more: unknown[]) {
    super(more);
    create(this, ShapeType.halfSpace, {});
  }
}
