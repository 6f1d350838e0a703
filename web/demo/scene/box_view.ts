/** One box as it is drawn: translucent faces, edges that are strong in front and faint behind, numbered corners. */

import {
  BoxGeometry,
  type ColorRepresentation,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Vector3,
} from "three";
import { Label } from "./label.js";
import { order } from "./order.js";
import { Segments } from "./segments.js";

/** The corner pairs that are edges, in the order of boxVertices: 0 and its three neighbours, 4 and its three, the other six. */
const edges = [
  [0, 1], [0, 2], [0, 3], [4, 5], [4, 6], [4, 7], [1, 6], [1, 7], [2, 5], [2, 7], [3, 5], [3, 6],
] as const; // biome-ignore format: a table

export class BoxView {
  /** Where the box stands; the gizmo holds on to it. */
  readonly group = new Group();
  /** For picking. */
  readonly faces: Mesh;
  /** What is drawn in scene coordinates rather than in the box's own: add it to the scene beside the group. */
  readonly annotations = new Group();

  private readonly faceMaterial = new MeshLambertMaterial({ transparent: true, depthWrite: false, side: DoubleSide });
  private readonly front = new Segments({ width: 2.2, renderOrder: order.edges, depth: "visible" });
  private readonly back = new Segments({ width: 1.4, renderOrder: order.edges, depth: "hidden", opacity: 0.32 });
  private readonly depth: Mesh;
  private readonly labels: Label[];
  private readonly geometry = new BoxGeometry(1, 1, 1);

  constructor(name: string, labelClass: string) {
    this.faces = new Mesh(this.geometry, this.faceMaterial);
    this.faces.name = name;
    this.faces.renderOrder = order.faces;
    this.depth = new Mesh(
      this.geometry,
      // Pushed back a little, so that a box's own edges lie in front of its faces.
      new MeshBasicMaterial({ colorWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 2 }),
    );
    this.depth.renderOrder = order.depth;
    this.group.add(this.faces, this.depth);
    this.labels = Array.from({ length: 8 }, (_, i) => new Label(labelClass, String(i)));
    this.annotations.add(this.front.object, this.back.object, ...this.labels.map((label) => label.object));
  }

  setColor(color: ColorRepresentation, opacity: number): void {
    this.faceMaterial.color.set(color);
    this.faceMaterial.opacity = opacity;
    this.front.setColor(color);
    this.back.setColor(color);
  }

  setSize(x: number, y: number, z: number): void {
    this.faces.scale.set(x, y, z);
    this.depth.scale.set(x, y, z);
  }

  setSelected(selected: boolean): void {
    this.front.material.linewidth = selected ? 3 : 2.2;
  }

  set showCorners(shown: boolean) {
    for (const label of this.labels) label.visible = shown;
  }

  /** The eight corners in scene coordinates, in the order of boxVertices. */
  setCorners(corners: readonly Vector3[], labelOffset: number): void {
    const coordinates = cornerEdges(corners);
    this.front.set(coordinates);
    this.back.set(coordinates);
    for (const [i, label] of this.labels.entries()) {
      const corner = corners[i];
      if (!corner) continue;
      outward.copy(corner).sub(this.group.position);
      label.object.position.copy(corner).addScaledVector(outward.normalize(), labelOffset);
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.faceMaterial.dispose();
    (this.depth.material as MeshBasicMaterial).dispose();
    this.front.dispose();
    this.back.dispose();
    this.group.removeFromParent();
    this.annotations.clear();
    this.annotations.removeFromParent();
  }
}

/** The twelve edges of a box as segment coordinates. */
export function cornerEdges(corners: readonly Vector3[]): number[] {
  const out: number[] = [];
  for (const [i, j] of edges) {
    const from = corners[i];
    const to = corners[j];
    if (from && to) out.push(from.x, from.y, from.z, to.x, to.y, to.z);
  }
  return out;
}

const outward = new Vector3();
