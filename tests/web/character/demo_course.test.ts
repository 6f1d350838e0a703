import {
  Box,
  Capsule,
  type Collider,
  ConvexHull,
  Cylinder,
  distance,
  init,
  type Shape,
  Sphere,
  TriangleMesh,
} from "hyperplane";
import { Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import {
  bodySize,
  climbSpeed,
  crates,
  type Form,
  fastestCrate,
  hoodThickness,
  type Piece,
  type Placed,
  type PlatformName,
  pieces,
  platformNames,
  platforms,
  type Triple,
} from "../../../web/demo/parts/course_data.js";
import { usualSettings, type Walk, walks } from "../../../web/demo/parts/mover_walks.js";
import { Way } from "../../../web/demo/parts/way.js";
import { about, type Frame, frames, SKIN, STEP, Stage } from "../support/character_frames.js";

/** The course that the page shows, walked in all directions of up, scaled and far out. */

beforeAll(() => init());

const REACH = bodySize.radius + bodySize.height / 2;
const { speed: SPEED } = usualSettings;
const MOST_STEPS = 1500;

/** Where each walk ends: on what, how high its feet are, and whether it arrives. */
const ends: Readonly<Record<string, readonly [ground: string, height: number, arrives: boolean]>> = {
  ramp: ["deck", 1.2, true],
  steep: ["floor", 0, false],
  stairs: ["deck", 1.2, true],
  tall: ["floor", 0, false],
  wall: ["floor", 0, false],
  corner: ["floor", 0, false],
  ceiling: ["floor", 0, false],
  crouch: ["floor", 0, true],
  crates: ["floor", 0, true],
  disc: ["floor", 0, true],
  ferry: ["second deck", 1.2, true],
  lift: ["tower", 3.2, true],
  swing: ["floor", 0, true],
  train: ["floor", 0, true],
  doors: ["floor", 0, true],
  ladder: ["loft", 2.2, true],
  piston: ["loft", 2.2, true],
};
/** On what each stands meanwhile. */
const rides: Readonly<Record<string, PlatformName>> = {
  disc: "disc",
  ferry: "ferry",
  lift: "lift",
  swing: "swing",
  train: "train",
  piston: "piston",
};
const axes = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

function shapeOf(form: Form, s: number): Shape {
  switch (form.kind) {
    case "box":
      return new Box(form.size[0] * s, form.size[1] * s, form.size[2] * s);
    case "cylinder":
      return new Cylinder(form.radius * s, form.height * s);
    case "ball":
      return new Sphere(form.radius * s);
    case "wedge": {
      const [x, y, z] = [(form.width / 2) * s, form.height * s, form.run * s];
      return new ConvexHull([-x, 0, 0, x, 0, 0, -x, 0, -z, x, 0, -z, -x, y, -z, x, y, -z]);
    }
    case "ladder":
      return new Box(form.size[0] * s, form.size[1] * s, form.size[2] * s);
    case "hood": {
      const [x, y, z] = form.size.map((size) => (size / 2) * s) as unknown as Triple;
      // A ring below and one above, counter-clockwise seen from above.
      const ring = [-1, 1].flatMap((up) => [x, up * y, z, x, up * y, -z, -x, up * y, -z, -x, up * y, z]);
      const sides = [0, 1, 2, 3].flatMap((i) => [i, (i + 1) % 4, ((i + 1) % 4) + 4, i, ((i + 1) % 4) + 4, i + 4]);
      return new TriangleMesh(ring, [...sides, 4, 5, 6, 4, 6, 7], { sides: "front", thickness: hoodThickness * s });
    }
  }
}

/** Where a point of a platform comes to between two of its places. */
function carried(name: PlatformName, from: Placed, to: Placed, point: Triple): Triple {
  const turn = to.angle - from.angle;
  const k = { x: 0, y: 1, z: 2 }[platforms[name].axis];
  const [i, j] = [(k + 1) % 3, (k + 2) % 3] as const;
  const local = point.map((p, n) => p - (from.at[n] ?? 0));
  const [u = 0, v = 0] = [local[i], local[j]];
  local[i] = u * Math.cos(turn) - v * Math.sin(turn);
  local[j] = u * Math.sin(turn) + v * Math.cos(turn);
  return local.map((p, n) => p + (to.at[n] ?? 0)) as unknown as Triple;
}

class Course {
  readonly stage: Stage;
  readonly names = new Map<Collider, string>();
  readonly #platforms = new Map<PlatformName, Collider>();
  readonly #crates = new Map<Collider, [x: number, y: number, z: number]>();
  #seconds = 0;

  constructor(frame: Frame) {
    this.stage = new Stage(frame, REACH);
    for (const piece of pieces) this.#add(piece, false);
    for (const name of platformNames) this.#platforms.set(name, this.#add(platforms[name], true));
    for (const piece of crates) this.#crates.set(this.#add(piece, true), [...piece.at]);
  }

  #add({ name, form, at, turn }: Piece, moves: boolean): Collider {
    const { scale } = this.stage.frame;
    const rotation = about(axes[turn?.axis ?? "y"], turn?.angle ?? 0);
    const collider = this.stage.add(shapeOf(form, scale), at, rotation, moves, form.kind === "ladder");
    this.names.set(collider, name);
    return collider;
  }

  placeOf(name: PlatformName): Placed {
    return platforms[name].placeAt(this.#seconds);
  }

  advance(): void {
    this.#seconds += STEP;
    for (const [name, collider] of this.#platforms) {
      const { at, angle } = this.placeOf(name);
      this.stage.move(collider, at, about(axes[platforms[name].axis], angle));
    }
  }

  /** Where the platforms within reach take a point of the frame in a step, at most how far. */
  push(point: Triple): number {
    const { character } = this.stage;
    const ways = Array.from(this.#platforms, ([name, { shape, position, quaternion }]) => {
      const gap = distance(character.shape, character, shape, { position, quaternion }).distance;
      if (gap > 0.3 * this.stage.frame.scale) return 0;
      const moved = carried(name, platforms[name].placeAt(this.#seconds - STEP), this.placeOf(name), point);
      return Math.hypot(...moved.map((p, n) => p - (point[n] ?? 0)));
    });
    return Math.max(...ways);
  }

  get isAtLadder(): boolean {
    const { character, world } = this.stage;
    const found = world.overlap(character.shape, character, { sensors: true });
    return found.some((collider) => this.names.get(collider) === "ladder");
  }

  pushCrates(): void {
    const { stage } = this;
    const { character, frame, world } = stage;
    const shift = (collider: Collider, by: { x: number; y: number; z: number }, share: number) => {
      const at = this.#crates.get(collider);
      if (at === undefined) return;
      const { origin } = frame;
      const [x, , z] = frame.inverse({ x: by.x + origin[0], y: by.y + origin[1], z: by.z + origin[2] });
      at[0] += share * x;
      at[2] += share * z;
      stage.move(collider, at);
    };
    for (const { collider, normal, speed } of character.hits) {
      // The normal has unit length in the world, and 1 / scale in the frame.
      const way = Math.min(speed / frame.scale, fastestCrate) * STEP;
      shift(collider, normal, -way * frame.scale);
    }
    for (let pass = 0; pass < 2; pass++) {
      world.update();
      for (const collider of this.#crates.keys()) shift(collider, world.separation(collider), 1);
    }
    world.update();
  }

  get groundName(): string | undefined {
    const { ground } = this.stage.character;
    return ground === null ? undefined : this.names.get(ground.collider);
  }

  placeOfCrate(index: number): readonly number[] {
    return [...this.#crates.values()][index] as number[];
  }
}

/** @returns the course after it, whether it arrives, on what it stood, and in how many steps it was crushed */
function walkAlong(walk: Walk, frame: Frame) {
  const course = new Course(frame);
  const { stage } = course;
  const { scale } = frame;
  const [tall, low] = [bodySize.height, bodySize.lowHeight].map((h) => new Capsule(bodySize.radius * scale, h * scale));
  const [x, z, height] = walk.from;
  stage.start(tall as Capsule, [x, height + 0.05, z]);
  const way = new Way();
  way.start(walk.legs(course));
  const wanted = new Vector3();
  let landed = false;
  let crushes = 0;
  const grounds = new Set<string | undefined>();
  for (let step = 0; step < MOST_STEPS && !way.isOver; step++) {
    const where = `${walk.id}, step ${step}`;
    course.advance();
    const before = stage.feet;
    const isWalking = way.direction(new Vector3(...before), STEP, wanted);
    const speed = isWalking ? Math.min(SPEED, way.toGo / STEP) : 0;
    stage.character.setShape((walk.isLow && !way.isOver ? low : tall) as Capsule);
    // The origin of a low capsule is lower, the feet are where they were.
    const lowered = stage.character.shape === low ? (bodySize.height - bodySize.lowHeight) / 2 : 0;
    const [along, forward] = isWalking ? [speed * wanted.x, speed * wanted.z] : [0, 0];
    const climb = course.isAtLadder ? climbSpeed(forward, stage.character.grounded) : null;
    const pushed = course.push(before);
    stage.step([along, climb ?? 0, forward], climb !== null);
    const [fx, fy, fz] = stage.feet;
    const { character } = stage;
    // Grounded from the landing on, but for the ladder.
    landed = (landed && climb === null) || character.grounded;
    if (landed) expect(character.grounded, where).toBe(true);
    grounds.add(course.groundName);
    if (character.crushed) crushes++;
    if (walk.id !== "doors") expect(character.crushed, where).toBe(false);
    // No farther than asked and carried or pushed.
    const moved = Math.hypot(fx - before[0], fz - before[2]);
    expect(moved, `${where} ${before} ${stage.feet}`).toBeLessThan(speed * STEP + pushed + 2e-3);
    if (step % 10 === 0) {
      // Never sunk, never through.
      for (const collider of stage.world.colliders) {
        const { shape, position, quaternion } = character;
        if (collider.sensor || (character.crushed && !collider.static)) continue;
        const gap = distance(shape, { position, quaternion }, collider.shape, collider).distance;
        expect(gap, `${where}: ${course.names.get(collider)}`).toBeGreaterThan(0.25 * SKIN * scale);
      }
      expect(fy + lowered, where).toBeGreaterThan(-SKIN);
    }
    course.pushCrates();
  }
  expect(stage.character.setShape(tall as Capsule)).toBe(true);
  for (let i = 0; i < 5; i++) {
    course.advance();
    stage.step([0, 0, 0]);
  }
  return { course, arrives: way.isOver && !way.gaveUp, grounds, crushes };
}

describe.each(walks)("the walk $id of the page's course", (walk) => {
  it.each(frames.map((frame) => [frame.name, frame] as const))("%s", (_, frame) => {
    const { course, arrives, grounds, crushes } = walkAlong(walk, frame);
    const { stage } = course;
    const [ground, height, isExpected] = ends[walk.id] ?? ["", 0, false];
    const at = `at ${stage.feet}`;
    expect(arrives, at).toBe(isExpected);
    expect(course.groundName, at).toBe(ground);
    expect(Math.abs(stage.feet[1] - height), at).toBeLessThan(SKIN);
    const ridden = rides[walk.id];
    if (ridden) expect(grounds.has(platforms[ridden].name)).toBe(true);
    if (walk.id === "doors") expect(crushes).toBeGreaterThan(30);
    if (walk.id === "crates") expect(course.placeOfCrate(0)[2]).toBeLessThan(1.3);
  });
});
