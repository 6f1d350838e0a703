/** One box as it is drawn, with its corners numbered in the order of boxVertices. */

import { BoxGeometry, Group, Vector3 } from "three";
import { Label } from "./label.js";
import { ShapeView } from "./shape_view.js";

/** The corner pairs that are edges, in the order of boxVertices: 0 and its three neighbours, 4 and its three, the other six. */
const edges = [
  [0, 1],
  [0, 2],
  [0, 3],
  [4, 5],
  [4, 6],
  [4, 7],
  [1, 6],
  [1, 7],
  [2, 5],
  [2, 7],
  [3, 5],
  [3, 6],
] as const;

/** Which end of each side a corner is at. */
const signs = [
  [-1, -1, -1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
  [1, 1, 1],
  [-1, 1, 1],
  [1, -1, 1],
  [1, 1, -1],
] as const;

export class BoxView extends ShapeView {
  /** The numbers, in scene coordinates: add them to the scene beside the group. */
  readonly numbers = new Group();
  private readonly labels: Label[];

  constructor(labelClass: string) {
    super();
    this.labels = Array.from({ length: 8 }, (_, i) => new Label(labelClass, String(i)));
    this.numbers.add(...this.labels.map((label) => label.object));
  }

  setSize(x: number, y: number, z: number): void {
    const corners = signs.map(([i, j, k]) => new Vector3((i * x) / 2, (j * y) / 2, (k * z) / 2));
    this.look = { geometry: new BoxGeometry(x, y, z), lines: cornerEdges(corners) };
  }

  set showNumbers(shown: boolean) {
    for (const label of this.labels) label.visible = shown;
  }

  /** Puts the numbers a little outside the corners, which are in scene coordinates. */
  placeNumbers(corners: readonly Vector3[], distance: number): void {
    for (const [i, label] of this.labels.entries()) {
      const corner = corners[i];
      if (!corner) continue;
      outward.copy(corner).sub(this.group.position);
      label.object.position.copy(corner).addScaledVector(outward.normalize(), distance);
    }
  }

  override dispose(): void {
    super.dispose();
    this.numbers.clear();
    this.numbers.removeFromParent();
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
