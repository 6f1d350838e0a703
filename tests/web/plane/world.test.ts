import * as plane from "hyperplane/2d";
import {
  Capsule,
  Chain,
  Circle,
  type Collider,
  Compound,
  type ContactCursor,
  ConvexPolygon,
  collideAll,
  distance,
  Ellipse,
  init,
  intersects,
  moveAndSlide,
  Polygon,
  Rectangle,
  raycast,
  Segment,
  type Shape,
  timeOfImpact,
  World,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

interface Body {
  readonly collider: Collider;
  readonly shape: Shape;
  pose: { position: [number, number]; angle: number };
  readonly isStatic: boolean;
  readonly sensor: boolean;
  layer: number;
  mask: number;
}

const randomShape = (random: Random): Shape => {
  switch (random.integer(8)) {
    case 0:
      return new Circle(random.number(0.2, 0.8));
    case 1:
      return new Rectangle(random.number(0.3, 2), random.number(0.3, 2));
    case 2:
      return new Capsule(random.number(0.1, 0.5), random.number(0, 1));
    case 3:
      return new Ellipse(random.number(0.2, 1), random.number(0.2, 1));
    case 4:
      return new Segment([-1, 0], [random.number(0, 1), 1]);
    case 5:
      return new ConvexPolygon(Array.from({ length: 18 }, () => random.number(-1, 1)));
    case 6:
      return new Polygon([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]);
    default:
      return new Compound([{ shape: new Circle(0.5) }, { shape: new Rectangle(1, 0.5), position: [1.5, 0], angle: 1 }]);
  }
};
const randomPose = (random: Random, size: number) => ({
  position: [random.number(-size, size), random.number(-size, size)] as [number, number],
  angle: random.number(-4, 4),
});

/** What the world should say, from all pairs, one by one. */
class Model {
  readonly bodies: Body[] = [];
  readonly ignored = new Set<string>();
  touching = new Set<string>();

  tested(a: Body, b: Body): boolean {
    if (a.isStatic && b.isStatic) return false;
    if (this.ignored.has(keyOf(a.collider, b.collider))) return false;
    return (a.layer & b.mask) !== 0 && (b.layer & a.mask) !== 0;
  }

  sorted(): Body[] {
    return [...this.bodies].sort((a, b) => a.collider.index - b.collider.index);
  }
}

const keyOf = (a: Collider, b: Collider) => (a.index < b.index ? `${a.index},${b.index}` : `${b.index},${a.index}`);

describe(`worlds of the plane beside a naive model (HYPERPLANE_SEED=${seed})`, () => {
  for (const broadPhase of ["automatic", "sweep-and-prune", "bvh", "brute-force"] as const) {
    it(`contacts, events and queries of a random history: ${broadPhase}`, () => {
      const random = new Random(seed);
      const world = new World({ broadPhase });
      const model = new Model();
      slots = allSlots();
      let [contactCount, hitCount] = [0, 0];
      for (let frame = 0; frame < 40; frame++) {
        change(world, model, random);
        world.update();
        contactCount += expectContacts(world, model);
        hitCount += expectQueries(world, model, random);
      }
      expect(contactCount).toBeGreaterThan(100);
      expect(hitCount).toBeGreaterThan(40);
      world.dispose();
    });
  }

  const allSlots = () =>
    Array.from({ length: 9 }, (_, i): [number, number] => [5 * (i % 3) - 5, 5 * Math.floor(i / 3) - 5]);
  let slots = allSlots();

  function change(world: World, model: Model, random: Random) {
    for (let i = 0; i < 6; i++) {
      const isStatic = random.integer(4) === 0 && slots.length > 0;
      // Statics stand apart from each other: what is flush with a sibling pushes by another rule.
      const slot = isStatic ? (slots.pop() as [number, number]) : null;
      const pose = { ...randomPose(random, 6), ...(slot && { position: slot }) };
      const shape = randomShape(random);
      const sensor = random.integer(6) === 0;
      const [layer, mask] = random.integer(4) === 0 ? [2, 3] : [1, random.integer(5) === 0 ? 1 : 0xffffffff];
      const collider = world.add({ shape, ...pose, static: isStatic, sensor, layer, mask, userData: i });
      model.bodies.push({ collider, shape, pose, isStatic, sensor, layer, mask });
      // The collider keeps it.
      if (random.integer(3) === 0) shape.dispose();
    }
    const pick = () => model.bodies[random.integer(model.bodies.length)] as Body;
    for (let i = 0; i < 3 && model.bodies.length > 10; i++) {
      const body = pick();
      world.remove(body.collider);
      model.bodies.splice(model.bodies.indexOf(body), 1);
      if (body.isStatic) slots.push(body.pose.position);
      for (const key of [...model.ignored]) {
        if (key.split(",").includes(String(body.collider.index))) model.ignored.delete(key);
      }
    }
    for (let i = 0; i < 5; i++) {
      const body = pick();
      if (body.isStatic) continue;
      const position = randomPose(random, 6).position;
      if (random.integer(2) === 0) {
        body.pose = { position, angle: body.pose.angle };
        body.collider.setPose(position);
      } else {
        body.pose = { position, angle: random.number(-9, 9) };
        body.collider.teleport({ x: position[0], y: position[1] }, body.pose.angle);
      }
    }
    const [positions, angles] = [world.positions, world.angles];
    for (const body of model.bodies) {
      if (body.isStatic || random.integer(2) === 0) continue;
      const [x, y] = body.pose.position;
      body.pose = { position: [x + random.number(-0.3, 0.3), y], angle: body.pose.angle + 0.1 };
      positions.set(body.pose.position, 2 * body.collider.index);
      angles[body.collider.index] = body.pose.angle;
    }
    const [a, b] = [pick(), pick()];
    if (a !== b) {
      world.ignore(a.collider, b.collider);
      model.ignored.add(keyOf(a.collider, b.collider));
    }
    const filtered = pick();
    filtered.mask = random.integer(2) === 0 ? 1 : 0xffffffff;
    filtered.collider.mask = filtered.mask;
    expect(world.size).toBe(model.bodies.length);
  }

  /** Shapes may be disposed of: the model asks about copies. */
  const copies = new Map<Shape, Shape>();
  const liveShape = (body: Body): Shape => {
    try {
      intersects(body.shape, {}, body.shape, {});
      return body.shape;
    } catch {
      const known = copies.get(body.shape);
      if (known !== undefined) return known;
      const it = body.shape as unknown as Record<string, number> & { vertices: Float64Array };
      const copy = copyOf(body.shape.type, it);
      copies.set(body.shape, copy);
      return copy;
    }
  };

  function copyOf(type: string, it: Record<string, number> & { vertices: Float64Array }): Shape {
    const { radius = 0, width = 0, height = 0, radiusX = 0, radiusY = 0 } = it;
    const { a, b } = it as unknown as Segment;
    switch (type) {
      case "circle":
        return new Circle(radius);
      case "rectangle":
        return new Rectangle(width, height);
      case "capsule":
        return new Capsule(radius, height);
      case "ellipse":
        return new Ellipse(radiusX, radiusY);
      case "segment":
        return new Segment(a, b);
      case "convex-polygon":
        return new ConvexPolygon(it.vertices);
      case "polygon":
        return new Polygon([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]);
      default:
        return new Compound([
          { shape: new Circle(0.5) },
          { shape: new Rectangle(1, 0.5), position: [1.5, 0], angle: 1 },
        ]);
    }
  }

  function expectContacts(world: World, model: Model): number {
    const touching = new Set<string>();
    const bodies = model.sorted();
    const contacts = world.contacts.toArray();
    let at = 0;
    for (const [i, a] of bodies.entries()) {
      for (const b of bodies.slice(i + 1)) {
        if (!model.tested(a, b)) continue;
        const pair = [liveShape(a), a.pose, liveShape(b), b.pose] as const;
        if (!intersects(...pair)) continue;
        touching.add(keyOf(a.collider, b.collider));
        if (a.sensor || b.sensor) continue;
        const expected = collideAll(...pair).sort((p, q) => p.partA - q.partA || p.partB - q.partB);
        for (const wanted of expected) {
          const found = contacts[at++];
          expect(found?.a).toBe(a.collider);
          expect(found?.b).toBe(b.collider);
          expect([found?.partA, found?.partB]).toEqual([wanted.partA, wanted.partB]);
          expect(Math.abs((found?.depth ?? Number.NaN) - wanted.depth)).toBeLessThan(1e-6);
          expect(found?.points.length).toBe(wanted.points.length);
          expect(
            Math.hypot((found?.normal.x ?? 9) - wanted.normal.x, (found?.normal.y ?? 9) - wanted.normal.y),
          ).toBeLessThan(1e-6);
          for (const [k, point] of wanted.points.entries()) {
            expect(
              Math.hypot((found?.points[k]?.onA.x ?? 99) - point.onA.x, (found?.points[k]?.onA.y ?? 99) - point.onA.y),
            ).toBeLessThan(2e-6);
            expect(found?.points[k]?.id).toBe(point.id);
          }
        }
      }
    }
    expect(contacts.length).toBe(at);
    expect(world.contacts.count).toBe(at);
    const keys = (pairs: Iterable<{ a: Collider; b: Collider }>) => [...pairs].map(({ a, b }) => keyOf(a, b)).sort();
    expect(keys(world.touching)).toEqual([...touching].sort());
    // A row may have been reused: compare colliders by what they were before.
    expect(keys(world.began).every((key) => touching.has(key))).toBe(true);
    for (const key of touching) if (!model.touching.has(key)) expect(keys(world.began)).toContain(key);
    for (const key of model.touching) if (!touching.has(key)) expect(keys(world.ended)).toContain(key);
    model.touching = touching;
    return at;
  }

  function expectQueries(world: World, model: Model, random: Random): number {
    let hits = 0;
    const bodies = model.sorted();
    for (let k = 0; k < 4; k++) {
      const origin = randomPose(random, 7).position;
      const direction = randomPose(random, 3).position;
      const sensors = k % 2 === 0;
      const seen = bodies.filter((body) => sensors || !body.sensor);
      const hit = world.raycast(origin, direction, { sensors });
      const truths = seen.map(
        (body) => raycast(liveShape(body), body.pose, origin, direction)?.distance ?? Number.POSITIVE_INFINITY,
      );
      const least = Math.min(...truths);
      expect(hit?.distance ?? Number.POSITIVE_INFINITY).toBeCloseTo(least, 9);
      if (hit !== null) {
        hits++;
        expect(truths[seen.findIndex(({ collider }) => collider === hit.collider)]).toBeCloseTo(least, 9);
        const all = world.raycastAll(origin, direction, { sensors });
        expect(all.length).toBe(truths.filter(Number.isFinite).length);
        expect(all[0]).toEqual(hit);
        const second = world.raycast(origin, direction, { sensors, filter: (collider) => collider !== hit.collider });
        expect(second).toEqual(all[1] ?? null);
      }
      const batch = world.raycastBatch(Float64Array.of(...origin, ...direction, 99, 99, 1, 0), { sensors });
      expect(batch.distances[0]).toBe(hit?.distance ?? Number.POSITIVE_INFINITY);
      expect(batch.colliders[0]).toBe(hit?.collider.index ?? -1);
      expect(batch.parts[0]).toBe(hit?.part ?? -1);
      expect(batch.colliders[1]).toBe(-1);

      const probe = new Rectangle(1, 2);
      const pose = randomPose(random, 6);
      const over = seen
        .filter((body) => intersects(probe, pose, liveShape(body), body.pose))
        .map(({ collider }) => collider);
      expect(world.overlap(probe, pose, { sensors })).toEqual(over);
      const masked = world.overlap(probe, pose, { sensors, mask: 2 });
      expect(masked).toEqual(over.filter((collider) => (collider.layer & 2) !== 0));

      const point = randomPose(random, 7).position;
      const near = world.closest(point, { sensors });
      const gaps = seen.map(
        (body) => distance(new Circle(0), { position: point }, liveShape(body), body.pose).distance,
      );
      const nearest = Math.min(...gaps);
      if (nearest > 0) expect(near?.distance).toBeCloseTo(nearest, 6);
      else expect(near?.distance).toBeLessThanOrEqual(1e-9);
      expect(world.closest(point, { sensors, maxDistance: nearest > 0 ? nearest * 0.999 : 0 }) !== null).toBe(
        nearest <= 0,
      );

      const sweep = { from: randomPose(random, 7), to: randomPose(random, 7) };
      const impact = world.castShape(probe, sweep, { sensors });
      const times = seen.map(
        (body) => timeOfImpact(probe, sweep, liveShape(body), { from: body.pose, to: body.pose })?.time ?? 2,
      );
      expect(impact?.time ?? 2).toBeCloseTo(Math.min(...times), 5);
      probe.dispose();
    }
    return hits;
  }
});

describe("a world of the plane", () => {
  const box = () => new Rectangle(1, 1);

  it("gives views that survive growth of rows and of memory, and says so of stale ones", () => {
    const world = new World({ capacity: 2 });
    const first = world.add({ shape: box() });
    const before = world.positions;
    const angles = world.angles;
    for (let i = 0; i < 5000; i++) world.add({ shape: box(), position: [3 * i + 10, 0] });
    // No `toBe`: Vitest compares elements too, which throws where memory has grown and detached the view.
    expect(world.positions === before).toBe(false);
    world.positions[2 * first.index] = 10.5;
    world.angles[first.index] = 0.25;
    world.update();
    expect(world.contacts.count).toBe(1);
    const [contact] = world.contacts.toArray();
    expect(contact?.a).toBe(first);
    if (before.length > 0) {
      before[0] = 5;
      expect(() => world.update()).toThrow(/row 0 was written through a stale view.*read world.positions again/);
    }
    if (angles.length > 0) {
      angles[0] = 5;
      expect(() => world.refit()).toThrow(/read world.angles again/);
    }
    world.update();
    world.dispose();
    expect(first.removed).toBe(true);
    expect(() => world.update()).toThrow(/disposed/);
    world.dispose();
  });

  it("tells stale colliders, those of other worlds, and those of space", () => {
    const [world, other] = [new World(), new World()];
    const collider = world.add({ shape: box(), userData: "mine" });
    world.remove(collider);
    expect(collider.removed).toBe(true);
    const next = world.add({ shape: box() });
    expect(() => collider.setPose([0, 0])).toThrow(/has been removed/);
    world.remove(collider);
    collider.remove();
    expect([world.size, next.removed]).toEqual([1, false]);
    expect(() => other.remove(next)).toThrow(/another world/);
    expect(() => other.ignore(next, next)).toThrow(/another world/);
    expect(collider.userData).toBe("mine");
    expect(world.at(next.index)).toBe(next);
    for (const wrong of [undefined, null, {}, 1])
      expect(() => world.remove(wrong as never)).toThrow(/must be a collider/);
  });

  it("loops over contacts with reused objects, and refuses to read them later", () => {
    const world = new World();
    for (let i = 0; i < 5; i++) world.add({ shape: box(), position: [0.9 * i, 0] });
    world.update();
    expect(world.contacts.count).toBe(4);
    let held: ContactCursor | undefined;
    for (const contact of world.contacts) if (contact.a.index === 0) held = contact;
    expect(() => held?.depth).toThrow(/moved past/);
    let count = 0;
    for (const contact of world.contacts) {
      expect(contact.normal).toEqual({ x: 1, y: 0 });
      expect(contact.depth).toBeCloseTo(0.1, 6);
      expect(contact.mtv.x).toBeCloseTo(0.1, 6);
      expect(contact.points).toHaveLength(2);
      expect([contact.partA, contact.partB]).toEqual([-1, -1]);
      count++;
    }
    expect(count).toBe(4);
    expect([...world.contacts.pairs]).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
    expect(world.contacts.normals.length).toBe(12);
    expect([...world.began].length).toBe(4);
    world.remove(world.at(0) as Collider);
    world.update();
    expect([...world.ended].map(({ a, b }) => [a.index, b.index])).toEqual([[0, 1]]);
    expect(world.separation(world.at(2) as Collider).y).toBeCloseTo(0, 6);
  });

  it("leads concave polygons out of each other, by one translation", () => {
    const random = new Random(seed);
    let count = 0;
    for (let n = 0; n < 60; n++) {
      const world = new World();
      const star = () => {
        const points = Array.from({ length: 9 }, (_, i) => {
          const [angle, reach] = [(2 * Math.PI * i) / 9, random.number(0.2, 1)];
          return [reach * Math.cos(angle), reach * Math.sin(angle)];
        });
        return new Polygon(points.flat());
      };
      const body = world.add({ shape: star(), angle: random.number(-3, 3) });
      world.add({ shape: star(), ...randomPose(random, 0.4) });
      world.update();
      if (world.contacts.count === 0) continue;
      count++;
      const deepest = Math.max(...world.contacts.toArray().map(({ depth }) => depth));
      const { x, y } = world.separation(body);
      expect(Math.hypot(x, y)).toBeLessThan(6.001 * deepest);
      body.setPose([x, y]);
      world.update();
      for (const { depth } of world.contacts) expect(depth).toBeLessThan(4e-6);
      world.dispose();
    }
    expect(count).toBeGreaterThan(40);
  });

  it("reports impacts of continuous colliders", () => {
    const world = new World();
    world.add({ shape: new Chain([5, -5, 5, 5]), static: true });
    const bullet = world.add({ shape: new Circle(0.1), continuous: true });
    world.update();
    bullet.setPose([10, 0]);
    world.update();
    expect(world.contacts.count).toBe(0);
    const [impact] = world.impacts.toArray();
    expect(impact?.a).toBe(bullet);
    expect(impact?.time).toBeCloseTo(0.49, 6);
    expect(impact?.normal.x).toBeCloseTo(1, 9);
    bullet.teleport([0, 0]);
    world.update();
    expect(world.impacts.count).toBe(0);
  });

  it("stops small continuous colliders at ground a hundred thousand times their size", () => {
    const random = new Random(seed);
    for (const ground of [new Rectangle(1000, 0.01), new Segment([-500, 0], [500, 0]), new Chain([-500, 0, 500, 0])]) {
      const world = new World();
      world.add({ shape: ground, static: true });
      world.add({ shape: new Rectangle(1, 1), position: [0, 500], static: true });
      const missed: number[] = [];
      for (let i = 0; i < 100; i++) {
        const [x, slope] = [random.number(-300, 300), random.number(-1, 1)];
        const [before, after] = [random.number(0.15, 3), random.number(0.15, 3)];
        const shape = i % 2 === 0 ? new Circle(0.01) : new Rectangle(0.02, 0.01);
        const position = [x - slope * before, before];
        const body = world.add({ shape, position, angle: random.number(-3, 3), continuous: true });
        world.update();
        body.setPose([x + slope * after, -after], random.number(-3, 3));
        world.update();
        if (world.impacts.count !== 1) missed.push(i);
        body.remove();
      }
      expect(missed).toEqual([]);
      world.dispose();
    }
  });

  it("snapshots: the same hash and future, with every kind of shape", () => {
    const random = new Random(seed);
    const world = new World();
    const disposed = new Polygon([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]);
    for (let i = 0; i < 60; i++) {
      const shape =
        i % 9 === 0 ? disposed : i % 9 === 1 ? new Chain([0, 0, 3, 0, 3, 3], { sides: "front" }) : randomShape(random);
      world.add({ shape, ...randomPose(random, 5), static: i % 5 === 0, userData: i });
    }
    disposed.dispose();
    world.update();
    const gone = world.at(7) as Collider;
    world.remove(gone);
    const bytes = world.snapshot();
    const hash = world.hash();
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    const twin = World.restore(bytes);
    expect(twin.hash()).toBe(hash);
    expect([...twin.colliders].map(({ index, shape }) => [index, shape.type])).toEqual(
      [...world.colliders].map(({ index, shape }) => [index, shape.type]),
    );
    const step = (it: World, t: number) => {
      for (let row = 0; row < 60; row++)
        if (row % 5 !== 0) it.positions[2 * row] = (it.positions[2 * row] as number) + 0.1 * Math.sin(row + t);
      it.update();
      return it.hash();
    };
    const future = [1, 2, 3].map((t) => step(world, t));
    expect([1, 2, 3].map((t) => step(twin, t))).toEqual(future);

    // In place: the same objects, alive again.
    const kept = world.at(3) as Collider;
    const late = world.add({ shape: box() });
    world.remove(kept);
    world.rollback(bytes);
    expect(world.hash()).toBe(hash);
    expect(world.at(3)).toBe(kept);
    expect(kept.removed).toBe(false);
    expect(kept.userData).toBe(3);
    expect(late.removed).toBe(true);
    expect([1, 2, 3].map((t) => step(world, t))).toEqual(future);
    for (const wrong of [undefined, null, 1, "x", [], new Uint8Array(3), bytes.map((x) => x ^ 1), bytes.slice(0, -8)]) {
      expect(() => World.restore(wrong as never)).toThrow(plane.HyperplaneError);
      expect(() => world.rollback(wrong as never)).toThrow(plane.HyperplaneError);
    }
    // To a snapshot of another world: it becomes like that.
    const other = new World();
    const circle = other.add({ shape: new Circle(3), position: [1, 2] });
    const kinds = new World();
    const square = kinds.add({ shape: box() });
    kinds.rollback(other.snapshot());
    expect(kinds.at(0)).toBe(square);
    expect(square.shape).toMatchObject({ type: "circle", radius: 3 });
    expect(kinds.closest([1, 9])?.distance).toBeCloseTo(4, 12);
    expect(circle.removed).toBe(false);
    // A copy of the bytes does as well.
    const ninth = world.at(9) as Collider;
    const itsShape = ninth.shape;
    world.rollback(bytes.slice());
    expect(world.at(9)).toBe(ninth);
    expect(ninth.shape).toBe(itsShape);
    // Histories that part after a rollback: an array brings back what it was made of.
    const oneWay = world.add({ shape: box() });
    const one = world.snapshot();
    world.rollback(bytes);
    const otherWay = world.add({ shape: box() });
    const two = world.snapshot();
    world.rollback(one);
    expect([world.at(oneWay.index) === oneWay, oneWay.removed, otherWay.removed]).toEqual([true, false, true]);
    world.rollback(two);
    expect([world.at(otherWay.index) === otherWay, oneWay.removed, otherWay.removed]).toEqual([true, true, false]);

    const shapes = [...twin.colliders].map(({ shape }) => shape);
    expect(shapes.filter((shape) => shape instanceof Polygon)[0]).toMatchObject({ parts: { length: 2 } });
    expect(shapes.find((shape) => shape.type === "chain")).toMatchObject({ sides: "front", closed: false });
    world.dispose();
    twin.dispose();
  });
});

describe("moveAndSlide", () => {
  it("walks over a tile map, up steps and slopes, along walls, and through one-sided ledges", () => {
    const world = new World();
    for (let i = 0; i < 20; i++) world.add({ shape: new Rectangle(1, 1), position: [i, -0.5], static: true });
    const step = world.add({ shape: new Rectangle(1, 0.25), position: [6, 0.125], static: true });
    world.add({ shape: new Rectangle(1, 9), position: [12, 4.5], static: true });
    world.add({ shape: new Chain([2, 2, 4, 2], { sides: "front" }), static: true });
    world.update();
    const body = new Capsule(0.3, 0.6);
    let position = { x: 0, y: 0.61 };
    let highest = 0;
    for (let i = 0; i < 300; i++) {
      const moved = moveAndSlide(world, body, { position }, [0.05, -0.02]);
      expect(moved.grounded, `${i} at ${position.x}`).toBe(true);
      for (const { normal } of moved.hits) expect(normal.y > 0.99 || moved.position.x > 5).toBe(true);
      position = moved.position;
      highest = Math.max(highest, position.y);
    }
    expect(highest).toBeCloseTo(0.25 + 0.61, 1);
    expect(position.x).toBeCloseTo(11.5 - 0.3 - 0.01, 2);
    const through = moveAndSlide(world, body, { position }, [-6, 0], { filter: (collider) => collider !== step });
    expect(through.position.x).toBeCloseTo(position.x - 6, 6);
    const asked: Collider[] = [];
    moveAndSlide(world, body, { position: [6, 0.9] }, [0, -1], { filter: (collider) => asked.push(collider) > 0 });
    expect(asked).toContain(step);
    const jump = moveAndSlide(world, body, { position: [3, 0.7] }, [0, 3]);
    expect(jump.position.y).toBeCloseTo(3.7, 9);
    const fall = moveAndSlide(world, body, { position: jump.position }, [0, -3]);
    expect(fall.position.y).toBeCloseTo(2.61, 3);
    expect(fall.ground?.normal.y).toBeCloseTo(1, 9);
    const excluded = moveAndSlide(world, body, { position: jump.position }, [0, -3], { exclude: [...world.colliders] });
    expect(excluded).toMatchObject({ grounded: false, ground: null, hits: [] });
  });

  it("refuses what is wrong", () => {
    const world = new World();
    const body = new Circle(1);
    const move =
      (...args: unknown[]) =>
      () =>
        (moveAndSlide as (...args: unknown[]) => unknown)(...args);
    expect(move({}, body, {}, [0, 0])).toThrow(/world must be a World/);
    expect(move(world, {}, {}, [0, 0])).toThrow(/shape must be a shape/);
    expect(move(world, body, { angle: "1" }, [0, 0])).toThrow(/pose.angle/);
    expect(move(world, body, {}, [Number.NaN, 0])).toThrow(/delta/);
    for (const options of [
      { up: [0, 0] },
      { skin: 0 },
      { maxSlope: 4 },
      { stepHeight: -1 },
      { snapDistance: Number.NaN },
      { mask: 0.5 },
      { exclude: {} },
      { filter: 1 },
      { steps: 1 },
    ]) {
      expect(move(world, body, {}, [0, 0], options)).toThrow(plane.HyperplaneError);
    }
  });
});
