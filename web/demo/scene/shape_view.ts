/**
 * The drawing of one convex body in its own frame: translucent faces, and lines that are strong in front and faint behind.
 * Move the group to move all of it.
 */

import {
  BufferGeometry,
  type ColorRepresentation,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from "three";
import { order } from "./order.js";
import { Segments } from "./segments.js";

const lineWidth = 2.2;
const selectedWidth = 3;
const hiddenWidth = 1.4;

/** The look of a body, in its own frame. */
export interface Look {
  readonly geometry: BufferGeometry;
  /** Segments along edges and rims, as coordinates. */
  readonly lines: readonly number[];
}

export class ShapeView {
  /** The pose of the body; the gizmo moves it. */
  readonly group = new Group();
  /** The target of picking. */
  readonly faces: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly depth: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly front = new Segments({ width: lineWidth, renderOrder: order.edges, depth: "visible" });
  private readonly back = new Segments({
    width: hiddenWidth,
    renderOrder: order.edges,
    depth: "hidden",
    opacity: 0.32,
  });

  constructor() {
    const nothing = new BufferGeometry();
    this.faces = new Mesh(nothing, new MeshLambertMaterial({ transparent: true, depthWrite: false, side: DoubleSide }));
    this.faces.renderOrder = order.faces;
    // Pushed back a little, so that the body's own lines lie in front of its faces.
    this.depth = new Mesh(
      nothing,
      new MeshBasicMaterial({ colorWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 2 }),
    );
    this.depth.renderOrder = order.depth;
    this.group.add(this.faces, this.depth, this.front.object, this.back.object);
  }

  set look({ geometry, lines }: Look) {
    this.faces.geometry.dispose();
    this.faces.geometry = geometry;
    this.depth.geometry = geometry;
    this.front.set(lines);
    this.back.set(lines);
  }

  setColor(color: ColorRepresentation, opacity: number): void {
    this.faces.material.color.set(color);
    this.faces.material.opacity = opacity;
    this.front.setColor(color);
    this.back.setColor(color);
  }

  set selected(selected: boolean) {
    this.front.material.linewidth = selected ? selectedWidth : lineWidth;
  }

  /** Line width as a share of the usual one: less where there are many lines. */
  set fineness(share: number) {
    this.front.material.linewidth = share * lineWidth;
    this.back.material.linewidth = share * hiddenWidth;
  }

  dispose(): void {
    this.faces.geometry.dispose();
    this.faces.material.dispose();
    this.depth.material.dispose();
    this.front.dispose();
    this.back.dispose();
    this.group.removeFromParent();
  }
}
