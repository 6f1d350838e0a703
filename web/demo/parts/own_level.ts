/** A visitor's model as a level: one collider with the triangles of all of its meshes. */

import type { Collider, TriangleMesh, World } from "hyperplane";
import { SceneColliders } from "hyperplane/three";
import { Box3, BufferAttribute, BufferGeometry, DoubleSide, type Group, type InstancedMesh, Vector3 } from "three";
import { whole } from "../shell/format.js";
import { disposeModel, materialsOf } from "./model_files.js";
import { FileError } from "./own_files.js";
import type { PlayedLevel } from "./played_level.js";

const mostTriangles = 2e6;
/** As of the built-in level. */
const thickness = 0.05;
/** Models of another width or depth, in metres, are scaled to the usual one. */
const extents = { least: 5, usual: 40, most: 5000 } as const;
/** Models that are further away, in metres, are moved to the origin. */
const farthest = 1e4;
/** Metres below the lowest point at which a walker has fallen out. */
const fall = 8;
/** Rays on each side that look for a place to start. */
const startRays = 9;
/** The y of the flattest normal to start on. */
const leastUp = 0.7;
/** Metres that rays start above the model. */
const above = 1;

export class OwnLevel implements PlayedLevel {
  readonly mesh: TriangleMesh;
  readonly buildTime: number;
  readonly lowest: number;
  readonly reach: PlayedLevel["reach"];
  private readonly colliders: SceneColliders;
  private readonly collider: Collider;
  private readonly bounds: Box3;
  private wires: BufferGeometry | null = null;

  /**
   * @param model disposed of with the level; the caller's if the constructor throws
   * @throws FileError without triangles, or with too many; HyperplaneError
   */
  constructor(
    private readonly world: World,
    readonly model: Group,
    private readonly layer: number,
  ) {
    checkTriangles(model);
    place(model);
    this.bounds = new Box3().setFromObject(model);
    const { min, max } = this.bounds;
    this.lowest = min.y - fall;
    this.reach = { x: [min.x, max.x], z: [min.z, max.z] };
    this.colliders = new SceneColliders(world);
    // As drawn: materials without back faces have only fronts.
    const sides = isTwoSided(model) ? ({ sides: "both" } as const) : ({ sides: "front", thickness } as const);
    const begin = performance.now();
    this.collider = this.colliders.add(model, { fit: "mesh", ...sides, static: true, layer });
    this.buildTime = performance.now() - begin;
    this.mesh = this.collider.shape as TriangleMesh;
  }

  nameOf(triangle: number): string {
    return this.colliders.ownerOf(this.collider, triangle)?.mesh?.name || "mesh";
  }

  /** The triangles of the collider. */
  get geometry(): BufferGeometry {
    if (this.wires) return this.wires;
    const { mesh } = this;
    const positions = new Float32Array(9 * mesh.triangleCount);
    const corners = new Float64Array(9);
    for (let i = 0; i < mesh.triangleCount; i++) positions.set(mesh.triangle(i, corners), 9 * i);
    this.wires = new BufferGeometry();
    this.wires.setAttribute("position", new BufferAttribute(positions, 3));
    return this.wires;
  }

  /** A place on top, as close to the centre as there is ground. */
  start(): Vector3 {
    const { min, max } = this.bounds;
    const middle = this.bounds.getCenter(new Vector3()).setY(max.y);
    const down = new Vector3(0, -1, 0);
    const places = Array.from({ length: startRays ** 2 }, (_, i) => {
      const share = (k: number) => (k + 0.5) / startRays;
      const [x, z] = [share(i % startRays), share(Math.floor(i / startRays))];
      return new Vector3(min.x + x * (max.x - min.x), max.y + above, min.z + z * (max.z - min.z));
    });
    const farness = ({ x, z }: Vector3) => Math.hypot(x - middle.x, z - middle.z);
    places.sort((a, b) => farness(a) - farness(b));
    for (const place of places) {
      const hit = this.world.raycast(place, down, { mask: this.layer });
      if (hit && hit.normal.y >= leastUp) return place.copy(hit.point);
    }
    return middle;
  }

  dispose(): void {
    this.colliders.remove(this.model);
    this.wires?.dispose();
    disposeModel(this.model);
  }
}

function checkTriangles(model: Group): void {
  let count = 0;
  model.traverse((object) => {
    const { isMesh, geometry, count: instances } = object as Partial<InstancedMesh>;
    if (!isMesh || !geometry) return;
    const corners = geometry.index?.count ?? geometry.getAttribute("position")?.count ?? 0;
    count += Math.floor(corners / 3) * (instances ?? 1);
  });
  if (count === 0) throw new FileError("has no triangles.");
  if (count > mostTriangles) {
    throw new FileError(`has ${whole(count)} triangles, and this page takes ${whole(mostTriangles)}.`);
  }
}

/** Leaves a model in its metres where it is, unless it is much too small, too large, or far away. */
function place(model: Group): void {
  const box = new Box3().setFromObject(model);
  const size = box.getSize(new Vector3());
  const middle = box.getCenter(new Vector3());
  const extent = Math.max(size.x, size.z);
  const isUsual = extent === 0 || (extent >= extents.least && extent <= extents.most);
  const scale = isUsual ? 1 : extents.usual / extent;
  if (isUsual && middle.length() <= farthest) return;
  model.scale.setScalar(scale);
  model.position.set(-middle.x, -box.min.y, -middle.z).multiplyScalar(scale);
}

function isTwoSided(model: Group): boolean {
  let found = false;
  model.traverse((object) => {
    found ||= materialsOf(object).some(({ side }) => side === DoubleSide);
  });
  return found;
}
