import { BufferAttribute, BufferGeometry, type Color, LineBasicMaterial, LineSegments, type Object3D } from "three";
import type { Collider, Shape, World } from "../src/api.js";
import { drawNearer } from "./world_lines_depth.js";

export type ColliderKind = "bounds" | "statics" | "sensors";

/** Which colour a collider has. */
export const kindOf = ({ sensor, static: isStatic }: Collider): ColliderKind =>
  sensor ? "sensors" : isStatic ? "statics" : "bounds";

/**
 * The edges of the shapes of colliders, or what else belongs to a shape, as children of an object: a LineSegments for each
 * collider, a geometry for each shape. A frame costs only their matrices, however many triangles a mesh has.
 */
export class ShapeLines {
  readonly #parent: Object3D;
  readonly #edgesOf: (shape: Shape) => number[];
  readonly #materials: Readonly<Record<ColliderKind, LineBasicMaterial>>;
  readonly #lines = new Map<Collider, LineSegments>();
  readonly #geometries = new Map<Shape, BufferGeometry>();

  /** @param edgesOf x, y, z of both ends of each segment of a shape */
  constructor(parent: Object3D, colors: Readonly<Record<ColliderKind, Color>>, edgesOf: (shape: Shape) => number[]) {
    this.#parent = parent;
    this.#edgesOf = edgesOf;
    const material = (color: Color) => new LineBasicMaterial({ color, toneMapped: false });
    this.#materials = {
      bounds: material(colors.bounds),
      statics: material(colors.statics),
      sensors: material(colors.sensors),
    };
  }

  /** Follows the colliders of a world. */
  refresh(world: World): void {
    for (const [collider, line] of this.#lines) {
      if (!collider.removed) continue;
      this.#parent.remove(line);
      this.#lines.delete(collider);
    }
    const { positions, quaternions } = world;
    const shapes = new Set<Shape>();
    for (const collider of world.colliders) {
      const line = this.#lines.get(collider) ?? this.#makeLine(collider);
      line.position.fromArray(positions, 3 * collider.index).sub(this.#parent.position);
      line.quaternion.fromArray(quaternions, 4 * collider.index).normalize();
      // They may change.
      line.material = this.#materials[kindOf(collider)];
      line.geometry = this.#geometryOf(collider.shape);
      line.visible = collider.enabled && (line.geometry.getAttribute("position")?.count ?? 0) > 0;
      shapes.add(collider.shape);
    }
    for (const [shape, geometry] of this.#geometries) {
      if (shapes.has(shape)) continue;
      geometry.dispose();
      this.#geometries.delete(shape);
    }
  }

  /** Removes all lines and frees their geometries. */
  clear(): void {
    for (const line of this.#lines.values()) this.#parent.remove(line);
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#lines.clear();
    this.#geometries.clear();
  }

  dispose(): void {
    this.clear();
    for (const material of Object.values(this.#materials)) material.dispose();
  }

  #makeLine(collider: Collider): LineSegments {
    const line = new LineSegments(this.#geometryOf(collider.shape), this.#materials[kindOf(collider)]);
    line.raycast = () => {};
    drawNearer(line);
    this.#lines.set(collider, line);
    this.#parent.add(line);
    return line;
  }

  #geometryOf(shape: Shape): BufferGeometry {
    let geometry = this.#geometries.get(shape);
    if (geometry === undefined) {
      geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(Float32Array.from(this.#edgesOf(shape)), 3));
      this.#geometries.set(shape, geometry);
    }
    return geometry;
  }
}
