/** Line segments of constant width in pixels. Their number may change each frame; buffers are reused. */

import { type ColorRepresentation, type DepthModes, GreaterDepth, LessEqualDepth } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

export interface SegmentsOptions {
  readonly width: number;
  readonly renderOrder: number;
  readonly opacity?: number;
  /** "over": in front of everything. "visible": where nothing is in front. "hidden": only where something is in front. */
  readonly depth?: "over" | "visible" | "hidden";
}

export class Segments {
  readonly object: LineSegments2;
  readonly material: LineMaterial;
  private numbers: Float32Array;

  constructor(options: SegmentsOptions) {
    const depth = options.depth ?? "over";
    this.material = new LineMaterial({
      linewidth: options.width,
      transparent: true,
      opacity: options.opacity ?? 1,
      depthTest: depth !== "over",
      depthWrite: false,
    });
    const mode: DepthModes = depth === "hidden" ? GreaterDepth : LessEqualDepth;
    this.material.depthFunc = mode;
    this.numbers = new Float32Array(6);
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.object.geometry.setPositions(this.numbers);
    this.object.renderOrder = options.renderOrder;
    this.object.frustumCulled = false;
    this.object.visible = false;
  }

  /** @param coordinates x, y, z of both ends of each segment */
  set(coordinates: readonly number[]): void {
    const count = coordinates.length / 6;
    const geometry = this.object.geometry;
    if (coordinates.length > this.numbers.length) {
      this.numbers = new Float32Array(2 * coordinates.length);
      geometry.dispose();
      this.object.geometry = new LineSegmentsGeometry();
      this.object.geometry.setPositions(this.numbers);
    }
    this.numbers.set(coordinates);
    const attribute = this.object.geometry.attributes.instanceStart;
    if (attribute && "data" in attribute) attribute.data.needsUpdate = true;
    this.object.geometry.instanceCount = count;
    this.object.visible = count > 0;
  }

  setColor(color: ColorRepresentation): void {
    this.material.color.set(color);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}

/** Appends a dashed line between two points. */
export function dash(
  out: number[],
  from: { readonly x: number; readonly y: number; readonly z: number },
  to: { readonly x: number; readonly y: number; readonly z: number },
  dashLength: number,
): void {
  const total = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  const count = Math.min(200, Math.max(1, Math.round(total / (2 * dashLength))));
  for (let i = 0; i < count; i++) {
    for (const share of [(i + 0.2) / count, (i + 0.8) / count]) {
      out.push(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share);
    }
  }
}
