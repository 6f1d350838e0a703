import {
  Box,
  type Collider,
  Compound,
  collide,
  distance,
  HeightField,
  init,
  intersects,
  moveAndSlide,
  Sphere,
  TriangleMesh,
  World,
} from "hyperplane";
import { Object3D } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";
import { setterOf } from "../support/setters.js";

/** What can be set on a collider while it lives. */

beforeAll(() => init());

const names = (world: World) => ({
  touching: world.touching.map(({ a, b }) => [a.index, b.index]),
  began: world.began.map(({ a, b }) => [a.index, b.index]),
  ended: world.ended.map(({ a, b }) => [a.index, b.index]),
  contacts: world.contacts.map(({ a, b }) => [a.index, b.index]),
});

/** Two unit boxes that overlap by 0.5 m. */
function pair(): { world: World; a: Collider; b: Collider } {
  const world = new World();
  const shape = new Box(1, 1, 1);
  const a = world.add({ shape });
  const b = world.add({ shape, position: [0.5, 0, 0] });
  world.update();
  return { world, a, b };
}

const NONE = { touching: [], began: [], ended: [], contacts: [] };
const BOTH = { ...NONE, touching: [[0, 1]], contacts: [[0, 1]] };

describe("a pose of a collider", () => {
  it("shows where it is, in one object", () => {
    const world = new World();
    const a = world.add({ shape: new Sphere(1), position: [1, 2, 3], quaternion: [0, 0, 3, 4] });
    const { position, quaternion } = a;
    expect({ ...position }).toEqual({ x: 1, y: 2, z: 3 });
    expect(quaternion.z).toBeCloseTo(0.6, 7);
    expect(Object.keys(quaternion)).toEqual(["x", "y", "z", "w"]);
    a.setPose([4, 5, 6]);
    expect([position.x, position.y, position.z]).toEqual([4, 5, 6]);
    world.positions[1] = 9;
    expect(position.y).toBe(9);
    expect(a.position).toBe(position);
    expect(a.quaternion).toBe(quaternion);
    expect(JSON.parse(JSON.stringify(position))).toEqual({ x: 4, y: 9, z: 6 });
    // Rows move when others are added.
    for (let i = 0; i < 1000; i++) world.add({ shape: a.shape, position: [i, 100, 0] });
    expect([position.x, position.y, position.z]).toEqual([4, 9, 6]);
  });

  it("is set as a whole like setPose, and by coordinates like a row", () => {
    const world = new World();
    const a = world.add({ shape: new Box(1, 1, 4) });
    a.position = { x: 10, y: 0, z: 0 };
    expect(world.raycast([0, 0, 0], [1, 0, 0])?.distance).toBe(9.5);
    a.quaternion = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    expect(world.raycast([0, 0, 0], [1, 0, 0])?.distance).toBeCloseTo(8, 5);
    expect(a.position.x).toBe(10);
    a.position.x = 20;
    expect([world.positions[0], world.raycast([0, 0, 0], [1, 0, 0])?.distance.toFixed(3)]).toEqual([20, "8.000"]);
    world.refit();
    expect(world.raycast([0, 0, 0], [1, 0, 0])?.distance).toBeCloseTo(18, 5);
    a.quaternion.y = 0;
    world.update();
    expect(world.raycast([0, 0, 0], [1, 0, 0])?.distance).toBe(19.5);
    const object = new Object3D();
    object.position.copy(a.position);
    object.quaternion.copy(a.quaternion as typeof object.quaternion);
    expect(object.position.x).toBe(20);
  });

  it("makes a collider a pose", () => {
    const random = new Random(7);
    const world = new World();
    const colliders = Array.from({ length: 20 }, () => {
      const shape =
        random.number(0, 1) < 0.5 ? new Sphere(random.number(0.2, 1)) : new Box(1, random.number(0.2, 1), 0.5);
      return world.add({ shape, position: random.vector(1.5), quaternion: [...random.vector(1), 1] });
    });
    world.update();
    const plain = ({ position: { x, y, z }, quaternion: q }: Collider) => ({
      position: [x, y, z],
      quaternion: [q.x, q.y, q.z, q.w],
    });
    let touching = 0;
    for (const a of colliders) {
      expect(world.overlap(a.shape, a)).toContain(a);
      expect(world.overlap(a.shape, a, { exclude: a }).sort(byRow)).toEqual(world.touchingOf(a).sort(byRow));
      for (const b of colliders) {
        if (a === b) continue;
        expect(collide(a.shape, a, b.shape, b)).toEqual(collide(a.shape, plain(a), b.shape, plain(b)));
        expect(distance(a.shape, a, b.shape, b)).toEqual(distance(a.shape, plain(a), b.shape, plain(b)));
        touching += Number(intersects(a.shape, a, b.shape, b));
      }
    }
    expect(touching).toBe(2 * world.touching.count);
    expect(touching).toBeGreaterThan(20);
  });

  it("takes nothing that is wrong", () => {
    const { world, a } = pair();
    const before = world.hash();
    const wrong: [() => unknown, string][] = [
      [() => (a.position = [1, Number.NaN, 2]), "position[1] must be a finite number, got NaN"],
      [() => (a.position = undefined as never), "position must be an object with x, y and z"],
      [() => (a.quaternion = [0, 0, 0, 0]), "quaternion must not be zero"],
      [() => (a.quaternion = undefined as never), "quaternion must be an object with x, y, z and w"],
      [() => (a.position.x = Number.POSITIVE_INFINITY), "position.x must be a finite number, got Infinity"],
      [() => (a.position.y = "3" as never), 'position.y must be a finite number, got the string "3"'],
      [() => (a.quaternion.w = null as never), "quaternion.w must be a finite number, got null"],
      [() => (a.position.z = {} as never), "position.z must be a finite number, got an object"],
    ];
    for (const [call, message] of wrong) expect(complaintOf(call)).toContain(`invalid-argument: ${message}`);
    world.update();
    expect(world.hash()).not.toBe("");
    expect(names(world)).toEqual(BOTH);
    const { position } = a;
    const get = Object.getOwnPropertyDescriptor(position, "x")?.get as () => number;
    expect(complaintOf(() => get.call({}))).toContain("must be called on a LiveRow");
    expect(() => Object.assign(position, { extra: 1 })).toThrow(TypeError);
    expect(before).toHaveLength(16);
    a.remove();
    for (const call of [() => position.x, () => (position.x = 1), () => (a.position = [0, 0, 0])]) {
      expect(complaintOf(call)).toBe("disposed: the collider has been removed");
    }
    world.dispose();
    expect(complaintOf(() => position.x)).toBe("disposed: the world has been disposed of");
  });
});

const byRow = (a: Collider, b: Collider) => a.index - b.index;

describe("a collider that is not enabled", () => {
  it("is in nothing, and comes back where its row is", () => {
    const { world, a, b } = pair();
    expect(names(world)).toEqual({ ...BOTH, began: [[0, 1]] });
    b.enabled = false;
    expect([b.enabled, b.removed, world.size, world.at(1) === b]).toEqual([false, false, 2, true]);
    expect(world.contactsOf(a)).toEqual([]);
    expect(world.touchingOf(a)).toEqual([]);
    expect(world.separation(a)).toEqual({ x: 0, y: 0, z: 0 });
    const ball = new Sphere(0.2);
    const seen = () => [
      world.raycast([5, 0, 0], [-1, 0, 0])?.collider.index,
      world.raycastAll([5, 0, 0], [-1, 0, 0]).length,
      world.raycastBatch(Float64Array.of(5, 0, 0, -1, 0, 0)).colliders[0],
      world.overlap(ball, { position: [0.9, 0, 0] }).length,
      world.closest([5, 0, 0])?.collider.index,
      world.castShape(ball, { from: { position: [5, 0, 0] }, to: {} })?.collider.index,
      moveAndSlide(world, ball, { position: [5, 0, 0] }, [-5, 0, 0]).hits[0]?.collider.index,
    ];
    expect(seen()).toEqual([0, 1, 0, 0, 0, 0, 0]);
    world.update();
    expect(names(world)).toEqual({ ...NONE, ended: [[0, 1]] });
    expect(world.bounds()[6]).toBeNaN();
    b.setPose([3, 0, 0]);
    world.positions[3 * b.index] = 0.75;
    world.update();
    expect(names(world)).toEqual(NONE);
    b.enabled = true;
    expect(world.raycast([5, 0, 0], [-1, 0, 0])).toMatchObject({ collider: b, distance: 3.75 });
    expect(seen()).toEqual([1, 2, 1, 1, 1, 1, 1]);
    world.update();
    expect(names(world)).toEqual({ ...BOTH, began: [[0, 1]] });
    b.enabled = false;
    b.enabled = true;
    world.update();
    expect(names(world)).toEqual(BOTH);
  });

  it("may be added so, and is one more in a snapshot and a hash", () => {
    const world = new World();
    const shape = new Box(1, 1, 1);
    const a = world.add({ shape });
    const spare = world.add({ shape, position: [0.5, 0, 0], enabled: false });
    world.update();
    expect(names(world)).toEqual(NONE);
    const hash = world.hash();
    const bytes = world.snapshot();
    const copy = World.restore(bytes);
    expect([copy.hash(), copy.at(1)?.enabled, copy.at(0)?.enabled]).toEqual([hash, false, true]);
    spare.enabled = true;
    expect(world.hash()).not.toBe(hash);
    world.update();
    expect(world.touchingOf(a)).toEqual([spare]);
    world.rollback(bytes);
    expect([world.hash(), spare.enabled]).toEqual([hash, false]);
    world.update();
    copy.update();
    expect(world.hash()).toBe(copy.hash());
    spare.remove();
    expect([spare.removed, world.size]).toEqual([true, 1]);
  });

  it("stays out when the pose in its row is none", () => {
    const { world, b } = pair();
    b.enabled = false;
    world.positions[3 * b.index] = Number.NaN;
    expect(complaintOf(() => (b.enabled = true))).toBe("invalid-argument: the pose in the collider's row is wrong");
    expect(b.enabled).toBe(false);
    b.setPose([0.5, 0, 0]);
    b.enabled = true;
    expect(world.overlap(b.shape, b)).toHaveLength(2);
  });
});

describe("the kind of a collider", () => {
  it("is set with effect", () => {
    const { world, a, b } = pair();
    a.static = true;
    world.update();
    expect([names(world), a.static]).toEqual([BOTH, true]);
    b.static = true;
    world.update();
    expect(names(world)).toEqual({ ...NONE, ended: [[0, 1]] });
    a.static = false;
    world.update();
    expect(names(world)).toEqual({ ...BOTH, began: [[0, 1]] });
    b.sensor = true;
    expect(world.raycast([5, 0, 0], [-1, 0, 0])?.collider).toBe(a);
    expect(world.raycast([5, 0, 0], [-1, 0, 0], { sensors: true })?.collider).toBe(b);
    world.update();
    expect(names(world)).toEqual({ ...BOTH, contacts: [] });
    b.sensor = false;
    world.update();
    expect(names(world)).toEqual(BOTH);
    b.static = false;
    b.continuous = true;
    b.setPose([8, 0, 0]);
    world.update();
    b.setPose([-8, 0, 0]);
    world.update();
    expect(world.impacts.toArray()).toMatchObject([{ a: b, b: a }]);
    b.continuous = false;
    b.setPose([8, 0, 0]);
    world.update();
    expect(world.impacts.count).toBe(0);
  });

  it("is that of a snapshot after it, and survives a rollback", () => {
    const { world, a, b } = pair();
    const before = world.snapshot();
    const hash = world.hash();
    a.static = true;
    b.sensor = true;
    b.continuous = true;
    const changed = world.hash();
    expect(changed).not.toBe(hash);
    const after = world.snapshot();
    const copy = World.restore(after);
    expect(copy.hash()).toBe(changed);
    expect([copy.at(0)?.static, copy.at(1)?.sensor, copy.at(1)?.continuous]).toEqual([true, true, true]);
    for (const each of [world, copy]) each.update();
    expect(copy.hash()).toBe(world.hash());
    world.rollback(before);
    expect([world.hash(), a.static, b.sensor, b.continuous]).toEqual([hash, false, false, false]);
    world.rollback(after);
    expect([world.hash(), a.static, b.sensor, b.continuous]).toEqual([changed, true, true, true]);
  });

  it("takes true and false only", () => {
    const { world, a } = pair();
    const hash = world.hash();
    for (const name of ["static", "sensor", "continuous", "enabled"] as const) {
      for (const value of [1, "true", null, undefined, {}]) {
        expect(complaintOf(() => (a[name] = value as never))).toContain(
          `invalid-argument: ${name} must be true or false`,
        );
      }
    }
    expect(world.hash()).toBe(hash);
    expect(complaintOf(() => ((a as { index: number }).index = 3))).toContain("index cannot be set");
    expect(complaintOf(() => ((a as { removed: boolean }).removed = true))).toContain("use collider.remove()");
    a.remove();
    for (const name of ["static", "sensor", "continuous", "enabled"] as const) {
      expect(complaintOf(() => (a[name] = true))).toBe("disposed: the collider has been removed");
    }
    expect(complaintOf(() => (a.shape = new Sphere(1)))).toBe("disposed: the collider has been removed");
    a.remove();
    expect([a.removed, world.size]).toEqual([true, 1]);
    for (const name of ["shape", "static", "sensor", "continuous", "enabled", "position", "quaternion"]) {
      expect(complaintOf(() => setterOf(a, name).call({}, true))).toContain("must be called on a Collider");
    }
  });
});

describe("the shape of a collider", () => {
  it("is set with effect", () => {
    const { world, a, b } = pair();
    const ball = new Sphere(0.25);
    a.shape = ball;
    expect([a.shape, world.raycast([-5, 0, 0], [1, 0, 0])?.distance]).toEqual([ball, 4.75]);
    ball.dispose();
    world.update();
    expect(names(world)).toEqual(BOTH);
    b.position.x = 1;
    world.update();
    expect(names(world)).toEqual({ ...NONE, ended: [[0, 1]] });
    a.shape = new Box(1.5, 1, 1);
    world.update();
    expect(names(world)).toEqual({ ...BOTH, began: [[0, 1]] });
    expect(world.contacts.at(0)?.depth).toBe(0.25);
  });

  it("may become concave and back, and is followed by snapshots at once", () => {
    const world = new World();
    const ground = world.add({ shape: new Box(4, 0.2, 4), static: true });
    const body = world.add({ shape: new Sphere(0.5), position: [0.1, 0.5, 0.3] });
    world.update();
    const flat = new TriangleMesh([-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2], [0, 1, 2, 0, 2, 3]);
    const two = new Compound([
      { shape: new Box(2, 0.2, 4), position: [-1, 0, 0] },
      { shape: new Box(2, 0.2, 4), position: [1, 0, 0] },
    ]);
    const field = new HeightField([0, 0, 0, 0], { columns: 2, rows: 2, width: 4, depth: 4 });
    const plate = new Box(4, 0.2, 4);
    const heights: string[] = [];
    for (const shape of [flat, two, field, flat, plate, two, plate]) {
      ground.shape = shape;
      // Contacts of the last update name parts and triangles of the former shape.
      const bytes = world.snapshot();
      const copy = World.restore(bytes);
      expect(copy.hash()).toBe(world.hash());
      world.update();
      copy.update();
      expect(copy.hash()).toBe(world.hash());
      expect(world.touching.count).toBe(1);
      heights.push(world.raycast([0.5, 5, 0], [0, -1, 0], { exclude: body })?.point.y.toFixed(6) ?? "");
      const now = world.hash();
      world.rollback(bytes);
      expect(ground.shape).toBe(shape);
      world.update();
      expect(world.hash()).toBe(now);
    }
    expect(heights).toEqual(["0.000000", "0.100000", "0.000000", "0.000000", "0.100000", "0.100000", "0.100000"]);
    flat.setVertices([-2, 1, -2, -2, 1, 2, 2, 1, 2, 2, 1, -2]);
    world.update();
    expect(world.raycast([0.5, 5, 0], [0, -1, 0], { exclude: body })?.point.y).toBeCloseTo(0.1, 9);
    ground.shape = flat;
    world.update();
    flat.setVertices([-2, -1, -2, -2, -1, 2, 2, -1, 2, 2, -1, -2]);
    world.update();
    expect(world.raycast([0.5, 5, 0], [0, -1, 0], { exclude: body })?.point.y).toBeCloseTo(-1, 9);
  });

  it("may become another while disabled, and is followed by snapshots at once", () => {
    const plate = new Box(4, 0, 4);
    const flat = new TriangleMesh([-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2], [0, 1, 2, 0, 2, 3]);
    for (const [former, later] of [
      [plate, flat],
      [flat, plate],
    ] as const) {
      const world = new World();
      const ground = world.add({ shape: former });
      world.add({ shape: new Sphere(0.5), position: [0.1, 0.45, 0.3] });
      world.update();
      ground.enabled = false;
      ground.shape = later;
      const copy = World.restore(world.snapshot());
      expect(copy.hash()).toBe(world.hash());
      world.update();
      copy.update();
      expect(copy.hash()).toBe(world.hash());
    }
  });

  it("is brought back by a rollback to a snapshot without shapes while that is held", () => {
    const { world, a } = pair();
    const former = a.shape;
    const hash = world.hash();
    const bytes = world.snapshot({ shapes: false });
    for (const { index } of world.colliders) (world.at(index) as Collider).shape = new Sphere(1);
    world.update();
    world.rollback(bytes);
    expect([a.shape, world.hash()]).toEqual([former, hash]);
  });

  it("takes shapes only", () => {
    const { world, a } = pair();
    const hash = world.hash();
    const gone = new Sphere(1);
    gone.dispose();
    expect(complaintOf(() => (a.shape = gone))).toBe("disposed: shape is a sphere that has been disposed of");
    for (const value of [null, undefined, 3, {}, "box", Sphere]) {
      expect(complaintOf(() => (a.shape = value as never))).toContain("invalid-argument: shape must be a shape");
    }
    expect(world.hash()).toBe(hash);
    expect(a.shape.type).toBe("box");
  });
});

describe("removing", () => {
  it("works from the collider and for all", () => {
    const { world, a, b } = pair();
    a.remove();
    expect([a.removed, world.size]).toEqual([true, 1]);
    world.update();
    expect(names(world)).toEqual({ ...NONE, ended: [[0, 1]] });
    const c = world.add({ shape: b.shape, position: [0.5, 0.5, 0], enabled: false });
    world.clear();
    expect([b.removed, c.removed, world.size, [...world.colliders]]).toEqual([true, true, 0, []]);
    world.clear();
    world.update();
    expect(names(world)).toEqual(NONE);
    const d = world.add({ shape: b.shape });
    const e = world.add({ shape: b.shape });
    world.update();
    expect(world.touchingOf(d)).toEqual([e]);
    world.clear();
    expect(world.touching.count).toBe(1);
    world.update();
    expect(world.ended.count).toBe(1);
    world.dispose();
    expect(complaintOf(() => world.clear())).toContain("disposed");
    expect(complaintOf(() => World.prototype.clear.call({}))).toContain("world must be a World");
  });
});
