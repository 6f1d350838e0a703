/** The drawing of a box, its corners numbered in the order of boxVertices. */

import { BoxGeometry, Group, Vector3 } from "three";
import { boxCorners, cornerEdges } from "./corners.js";
import { Label } from "./label.js";
import { type Look, ShapeView } from "./shape_view.js";

/** A box around its origin. */
export function boxLook(x: number, y: number, z: number): Look {
  const half = new Vector3(x, y, z).divideScalar(2);
  return { geometry: new BoxGeometry(x, y, z), lines: cornerEdges(boxCorners(half.clone().negate(), half)) };
}

export class BoxView extends ShapeView {
  /** The corner numbers, in scene coordinates: add them to the scene, not to the group. */
  readonly numbers = new Group();
  private readonly labels: Label[];

  constructor(labelClass: string) {
    super();
    this.labels = Array.from({ length: 8 }, (_, i) => new Label(labelClass, String(i)));
    this.numbers.add(...this.labels.map((label) => label.object));
  }

  setSize(x: number, y: number, z: number): void {
    this.look = boxLook(x, y, z);
  }

  set showNumbers(shown: boolean) {
    for (const label of this.labels) label.visible = shown;
  }

  /** Puts the numbers just outside the corners, which are in scene coordinates. */
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

const outward = new Vector3();
