import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Quaternion,
  Vector3,
} from "three";
import {
  type Collider,
  type Compound,
  distance,
  type HeightField,
  type PairExplanation,
  type Shape,
  type TriangleMesh,
  type Voxels,
  World,
} from "../src/api.js";
import { invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readCount, readFlag } from "../src/options.js";
import { heldShape, isDisposed } from "../src/shapes/shape.js";
import { BOX_EDGES, cellEdges, edgesOf, treeEdges } from "./shape_edges.js";
import { kindOf, ShapeLines } from "./shape_lines.js";
import { drawNearer } from "./world_lines_depth.js";

/** Options of WorldLines. */
export interface WorldLinesOptions {
  /** Draw the broad-phase bounds of every collider. Default: true. */
  readonly bounds?: boolean;
  /** Draw a small cross at every contact point. Default: true. */
  readonly contacts?: boolean;
  /** Draw the normal of every contact, from the middle of its points. Default: true. */
  readonly normals?: boolean;
  /** Draw the triangles of meshes and height fields that contacts are on. Default: true. */
  readonly triangles?: boolean;
  /**
   * Draw the edges of all shapes: of meshes and height fields all edges, of round shapes outlines, of compounds those
   * of all parts. One more draw call for each collider; edges are read when a shape is first drawn. Default: false.
   */
  readonly shapes?: boolean;
  /**
   * Draw the bounds in the trees of meshes: of the nodes at this level, 0 for the root, and of the leaves above it. One more draw
   * call for each collider. Default: -1, none.
   */
  readonly treeLevel?: number;
  /** Half the size of a cross, in metres, 0 or more. Default: 0.05. */
  readonly pointSize?: number;
  /** Length of a drawn normal in metres, 0 or more. Default: 0.5. */
  readonly normalLength?: number;
  /** Bounds and edges of movable colliders. Default: blue. */
  readonly boundsColor?: ColorRepresentation;
  /** Bounds and edges of static colliders. Default: grey. */
  readonly staticColor?: ColorRepresentation;
  /** Bounds and edges of sensors. Default: green. */
  readonly sensorColor?: ColorRepresentation;
  /** Contact points. Default: yellow. */
  readonly contactColor?: ColorRepresentation;
  /** Contact normals. Default: red. */
  readonly normalColor?: ColorRepresentation;
  /** Triangles of contacts. Default: orange. */
  readonly triangleColor?: ColorRepresentation;
  /** Bounds in the trees of meshes. Default: violet. */
  readonly treeColor?: ColorRepresentation;
  /** `pair`: its bounds, and the segment between its closest points. Default: magenta. */
  readonly pairColor?: ColorRepresentation;
}

const LINES_OPTIONS: OptionNames<WorldLinesOptions> = {
  bounds: true,
  contacts: true,
  normals: true,
  triangles: true,
  shapes: true,
  treeLevel: true,
  pointSize: true,
  normalLength: true,
  boundsColor: true,
  staticColor: true,
  sensorColor: true,
  contactColor: true,
  normalColor: true,
  triangleColor: true,
  treeColor: true,
  pairColor: true,
};

/** Deeper than any tree. */
const MAX_TREE_LEVEL = 255;

function readColor(value: ColorRepresentation | undefined, name: string, otherwise: number): Color {
  if (value === null) throw invalid(`${name} must be a colour, got null`);
  return new Color(value ?? otherwise);
}

function readLength(value: unknown, name: string): number {
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw invalid(`${name} must be a length of at least 0 m, got ${show(value)}`);
}

/** Where the ends of the edges of a cell begin. */
const CELL_CORNERS = BOX_EDGES.map((_, i) => 3 * i);

/**
 * Debug drawing of a world: bounds, contact points, normals and the triangles of contacts in one LineSegments, which
 * is one draw call; edges of shapes and levels of trees as its children, one for each collider.
 *
 * Add it to the scene without rotation or scale, and call `refresh` after `world.update()`. Vertices are relative to
 * its `position` in 32 bits: far from the origin, move it close to the drawn colliders.
 */
export class WorldLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  static {
    nameClass(WorldLines, "WorldLines");
  }

  /** The world that is drawn. */
  readonly world: World;
  /** Draws the bounds of colliders. */
  showBounds: boolean;
  /** Draws contact points. */
  showContacts: boolean;
  /** Draws contact normals. */
  showNormals: boolean;
  /** Draws the triangles of contacts. */
  showTriangles: boolean;
  /**
   * Draws the edges of shapes. Turned off for a `refresh`, it forgets them: so edges follow `setVertices` and
   * `setHeights`.
   */
  showShapes: boolean;
  /** The level of the trees of meshes that is drawn, -1 for none. Forgets as `showShapes` does, also when it changes. */
  treeLevel: number;
  /**
   * Two colliders to look into: draws the bounds of both, and the segment between their closest points, or through the
   * overlap. `explanation` says why they touch, or do not. Default: null.
   */
  pair: readonly [Collider, Collider] | null = null;
  /** Half the size of a contact point's cross, in metres. */
  pointSize: number;
  /** Length of a drawn normal, in metres. */
  normalLength: number;

  readonly #colors: Readonly<
    Record<"bounds" | "statics" | "sensors" | "contacts" | "normals" | "triangles" | "pair", Color>
  >;
  readonly #shapes: ShapeLines;
  readonly #trees: ShapeLines;
  /** Of the lines in `#trees`. */
  #drawnLevel = -1;
  readonly #vertex = new Vector3();
  readonly #origin = new Vector3();
  readonly #turn = new Quaternion();
  readonly #corners = new Float64Array(9);
  #bounds = new Float64Array(0);
  #points = new Float32Array(0);
  #tints = new Float32Array(0);
  /** Number of vertices written. */
  #count = 0;
  #explanation: PairExplanation | null = null;

  /** @throws HyperplaneError `invalid-argument` */
  constructor(world: World, options: WorldLinesOptions = {}) {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
    if (!(world instanceof World)) throw invalid(`world must be a World, got ${show(world)}`);
    checkOptions(options, LINES_OPTIONS);
    const { bounds = true, contacts = true, normals = true, triangles = true, shapes = false } = options;
    const { treeLevel = -1, pointSize = 0.05, normalLength = 0.5 } = options;
    this.world = world;
    this.showBounds = readFlag(bounds, "options.bounds");
    this.showContacts = readFlag(contacts, "options.contacts");
    this.showNormals = readFlag(normals, "options.normals");
    this.showTriangles = readFlag(triangles, "options.triangles");
    this.showShapes = readFlag(shapes, "options.shapes");
    this.treeLevel = readCount(treeLevel, "options.treeLevel", -1, MAX_TREE_LEVEL);
    this.pointSize = readLength(pointSize, "options.pointSize");
    this.normalLength = readLength(normalLength, "options.normalLength");
    this.#colors = {
      bounds: readColor(options.boundsColor, "options.boundsColor", 0x3987e5),
      statics: readColor(options.staticColor, "options.staticColor", 0x808894),
      sensors: readColor(options.sensorColor, "options.sensorColor", 0x2fa36b),
      contacts: readColor(options.contactColor, "options.contactColor", 0xf2b01e),
      normals: readColor(options.normalColor, "options.normalColor", 0xe5484d),
      triangles: readColor(options.triangleColor, "options.triangleColor", 0xe8762d),
      pair: readColor(options.pairColor, "options.pairColor", 0xd6409f),
    };
    this.#shapes = new ShapeLines(this, this.#colors, edgesOf);
    const tree = readColor(options.treeColor, "options.treeColor", 0x8e6fd8);
    const oneColor = { bounds: tree, statics: tree, sensors: tree };
    this.#trees = new ShapeLines(this, oneColor, (shape) => treeEdges(shape, this.treeLevel));
    // Its extent changes every frame, and computing it costs more than drawing.
    this.frustumCulled = false;
    drawNearer(this);
  }

  /** What `world.explainPair` said about `pair` at the last `refresh`: null without a pair. */
  get explanation(): PairExplanation | null {
    return this.#explanation;
  }

  /** Does nothing: debug lines are not picked. */
  override raycast(): void {}

  /**
   * Draws the world after its last `update`.
   *
   * @throws HyperplaneError `disposed` for a disposed world, `out-of-memory`; `invalid-argument` for a `pair` of another world
   */
  refresh(): void {
    this.#count = 0;
    if (this.showBounds) this.#drawBounds();
    if (this.showContacts || this.showNormals) this.#drawContacts();
    if (this.showTriangles) this.#drawTriangles();
    this.#explanation = this.pair && this.world.explainPair(...this.pair);
    if (this.pair) this.#drawPair(this.pair);
    if (this.showShapes) this.#shapes.refresh(this.world);
    else this.#shapes.clear();
    if (this.treeLevel !== this.#drawnLevel) this.#trees.clear();
    this.#drawnLevel = this.treeLevel;
    if (this.treeLevel >= 0) this.#trees.refresh(this.world);
    this.geometry.setDrawRange(0, this.#count);
    const { position, color } = this.geometry.attributes;
    if (position !== undefined) position.needsUpdate = true;
    if (color !== undefined) color.needsUpdate = true;
  }

  /** Frees geometry and material. Does not dispose of the world. */
  override dispose(): void {
    // Only newer versions of three.js have it.
    super.dispose?.();
    this.geometry.dispose();
    this.material.dispose();
    this.#shapes.dispose();
    this.#trees.dispose();
  }

  #drawBounds(): void {
    const { world } = this;
    const bounds = this.#readBounds();
    this.#reserve(BOX_EDGES.length * world.size);
    for (let at = 0; at < bounds.length; at += 6) {
      if (Number.isNaN(bounds[at])) continue;
      const collider = world.at(at / 6) as Collider;
      this.#pushBox(bounds, at, this.#colors[kindOf(collider)]);
    }
  }

  #readBounds(): Float64Array {
    const length = 2 * this.world.positions.length;
    if (this.#bounds.length !== length) this.#bounds = new Float64Array(length);
    return this.world.bounds(this.#bounds);
  }

  #drawPair([a, b]: readonly [Collider, Collider]): void {
    const { pair: color } = this.#colors;
    const { x, y, z } = this.position;
    this.#reserve(2 * BOX_EDGES.length + 2);
    const bounds = this.#readBounds();
    for (const { index, removed } of new Set([a, b])) if (!removed) this.#pushBox(bounds, 6 * index, color);
    if (Number.isNaN(this.#explanation?.distance)) return;
    const { pointA, pointB } = distance(heldShape(a.shape), a, heldShape(b.shape), b);
    for (const point of [pointA, pointB]) this.#push(point.x - x, point.y - y, point.z - z, color);
  }

  #drawContacts(): void {
    const { contacts } = this.world;
    const { contacts: pointColor, normals: normalColor } = this.#colors;
    const { pointSize, normalLength } = this;
    // Per contact: up to four points with three lines each, and a normal.
    this.#reserve(26 * contacts.count);
    for (const { points, normal } of contacts) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let i = 0; i < points.length; i++) {
        const { onA, onB } = points[i] as (typeof points)[number];
        const px = (onA.x + onB.x) / 2 - this.position.x;
        const py = (onA.y + onB.y) / 2 - this.position.y;
        const pz = (onA.z + onB.z) / 2 - this.position.z;
        x += px / points.length;
        y += py / points.length;
        z += pz / points.length;
        if (!this.showContacts) continue;
        this.#push(px - pointSize, py, pz, pointColor);
        this.#push(px + pointSize, py, pz, pointColor);
        this.#push(px, py - pointSize, pz, pointColor);
        this.#push(px, py + pointSize, pz, pointColor);
        this.#push(px, py, pz - pointSize, pointColor);
        this.#push(px, py, pz + pointSize, pointColor);
      }
      if (!this.showNormals) continue;
      this.#push(x, y, z, normalColor);
      this.#push(x + normal.x * normalLength, y + normal.y * normalLength, z + normal.z * normalLength, normalColor);
    }
  }

  #drawTriangles(): void {
    const { count, pairs, features } = this.world.contacts;
    // Per contact: a triangle of either shape.
    this.#reserve(2 * CELL_CORNERS.length * count);
    for (let side = 0; side < 2 * count; side++) {
      const triangle = features[2 * side + 1] as number;
      const collider = triangle < 0 ? null : this.world.at(pairs[side] as number);
      if (collider !== null) this.#drawTriangle(collider, features[2 * side] as number, triangle);
    }
  }

  #drawTriangle(collider: Collider, part: number, triangle: number): void {
    const found = part < 0 ? null : (collider.shape as Compound).part(part);
    const shape: Shape = found?.shape ?? collider.shape;
    // A surface that was disposed of tells no triangles.
    if (isDisposed(shape)) return;
    const isCell = shape.type === "voxels";
    const corners = isCell
      ? cellEdges(shape as Voxels, triangle)
      : (shape as TriangleMesh | HeightField).triangle(triangle, this.#corners);
    // `setHeights` has made a hole since.
    if (corners.some(Number.isNaN)) return;
    const vertex = this.#vertex;
    for (const corner of isCell ? CELL_CORNERS : [0, 3, 3, 6, 6, 0]) {
      vertex.fromArray(corners, corner);
      if (found !== null) vertex.applyQuaternion(this.#turn.copy(found.quaternion as Quaternion)).add(found.position);
      vertex.applyQuaternion(this.#turn.fromArray(this.world.quaternions, 4 * collider.index).normalize());
      const { x, y, z } = this.#origin
        .fromArray(this.world.positions, 3 * collider.index)
        .sub(this.position)
        .add(vertex);
      this.#push(x, y, z, this.#colors.triangles);
    }
  }

  /** @param at where the lower and the upper corner of the box are in `bounds` */
  #pushBox(bounds: Float64Array, at: number, color: Color): void {
    const { x, y, z } = this.position;
    for (const corner of BOX_EDGES) {
      this.#push(
        (bounds[at + 3 * (corner & 1)] as number) - x,
        (bounds[at + 1 + 3 * ((corner >> 1) & 1)] as number) - y,
        (bounds[at + 2 + 3 * (corner >> 2)] as number) - z,
        color,
      );
    }
  }

  /** Makes room for more vertices. */
  #reserve(more: number): void {
    const count = this.#count + more;
    if (3 * count <= this.#points.length) return;
    const room = Math.max(count, (2 * this.#points.length) / 3, 1024);
    const points = new Float32Array(3 * room);
    const tints = new Float32Array(3 * room);
    points.set(this.#points);
    tints.set(this.#tints);
    this.#points = points;
    this.#tints = tints;
    // Frees the old buffers on the graphics card before the attributes are replaced.
    this.geometry.dispose();
    this.geometry.setAttribute("position", new BufferAttribute(points, 3).setUsage(DynamicDrawUsage));
    this.geometry.setAttribute("color", new BufferAttribute(tints, 3).setUsage(DynamicDrawUsage));
  }

  #push(x: number, y: number, z: number, { r, g, b }: Color): void {
    const at = 3 * this.#count++;
    this.#points[at] = x;
    this.#points[at + 1] = y;
    this.#points[at + 2] = z;
    this.#tints[at] = r;
    this.#tints[at + 1] = g;
    this.#tints[at + 2] = b;
  }
}
