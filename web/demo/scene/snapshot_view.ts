/** The drawing of a world that is known by its colliders only: faces and edges of their shapes, contacts, and a pair. */

import type { Collider, Shape, World } from "hyperplane";
import { WorldLines } from "hyperplane/three";
import {
  type BufferGeometry,
  DoubleSide,
  Group,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  type Ray,
  Vector3,
} from "three";
import type { Mix } from "../parts/legend.js";
import { mixedColor } from "../parts/scenery.js";
import { themeColor } from "../shell/theme.js";
import { boxCorners, cornerEdges } from "./corners.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";
import { facesOf } from "./shape_faces.js";
import type { Direction, Stage } from "./stage.js";

export type Kind = "moving" | "static" | "sensor";
export const kindColors: Readonly<Record<Kind, Mix>> = {
  moving: ["a-scene", "scene", 0.25],
  static: ["line", "surface", 0.4],
  sensor: ["apart", "scene", 0.1],
};
export const kindOf = ({ sensor, static: isStatic }: Collider): Kind =>
  sensor ? "sensor" : isStatic ? "static" : "moving";

/** Metres on screen that the seen part of the world becomes, as large as the scenes of other topics. */
const shownSize = 10;
/** More colliders get no edges: each is a draw call. */
const mostOutlined = 1500;
const startView: Direction = { azimuth: 0.6, polar: 0.95 };

export class SnapshotView {
  /** From the world around `center` to the scene. */
  private readonly group = new Group();
  private readonly center = new Vector3();
  private readonly size: number;
  private readonly corners: Vector3[];
  private readonly meshes: InstancedMesh<BufferGeometry, MeshLambertMaterial>[] = [];
  private readonly geometries = new Map<Shape, BufferGeometry>();
  private readonly materials: Readonly<Record<Kind, MeshLambertMaterial>>;
  readonly lines: WorldLines;
  private readonly marks = new Segments({ width: 2.5, renderOrder: order.notes });
  readonly shown = { faces: true, edges: true, bounds: false, contacts: true };

  constructor(
    private readonly stage: Stage,
    readonly world: World,
  ) {
    const seen = seenBounds(world);
    this.center.copy(seen.min).add(seen.max).multiplyScalar(0.5);
    this.size = Math.max(1e-6, seen.max.distanceTo(seen.min));
    const scale = shownSize / this.size;
    this.group.scale.setScalar(scale);
    this.corners = boxCorners(seen.min, seen.max).map((corner) => corner.sub(this.center).multiplyScalar(scale));
    const material = (opacity: number) =>
      new MeshLambertMaterial({
        side: DoubleSide,
        transparent: opacity < 1,
        opacity,
        depthWrite: opacity === 1,
      });
    this.materials = { moving: material(1), static: material(1), sensor: material(0.25) };
    this.addMeshes();
    this.lines = new WorldLines(world, {
      pointSize: 0.004 * this.size,
      normalLength: 0.05 * this.size,
      pairColor: themeColor("ink"),
    });
    // Contacts lie within shapes.
    this.lines.material.depthTest = false;
    this.lines.material.transparent = true;
    this.lines.renderOrder = order.notes;
    this.lines.position.copy(this.center);
    const around = new Group().add(this.lines);
    around.position.copy(this.center).negate();
    this.group.add(around);
    stage.scene.add(this.group, this.marks.object);
    stage.grid.object.visible = false;
  }

  /** One InstancedMesh for all colliders of a kind with the same shape. */
  private addMeshes(): void {
    const groups = new Map<Shape, Record<Kind, Collider[]>>();
    for (const collider of this.world.colliders) {
      const found = groups.get(collider.shape) ?? { moving: [], static: [], sensor: [] };
      groups.set(collider.shape, found);
      found[kindOf(collider)].push(collider);
    }
    for (const [shape, kinds] of groups) {
      const geometry = facesOf(shape);
      this.geometries.set(shape, geometry);
      for (const [kind, colliders] of Object.entries(kinds) as [Kind, Collider[]][]) {
        if (colliders.length === 0) continue;
        const mesh = new InstancedMesh(geometry, this.materials[kind], colliders.length);
        mesh.frustumCulled = false;
        for (const [i, collider] of colliders.entries()) mesh.setMatrixAt(i, this.placeOf(collider));
        this.meshes.push(mesh);
        this.group.add(mesh);
      }
    }
  }

  private placeOf({ position: p, quaternion: q }: Collider): Matrix4 {
    const { x, y, z } = this.center;
    return matrix.compose(place.set(p.x - x, p.y - y, p.z - z), turn.set(q.x, q.y, q.z, q.w).normalize(), unit);
  }

  draw(): void {
    const { lines, shown, world } = this;
    for (const mesh of this.meshes) mesh.visible = shown.faces;
    lines.showShapes = shown.edges && world.size <= mostOutlined;
    lines.showBounds = shown.bounds;
    lines.showContacts = lines.showNormals = lines.showTriangles = shown.contacts;
    lines.refresh();
    this.stage.invalidate();
  }

  /** Marks colliders, and looks into them as a pair. */
  pick([a, b]: readonly Collider[]): void {
    this.lines.pair = a ? [a, b ?? a] : null;
    const bounds = this.world.bounds();
    const scale = shownSize / this.size;
    const corner = (at: number) => place.fromArray(bounds, at).sub(this.center).multiplyScalar(scale).clone();
    const boxes = [a, b].flatMap((one) => (one ? [boxCorners(corner(6 * one.index), corner(6 * one.index + 3))] : []));
    this.marks.set(boxes.flatMap(cornerEdges));
    this.draw();
  }

  /** A ray of the scene in the world. */
  inWorld({ origin, direction }: Ray): { origin: Vector3; direction: Vector3 } {
    return {
      origin: origin
        .clone()
        .multiplyScalar(this.size / shownSize)
        .add(this.center),
      direction,
    };
  }

  fit(isFirst: boolean): void {
    this.stage.fit(() => this.corners, isFirst ? startView : undefined);
  }

  recolor(): void {
    for (const [kind, material] of Object.entries(this.materials) as [Kind, MeshLambertMaterial][])
      material.color.copy(mixedColor(...kindColors[kind]));
    this.marks.setColor(themeColor("ink"));
    this.stage.invalidate();
  }

  dispose(): void {
    this.group.removeFromParent();
    this.marks.object.removeFromParent();
    this.marks.dispose();
    this.lines.dispose();
    for (const mesh of this.meshes) mesh.dispose();
    for (const geometry of this.geometries.values()) geometry.dispose();
    for (const material of Object.values(this.materials)) material.dispose();
    this.stage.grid.object.visible = true;
  }
}

/** The bounds of what moves, or else of everything: a ground may be a kilometre wide. */
function seenBounds(world: World): { min: Vector3; max: Vector3 } {
  const bounds = world.bounds();
  const all = [...world.colliders].filter(({ enabled }) => enabled);
  const moving = all.filter((collider) => kindOf(collider) === "moving");
  const min = new Vector3().setScalar(Number.POSITIVE_INFINITY);
  const max = new Vector3().setScalar(Number.NEGATIVE_INFINITY);
  for (const { index } of moving.length > 0 ? moving : all) {
    min.min(place.fromArray(bounds, 6 * index));
    max.max(place.fromArray(bounds, 6 * index + 3));
  }
  return min.x <= max.x ? { min, max } : { min: new Vector3(-1, -1, -1), max: new Vector3(1, 1, 1) };
}

const matrix = new Matrix4();
const place = new Vector3();
const turn = new Quaternion();
const unit = new Vector3(1, 1, 1);
