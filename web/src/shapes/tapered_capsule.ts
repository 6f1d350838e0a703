import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { create, Shape } from "./shape.js";

/**
 * The hull of two balls: a limb. Its axis is y, and the origin of its frame is halfway between the centres. Equal balls make a
 * capsule; of a ball within the other only the larger one counts.
 */
export class TaperedCapsule extends Shape {
  static {
    nameClass(TaperedCapsule, "TaperedCapsule");
  }

  readonly type: string = "tapered-capsule";
  /** Of the ball at +y, in metres. */
  readonly radiusTop: number;
  /** Of the ball at -y, in metres. */
  readonly radiusBottom: number;
  /** From centre to centre, in metres. */
  readonly height: number;

  /**
   * @param radiusTop of the ball at +y, in metres
   * @param radiusBottom of the ball at -y, in metres
   * @param height from centre to centre, in metres
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radiusTop: number, radiusBottom: number, height: number);
  constructor(radiusTop: number, radiusBottom: number, height: number, ...more: unknown[]) {
    super(more);
    this.radiusTop = radiusTop;
    this.radiusBottom = radiusBottom;
    this.height = height;
    create(this, ShapeType.taperedCapsule, { radiusTop, radiusBottom, height });
  }
}
