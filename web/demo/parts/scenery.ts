/** A scene of meshes with their colliders: the base of the scenes of "World" and "Character". */

import { type Collider, type Shape, World } from "hyperplane";
import { type ObjectColliderOptions, SceneColliders } from "hyperplane/three";
import {
  type BufferGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type MeshLambertMaterial,
} from "three";
import { Label } from "../scene/label.js";
import { themeColor } from "../shell/theme.js";
import type { Mix } from "./legend.js";

/** Degrees between two faces below which their edge is not drawn. */
const leastEdge = 30;

export class Scenery<Material extends string> {
  readonly group = new Group();
  readonly world = new World();
  readonly colliders = new SceneColliders(this.world);
  private readonly geometries = new Set<BufferGeometry>();
  private readonly lines = new LineBasicMaterial({ transparent: true });
  /** Of colliders that explanations ask for. */
  protected readonly shapes: Shape[] = [];
  private readonly labels: Label[] = [];

  constructor(protected readonly materials: Readonly<Record<Material, MeshLambertMaterial>>) {}

  /** Marks a geometry to be disposed of with the scene. */
  protected keep<T extends BufferGeometry>(geometry: T): T {
    this.geometries.add(geometry);
    return geometry;
  }

  /** Adds a mesh with its collider, which takes over `options.shape`. */
  protected addMesh(
    name: string,
    geometry: BufferGeometry,
    material: Material,
    [x, y, z]: readonly [number, number, number],
    options: ObjectColliderOptions,
    place: (mesh: Mesh) => void = () => {},
  ): Mesh {
    const mesh = new Mesh(this.keep(geometry), this.materials[material]);
    mesh.name = name;
    mesh.position.set(x, y, z);
    place(mesh);
    this.group.add(mesh);
    this.colliders.add(mesh, options);
    if (options.shape) this.shapes.push(options.shape);
    return mesh;
  }

  /** Draws the edges of all meshes added so far, except those of these names. */
  protected outline(...except: readonly string[]): void {
    for (const mesh of [...this.group.children]) {
      if (!(mesh instanceof Mesh) || "isInstancedMesh" in mesh || except.includes(mesh.name)) continue;
      const edges: BufferGeometry = new EdgesGeometry(mesh.geometry, leastEdge);
      mesh.add(new LineSegments(this.keep(edges), this.lines));
    }
  }

  /** A label in the scene. */
  protected label(text: string, x: number, y: number, z: number): void {
    const label = new Label("label-place", text);
    label.object.position.set(x, y, z);
    this.labels.push(label);
    this.group.add(label.object);
  }

  recolor(): void {
    this.lines.color.copy(mixedColor("ink-3", "scene", 0.35));
  }

  /** The name of a collider's object. */
  nameOf(collider: Collider): string {
    const owner = this.colliders.ownerOf(collider);
    if (owner === null) return "unknown";
    return owner.instance < 0 ? owner.object.name : `${owner.object.name} ${owner.instance + 1}`;
  }

  /** Copies all poses into the world and updates it. */
  update(): void {
    this.colliders.pull();
    this.world.update();
  }

  dispose(): void {
    this.world.dispose();
    for (const shape of new Set(this.shapes)) shape.dispose();
    // CSS2DObject removes its element only when it is removed itself, not with its parent.
    for (const { object } of this.labels) object.removeFromParent();
    this.group.removeFromParent();
    this.lines.dispose();
    for (const geometry of this.geometries) geometry.dispose();
    for (const material of Object.values<MeshLambertMaterial>(this.materials)) material.dispose();
  }
}

/** A mixture of two colours of the style sheet. */
export function mixedColor(...[a, b, share]: Mix): Color {
  return new Color(themeColor(a)).lerp(new Color(themeColor(b)), share);
}
