import { Box, Capsule, type Collider, ConvexHull, Cylinder, distance, init, type Shape, Sphere } from "hyperplane";
import { Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import {
  bodySize,
  crates,
  type Form,
  fastestCrate,
  type Piece,
  type Placed,
  type PlatformName,
  pieces,
  platforms,
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
};

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
  }
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
    for (const name of ["ferry", "lift", "disc"] as const) this.#platforms.set(name, this.#add(platforms[name], true));
    for (const piece of crates) this.#crates.set(this.#add(piece, true), [...piece.at]);
  }

  #add({ name, form, at, turn }: Piece, moves: boolean): Collider {
    const axis = turn?.axis === "x" ? ([1, 0, 0] as const) : ([0, 1, 0] as const);
    const { scale } = this.stage.frame;
    const collider = this.stage.add(shapeOf(form, scale), at, about(axis, turn?.angle ?? 0), moves);
    this.names.set(collider, name);
    return collider;
  }

  placeOf(name: PlatformName): Placed {
    return platforms[name].placeAt(this.#seconds);
  }

  advance(): void {
    this.#seconds += STEP;
    for (const [name, collider] of this.#platforms) {
      const { at, yaw } = this.placeOf(name);
      this.stage.move(collider, at, about([0, 1, 0], yaw));
    }
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

/** @returns whether it arrives, and where its feet are */
function walkAlong(walk: Walk, frame: Frame): { course: Course; arrives: boolean } {
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
  for (let step = 0; step < MOST_STEPS && !way.isOver; step++) {
    const where = `${walk.id}, step ${step}`;
    course.advance();
    const [before, ground] = [stage.feet, course.groundName];
    const isWalking = way.direction(new Vector3(...before), STEP, wanted);
    const speed = isWalking ? Math.min(SPEED, way.toGo / STEP) : 0;
    stage.character.setShape((walk.isLow && !way.isOver ? low : tall) as Capsule);
    // The origin of a low capsule is lower, the feet are where they were.
    const lowered = stage.character.shape === low ? (bodySize.height - bodySize.lowHeight) / 2 : 0;
    stage.step([speed * wanted.x, 0, speed * wanted.z]);
    const [fx, fy, fz] = stage.feet;
    const { character } = stage;
    // Grounded from the landing on.
    landed ||= character.grounded;
    if (landed) expect(character.grounded, where).toBe(true);
    expect(character.crushed, where).toBe(false);
    // No farther than asked and carried: the disc and the ferry are slower than 1.5 m/s.
    const grounds = [ground, course.groundName];
    const carried = grounds.includes("ferry") || grounds.includes("disc") ? 1.5 : 0;
    expect(Math.hypot(fx - before[0], fz - before[2]), where).toBeLessThan((speed + carried) * STEP + 2e-3);
    if (step % 10 === 0) {
      // Never sunk, never through.
      for (const collider of stage.world.colliders) {
        const { shape, position, quaternion } = character;
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
  return { course, arrives: way.isOver && !way.gaveUp };
}

describe.each(walks)("the walk $id of the page's course", (walk) => {
  it.each(frames.map((frame) => [frame.name, frame] as const))("%s", (_, frame) => {
    const { course, arrives } = walkAlong(walk, frame);
    const { stage } = course;
    const [ground, height, isExpected] = ends[walk.id] ?? ["", 0, false];
    const at = `at ${stage.feet}`;
    expect(arrives, at).toBe(isExpected);
    expect(course.groundName, at).toBe(ground);
    expect(Math.abs(stage.feet[1] - height), at).toBeLessThan(SKIN);
    if (walk.id === "crates") expect(course.placeOfCrate(0)[2]).toBeLessThan(1.3);
  });
});
