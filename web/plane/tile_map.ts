import { checkPlace, MAX_CELLS, MAX_KIND, readCells } from "../src/cells.js";
import { failure, invalid, isObject, nameClass, show, wrongReceiver } from "../src/errors.js";
import { checkLength, checkOptions, type OptionNames, readCount } from "../src/options.js";
import { fix } from "../src/properties.js";
import { directionProblem, readPoints, shapeProblem } from "./arguments.js";
import { limits, NO_ITEM, plane } from "./plane_module.js";
import { adopt, adoptWaiting, handleOf, Shape } from "./shape.js";
import { readVec2 } from "./stage.js";
import type { PointsLike, Vec2Like } from "./types.js";

/**
 * What a kind of tiles is: "solid"; "empty", which is passed; `polygon`, the convex hull of points within the unit tile, from (0, 0)
 * to (1, 1), such as a slope or half a tile; or `oneWay`, the edge of the tile that faces this direction most, which blocks only what
 * comes against the direction: a ledge.
 */
export type TileKind = "empty" | "solid" | { readonly polygon: PointsLike } | { readonly oneWay: Vec2Like };

/** The grid of a TileMap. */
export interface TileMapOptions {
  /** Number of tiles along x. At most 2^27 tiles in all. */
  readonly columns: number;
  /** Number of tiles along y. */
  readonly rows: number;
  /** Sides of a tile, in metres: one number, or one for each axis. Default: 1. */
  readonly tileSize?: number | Vec2Like;
  /** Kinds from 0 to 255, that of tile (x, y) at `y * columns + x`. Default: all tiles are empty. */
  readonly tiles?: ArrayLike<number>;
  /** What kinds from 1 to 255 are; those that are left out are solid. Kind 0 is empty. */
  readonly kinds?: Readonly<Record<number, TileKind>>;
}

/** A tile of a TileMap. */
export interface Tile {
  x: number;
  y: number;
  /** 0 for an empty tile. */
  kind: number;
}

const TILE_MAP_OPTIONS: OptionNames<TileMapOptions> = {
  columns: true,
  rows: true,
  tileSize: true,
  tiles: true,
  kinds: true,
};

/** As TileForm in plane_tile_map.h. */
const Form = { empty: 0, solid: 1, polygon: 2, oneWay: 3 } as const;

/**
 * A grid of tiles, each empty (0) or of a kind (1 to 255): the level of a platformer. Tile (x, y) reaches from (x, y) * tileSize to
 * one further, in the shape's frame: its corner of least x and y is the origin, and which way y points is the caller's. Faces between
 * solid tiles do not exist: nothing is felt there, nor where a slope meets flat tiles, nor between maps that lie flush. One byte a
 * tile and a quarter on top. Answers name the tile as part: `y * columns + x`.
 */
export class TileMap extends Shape {
  static {
    nameClass(TileMap, "TileMap");
  }
  readonly type: string = "tile-map";
  /** Number of tiles along x. */
  readonly columns: number;
  /** Number of tiles along y. */
  readonly rows: number;
  /** Sides of a tile along x and y, in metres. Frozen. */
  readonly tileSize: readonly [number, number];

  /**
   * @param options the size of the map, the kinds of its tiles, and what the kinds are
   * @throws HyperplaneError `invalid-argument`, which names a wrong tile or kind, also for a map that is longer than 1e9 m;
   * `degenerate-shape` for a polygon without area; `out-of-memory`, `not-initialised`
   */
  constructor(options: TileMapOptions) {
    super();
    checkOptions(options, TILE_MAP_OPTIONS, "tile-map: ");
    const { columns, rows, tileSize = 1, tiles, kinds } = options;
    const isAdopted = adoptWaiting(this);
    // A restored one whose collider was removed has no tiles.
    const least = isAdopted ? 0 : 1;
    this.columns = readCount(columns, "tile-map: options.columns", least, MAX_CELLS);
    this.rows = readCount(rows, "tile-map: options.rows", least, MAX_CELLS);
    this.tileSize = Object.freeze(readSize(tileSize, least));
    fix(this, "type", "columns", "rows", "tileSize");
    if (!isAdopted) build(this, tiles, kinds);
  }

  /**
   * The kind of a tile; 0 outside of the map.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  get(x: number, y: number): number {
    const handle = liveHandle(this);
    checkPlace(x, "x");
    checkPlace(y, "y");
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows ? plane.core.tileKind(handle, x, y) : 0;
  }

  /**
   * Changes a tile. Queries see it at once, contacts with the next `update`.
   *
   * @param kind from 0 to 255
   * @throws HyperplaneError `invalid-argument` also for a place outside of the map; `disposed`
   */
  set(x: number, y: number, kind: number): void {
    const handle = liveHandle(this);
    readCount(x, "x", 0, this.columns - 1);
    readCount(y, "y", 0, this.rows - 1);
    readCount(kind, "kind", 0, MAX_KIND);
    plane.core.fillTiles(handle, x, y, x + 1, y + 1, kind);
  }

  /**
   * Changes a rectangle of tiles, as `set`.
   *
   * @param low whole numbers x, y, included
   * @param high whole numbers x, y, not included
   * @throws HyperplaneError `invalid-argument` also for a rectangle that is empty or not within the map; `disposed`
   */
  fill(low: Vec2Like, high: Vec2Like, kind: number): void {
    liveHandle(this);
    const [x, y] = readPlace(low, "low", [0, 0], [this.columns - 1, this.rows - 1]);
    const [endX, endY] = readPlace(high, "high", [x + 1, y + 1], [this.columns, this.rows]);
    readCount(kind, "kind", 0, MAX_KIND);
    // Reading the places may have run code of the user's.
    plane.core.fillTiles(liveHandle(this), x, y, endX, endY, kind);
  }

  /**
   * The tile of an answer, such as `map.tile(hit.part)`.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  tile(index: number): Tile {
    const handle = liveHandle(this);
    readCount(index, "index", 0, this.columns * this.rows - 1);
    const [x, y] = [index % this.columns, Math.floor(index / this.columns)];
    return { x, y, kind: plane.core.tileKind(handle, x, y) };
  }
}

/** The handle of a map that has not been disposed of. */
function liveHandle(map: TileMap): number {
  if (!(map instanceof TileMap)) throw wrongReceiver(map, "a TileMap");
  const problem = shapeProblem(map, "the map");
  if (problem !== null) throw problem;
  return handleOf(map);
}

type Place = readonly [number, number];

function readPlace(place: Vec2Like, name: string, least: Place, most: Place): Place {
  const numbers = [0, 0];
  if (!readVec2(place, numbers, 0)) throw invalid(`${name} must be x, y, got ${show(place)}`);
  return [readCount(numbers[0], `${name}.x`, least[0], most[0]), readCount(numbers[1], `${name}.y`, least[1], most[1])];
}

function readSize(size: number | Vec2Like, least: number): [number, number] {
  const numbers = [0, 0];
  if (typeof size === "number") numbers.fill(size);
  else if (!readVec2(size, numbers, 0)) {
    throw invalid(`tile-map: options.tileSize must be a length, or one for x and y, got ${show(size)}`);
  }
  for (const side of numbers) {
    checkLength(side, "tile-map: options.tileSize", least === 0 ? 0 : limits.shapeMin, limits.shapeMax);
  }
  return numbers as [number, number];
}

/** Builds the map in the core. */
function build(map: TileMap, tiles: ArrayLike<number> | undefined, kinds: TileMapOptions["kinds"]): void {
  const { columns, rows, tileSize } = map;
  const count = columns * rows;
  if (count > MAX_CELLS) throw invalid(`tile-map: at most 2^27 tiles, got ${columns} x ${rows}`);
  const points: number[] = [];
  const words: number[] = [];
  // The entries of a Map are no properties: all kinds would be solid.
  if (kinds !== undefined && (!isObject(kinds) || kinds instanceof Map)) {
    throw invalid(`tile-map: options.kinds must be a plain object, such as { 1: "solid" }, got ${show(kinds)}`);
  }
  for (const [key, kind] of Object.entries(kinds ?? {})) {
    const name = `tile-map: options.kinds[${key}]`;
    const [form, coordinates] = readKind(kind, name);
    words.push(readCount(Number(key), `${name}: the number of a kind`, 1, MAX_KIND), form, coordinates.length / 2);
    for (const coordinate of coordinates) points.push(coordinate);
  }
  // Last: reading kinds may run code of the user's, which may take the memory of the tiles away.
  const bytes = tiles === undefined ? undefined : readCells(tiles, count, "tile-map: options.tiles", "tile");
  plane.giveNumbers(points, "tile-map: ", words);
  const number = plane.core.createTileMap(columns, rows, tileSize[0], tileSize[1], words.length / 3);
  if (number === 0) {
    const error = plane.faultError("tile-map: ");
    const { item } = plane.readFault();
    throw item === NO_ITEM ? error : failure(error.code, `${error.message}: options.kinds[${item}]`);
  }
  adopt(map, number);
  if (bytes === undefined) return;
  plane.giveBytes(bytes, "tile-map: ");
  plane.core.loadTiles(number);
}

const KIND_OPTIONS = { polygon: true, oneWay: true } as const;

/** The form and the points of a kind. */
function readKind(kind: unknown, name: string): [form: number, points: readonly number[] | Float64Array] {
  if (kind === "empty" || kind === "solid") return [Form[kind], []];
  const { polygon, oneWay } = (isObject(kind) ? kind : {}) as { polygon?: PointsLike; oneWay?: Vec2Like };
  if ((polygon === undefined) === (oneWay === undefined)) {
    throw invalid(`${name} must be "empty", "solid", or an object with either polygon or oneWay, got ${show(kind)}`);
  }
  checkOptions(kind as object, KIND_OPTIONS, `${name}: `);
  if (polygon !== undefined) return [Form.polygon, readPoints(polygon, `${name}.polygon`, "point")];
  const numbers = [0, 0];
  const isRead = readVec2(oneWay as Vec2Like, numbers, 0);
  const problem = directionProblem(isRead ? numbers : oneWay, `${name}.oneWay`);
  if (problem !== null) throw problem;
  return [Form.oneWay, numbers];
}
