/**
 * Balls that fall on a level or a model. The physics are the page's own and simple: gravity, then for each contact of
 * the world's update a translation out of it, a bounce and friction. Balls that rest sleep.
 */

import { type Collider, Sphere, type World } from "hyperplane";
import { Vector3 } from "three";
import type { PlayedLevel } from "./played_level.js";
import { seeded } from "./random.js";

const gravity = 9.81;
/** Less than the least radius in a step: no centre gets behind a triangle, which may push to both sides. */
const topSpeed = 10;
const bounce = 0.35;
/** Impacts below this speed, in metres per second, do not bounce. */
const leastBounce = 0.8;
const friction = 0.5;
/** A ball sleeps once it has stayed within this many metres for as many steps. */
const sleepReach = 0.05;
const sleepSteps = 40;
/** An impact on a sleeping ball that wakes it, in metres per second. */
const wakeSpeed = 0.25;
/** Depth that is left in a contact, in metres, so that resting balls keep touching. */
const slop = 0.002;
const radii = [0.18, 0.24, 0.32] as const;

export const mostBalls = 1200;

/** Over the walker of a level. */
const wideCloud = { reach: 11, above: 9, height: 22 };

interface Ball {
  readonly collider: Collider;
  readonly radius: number;
  readonly velocity: Vector3;
  /** Sum of this step's translations out of contacts. */
  readonly push: Vector3;
  /** Where it was when it last got out of reach of such a place. */
  readonly anchor: Vector3;
  isTouching: boolean;
  stillSteps: number;
}

export class BallRain {
  readonly balls: Ball[] = [];
  /** Balls that have fallen out of the level, and were removed. */
  lost = 0;
  private readonly shapes = radii.map((radius) => new Sphere(radius));
  private readonly byRow = new Map<number, Ball>();
  private random = seeded(1);

  /**
   * @param layer of the balls
   * @param walker the collider that pushes balls, and its velocity; null: none
   * @param level where balls fall
   */
  constructor(
    private readonly world: World,
    private readonly layer: number,
    private readonly walker: { readonly collider: Collider; readonly velocity: Vector3 } | null,
    private readonly level: () => Pick<PlayedLevel, "reach" | "lowest">,
  ) {}

  /** Drops balls around a place, as many as there is room for. @param cloud where they begin, in metres around it */
  drop(count: number, around: { readonly x: number; readonly y: number; readonly z: number }, cloud = wideCloud): void {
    const { world, layer, random, shapes } = this;
    const { x, z } = this.level().reach;
    for (let i = 0; i < count && this.balls.length < mostBalls; i++) {
      const size = Math.floor(random() * radii.length);
      const angle = 2 * Math.PI * random();
      const reach = cloud.reach * Math.sqrt(random());
      const position = [
        Math.max(x[0], Math.min(x[1], around.x + reach * Math.cos(angle))),
        around.y + cloud.above + cloud.height * random(),
        Math.max(z[0], Math.min(z[1], around.z + reach * Math.sin(angle))),
      ];
      const collider = world.add({ shape: shapes[size] as Sphere, position, layer });
      const ball = {
        collider,
        radius: radii[size] as number,
        velocity: new Vector3(),
        push: new Vector3(),
        anchor: new Vector3(),
        isTouching: false,
        stillSteps: 0,
      };
      this.balls.push(ball);
      this.byRow.set(collider.index, ball);
    }
  }

  clear(): void {
    for (const { collider } of this.balls) this.world.remove(collider);
    this.balls.length = 0;
    this.byRow.clear();
    this.random = seeded(1);
    this.lost = 0;
  }

  get awakeCount(): number {
    return this.balls.reduce((sum, { stillSteps }) => sum + (stillSteps < sleepSteps ? 1 : 0), 0);
  }

  /** Moves the balls, before the world's update. */
  fall(seconds: number): void {
    const { positions } = this.world;
    for (const ball of this.balls) {
      ball.isTouching = false;
      ball.push.set(0, 0, 0);
      if (ball.stillSteps >= sleepSteps) continue;
      const { velocity, collider } = ball;
      velocity.y -= gravity * seconds;
      velocity.clampLength(0, topSpeed);
      const row = 3 * collider.index;
      positions[row] = (positions[row] as number) + velocity.x * seconds;
      positions[row + 1] = (positions[row + 1] as number) + velocity.y * seconds;
      positions[row + 2] = (positions[row + 2] as number) + velocity.z * seconds;
    }
  }

  /** Takes the contacts of the update. */
  collide(): void {
    this.meetAll(false);
    // The level has the last word, so that no pile presses a ball into the ground.
    this.meetAll(true);
    const { positions } = this.world;
    const { lowest } = this.level();
    for (const ball of [...this.balls]) {
      this.settle(ball, positions);
      if ((positions[3 * ball.collider.index + 1] as number) < lowest) this.lose(ball);
    }
  }

  /** @param isLevel takes the contacts with the level only; false: all others */
  private meetAll(isLevel: boolean): void {
    const { pairs, normals, count } = this.world.contacts;
    for (let i = 0; i < count; i++) {
      const [rowA, rowB] = [pairs[2 * i] as number, pairs[2 * i + 1] as number];
      const a = this.byRow.get(rowA);
      const b = this.byRow.get(rowB);
      const other = a ? rowB : rowA;
      if (isLevel !== (!(a && b) && other !== this.walker?.collider.index)) continue;
      // The normal points from a to b.
      normal.fromArray(normals, 4 * i);
      const depth = normals[4 * i + 3] as number;
      if (a && b) meet(a, b, depth);
      else if (b) this.bump(b, other, depth);
      else if (a) {
        normal.negate();
        this.bump(a, other, depth);
      }
    }
  }

  private lose(ball: Ball): void {
    this.world.remove(ball.collider);
    this.byRow.delete(ball.collider.index);
    this.balls.splice(this.balls.indexOf(ball), 1);
    this.lost++;
  }

  /** A contact with the level or the walker; the normal points to the ball. */
  private bump(ball: Ball, row: number, depth: number): void {
    const pusher = row === this.walker?.collider.index ? this.walker : null;
    if (pusher) ball.stillSteps = 0;
    ball.isTouching = true;
    pushOut(ball, depth, 1);
    relative.copy(ball.velocity);
    if (pusher) relative.sub(pusher.velocity);
    impulse(relative);
    ball.velocity.add(relative);
  }

  private settle(ball: Ball, positions: Float64Array): void {
    const { push, velocity, collider } = ball;
    const row = 3 * collider.index;
    if (push.lengthSq() > 0) {
      positions[row] = (positions[row] as number) + push.x;
      positions[row + 1] = (positions[row + 1] as number) + push.y;
      positions[row + 2] = (positions[row + 2] as number) + push.z;
    }
    if (ball.stillSteps < sleepSteps) {
      place.fromArray(positions, row);
      if (!ball.isTouching || place.distanceToSquared(ball.anchor) > sleepReach ** 2) {
        ball.anchor.copy(place);
        ball.stillSteps = 0;
      } else if (++ball.stillSteps === sleepSteps) velocity.set(0, 0, 0);
    }
  }

  dispose(): void {
    for (const shape of this.shapes) shape.dispose();
  }
}

/** Translates a ball by its share of a depth that earlier contacts of the step have left. */
function pushOut({ push }: Ball, depth: number, share: number): void {
  const missing = share * (depth - slop) - push.dot(normal);
  if (missing > 0) push.addScaledVector(normal, missing);
}

/** Turns a relative velocity into its change by bounce and friction along `normal`. */
function impulse(velocity: Vector3): void {
  const speed = velocity.dot(normal);
  if (speed >= 0) {
    velocity.set(0, 0, 0);
    return;
  }
  const change = -speed * (1 + (speed < -leastBounce ? bounce : 0));
  velocity.addScaledVector(normal, -speed);
  const slide = velocity.length();
  velocity.multiplyScalar(slide > 0 ? -Math.min(1, (friction * change) / slide) : 0).addScaledVector(normal, change);
}

/** Two balls of equal mass; the normal points from a to b. */
function meet(a: Ball, b: Ball, depth: number): void {
  a.isTouching = true;
  b.isTouching = true;
  relative.copy(b.velocity).sub(a.velocity);
  if (relative.dot(normal) < -wakeSpeed) {
    a.stillSteps = 0;
    b.stillSteps = 0;
  }
  pushOut(b, depth, 0.5);
  normal.negate();
  pushOut(a, depth, 0.5);
  normal.negate();
  impulse(relative);
  b.velocity.addScaledVector(relative, 0.5);
  a.velocity.addScaledVector(relative, -0.5);
}

const normal = new Vector3();
const relative = new Vector3();
const place = new Vector3();
