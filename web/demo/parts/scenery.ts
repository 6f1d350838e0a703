/** A place made of meshes, each with its collider: what the places of the topics "World" and "Mover" have in common. */

import { type Collider, World } from "hyperplane";
import { type ObjectColliderOptions, SceneColliders } from "hyperplane/three";
import { type BufferGeometry, Color, Group, Mesh, type MeshLambertMaterial } from "three";
import { themeColor } from "../shell/theme.js";

export class Scenery<Material extends string> {
  readonly group = new Group();
  readonly world = new World();
  readonly colliders = new SceneColliders(this.world);
  private readonly geometries = new Set<BufferGeometry>();

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
    this.group.removeFromParent();
    for (const geometry of this.geometries) geometry.dispose();
    for (const material of Object.values<MeshLambertMaterial>(this.materials)) material.dispose();
  }
}

/** Between two colours of the page. */
export function mixedColor(a: string, b: string, share: number): Color {
  return new Color(themeColor(a)).lerp(new Color(themeColor(b)), share);
}
