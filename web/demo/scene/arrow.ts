/** An arrow with a shaft of constant width in pixels and a head that shrinks with short arrows. */

import {
  type ColorRepresentation,
  ConeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  Vector3,
  type Vector3Like,
} from "three";
import { Segments } from "./segments.js";

const up = new Vector3(0, 1, 0);
const direction = new Vector3();
const base = new Vector3();
const tip = new Vector3();

export class Arrow {
  readonly object = new Group();
  private readonly shaft: Segments;
  private readonly head: Mesh<ConeGeometry, MeshBasicMaterial>;

  constructor(width: number, renderOrder: number) {
    this.shaft = new Segments({ width, renderOrder });
    this.head = new Mesh(
      new ConeGeometry(0.36, 1, 20).translate(0, -0.5, 0),
      new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true }),
    );
    this.head.renderOrder = renderOrder;
    this.object.add(this.shaft.object, this.head);
  }

  /** `headLength` in metres; a short arrow gets a shorter head. */
  set(from: Vector3, to: Vector3, headLength: number): void {
    direction.copy(to).sub(from);
    const total = direction.length();
    this.object.visible = total > 0;
    if (total === 0) return;
    direction.divideScalar(total);
    const head = Math.min(headLength, 0.6 * total);
    this.head.position.copy(to);
    this.head.quaternion.setFromUnitVectors(up, direction);
    this.head.scale.setScalar(head);
    const end = to.clone().addScaledVector(direction, -0.8 * head);
    this.shaft.set([from.x, from.y, from.z, end.x, end.y, end.z]);
  }

  /** From a point along a unit normal. */
  setNormal(point: Vector3Like, normal: Vector3Like, length: number, headLength: number): void {
    base.copy(point);
    this.set(base, tip.copy(normal).multiplyScalar(length).add(base), headLength);
  }

  setColor(color: ColorRepresentation): void {
    this.shaft.setColor(color);
    this.head.material.color.set(color);
  }

  dispose(): void {
    this.shaft.dispose();
    this.head.geometry.dispose();
    this.head.material.dispose();
    this.object.removeFromParent();
  }
}
