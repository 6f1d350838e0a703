import { failure, type HyperplaneError, invalid, nameClass } from "../errors.js";
import { readList } from "../number_arrays.js";
import { checkLength, checkOptions, type OptionNames, readCount } from "../options.js";
import { fix } from "../properties.js";
import { CALL_FAILED, limits, RESULTS } from "../records.js";
import { space } from "../space.js";
import { adopt, adoptWaiting, Shape } from "./shape.js";
import {
  describeSurface,
  deserializeSurface,
  readSurface,
  type SurfaceOptions,
  serializeSurface,
  surfaceHandle,
  surfaceTriangle,
} from "./surface.js";

/** The grid of a height field, and how it pushes other shapes. */
export interface HeightFieldOptions extends SurfaceOptions {
  /** Number of heights along x, from 2 to 4096. */
  readonly columns: number;
  /** Number of heights along z, from 2 to 4096. */
  readonly rows: number;
  /** Full size along x, in metres; the field is centred at the origin. */
  readonly width: number;
  /** Full size along z, in metres. */
  readonly depth: number;
}

const FIELD_OPTIONS: OptionNames<HeightFieldOptions> = {
  columns: true,
  rows: true,
  width: true,
  depth: true,
  sides: true,
  thickness: true,
};

const SUBJECT = "height-field: ";
/** The core's limit, also checked here, before memory for a copy is reserved. */
const MAX_COLUMNS = 4096;
const MAX_HEIGHTS = MAX_COLUMNS ** 2;

/**
 * A terrain: a grid of heights along Y, centred at the origin in x and z. Takes a tenth of the memory of a TriangleMesh of the
 * same triangles, and no time to build.
 *
 * Cell `row * (columns - 1) + column` is two triangles, parted by the diagonal from its corner at low x and z: triangle
 * `2 * cell` has the corner at low x and high z, and `2 * cell + 1` that at high x and low z.
 */
export class HeightField extends Shape {
  static {
    nameClass(HeightField, "HeightField");
  }

  readonly type: string = "height-field";
  /** Number of heights along x. */
  readonly columns: number;
  /** Number of heights along z. */
  readonly rows: number;
  /** Full size along x, in metres. */
  readonly width: number;
  /** Full size along z, in metres. */
  readonly depth: number;
  /** Number of triangles, those at holes among them. */
  readonly triangleCount: number;
  /** To which sides triangles push. */
  readonly sides: "both" | "front";
  /** Depth below the surface in which another shape overlaps it, in metres; 0 for a two-sided field. */
  readonly thickness: number;

  /**
   * @param heights `rows * columns` numbers, x first, in metres: an array or a typed array, each up to 1e9 in magnitude; NaN is a
   * hole, which takes the triangles with that corner away. A Float32Array is stored as it is
   * @throws HyperplaneError `invalid-argument`, which names the place of a bad height; `degenerate-shape` if holes leave no
   * triangle, and for one so steep that it has no area, which it names; `out-of-memory`, `not-initialised`
   */
  constructor(heights: ArrayLike<number>, options: HeightFieldOptions) {
    super();
    if (!adoptWaiting(this)) build(this, heights, options);
    const facts = describeSurface(this);
    const [columns = 0, rows = 0, , width = 0, depth = 0] = facts.others;
    this.columns = columns;
    this.rows = rows;
    this.width = width;
    this.depth = depth;
    this.triangleCount = facts.triangleCount;
    this.sides = facts.sides;
    this.thickness = facts.thickness;
    fix(this, "type", "columns", "rows", "width", "depth", "triangleCount", "sides", "thickness");
  }

  /**
   * The corners of a triangle: x, y, z of each, in metres; NaN at holes.
   *
   * @param index from 0 to `triangleCount` - 1
   * @param out receives the numbers, at least 9. Default: a new array
   * @returns `out`
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  triangle(index: number, out: Float64Array = new Float64Array(9)): Float64Array {
    return surfaceTriangle(fieldHandle(this), index, this.triangleCount, out, SUBJECT);
  }

  /**
   * Sets the heights of a rectangle of the grid, for a crater or a hill. Colliders follow with the next update. The time is
   * that of the rectangle.
   *
   * @param heights `rows * columns` numbers, x first
   * @param column where the rectangle begins
   * @param row where the rectangle begins
   * @param columns of the rectangle, at least 1
   * @param rows of the rectangle, at least 1
   * @throws HyperplaneError as the constructor, and `disposed`; nothing has changed then
   */
  setHeights(heights: ArrayLike<number>, column: number, row: number, columns: number, rows: number): void {
    fieldHandle(this);
    const numbers = readList(heights, `${SUBJECT}heights`, 1, "height", MAX_HEIGHTS);
    const left = readCount(column, `${SUBJECT}column`, 0, this.columns - 1);
    const top = readCount(row, `${SUBJECT}row`, 0, this.rows - 1);
    const width = readCount(columns, `${SUBJECT}columns`, 1, this.columns - left);
    const height = readCount(rows, `${SUBJECT}rows`, 1, this.rows - top);
    checkNumber(numbers, width, height);
    // Reading the heights may have run code of the user's.
    const handle = fieldHandle(this);
    space.giveNumbers(numbers, SUBJECT);
    const answer = space.core.setHeights(handle, left, top, width, height);
    space.core.releaseReport();
    if (answer === CALL_FAILED) throw fieldError(numbers, width, left, top);
  }

  /**
   * The field with its options, as bytes for `deserialize`. For the same version of this package.
   *
   * @throws HyperplaneError `disposed`, `out-of-memory`
   */
  serialize(): Uint8Array {
    return serializeSurface(fieldHandle(this), SUBJECT);
  }

  /**
   * Makes a field from bytes.
   *
   * @param bytes of `serialize`
   * @throws HyperplaneError `invalid-argument` for bytes that are damaged or of another version; `out-of-memory`,
   * `not-initialised`
   */
  static deserialize(bytes: Uint8Array | ArrayBuffer): HeightField {
    space.begin();
    const read = (byteCount: number) => space.core.deserializeHeightField(byteCount);
    return deserializeSurface(bytes, read, emptyField, SUBJECT);
  }
}

/** For an adopted field, whose constructor takes no arguments. */
export const emptyField = () => new HeightField([], { columns: 0, rows: 0, width: 0, depth: 0 });

const fieldHandle = (field: HeightField) => surfaceHandle(field, HeightField, "the field", "a HeightField");

function checkNumber(heights: ArrayLike<number>, columns: number, rows: number): void {
  if (heights.length === columns * rows) return;
  throw invalid(`${SUBJECT}heights must have ${rows} rows of ${columns} numbers, got ${heights.length} in all`);
}

/** Reads all arguments before anything else happens: a getter may call this package. */
function build(field: HeightField, heights: ArrayLike<number>, options: HeightFieldOptions): void {
  const numbers = readList(heights, `${SUBJECT}heights`, 1, "height", MAX_HEIGHTS);
  checkOptions(options, FIELD_OPTIONS, SUBJECT);
  const { isOneSided, thickness } = readSurface(options, "front", SUBJECT);
  const columns = readCount(options.columns, `${SUBJECT}columns`, 2, MAX_COLUMNS);
  const rows = readCount(options.rows, `${SUBJECT}rows`, 2, MAX_COLUMNS);
  const { width, depth } = options;
  checkLength(width, `${SUBJECT}width`, limits.shapeMin, limits.shapeMax);
  checkLength(depth, `${SUBJECT}depth`, limits.shapeMin, limits.shapeMax);
  checkNumber(numbers, columns, rows);
  space.giveNumbers(numbers, SUBJECT);
  const value = space.core.createHeightField(columns, rows, width, depth, isOneSided, thickness);
  space.core.releaseReport();
  if (value === 0) throw fieldError(numbers, columns, 0, 0);
  adopt(field, value);
}

/**
 * The error of the last failed call, with the place of the problem.
 *
 * @param columns of the heights that were given
 * @param left column where they begin
 * @param top row where they begin
 */
function fieldError(heights: ArrayLike<number>, columns: number, left: number, top: number): HyperplaneError {
  const fault = space.faultError(SUBJECT);
  const { x: column, y: row } = space.vector(RESULTS);
  if (column < 0) return fault;
  if (fault.code !== "invalid-argument") {
    return failure(fault.code, `${fault.message}: at column ${column}, row ${row}`);
  }
  const i = (row - top) * columns + column - left;
  return invalid(
    `${SUBJECT}heights[${i}] must be a number up to 1e9 in magnitude, or NaN for a hole, got ${heights[i]}`,
  );
}
