import { shapeProblem } from "../arguments.js";
import { checkPlace, MAX_CELLS, MAX_KIND, readCells } from "../cells.js";
import { readComponents } from "../components.js";
import { invalid, nameClass, wrongReceiver } from "../errors.js";
import { readBytes } from "../number_arrays.js";
import { checkLength, checkOptions, type OptionNames, readCount } from "../options.js";
import { fix } from "../properties.js";
import { CALL_FAILED, limits, RESULTS } from "../records.js";
import { space } from "../space.js";
import type { Vec3Like } from "../types.js";
import { adopt, adopting, adoptWaiting, handleOf, isDisposed, isShape, Shape } from "./shape.js";

/** The grid of Voxels. */
export interface VoxelsOptions {
  /** Number of cells along x. At most 2^27 cells in all. */
  readonly columns: number;
  /** Number of cells along y. */
  readonly layers: number;
  /** Number of cells along z. */
  readonly rows: number;
  /** Sides of a cell, in metres: one number, or one for each axis. Default: 1. */
  readonly cellSize?: number | Vec3Like;
  /** Kinds from 0 to 255, that of cell (x, y, z) at `(y * rows + z) * columns + x`. Default: all cells are empty. */
  readonly cells?: ArrayLike<number>;
}

/** A cell of Voxels. */
export interface VoxelCell {
  x: number;
  y: number;
  z: number;
  /** 0 for an empty cell. */
  kind: number;
}

const VOXELS_OPTIONS: OptionNames<VoxelsOptions> = {
  columns: true,
  layers: true,
  rows: true,
  cellSize: true,
  cells: true,
};

const SUBJECT = "voxels: ";
const AXES = ["x", "y", "z"] as const;

/**
 * A grid of cells, each empty (0) or of a kind (1 to 255): the solid world of block games. Cell (x, y, z) reaches from (x, y, z) *
 * cellSize to one further, in the shape's frame: its low corner is the origin. Faces between solid cells do not exist: nothing is felt
 * there, also not between grids that lie flush. One byte a cell and an eighth on top. Answers name the cell as `triangle`:
 * `(y * rows + z) * columns + x`.
 */
export class Voxels extends Shape {
  static {
    nameClass(Voxels, "Voxels");
  }

  readonly type: string = "voxels";
  /** Number of cells along x. */
  readonly columns: number;
  /** Number of cells along y. */
  readonly layers: number;
  /** Number of cells along z. */
  readonly rows: number;
  /** Sides of a cell along x, y and z, in metres. Frozen. */
  readonly cellSize: readonly [number, number, number];

  /**
   * @param options the size of the grid, and the kinds of its cells
   * @throws HyperplaneError `invalid-argument`, which names a wrong cell, also for a grid that is longer than 1e9 m;
   * `out-of-memory`, `not-initialised`
   */
  constructor(options: VoxelsOptions) {
    super();
    if (!adoptWaiting(this)) build(this, options);
    // One that was restored, and whose collider was removed, has no data.
    const isEmpty = isDisposed(this);
    if (!isEmpty) space.core.describeVoxels(handleOf(this));
    const [columns = 0, layers = 0, rows = 0, x = 0, y = 0, z = 0] = Array.from({ length: 6 }, (_, i) =>
      isEmpty ? 0 : space.number(RESULTS + i),
    );
    this.columns = columns;
    this.layers = layers;
    this.rows = rows;
    this.cellSize = Object.freeze([x, y, z] as const);
    fix(this, "type", "columns", "layers", "rows", "cellSize");
  }

  /**
   * The kind of a cell; 0 outside of the grid.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  get(x: number, y: number, z: number): number {
    const handle = voxelsHandle(this);
    checkPlace(x, "x");
    checkPlace(y, "y");
    checkPlace(z, "z");
    if (!(x >= 0 && y >= 0 && z >= 0 && x < this.columns && y < this.layers && z < this.rows)) return 0;
    return space.core.voxelKind(handle, (y * this.rows + z) * this.columns + x);
  }

  /**
   * Changes a cell. Queries see it at once, contacts with the next `update`.
   *
   * @param kind from 0 to 255
   * @throws HyperplaneError `invalid-argument` also for a place outside of the grid; `disposed`
   */
  set(x: number, y: number, z: number, kind: number): void {
    const handle = voxelsHandle(this);
    readCount(x, "x", 0, this.columns - 1);
    readCount(y, "y", 0, this.layers - 1);
    readCount(z, "z", 0, this.rows - 1);
    readCount(kind, "kind", 0, MAX_KIND);
    if (space.core.fillVoxels(handle, x, y, z, x + 1, y + 1, z + 1, kind) === CALL_FAILED) {
      throw space.faultError(SUBJECT);
    }
  }

  /**
   * Changes a box of cells, as `set`.
   *
   * @param low whole numbers, included
   * @param high whole numbers, not included
   * @throws HyperplaneError `invalid-argument` also for a box that is empty or not within the grid; `disposed`
   */
  fill(low: Vec3Like, high: Vec3Like, kind: number): void {
    voxelsHandle(this);
    const from = readPlace(low, "low");
    const to = readPlace(high, "high");
    readCount(kind, "kind", 0, MAX_KIND);
    [this.columns, this.layers, this.rows].forEach((count, i) => {
      const first = readCount(from[i], `low.${AXES[i]}`, 0, count - 1);
      readCount(to[i], `high.${AXES[i]}`, first + 1, count);
    });
    // Reading the places may have run code of the user's.
    const handle = voxelsHandle(this);
    const [x = 0, y = 0, z = 0] = from;
    const [endX = 0, endY = 0, endZ = 0] = to;
    if (space.core.fillVoxels(handle, x, y, z, endX, endY, endZ, kind) === CALL_FAILED) {
      throw space.faultError(SUBJECT);
    }
  }

  /**
   * The cell of an answer, such as `grid.cell(hit.triangle)`: the block to break. The place to build is the one before it, along
   * the normal.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  cell(index: number): VoxelCell {
    const handle = voxelsHandle(this);
    const { columns, layers, rows } = this;
    const at = readCount(index, "index", 0, columns * layers * rows - 1);
    const x = at % columns;
    const row = (at - x) / columns;
    const z = row % rows;
    return { x, y: (row - z) / rows, z, kind: space.core.voxelKind(handle, at) };
  }

  /**
   * The grid with its cells, as bytes for `deserialize`. For the same version of this package.
   *
   * @throws HyperplaneError `disposed`, `out-of-memory`
   */
  serialize(): Uint8Array {
    const length = space.core.serializeVoxels(voxelsHandle(this));
    if (length === CALL_FAILED) throw space.faultError(SUBJECT);
    return space.takeBytes(length);
  }

  /**
   * Makes a grid from bytes.
   *
   * @param bytes of `serialize`
   * @throws HyperplaneError `invalid-argument` for bytes that are damaged or of another version; `out-of-memory`,
   * `not-initialised`
   */
  static deserialize(bytes: Uint8Array | ArrayBuffer): Voxels {
    space.begin();
    const number = space.core.deserializeVoxels(space.giveBytes(readBytes(bytes), SUBJECT));
    space.core.releaseReport();
    if (number === 0) throw space.faultError(SUBJECT);
    return adopting(number, emptyVoxels);
  }
}

/** For an adopted grid, whose constructor takes no arguments. */
export const emptyVoxels = () => new Voxels({ columns: 0, layers: 0, rows: 0 });

/** A grid's handle, checked. */
function voxelsHandle(voxels: unknown): number {
  if (!(isShape(voxels) && voxels instanceof Voxels)) throw wrongReceiver(voxels, "Voxels");
  const problem = shapeProblem(voxels, "the grid");
  if (problem !== null) throw problem;
  return handleOf(voxels);
}

function readPlace(place: Vec3Like, name: string): readonly number[] {
  const numbers = readComponents(place, name, AXES);
  if (!Array.isArray(numbers)) throw numbers;
  return numbers;
}

/** Reads all arguments before anything else happens: a getter may call this package. */
function build(voxels: Voxels, options: VoxelsOptions): void {
  checkOptions(options, VOXELS_OPTIONS, SUBJECT);
  const { cellSize = 1, cells } = options;
  const columns = readCount(options.columns, `${SUBJECT}columns`, 1, MAX_CELLS);
  const layers = readCount(options.layers, `${SUBJECT}layers`, 1, MAX_CELLS);
  const rows = readCount(options.rows, `${SUBJECT}rows`, 1, MAX_CELLS);
  const count = columns * layers * rows;
  if (count > MAX_CELLS) throw invalid(`${SUBJECT}a grid may have at most 2^27 cells, got ${count}`);
  const [x = 0, y = 0, z = 0] =
    typeof cellSize === "number" ? [cellSize, cellSize, cellSize] : readPlace(cellSize, `${SUBJECT}cellSize`);
  checkLength(x, `${SUBJECT}cellSize`, limits.shapeMin, limits.shapeMax / columns);
  checkLength(y, `${SUBJECT}cellSize`, limits.shapeMin, limits.shapeMax / layers);
  checkLength(z, `${SUBJECT}cellSize`, limits.shapeMin, limits.shapeMax / rows);
  const bytes = cells === undefined ? new Uint8Array(0) : readCells(cells, count, `${SUBJECT}cells`, "cell");
  const given = space.giveBytes(bytes, SUBJECT);
  const number = space.core.createVoxels(columns, layers, rows, x, y, z, given);
  space.core.releaseReport();
  if (number === 0) throw space.faultError(SUBJECT);
  adopt(voxels, number);
}
