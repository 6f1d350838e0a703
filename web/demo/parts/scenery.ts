/** A place made of meshes, each with its collider: what the places of the topics "World" and "Mover" have in common. */

import { type Collider, World } from "hyperplane";
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

/** Edges at which faces meet at a smaller angle are not drawn, in degrees. */
const leastEdge = 30;

export class Scenery<Material extends string> {
  readonly group = new Group();
  readonly world = new World();
  readonly colliders = new SceneColliders(this.world);
  private readonly geometries = new Set<BufferGeometry>();
  private readonly lines = new LineBasicMaterial({ transparent: true });
  private readonly labels: Label[] = [];

  constructor(protected readonly materials: Readonly<Record<Material, MeshLambertMaterial>>) {}

  /** Disposed of with the place. */
  protected keep<T extends BufferGeometry>(geometry: T): T {
    this.geometries.add(geometry);
    return geometry;
  }

  /** A mesh with its collider, whose shape, if it has one of its own, is the collider's from now on. */
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
    options.shape?.dispose();
    return mesh;
  }

  /** Draws the edges of all meshes that there are by now, but for those of some names. */
  protected outline(...except: readonly string[]): void {
    for (const mesh of [...this.group.children]) {
      if (!(mesh instanceof Mesh) || "isInstancedMesh" in mesh || except.includes(mesh.name)) continue;
      const edges: BufferGeometry = new EdgesGeometry(mesh.geometry, leastEdge);
      mesh.add(new LineSegments(this.keep(edges), this.lines));
    }
  }

  /** A word beside a thing. */
  protected label(text: string, x: number, y: number, z: number): void {
    const label = new Label("label-place", text);
    label.object.position.set(x, y, z);
    this.labels.push(label);
    this.group.add(label.object);
  }

  recolor(): void {
    this.lines.color.copy(mixedColor("ink-3", "scene", 0.35));
  }

  /** What a collider is called. */
  nameOf(collider: Collider): string {
    const owner = this.colliders.ownerOf(collider);
    if (owner === null) return "nobody";
    return owner.instance < 0 ? owner.object.name : `${owner.object.name} ${owner.instance + 1}`;
  }

  /** Where everything now is, into the world; then what touches. */
  update(): void {
    this.colliders.pull();
    this.world.update();
  }

  dispose(): void {
    this.world.dispose();
    // The elements of labels go when these leave the scene, not when what holds them does.
    for (const { object } of this.labels) object.removeFromParent();
    this.group.removeFromParent();
    this.lines.dispose();
    for (const geometry of this.geometries) geometry.dispose();
    for (const material of Object.values<MeshLambertMaterial>(this.materials)) material.dispose();
  }
}

/** Between two colours of the page. */
export function mixedColor(a: string, b: string, share: number): Color {
  return new Color(themeColor(a)).lerp(new Color(themeColor(b)), share);
}
