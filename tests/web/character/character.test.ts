import { Box, Capsule, Character, type Collider, HalfSpace, HyperplaneError, init, Sphere, World } from "hyperplane";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

beforeAll(() => init());

const STEP = 1 / 60;
const standing = () => new Capsule(0.3, 1.2);

let world: World;
let character: Character;

beforeEach(() => {
  world = new World();
  world.add({ shape: new Box(100, 2, 100), position: [0, -1, 0], static: true });
  character = new Character(world, { shape: standing(), position: [0, 0.91, 0] });
});

function run(steps: number, walk: readonly [number, number, number] = [0, 0, 0], fly = false) {
  for (let i = 0; i < steps; i++) {
    world.update();
    character.step(STEP, walk, { fly });
  }
}

describe("a character", () => {
  it("falls, lands and tells how hard", () => {
    character.position = [0, 20, 0];
    run(1);
    expect(character.grounded).toBe(false);
    expect(character.ground).toBeNull();
    expect(character.velocity.y).toBeCloseTo(-9.81 * STEP, 12);
    let speed = 0;
    while (!character.grounded) {
      run(1);
      speed = character.hits[0]?.speed ?? 0;
    }
    expect(speed).toBeCloseTo(Math.sqrt(2 * 9.81 * 19.1), 0);
    expect(character.ground?.normal).toEqual({ x: 0, y: 1, z: 0 });
    expect(character.ground?.velocity).toEqual({ x: 0, y: 0, z: 0 });
    expect(character.ground?.collider.index).toBe(0);
    expect(character.velocity).toEqual({ x: 0, y: 0, z: 0 });
  });

  it("jumps as high as its speed says, whatever the length of a step", () => {
    for (const step of [1 / 30, 1 / 60, 1 / 1000]) {
      run(2);
      expect(character.jump(5)).toBe(true);
      expect(character.velocity.y).toBe(5);
      let [highest, time] = [0, 0];
      do {
        character.step(step, [1, 0, 0]);
        if (!character.grounded) expect(character.jump(5)).toBe(false);
        highest = Math.max(highest, character.position.y - 0.91);
        time += step;
      } while (!character.grounded);
      expect(Math.abs(highest - 25 / (2 * 9.81))).toBeLessThan(9.81 * step * step);
      expect(Math.abs(time - 10 / 9.81)).toBeLessThan(2 * step);
    }
  });

  it("walks relative to what carries it, and ignores what points up", () => {
    run(2);
    run(60, [3, 10, 4]);
    expect(character.position.x).toBeCloseTo(3, 9);
    expect(character.position.z).toBeCloseTo(4, 9);
    expect(character.velocity.x).toBeCloseTo(3, 9);
    expect(character.velocity.z).toBeCloseTo(4, 9);
    expect(character.grounded).toBe(true);
  });

  it("flies without gravity", () => {
    run(60, [1, 2, 0], true);
    expect(character.position.y).toBeCloseTo(2.91, 9);
    expect(character.velocity).toEqual({ x: 1, y: 2, z: 0 });
    run(1);
    expect(character.velocity.y).toBeCloseTo(-9.81 * STEP, 9);
    run(200, [0, -2, 0], true);
    expect(character.grounded).toBe(true);
    expect(character.position.y).toBeCloseTo(0.91, 3);
  });

  it("is knocked into the air by a velocity, and keeps walking there", () => {
    run(2);
    const { x, y, z } = character.velocity;
    character.velocity = [x + 6, y + 4, z];
    run(12, [0, 0, 2]);
    expect(character.grounded).toBe(false);
    expect(character.position.x).toBeCloseTo(6 * 12 * STEP, 9);
    expect(character.position.z).toBeCloseTo(2 * 12 * STEP, 9);
    // Reading and setting it changes nothing.
    const same = character.velocity;
    character.velocity = same;
    run(1, [0, 0, 2]);
    expect(character.velocity.x).toBeCloseTo(6, 9);
    expect(character.velocity.z).toBeCloseTo(2, 9);
    // A wall takes the momentum, not only for one step.
    world.add({ shape: new Box(1, 10, 10), position: [3, 5, 0], static: true });
    run(30, [0, 0, 0]);
    expect(character.velocity.x).toBeCloseTo(0, 9);
  });

  it("crouches with its feet in place, and stands up only where there is room", () => {
    const collider = world.add({ shape: character.shape });
    character = new Character(world, { shape: character.shape, position: [0, 0.91, 0], collider });
    run(2);
    const [tall, low] = [character.shape, new Sphere(0.4)];
    expect(character.setShape(low)).toBe(true);
    expect(character.position.y).toBeCloseTo(0.41, 9);
    expect(collider.shape).toBe(low);
    expect(collider.position.y).toBe(character.position.y);
    world.add({ shape: new Box(4, 1, 4), position: [4, 1.6, 0], static: true });
    run(60, [4, 0, 0]);
    expect(character.position.x).toBeCloseTo(4, 6);
    const before = character.save();
    expect(character.setShape(tall)).toBe(false);
    expect(character.shape).toBe(low);
    expect(character.save()).toEqual(before);
    run(60, [4, 0, 0]);
    expect(character.setShape(tall)).toBe(true);
    expect(character.position.y).toBeCloseTo(0.91, 9);
    run(1);
    expect(character.grounded).toBe(true);
  });

  it("moves the collider that stands for it, which is not in its way", () => {
    const collider = world.add({ shape: character.shape, position: [50, 50, 50] });
    character = new Character(world, { shape: character.shape, position: [0, 0.91, 0], collider });
    expect(collider.position).toMatchObject({ x: 0, y: 0.91, z: 0 });
    run(30, [2, 0, 0]);
    expect(collider.position.x).toBe(character.position.x);
    expect(character.position.x).toBeCloseTo(1, 6);
    expect(world.touching.length).toBe(0);
    collider.remove();
    run(30, [2, 0, 0]);
    expect(character.position.x).toBeCloseTo(2, 6);
  });

  it("says what it met, and how fast, so that crates can be pushed", () => {
    const crate = world.add({ shape: new Box(1, 1, 1), position: [1.5, 0.5, 0] });
    character = new Character(world, { shape: standing(), position: [0, 0.91, 0], stepHeight: 0 });
    let speed = 0;
    for (let i = 0; i < 120; i++) {
      run(1, [2, 0, 0]);
      for (const hit of character.hits) {
        if (hit.collider !== crate) continue;
        expect(hit.normal.x).toBeCloseTo(-1, 6);
        speed = Math.max(speed, hit.speed);
        crate.position = { ...crate.position, x: crate.position.x + hit.speed * STEP };
      }
    }
    expect(speed).toBeCloseTo(2, 6);
    expect(crate.position.x).toBeGreaterThan(2.5);
    expect(character.position.x).toBeLessThan(crate.position.x - 0.8);
  });

  it("asks its filter, and stays as it was if that throws", () => {
    const wall = world.add({ shape: new Box(1, 4, 10), position: [2, 2, 0], static: true });
    let mode: "pass" | "hold" | "throw" = "hold";
    character = new Character(world, {
      shape: standing(),
      position: [0, 0.91, 0],
      filter(collider: Collider) {
        if (mode === "throw") throw new RangeError("mine");
        return mode === "hold" || collider !== wall;
      },
    });
    run(60, [3, 0, 0]);
    expect(character.position.x).toBeCloseTo(1.19, 3);
    mode = "throw";
    const before = character.save();
    expect(() => character.step(STEP, [3, 0, 0])).toThrow(RangeError);
    expect(character.save()).toEqual(before);
    mode = "pass";
    run(60, [3, 0, 0]);
    expect(character.position.x).toBeCloseTo(4.19, 3);
  });

  it("turns with its up direction", () => {
    const planet = new World();
    planet.add({ shape: new Sphere(10), static: true });
    character = new Character(planet, { shape: standing(), position: [0, 10.91, 0] });
    for (let i = 0; i < 600; i++) {
      const { x, y, z } = character.position;
      character.up = { x, y, z };
      // Along a great circle.
      const { x: ux, y: uy } = character.up;
      planet.update();
      character.step(STEP, [5 * uy, -5 * ux, 0]);
      expect(character.grounded).toBe(true);
      expect(Math.hypot(character.position.x, character.position.y)).toBeCloseTo(10.91, 1);
      const { x: qx, y: qy, z: qz, w: qw } = character.quaternion;
      expect(2 * (qx * qy - qw * qz)).toBeCloseTo(ux, 6);
      expect(1 - 2 * (qx * qx + qz * qz)).toBeCloseTo(uy, 6);
    }
    const { x, y } = character.position;
    expect(Math.atan2(x, y)).toBeCloseTo((((600 * STEP * 5) / 10 + Math.PI) % (2 * Math.PI)) - Math.PI, 0);
  });

  it("is the same after save and restore, also with JSON and after a rollback", () => {
    const lift = world.add({ shape: new Box(4, 0.4, 4), position: [0, 0.2, 0] });
    character.position = [0, 1.5, 0];
    const frame = (i: number) => {
      lift.setPose([Math.sin(i / 20), 0.4 + 0.2 * Math.sin(i / 13), 0], [0, Math.sin(i / 50), 0, Math.cos(i / 50)]);
      if (i % 60 === 50) character.jump(3);
      run(1, [Math.sin(i / 30), 0, Math.cos(i / 30)]);
    };
    for (let i = 0; i < 100; i++) frame(i);
    const snapshot = world.snapshot({ shapes: false });
    const saved: number[] = JSON.parse(JSON.stringify(Array.from(character.save())));
    const motion = world.motionAt(lift, [1, 0, 1]);
    for (let i = 100; i < 200; i++) frame(i);
    const later = character.save();
    world.rollback(snapshot);
    character.restore(saved);
    expect(world.motionAt(lift, [1, 0, 1])).toEqual(motion);
    expect(character.ground?.collider ?? lift).toBe(lift);
    for (let i = 100; i < 200; i++) frame(i);
    expect(character.save()).toEqual(later);
  });

  it("goes the mirrored way in a mirrored world, and twice the way in one of twice the size, to the bit", () => {
    const pathIn = (side: 1 | -1, scale: 1 | 2) => {
      const world = new World();
      const add = (size: readonly [number, number, number], [x, y, z]: readonly number[], turn = 0, moves = false) => {
        const [wide, high, deep] = size.map((number) => number * scale) as [number, number, number];
        const position = [side * scale * (x ?? 0), scale * (y ?? 0), scale * (z ?? 0)];
        const quaternion = [0, side * Math.sin(turn / 2), 0, Math.cos(turn / 2)];
        return world.add({ shape: new Box(wide, high, deep), position, quaternion, static: !moves });
      };
      add([40, 1, 40], [0, -0.5, 0]);
      add([1, 4, 20], [3, 2, 0], 0.3);
      add([1, 0.2, 3], [1, 0.1, -2], 0.5);
      const lift = add([2, 0.2, 2], [-1, 0.1, 2], 0, true);
      const lengths = { gravity: 9.81 * scale, skin: 0.01 * scale, stepHeight: 0.3 * scale, snapDistance: 0.3 * scale };
      const shape = new Capsule(0.3 * scale, 1.2 * scale);
      const walker = new Character(world, { shape, position: [0, 0.91 * scale, 0], ...lengths });
      return Array.from({ length: 200 }, (_, i) => {
        lift.position = [-side * scale, (0.1 + 0.5 * (1 - Math.cos(i / 20))) * scale, 2 * scale];
        world.update();
        walker.step(STEP, [side * scale * 2 * Math.sin(i / 30), 0, scale * 2 * Math.cos(i / 25)]);
        const { x, y, z } = walker.position;
        // Not -0.
        return [(side * x) / scale + 0, y / scale, z / scale];
      });
    };
    const path = pathIn(1, 1);
    expect(pathIn(-1, 1)).toEqual(path);
    expect(pathIn(1, 2)).toEqual(path);
    const heights = path.map(([, y]) => y ?? 0);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.15);
  });

  it("does nothing in a step of no time", () => {
    run(3, [1, 0, 0]);
    const before = character.save();
    character.step(0, [5, 0, 0]);
    expect(character.save()).toEqual(before);
  });
});

describe("wrong arguments of a character", () => {
  const code = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      return error instanceof HyperplaneError ? `${error.code}: ${error.message}` : error;
    }
    return "no error";
  };

  it("are errors that change nothing", () => {
    run(3, [1, 0, 0]);
    const before = character.save();
    const bad: [RegExp, () => unknown][] = [
      [/dt must be/, () => character.step(-1, [0, 0, 0])],
      [/dt must be/, () => character.step(Number.NaN, [0, 0, 0])],
      [/dt must be/, () => character.step("1" as never, [0, 0, 0])],
      [/walk/, () => character.step(1, [Number.NaN, 0, 0])],
      [/walk/, () => character.step(1, null as never)],
      [/walk/, () => character.step(1, [1e300, 0, 0])],
      [/there is no option/, () => character.step(1, [0, 0, 0], { flies: true } as never)],
      [/options.fly/, () => character.step(1, [0, 0, 0], { fly: 1 } as never)],
      [/speed must be/, () => character.jump(-1)],
      [/shape must be/, () => character.setShape({} as never)],
      [/position/, () => (character.position = [0, Number.POSITIVE_INFINITY, 0])],
      [/velocity/, () => (character.velocity = [0, Number.NaN, 0])],
      [/up/, () => (character.up = [0, 0, 0])],
      [/saved must be/, () => character.restore([1, 2, 3])],
      [/saved must be/, () => character.restore(before.map(() => Number.NaN))],
      [/shape: a half-space is no body/, () => character.restore(before, new HalfSpace())],
      [/saved must be/, () => character.restore(null as never)],
    ];
    for (const [message, call] of bad) {
      expect(code(call)).toMatch(/^invalid-argument: /);
      expect(code(call)).toMatch(message);
      expect(character.save()).toEqual(before);
    }
    expect(() => Object.assign(character.position, { x: 5 })).toThrow(TypeError);
  });

  it("are refused by the constructor", () => {
    const options = { shape: standing(), position: [0, 2, 0] } as const;
    const other = new World().add({ shape: standing() });
    const bad: [RegExp, object][] = [
      [/shape/, { shape: undefined }],
      [/position/, { position: undefined }],
      [/gravity/, { gravity: Number.NaN }],
      [/speed/, { speed: "fast" }],
      [/up/, { up: [0, 0, 0] }],
      [/quaternion/, { quaternion: [0, 0, 0, 0] }],
      [/collider/, { collider: other }],
      [/skin/, { skin: 0 }],
      [/there is no option/, { mass: 3 }],
    ];
    for (const [message, wrong] of bad) {
      expect(code(() => new Character(world, { ...options, ...wrong }))).toMatch(message);
    }
  });

  it("are disposed worlds and shapes", () => {
    run(3, [1, 0, 0]);
    const before = character.save();
    const { shape } = character;
    for (const object of [shape, world]) {
      object.dispose();
      for (const call of [() => character.step(STEP, [0, 0, 0]), () => character.setShape(new Sphere(0.2))]) {
        expect(code(call)).toMatch(/^disposed/);
        expect(character.save()).toEqual(before);
      }
    }
    // Numbers of its own.
    expect(character.grounded).toBe(true);
    expect(character.ground?.collider.removed).toBe(true);
    character.position = [1, 2, 3];
    expect(character.position).toEqual({ x: 1, y: 2, z: 3 });
  });

  it("are numbers of a state that was tampered with", () => {
    run(5);
    const saved = character.save();
    for (let i = 0; i < saved.length; i++) {
      for (const value of [1e300, -1, 0, 4294967295.5, 1e12]) {
        const forged = saved.slice();
        forged[i] = value;
        character.restore(forged);
        expect(code(() => character.step(STEP, [1, 0, 0]))).toMatch(/^(no error|invalid-argument)/);
        for (const number of character.save()) expect(number).not.toBeNaN();
      }
    }
  });
});
