/**
 * A shooting range of two lanes with the same bullets and spinning plates. In the left lane a bullet is tested at the end of
 * each step; in the right one its collider is continuous, and the world reports its first impact. A caught bullet bounces off
 * and leaves the test. Missed bullets are found by testing many poses within each step, independent of both lanes.
 */

import { Box, type Collider, collide, intersects, type Pose, type Shape, World } from "hyperplane";
import { Quaternion, Vector3 } from "three";
import type { BulletChoice } from "./bullet_cases.js";
import { seeded } from "./random.js";
import { kindOf } from "./shape_cases.js";

export const lanes = ["discrete", "continuous"] as const;
export type Lane = (typeof lanes)[number];
/** "by": passed the plate without touching it. */
export type Fate = "flying" | "caught" | "missed" | "by";

/** The sweep of a body over one step, at constant linear and angular velocity. */
export class Way {
  readonly from = { position: new Vector3(), quaternion: new Quaternion() };
  readonly to = { position: new Vector3(), quaternion: new Quaternion() };

  at(share: number, into: { position: Vector3; quaternion: Quaternion }): void {
    into.position.lerpVectors(this.from.position, this.to.position, share);
    into.quaternion.slerpQuaternions(this.from.quaternion, this.to.quaternion, share);
  }

  copy(other: Way): this {
    for (const end of ["from", "to"] as const) {
      this[end].position.copy(other[end].position);
      this[end].quaternion.copy(other[end].quaternion);
    }
    return this;
  }
}

interface Spin {
  readonly axis: Vector3;
  /** Radians per second. */
  readonly rate: number;
}

export interface Plate {
  readonly way: Way;
  readonly spin: Spin;
  collider: Collider | null;
}

export interface Bullet {
  readonly lane: Lane;
  /** Index of its kind and of its plate. */
  readonly track: number;
  readonly shape: Shape;
  readonly plate: Plate;
  readonly way: Way;
  readonly start: Vector3;
  readonly velocity: Vector3;
  readonly spin: Spin;
  collider: Collider | null;
  fate: Fate;
  /** Its middle at each test. */
  readonly tested: Vector3[];
  /** Time within its step, point and normal of the impact. */
  hit: { readonly time: number; readonly point: Vector3; readonly normal: Vector3 } | null;
  /** The bounce within the step of `way`: straight up to its time, deflected from there. */
  bend: { readonly time: number; readonly position: Vector3; readonly quaternion: Quaternion } | null;
  /** Start and end of the step in which it met the plate, whether or not a test noticed. */
  crossing: readonly [Vector3, Vector3] | null;
}

/** The two sweeps of an impact, for a closer look. */
export interface Meeting {
  readonly track: number;
  readonly time: number;
  readonly bullet: Way;
  readonly plate: Way;
}

export interface Score {
  caught: number;
  missed: number;
}

/** Metres: half the length of a lane, half the distance of the lanes, and the distance of the tracks. */
export const range = { x: 3.4, z: 2.6, track: 1.15 } as const;
export const plateSide = 0.8;
export const bulletKinds: readonly { readonly kind: string; readonly sizes: readonly number[] }[] = [
  { kind: "sphere", sizes: [0.13] },
  { kind: "box", sizes: [0.24, 0.16, 0.2] },
  { kind: "capsule", sizes: [0.06, 0.5] },
  { kind: "cone", sizes: [0.12, 0.34] },
];
/** Distance from the middle of its plate beyond which a bullet cannot touch it. */
const farthest = 0.5 * Math.SQRT2 * plateSide + 0.1 + 0.4;
/** Poses per step in the independent test for missed bullets. */
const judged = 256;
/** Coefficient of restitution. */
const bounce = 0.35;
const bulletLayer = 1;
const plateLayer = 2;

export class BulletRange {
  readonly score: Readonly<Record<Lane, Score>> = {
    discrete: { caught: 0, missed: 0 },
    continuous: { caught: 0, missed: 0 },
  };
  bullets: Bullet[] = [];
  /** By track: the last impact that the world reported. */
  readonly meetings: (Meeting | null)[] = bulletKinds.map(() => null);
  readonly plateShape: Box;
  readonly bulletShapes = bulletKinds.map(({ kind, sizes }) => kindOf(kind).make(sizes));
  volley = 0;
  fired = 0;
  /** Since the start. */
  steps = 0;
  private stepsOfVolley = 0;
  private world = new World();

  constructor(
    readonly choice: BulletChoice,
    private readonly seed: number,
  ) {
    this.plateShape = new Box(choice.thickness / 1000, plateSide, plateSide);
    this.load();
  }

  get stepSeconds(): number {
    return 1 / this.choice.rate;
  }

  dispose(): void {
    this.world.dispose();
    this.plateShape.dispose();
    for (const shape of this.bulletShapes) shape.dispose();
  }

  /** Advances everything by one step; fires a new volley when the last one is over. */
  step(): void {
    if (this.stepsOfVolley * this.choice.speed * this.stepSeconds > 2 * range.x + 1) this.load();
    this.steps++;
    this.stepsOfVolley++;
    for (const { plate } of this.bullets) this.move(plate.way, still, plate.spin, plate.collider);
    for (const bullet of this.bullets) {
      bullet.bend = null;
      this.move(bullet.way, bullet.velocity, bullet.spin, bullet.collider);
    }
    this.world.update();
    this.readImpacts();
    this.readPoses();
    for (const bullet of this.bullets) if (bullet.fate === "flying") this.judge(bullet);
  }

  /** Fires a volley: the same in both lanes, and for the same seed. */
  private load(): void {
    this.world.dispose();
    this.world = new World();
    this.bullets = [];
    this.volley++;
    this.stepsOfVolley = 0;
    const random = seeded(this.seed + 1000 * this.volley);
    const signed = () => 2 * random() - 1;
    const axis = () => new Vector3(signed(), signed(), signed()).normalize();
    const turn = 2 * Math.PI * this.choice.spin;
    for (const [track, shape] of this.bulletShapes.entries()) {
      const start = new Vector3(-range.x - random(), 0.12 * signed(), 0.12 * signed());
      const target = new Vector3(0.9 * signed(), 0, 0);
      // Mostly upright: the rotation is visible from above.
      const plateSpin = {
        axis: new Vector3(0.2 * signed(), 1, 0.3 * signed()).normalize(),
        rate: turn * (0.6 + 0.4 * random()),
      };
      const plateTurn = new Quaternion().setFromAxisAngle(plateSpin.axis, 0.9 * signed());
      const spin = { axis: axis(), rate: turn * (0.5 + 0.5 * random()) };
      const ahead = new Quaternion().setFromAxisAngle(axis(), Math.PI * signed());
      for (const lane of lanes) {
        const z = laneMiddle(lane) + (track - (this.bulletShapes.length - 1) / 2) * range.track;
        const plate = { way: new Way(), spin: plateSpin, collider: null as Collider | null };
        plate.way.to.position.copy(target).setZ(z);
        plate.way.to.quaternion.copy(plateTurn);
        plate.way.from.position.copy(plate.way.to.position);
        plate.way.from.quaternion.copy(plateTurn);
        plate.collider = this.world.add({
          shape: this.plateShape,
          ...plate.way.to,
          layer: plateLayer,
          mask: bulletLayer,
        });
        const way = new Way();
        way.to.position.copy(start);
        way.to.position.z += z;
        way.to.quaternion.copy(ahead);
        way.from.position.copy(way.to.position);
        way.from.quaternion.copy(ahead);
        this.bullets.push({
          lane,
          track,
          shape,
          plate,
          way,
          start: way.to.position.clone(),
          velocity: new Vector3(this.choice.speed, 0, 0),
          spin,
          collider: this.world.add({
            shape,
            ...way.to,
            layer: bulletLayer,
            mask: plateLayer,
            continuous: lane === "continuous",
          }),
          fate: "flying",
          tested: [],
          hit: null,
          bend: null,
          crossing: null,
        });
      }
      this.fired++;
    }
    this.world.update();
  }

  private move(way: Way, velocity: Vector3, spin: Spin, collider: Collider | null): void {
    way.from.position.copy(way.to.position);
    way.from.quaternion.copy(way.to.quaternion);
    way.to.position.addScaledVector(velocity, this.stepSeconds);
    way.to.quaternion.premultiply(turned.setFromAxisAngle(spin.axis, spin.rate * this.stepSeconds)).normalize();
    collider?.setPose(way.to.position, way.to.quaternion);
  }

  /** Continuous lane: catches bullets at the impacts that the world reports. */
  private readImpacts(): void {
    for (const { a, time, point, normal } of this.world.impacts.toArray()) {
      const bullet = this.bullets.find(({ collider }) => collider === a);
      if (!bullet) continue;
      const { track, way, plate } = bullet;
      this.meetings[track] = { track, time, bullet: new Way().copy(way), plate: new Way().copy(plate.way) };
      this.catchBullet(bullet, time, point, normal);
    }
  }

  /** Discrete lane: catches bullets that overlap their plate at the end of the step. */
  private readPoses(): void {
    for (const { a, b } of this.world.touching.toArray()) {
      const bullet = this.bullets.find(({ collider }) => collider !== null && (collider === a || collider === b));
      if (bullet?.lane !== "discrete") continue;
      const contact = collide(bullet.shape, bullet.way.to, this.plateShape, bullet.plate.way.to);
      const point = contact?.points[0]?.onB;
      if (contact && point) this.catchBullet(bullet, 1, point, contact.normal);
    }
    for (const { fate, lane, tested, way } of this.bullets) {
      if (fate === "flying" && lane === "discrete") tested.push(way.to.position.clone());
    }
  }

  /** Bounces a bullet off its plate, whose surface velocity counts. */
  private catchBullet(bullet: Bullet, time: number, at: Point, along: Point): void {
    const { way, velocity, plate, lane } = bullet;
    const point = new Vector3(at.x, at.y, at.z);
    const normal = new Vector3(along.x, along.y, along.z);
    bullet.hit = { time, point, normal };
    bullet.fate = "caught";
    bullet.crossing = [way.from.position.clone(), way.to.position.clone()];
    this.score[lane].caught++;
    if (lane === "discrete") bullet.tested.push(way.to.position.clone());
    const bend = { time, position: new Vector3(), quaternion: new Quaternion() };
    way.at(time, bend);
    bullet.bend = bend;
    const surface = plate.spin.axis
      .clone()
      .multiplyScalar(plate.spin.rate)
      .cross(point.clone().sub(plate.way.to.position));
    const closing = velocity.clone().sub(surface).dot(normal);
    velocity.addScaledVector(normal, -(1 + bounce) * Math.max(closing, 0));
    way.to.position.copy(bend.position).addScaledVector(velocity, (1 - time) * this.stepSeconds);
    if (bullet.collider) this.world.remove(bullet.collider);
    bullet.collider = null;
  }

  /** Checks whether a flying bullet met its plate within the step unnoticed, and whether it has passed it. */
  private judge(bullet: Bullet): void {
    const { way, plate, shape, lane } = bullet;
    const middle = plate.way.to.position.x;
    if (way.to.position.x < middle - farthest) return;
    if (bullet.crossing === null && way.from.position.x < middle + farthest) {
      for (let k = 0; k <= judged && bullet.crossing === null; k++) {
        way.at(k / judged, poseA);
        plate.way.at(k / judged, poseB);
        if (intersects(shape, poseA as Pose, this.plateShape, poseB as Pose))
          bullet.crossing = [way.from.position.clone(), way.to.position.clone()];
      }
    }
    if (way.to.position.x < middle + farthest) return;
    bullet.fate = bullet.crossing === null ? "by" : "missed";
    if (bullet.fate === "missed") this.score[lane].missed++;
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const laneMiddle = (lane: Lane) => (lane === "discrete" ? -range.z : range.z);

/** The pose of a bullet at a share of its step, bounce included. */
export function placeBullet(
  { way, bend }: Bullet,
  share: number,
  into: { position: Vector3; quaternion: Quaternion },
): void {
  way.at(share, into);
  if (bend === null) return;
  const { position } = into;
  if (share < bend.time) position.lerpVectors(way.from.position, bend.position, share / bend.time);
  else position.lerpVectors(bend.position, way.to.position, bend.time < 1 ? (share - bend.time) / (1 - bend.time) : 0);
}

const still = new Vector3();
const turned = new Quaternion();
const poseA = { position: new Vector3(), quaternion: new Quaternion() };
const poseB = { position: new Vector3(), quaternion: new Quaternion() };
