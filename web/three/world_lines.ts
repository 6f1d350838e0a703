import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
} from "three";
import { type Collider, World } from "../src/api.js";
import { invalid, nameClass, show } from "../src/errors.js";
import { checkOptions, type OptionNames, readFlag } from "../src/options.js";

/** Options of WorldLines. */
export interface WorldLinesOptions {
  /** Draw the broad-phase bounds of every collider. Default: true. */
  readonly bounds?: boolean;
  /** Draw a small cross at every contact point. Default: true. */
  readonly contacts?: boolean;
  /** Draw the normal of every contact, from the middle of its points. Default: true. */
  readonly normals?: boolean;
  /** Half the size of a cross, in metres, 0 or more. Default: 0.05. */
  readonly pointSize?: number;
  /** Length of a drawn normal in metres, 0 or more. Default: 0.5. */
  readonly normalLength?: number;
  /** Bounds of movable colliders. Default: blue. */
  readonly boundsColor?: ColorRepresentation;
  /** Bounds of static colliders. Default: grey. */
  readonly staticColor?: ColorRepresentation;
  /** Bounds of sensors. Default: green. */
  readonly sensorColor?: ColorRepresentation;
  /** Contact points. Default: yellow. */
  readonly contactColor?: ColorRepresentation;
  /** Contact normals. Default: red. */
  readonly normalColor?: ColorRepresentation;
}

const LINES_OPTIONS: OptionNames<WorldLinesOptions> = {
  bounds: true,
  contacts: true,
  normals: true,
  pointSize: true,
  normalLength: true,
  boundsColor: true,
  staticColor: true,
  sensorColor: true,
  contactColor: true,
  normalColor: true,
};

function readColor(value: ColorRepresentation | undefined, name: string, otherwise: number): Color {
  if (value === null) throw invalid(`${name} must be a colour, got null`);
  return new Color(value ?? otherwise);
}

function readLength(value: unknown, name: string): number {
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw invalid(`${name} must be a length of at least 0 m, got ${show(value)}`);
}

/** The edges of a box as pairs of corners; the bits of a corner select the upper end on x, y and z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7] as const;

/**
 * Debug drawing of a world: bounds, contact points and normals in one LineSegments, which is one draw call.
 *
 * Add it to the scene without rotation or scale, and call `refresh` after `world.update()`. Vertices are relative to its
 * `position` in 32 bits: far from the origin, move it close to the drawn colliders.
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
  /** Half the size of a contact point's cross, in metres. */
  pointSize: number;
  /** Length of a drawn normal, in metres. */
  normalLength: number;

  readonly #colors: Readonly<Record<"bounds" | "statics" | "sensors" | "contacts" | "normals", Color>>;
  #bounds = new Float64Array(0);
  #points = new Float32Array(0);
  #tints = new Float32Array(0);
  /** Number of vertices written. */
  #count = 0;

  /** @throws HyperplaneError `invalid-argument` */
  constructor(world: World, options: WorldLinesOptions = {}) {
    super(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
    if (!(world instanceof World)) throw invalid(`world must be a World, got ${show(world)}`);
    checkOptions(options, LINES_OPTIONS);
    const { bounds = true, contacts = true, normals = true, pointSize = 0.05, normalLength = 0.5 } = options;
    this.world = world;
    this.showBounds = readFlag(bounds, "options.bounds");
    this.showContacts = readFlag(contacts, "options.contacts");
    this.showNormals = readFlag(normals, "options.normals");
    this.pointSize = readLength(pointSize, "options.pointSize");
    this.normalLength = readLength(normalLength, "options.normalLength");
    this.#colors = {
      bounds: readColor(options.boundsColor, "options.boundsColor", 0x3987e5),
      statics: readColor(options.staticColor, "options.staticColor", 0x808894),
      sensors: readColor(options.sensorColor, "options.sensorColor", 0x2fa36b),
      contacts: readColor(options.contactColor, "options.contactColor", 0xf2b01e),
      normals: readColor(options.normalColor, "options.normalColor", 0xe5484d),
    };
    // Its extent changes every frame, and computing it costs more than drawing.
    this.frustumCulled = false;
  }

  /** Does nothing: debug lines are not picked. */
  override raycast(): void {}

  /**
   * Draws the world after its last `update`.
   *
   * @throws HyperplaneError `disposed` for a disposed world, `out-of-memory`
   */
  refresh(): void {
    this.#count = 0;
    if (this.showBounds) this.#drawBounds();
    if (this.showContacts || this.showNormals) this.#drawContacts();
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
  }

  #drawBounds(): void {
    const { world } = this;
    const length = 2 * world.positions.length;
    if (this.#bounds.length !== length) this.#bounds = new Float64Array(length);
    const bounds = world.bounds(this.#bounds);
    this.#reserve(EDGES.length * world.size);
    const { x, y, z } = this.position;
    for (let at = 0; at < length; at += 6) {
      if (Number.isNaN(bounds[at])) continue;
      const collider = world.at(at / 6) as Collider;
      const color = collider.sensor
        ? this.#colors.sensors
        : collider.static
          ? this.#colors.statics
          : this.#colors.bounds;
      for (let i = 0; i < EDGES.length; i++) {
        const corner = EDGES[i] as number;
        this.#push(
          (bounds[at + 3 * (corner & 1)] as number) - x,
          (bounds[at + 1 + 3 * ((corner >> 1) & 1)] as number) - y,
          (bounds[at + 2 + 3 * (corner >> 2)] as number) - z,
          color,
        );
      }
    }
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
