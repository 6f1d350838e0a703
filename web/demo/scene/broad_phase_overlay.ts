/** Overlays of the broad phases: the plane of the sweep, or one level of the tree. */

import type { TreeNode } from "hyperplane";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Scene,
} from "three";
import { themeColor } from "../shell/theme.js";
import { order } from "./order.js";

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export class BroadPhaseOverlay {
  private readonly level = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.85 }),
  );
  private readonly plane = new Mesh(
    new PlaneGeometry(1, 1),
    new MeshBasicMaterial({ transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }),
  );

  constructor(scene: Scene) {
    this.level.frustumCulled = false;
    this.level.renderOrder = order.edges;
    this.plane.renderOrder = order.plane;
    scene.add(this.level, this.plane);
    this.hide();
  }

  hide(): void {
    this.level.visible = false;
    this.plane.visible = false;
  }

  /** A plane across an axis (0, 1, 2), through a space with these half extents across and up. */
  showPlane(axis: number, at: number, half: number, halfUp: number): void {
    this.level.visible = false;
    this.plane.visible = true;
    this.plane.rotation.set(axis === 1 ? Math.PI / 2 : 0, axis === 0 ? Math.PI / 2 : 0, 0);
    this.plane.position.set(0, 0, 0).setComponent(axis, at);
    // The plane's own height points along z where it is horizontal, else up.
    this.plane.scale.set(2.1 * half, 2.1 * (axis === 1 ? half : Math.max(halfUp, half / 20)), 1);
  }

  showLevel(nodes: readonly TreeNode[]): void {
    this.plane.visible = false;
    this.level.visible = true;
    const numbers = new Float32Array(72 * nodes.length);
    let at = 0;
    for (const { min, max } of nodes) at = writeEdges(numbers, at, min, max);
    const { geometry } = this.level;
    geometry.dispose();
    geometry.setAttribute("position", new BufferAttribute(numbers, 3));
  }

  recolor(): void {
    this.level.material.color.set(themeColor("ink"));
    this.plane.material.color.set(themeColor("axis-active"));
  }

  dispose(): void {
    for (const part of [this.level, this.plane]) {
      part.removeFromParent();
      part.geometry.dispose();
      part.material.dispose();
    }
  }
}

/** Writes the twelve edges of a box, 72 numbers. @returns the index after them */
export function writeEdges(out: Float32Array, from: number, min: Corner, max: Corner): number {
  let at = from;
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 4; side++) {
      for (let end = 0; end < 2; end++) {
        // The bits select the upper end on each axis.
        const bits = (end << axis) | ((side & 1) << ((axis + 1) % 3)) | ((side >> 1) << ((axis + 2) % 3));
        out[at++] = bits & 1 ? max.x : min.x;
        out[at++] = bits & 2 ? max.y : min.y;
        out[at++] = bits & 4 ? max.z : min.z;
      }
    }
  }
  return at;
}
