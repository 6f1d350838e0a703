/** Two boxes and all that the core says about them: contact, distance and the fifteen candidate axes. */

import {
  Box,
  boxVertices,
  type Contact,
  collide,
  type Distance,
  distance,
  explainSat,
  type Pose,
  type SatAxis,
} from "hyperplane";
import { type Group, Vector3, type Vector3Like } from "three";
import type { Verdict } from "./answer_card.js";
import type { BoxState, Case } from "./box_cases.js";

export type Side = 0 | 1;
export const sides = [0, 1] as const;

interface Size {
  width: number;
  height: number;
  depth: number;
}

/** "Touching" tolerance as a share of the boxes' size, plus the rounding of positions far from the origin. */
const touchShare = 1e-9;
const roundingShare = 4e-16;

export class BoxPair {
  readonly sizes: readonly [Size, Size] = [
    { width: 1, height: 1, depth: 1 },
    { width: 1, height: 1, depth: 1 },
  ];
  /** Metres from the world's origin to the scene's, on each axis. The scene is drawn around it in 32 bits. */
  origin = 0;

  axes: readonly SatAxis[] = [];
  decisive = 0;
  intersects = false;
  /** Null where the boxes are apart. */
  contact: Contact | null = null;
  gap: Distance | null = null;
  /** In scene coordinates, in the order of boxVertices. */
  readonly corners: [Vector3[], Vector3[]] = [[], []];
  private boxes: [Box, Box] = [new Box(1, 1, 1), new Box(1, 1, 1)];

  /** The groups hold the poses, in scene coordinates. */
  constructor(private readonly groups: readonly [Group, Group]) {}

  get state(): Case {
    const of = (side: Side): BoxState => {
      const { position: p, quaternion: q } = this.groups[side];
      const { width, height, depth } = this.sizes[side];
      return { size: [width, height, depth], position: [p.x, p.y, p.z], quaternion: [q.x, q.y, q.z, q.w] };
    };
    return { a: of(0), b: of(1), origin: this.origin };
  }

  set state({ a, b, origin }: Case) {
    for (const side of sides) {
      const { size, position, quaternion } = side === 0 ? a : b;
      const [width, height, depth] = size;
      Object.assign(this.sizes[side], { width, height, depth });
      this.groups[side].position.set(...position);
      this.groups[side].quaternion.set(...quaternion);
    }
    this.origin = origin;
    this.resize();
  }

  /** Makes the boxes anew after a change of `sizes`. */
  resize(): void {
    this.dispose();
    const make = ({ width, height, depth }: Size) => new Box(width, height, depth);
    this.boxes = [make(this.sizes[0]), make(this.sizes[1])];
  }

  /** Asks the core about the boxes at their present poses. */
  solve(): void {
    const [a, b] = this.boxes;
    const [poseA, poseB] = [this.worldPose(0), this.worldPose(1)];
    this.contact = collide(a, poseA, b, poseB);
    this.gap = distance(a, poseA, b, poseB);
    const { axes, decisive, intersects } = explainSat(a, poseA, b, poseB);
    this.axes = axes;
    this.decisive = decisive;
    this.intersects = intersects;
    this.corners[0] = boxVertices(a, poseA).map((corner) => this.local(corner));
    this.corners[1] = boxVertices(b, poseB).map((corner) => this.local(corner));
  }

  get verdict(): Verdict {
    const size = Math.max(...this.sizes.map(({ width, height, depth }) => Math.hypot(width, height, depth)));
    const separation = this.gap?.distance ?? 0;
    const tolerance = touchShare * size + roundingShare * this.origin;
    return Math.abs(separation) <= tolerance ? "touch" : separation > 0 ? "apart" : "overlap";
  }

  /** The contact to be resolved: null where the boxes are apart or only touch. */
  get overlap(): Contact | null {
    return this.verdict === "overlap" ? this.contact : null;
  }

  /** The corners of B once it has moved by the MTV; empty where there is nothing to resolve. */
  get resolvedCorners(): Vector3[] {
    const { overlap } = this;
    return overlap ? this.corners[1].map((corner) => corner.clone().add(overlap.mtv)) : [];
  }

  /** A point of the world in scene coordinates. */
  local({ x, y, z }: Vector3Like): Vector3 {
    const { origin } = this;
    return new Vector3(x - origin, y - origin, z - origin);
  }

  /** A pose in the world, in 64 bits. */
  private worldPose(side: Side): Pose {
    const { position: p, quaternion } = this.groups[side];
    const { origin } = this;
    return { position: [p.x + origin, p.y + origin, p.z + origin], quaternion };
  }

  dispose(): void {
    for (const box of this.boxes) box.dispose();
  }
}
