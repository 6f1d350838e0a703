import { nameClass } from "../errors.js";
import { ShapeType } from "../records.js";
import { create, Shape } from "./shape.js";

/**
 * An ellipsoid, centred at the origin of its frame, with its axes along x, y and z.
 */
export class Ellipsoid extends Shape {
  static {
    nameClass(Ellipsoid, "Ellipsoid");
  }

  readonly type: string = "ellipsoid";
  /** Half its size along x, in metres. */
  readonly radiusX: number;
  /** Half its size along y, in metres. */
  readonly radiusY: number;
  /** Half its size along z, in metres. */
  readonly radiusZ: number;

  /**
   * @param radiusX half its size along x, in metres
   * @param radiusY half its size along y, in metres
   * @param radiusZ half its size along z, in metres
   * @throws HyperplaneError `invalid-argument` for a length that is neither 0 nor from 1e-9 to 1e9 m; `out-of-memory`,
   * `not-initialised`
   */
  constructor(radiusX: number, radiusY: number, radiusZ: number);
  constructor(radiusX: number, radiusY: number, radiusZ: number, ...more: unknown[]) {
    super(more);
    this.radiusX = radiusX;
    this.radiusY = radiusY;
    this.radiusZ = radiusZ;
    create(this, ShapeType.ellipsoid, { radiusX, radiusY, radiusZ });
  }
}
