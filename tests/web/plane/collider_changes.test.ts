import { Sphere, init as startSpace } from "hyperplane";
import {
  Chain,
  Circle,
  type Collider,
  Compound,
  collide,
  distance,
  init,
  moveAndSlide,
  Polygon,
  Rectangle,
  type Shape,
  World,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";
import { setterOf } from "../support/setters.js";

/** What can be set on a collider of the plane while it lives. */

beforeAll(() => Promise.all([init(), startSpace()]));

/** Rows, of all lists of a world's last update. */
function listed(world: World) {
  const rows = ({ a, b }: { a: Collider; b: Collider }) => `${a.index}-${b.index}`;
  return [world.touching, world.began, world.ended, world.contacts].map((list) => list.map(rows).join(" "));
}

/** Two overlapping discs of radius 1 m, and one far away. */
function discs() {
  const world = new World();
  const disc = new Circle(1);
  const [left, right, far] = [0, 1.5, 40].map((x) => world.add({ shape: disc, position: [x, 0] })) as [
    Collider,
    Collider,
    Collider,
  ];
  world.update();
  return { world, disc, left, right, far };
}

const TOUCHING = ["0-1", "", "", "0-1"];

describe("a pose of a collider of the plane", () => {
  it("shows its row, and writes it", () => {
    const { world, left, disc } = discs();
    const { position } = left;
    left.setPose([1, 2], 3);
    expect([{ ...position }, left.angle]).toEqual([{ x: 1, y: 2 }, 3]);
    world.positions[1] = -7;
    world.angles[0] = 0.5;
    expect([position.y, left.angle, left.position === position]).toEqual([-7, 0.5, true]);
    // Rows move when others are added.
    for (let i = 0; i < 500; i++) world.add({ shape: disc, position: [i, 50] });
    expect([position.x, position.y, left.angle]).toEqual([1, -7, 0.5]);
    left.position = { x: -20, y: 0 };
    expect([left.angle, world.raycast([-25, 0], [1, 0])?.distance]).toEqual([0.5, 4]);
    left.position.x = -21;
    expect([world.positions[0], world.raycast([-25, 0], [1, 0])?.distance]).toEqual([-21, 4]);
    world.refit();
    expect(world.raycast([-25, 0], [1, 0])?.distance).toBe(3);
    left.shape = new Rectangle(4, 1);
    left.angle = Math.PI / 2;
    expect(world.raycast([-25, 0], [1, 0])?.distance).toBeCloseTo(3.5, 9);
    expect([...world.positions.subarray(0, 2)]).toEqual([-21, 0]);
  });

  it("makes a collider a pose", () => {
    const random = new Random(11);
    const world = new World();
    const shapes = [new Circle(0.6), new Rectangle(1, 0.4), new Polygon([0, 0, 2, 0, 2, 1, 1, 0.4, 0, 1])];
    const colliders = Array.from({ length: 24 }, (_, i) => {
      const position = [random.number(-2, 2), random.number(-2, 2)];
      return world.add({ shape: shapes[i % 3] as Shape, position, angle: random.number(-3, 3) });
    });
    world.update();
    let touching = 0;
    for (const a of colliders) {
      expect(world.overlap(a.shape, a, { exclude: a })).toEqual(world.touchingOf(a));
      expect(world.contactsOf(a)).toEqual(
        world.contacts.toArray().filter((contact) => contact.a === a || contact.b === a),
      );
      touching += world.touchingOf(a).length;
      for (const b of colliders) {
        if (a === b) continue;
        const pose = { position: [b.position.x, b.position.y], angle: b.angle };
        expect(collide(a.shape, a, b.shape, b)).toEqual(collide(a.shape, a, b.shape, pose));
        expect(distance(a.shape, a, b.shape, b)).toEqual(distance(a.shape, a, b.shape, pose));
      }
    }
    expect(touching).toBe(2 * world.touching.count);
    expect(touching).toBeGreaterThan(40);
  });

  it("takes nothing that is wrong", () => {
    const { world, left } = discs();
    const hash = world.hash();
    const wrong: [() => unknown, string][] = [
      [() => (left.position = [Number.NaN, 2]), "position[0] must be a finite number, got NaN"],
      [() => (left.position = null as never), "position must be an object with x and y"],
      [() => (left.angle = undefined as never), "angle must be a number, got undefined"],
      [() => (left.angle = "1" as never), 'angle must be a number, got the string "1"'],
      [() => (left.angle = Number.NaN), "angle must be a finite number"],
      [() => (left.angle = 1e7), "angle must be a finite number"],
      [() => (left.position.x = Number.NEGATIVE_INFINITY), "position.x must be a finite number, got -Infinity"],
      [() => (left.position.y = {} as never), "position.y must be a finite number, got an object"],
    ];
    for (const [call, message] of wrong) expect(complaintOf(call)).toContain(`invalid-argument: ${message}`);
    expect(world.hash()).toBe(hash);
    const { position } = left;
    left.remove();
    const gone = [() => position.x, () => left.angle, () => (left.angle = 1), () => (left.position = [0, 0])];
    for (const call of gone) expect(complaintOf(call)).toBe("disposed: the collider has been removed");
    world.dispose();
    expect(complaintOf(() => position.x)).toBe("disposed: the world has been disposed of");
  });
});

describe("a collider of the plane that is not enabled", () => {
  /** The colliders that each query meets on the way from the right to the left. */
  function met(world: World): (number | undefined)[] {
    const probe = new Circle(0.1);
    const from = { position: [9, 0] };
    return [
      world.raycast([9, 0], [-1, 0]),
      world.raycastAll([9, 0], [-1, 0])[0],
      { collider: { index: world.raycastBatch(Float64Array.of(9, 0, -1, 0)).colliders[0] } },
      world.castShape(probe, { from, to: {} }),
      world.closest([9, 0]),
      moveAndSlide(world, probe, from, [-9, 0]).hits[0],
      { collider: world.overlap(probe, { position: [0.9, 0] }).at(-1) },
    ].map((answer) => answer?.collider?.index);
  }

  it("is in nothing, and comes back where its row is", () => {
    const { world, left, right } = discs();
    expect(listed(world)).toEqual(["0-1", "0-1", "", "0-1"]);
    expect(new Set(met(world))).toEqual(new Set([1]));
    right.enabled = false;
    expect([right.enabled, right.removed, world.size, world.at(1)]).toEqual([false, false, 3, right]);
    expect([world.contactsOf(left), world.touchingOf(left), world.separation(left)]).toEqual([[], [], { x: 0, y: 0 }]);
    expect(new Set(met(world))).toEqual(new Set([0]));
    world.update();
    expect(listed(world)).toEqual(["", "", "0-1", ""]);
    // Moved meanwhile, both ways.
    right.setPose([3, 0]);
    world.positions[2] = 1.25;
    world.update();
    expect(listed(world)).toEqual(["", "", "", ""]);
    right.enabled = true;
    expect(world.raycast([9, 0], [-1, 0])).toMatchObject({ collider: right, distance: 6.75 });
    expect(new Set(met(world))).toEqual(new Set([1]));
    world.update();
    expect(listed(world)).toEqual(["0-1", "0-1", "", "0-1"]);
    right.enabled = false;
    right.enabled = true;
    world.update();
    expect(listed(world)).toEqual(TOUCHING);
  });

  it("may be added so, and is so in a snapshot, a hash and after a rollback", () => {
    const { world, disc, right } = discs();
    const spare = world.add({ shape: disc, position: [2, 0], enabled: false });
    world.update();
    expect(listed(world)).toEqual(TOUCHING);
    const hash = world.hash();
    const bytes = world.snapshot();
    const copy = World.restore(bytes);
    expect([copy.hash(), copy.size, copy.at(3)?.enabled, copy.at(0)?.enabled]).toEqual([hash, 4, false, true]);
    spare.enabled = true;
    expect(world.hash()).not.toBe(hash);
    world.update();
    expect(world.touchingOf(spare)).toEqual([world.at(0), right]);
    world.rollback(bytes);
    expect([world.hash(), spare.enabled]).toEqual([hash, false]);
    for (const each of [world, copy]) {
      (each.at(3) as Collider).enabled = true;
      (each.at(1) as Collider).enabled = false;
      each.update();
    }
    expect(world.hash()).toBe(copy.hash());
    expect(listed(world)[0]).toBe("0-3");
    spare.remove();
    expect([spare.removed, world.size]).toEqual([true, 3]);
  });

  it("stays out when its row holds no pose", () => {
    const { world, right } = discs();
    right.enabled = false;
    world.angles[right.index] = Number.NaN;
    expect(complaintOf(() => (right.enabled = true))).toBe("invalid-argument: the pose in the collider's row is wrong");
    expect([right.enabled, world.raycastAll([9, 0], [-1, 0]).length]).toEqual([false, 1]);
    right.angle = 0;
    right.enabled = true;
    expect(world.overlap(right.shape, right)).toHaveLength(2);
  });
});

describe("the kind of a collider of the plane", () => {
  it("is set with effect", () => {
    const { world, left, right } = discs();
    left.static = true;
    world.update();
    expect(listed(world)).toEqual(TOUCHING);
    right.static = true;
    world.update();
    expect(listed(world)).toEqual(["", "", "0-1", ""]);
    right.static = false;
    right.sensor = true;
    world.update();
    expect(listed(world)).toEqual(["0-1", "0-1", "", ""]);
    expect(world.raycast([9, 0], [-1, 0])?.collider).toBe(left);
    expect(world.raycast([9, 0], [-1, 0], { sensors: true })?.collider).toBe(right);
    right.sensor = false;
    right.continuous = true;
    right.setPose([9, 0]);
    world.update();
    right.setPose([-9, 0]);
    world.update();
    expect(world.impacts.toArray()).toMatchObject([{ a: right, b: left }]);
    right.continuous = false;
    right.setPose([9, 0]);
    world.update();
    expect(world.impacts.count).toBe(0);
  });

  it("is that of a snapshot after it, and survives a rollback", () => {
    const { world, left, right } = discs();
    const kinds = ({ static: isStatic, sensor, continuous, enabled }: Collider) => [
      isStatic,
      sensor,
      continuous,
      enabled,
    ];
    const before = { bytes: world.snapshot(), hash: world.hash() };
    left.static = true;
    right.sensor = true;
    right.continuous = true;
    const after = { bytes: world.snapshot(), hash: world.hash() };
    expect(after.hash).not.toBe(before.hash);
    const copy = World.restore(after.bytes);
    expect([0, 1].map((row) => kinds(copy.at(row) as Collider))).toEqual([kinds(left), kinds(right)]);
    world.rollback(before.bytes);
    expect([world.hash(), kinds(left), kinds(right)]).toEqual([
      before.hash,
      [false, false, false, true],
      [false, false, false, true],
    ]);
    world.rollback(after.bytes);
    expect([world.hash(), kinds(left), kinds(right)]).toEqual([
      after.hash,
      [true, false, false, true],
      [false, true, true, true],
    ]);
  });

  it("takes true and false only, of a collider that is there", () => {
    const { world, left } = discs();
    const hash = world.hash();
    const kinds = ["static", "sensor", "continuous", "enabled"] as const;
    for (const name of kinds) {
      for (const value of [1, "true", null, undefined, {}]) {
        expect(complaintOf(() => (left[name] = value as never))).toContain(`${name} must be true or false`);
      }
    }
    expect(complaintOf(() => world.add({ shape: left.shape, enabled: 1 as never }))).toContain(
      "options.enabled must be",
    );
    expect(complaintOf(() => world.contactsOf({} as never))).toContain("collider must be a collider");
    expect(complaintOf(() => new World().touchingOf(left))).toContain("collider is a collider of another world");
    expect(world.hash()).toBe(hash);
    for (const name of [...kinds, "shape", "position", "angle"]) {
      expect(complaintOf(() => setterOf(left, name).call({}, true))).toContain("must be called on a Collider");
    }
    left.remove();
    for (const name of kinds) {
      expect(complaintOf(() => (left[name] = true))).toBe("disposed: the collider has been removed");
    }
    expect(complaintOf(() => (left.shape = new Circle(1)))).toBe("disposed: the collider has been removed");
    expect(complaintOf(() => world.touchingOf(left))).toContain(
      "disposed: collider is a collider that has been removed",
    );
  });
});

describe("the shape of a collider of the plane", () => {
  it("is set with effect, and held", () => {
    const { world, left, right } = discs();
    const small = new Circle(0.25);
    left.shape = small;
    small.dispose();
    expect([left.shape, world.raycast([-9, 0], [1, 0])?.distance]).toEqual([small, 8.75]);
    world.update();
    expect(listed(world)).toEqual(["", "", "0-1", ""]);
    left.shape = new Rectangle(1.5, 1);
    world.update();
    expect(listed(world)).toEqual(["0-1", "0-1", "", "0-1"]);
    expect(world.contactsOf(right)[0]?.depth).toBe(0.25);
  });

  it("may become concave and back, and is followed by snapshots at once", () => {
    const world = new World();
    const ground = world.add({ shape: new Rectangle(6, 0.2), static: true });
    const body = world.add({ shape: new Circle(0.5), position: [0.3, 0.55] });
    world.update();
    const plate = new Rectangle(6, 0.2);
    const half = new Rectangle(3, 0.2);
    const shapes = [
      new Chain([-3, 0.05, 3, 0.05]),
      new Compound([
        { shape: half, position: [-1.5, 0] },
        { shape: half, position: [1.5, 0] },
      ]),
      new Polygon([-3, -1, 3, -1, 3, 0.1, 0.4, 0.1, 0.2, -0.2, 0, 0.1, -3, 0.1]),
      plate,
    ];
    for (const shape of [...shapes, ...shapes.reverse()]) {
      ground.shape = shape;
      // Contacts of the last update name parts of the former shape.
      const bytes = world.snapshot();
      const copy = World.restore(bytes);
      expect(copy.hash()).toBe(world.hash());
      for (const each of [world, copy]) each.update();
      expect(copy.hash()).toBe(world.hash());
      expect(world.touchingOf(ground)).toEqual([body]);
      const top = world.raycast([-2, 5], [0, -1], { exclude: body })?.point.y;
      expect(top).toBeCloseTo(shape.type === "chain" ? 0.05 : 0.1, 12);
      const hash = world.hash();
      ground.shape = plate;
      world.rollback(bytes);
      expect(ground.shape).toBe(shape);
      world.update();
      expect(world.hash()).toBe(hash);
    }
  });

  it("is not taken from a snapshot's array that has got other bytes", () => {
    const { world, left, disc } = discs();
    const bytes = world.snapshot();
    left.shape = new Circle(0.5);
    const later = world.snapshot();
    expect(later.length).toBeGreaterThan(bytes.length);
    left.shape = disc;
    world.rollback(later);
    const { shape } = left;
    expect((shape as Circle).radius).toBe(0.5);
    const other = discs();
    other.left.shape = new Circle(3);
    later.set(other.world.snapshot());
    world.rollback(later);
    expect([(left.shape as Circle).radius, world.hash()]).toEqual([3, other.world.hash()]);
    world.rollback(bytes);
    expect(left.shape).toBe(disc);
  });

  it("takes shapes of the plane only", () => {
    const { world, left, disc } = discs();
    const hash = world.hash();
    const gone = new Circle(1);
    gone.dispose();
    expect(complaintOf(() => (left.shape = gone))).toBe("disposed: shape is a circle that has been disposed of");
    for (const value of [null, undefined, 3, {}, "circle", Circle, new Sphere(1)]) {
      expect(complaintOf(() => (left.shape = value as never))).toContain("invalid-argument: shape must be a shape");
    }
    expect([world.hash(), left.shape]).toEqual([hash, disc]);
  });
});

describe("removing from the plane", () => {
  it("works from the collider and for all", () => {
    const { world, left, right, disc } = discs();
    left.remove();
    expect([left.removed, world.size, world.touchingOf(right)]).toEqual([true, 2, []]);
    world.update();
    expect(listed(world)).toEqual(["", "", "0-1", ""]);
    const hidden = world.add({ shape: disc, enabled: false });
    world.clear();
    expect([right.removed, hidden.removed, world.size, [...world.colliders]]).toEqual([true, true, 0, []]);
    world.clear();
    world.update();
    expect(listed(world)).toEqual(["", "", "", ""]);
    expect(complaintOf(() => World.prototype.clear.call({}))).toContain("world must be a World");
  });
});
