/**
 * The state of the topic "Character": course, walker, way and settings, advanced in steps of 1/60 s. The same walk with the same
 * settings makes the same steps, whatever the frame rate.
 */

import type { CharacterHit, Collider, Vec3 } from "hyperplane";
import { Vector3 } from "three";
import { Course } from "./course.js";
import { climbSpeed } from "./course_data.js";
import { type Settings, usualSettings, type Walk } from "./mover_walks.js";
import { bodyReach, stepSeconds, Walker } from "./walker.js";
import { type Place, Way } from "./way.js";

/** Metres; a walker that falls below starts again. */
export const lowest = -8;
/** Metres above the ground at which a walk places the walker. */
const dropHeight = 0.05;
/** Steps without contact after which touching a collider is reported again. */
const stepsToForget = 20;
const mostTrail = 600;

export interface RunEvents {
  readonly onGround: (name: string) => void;
  readonly onAgainst: (name: string) => void;
  readonly onEnd: () => void;
  readonly onFall: () => void;
}

export class MoverRun {
  readonly course = new Course();
  readonly walker = new Walker();
  readonly settings: Settings = { ...usualSettings };
  /** The preset on its way; null while the user steers. */
  walk: Walk | null = null;
  outcome = "";
  steps = 0;
  /** Whether the last step went along a ladder. */
  climbs = false;
  /** Whether the user wants the walker to crouch; it stays low where there is no room above it. */
  wantsLow = false;
  /** The path of the feet: x, y, z in turn. */
  readonly trail: number[] = [];
  private readonly way = new Way();
  private readonly lastTouched = new Map<Collider, number>();
  private groundName = "";

  constructor(private readonly events: RunEvents) {}

  /** Starts a walk, always at the same place and time. */
  begin(walk: Walk): void {
    const [x, z, height] = walk.from;
    this.placeAt(x, height + bodyReach + dropHeight, z, 0);
    this.walker.group.rotation.y = Math.PI;
    this.way.start(walk.legs(this.course));
    this.walk = walk;
    this.outcome = "on its way";
    this.lastTouched.clear();
    this.groundName = "";
  }

  /** Places the walker without a walk, at the time of a step. */
  placeAt(x: number, y: number, z: number, steps: number): void {
    this.stopWalk();
    this.steps = steps;
    this.climbs = false;
    this.course.moveTo(steps * stepSeconds);
    this.walker.place(x, y, z);
    this.trail.length = 0;
  }

  walkTo(place: Place): void {
    this.stopWalk();
    this.way.start([place]);
  }

  stopWalk(): void {
    this.walk = null;
    this.way.clear();
  }

  /** Whether the walker falls or has somewhere to go. */
  get isBusy(): boolean {
    return !this.way.isOver || !this.walker.grounded;
  }

  /** What the walker touches besides its ground. */
  get obstacles(): readonly CharacterHit<Collider, Vec3>[] {
    const { ground, hits } = this.walker;
    return hits.filter(({ collider }) => collider !== ground?.collider);
  }

  /** One step: platforms first, then the walker. `steered` is the user's direction, of length 1 or 0; null follows the way. */
  step(steered: Vector3 | null): void {
    const { course, walker, way, settings } = this;
    this.steps++;
    course.advanceTo(this.steps * stepSeconds);
    const wasOver = way.isOver;
    if (steered) walking.copy(steered).multiplyScalar(settings.speed);
    else if (way.direction(walker.position, stepSeconds, walking))
      walking.multiplyScalar(Math.min(settings.speed, way.toGo / stepSeconds));
    else walking.set(0, 0, 0);
    const options = {
      skin: settings.skin,
      maxSlope: (settings.slope * Math.PI) / 180,
      stepHeight: settings.step,
      snapDistance: settings.snap,
    };
    const low = this.wantsLow || (this.walk?.isLow === true && !way.isOver);
    const climb = course.isAtLadder(walker) ? climbSpeed(walking.z, walker.grounded) : null;
    walking.y = climb ?? 0;
    this.climbs = climb !== null;
    walker.step(course.world, walking, stepSeconds, options, { low, fly: this.climbs });
    course.pushCrates(walker.hits, stepSeconds);
    this.record();
    if (!wasOver && way.isOver) {
      this.outcome = way.gaveUp ? "stopped on its way" : "arrived";
      this.events.onEnd();
    }
    if (walker.position.y < lowest) this.events.onFall();
  }

  /** Extends the trail and reports new contacts. */
  private record(): void {
    const { walker, course, trail, lastTouched, events } = this;
    const { x, y, z } = walker.position;
    trail.push(x, y - walker.reach + 0.03, z);
    if (trail.length > 3 * mostTrail) trail.splice(0, 3);
    const ground = walker.ground ? course.nameOf(walker.ground.collider) : "none: in the air";
    if (ground !== this.groundName) events.onGround(ground);
    this.groundName = ground;
    for (const { collider } of walker.hits) {
      const last = lastTouched.get(collider) ?? Number.NEGATIVE_INFINITY;
      if (collider !== walker.ground?.collider && this.steps - last > stepsToForget) {
        events.onAgainst(course.nameOf(collider));
      }
      lastTouched.set(collider, this.steps);
    }
  }

  dispose(): void {
    this.walker.dispose();
    this.course.dispose();
  }
}

const walking = new Vector3();
