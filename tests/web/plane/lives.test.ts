import {
  Capsule,
  Chain,
  Circle,
  type Collider,
  Compound,
  ConvexPolygon,
  closestPoint,
  collideAll,
  distance,
  Ellipse,
  init,
  intersects,
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

/**
 * Worlds through lives of everything that can be done to them, in any order, beside a list of bodies: what the world says after
 * each update is what single pairs say, asked one by one.
 */

beforeAll(() => init());

type Point = [number, number];
interface Place {
  position: Point;
  angle: number;
}
interface Body {
  collider: Collider;
  shape: Shape;
  place: Place;
  /** At the last update, or where it was put since. */
  start: Place;
  isStatic: boolean;
  sensor: boolean;
  continuous: boolean;
  enabled: boolean;
  layer: number;
  mask: number;
}
interface Model {
  bodies: Body[];
  ignored: Set<string>;
}
interface Saved {
  bytes: Uint8Array;
  hash: string;
  model: Model;
}

const keyOf = (i: number, j: number) => (i < j ? `${i},${j}` : `${j},${i}`);
const copyOf = ({ bodies, ignored }: Model): Model => ({
  bodies: bodies.map((body) => ({ ...body, place: { ...body.place }, start: { ...body.start } })),
  ignored: new Set(ignored),
});

/** One world with its model, in which everything has about the size `size` and lies about `far`. */
class Life {
  world: World;
  model: Model = { bodies: [], ignored: new Set() };
  readonly saved: Saved[] = [];
  contacts = 0;
  impacts = 0;
  hits = 0;

  constructor(
    readonly random: Random,
    readonly size: number,
    readonly far: number,
    broadPhase: "automatic" | "sweep-and-prune" | "bvh" | "brute-force",
  ) {
    this.world = new World({ broadPhase, capacity: random.integer(3) * 7 });
  }

  get error(): number {
    return 1e-6 * this.size + 1e-14 * this.far;
  }

  point(): Point {
    const { random, size, far } = this;
    return [far + random.number(-4, 4) * size, far + random.number(-4, 4) * size];
  }
  place(turn = 9): Place {
    return { position: this.point(), angle: this.random.number(-turn, turn) };
  }

  shape(isPart = false): Shape {
    const { random, size } = this;
    const some = (low: number, high: number) => random.number(low, high) * size;
    const times = (numbers: readonly number[]) => numbers.map((number) => number * size);
    const sides = random.integer(2) === 0 ? "front" : "both";
    switch (random.integer(isPart ? 8 : 10)) {
      case 0:
        return new Circle(random.integer(5) === 0 ? 0 : some(0.2, 0.8));
      case 1:
        return new Rectangle(some(0.3, 2), random.integer(6) === 0 ? 0 : some(0.3, 2));
      case 2:
        return new Capsule(some(0.01, 0.5), some(0.01, 1));
      case 3:
        return new Ellipse(some(0.2, 1), some(0.2, 1));
      case 4:
        return new Segment([-size, 0], [some(0, 1), size]);
      case 5:
        return new ConvexPolygon(
          Array.from({ length: 18 }, () => some(-1, 1)),
          { radius: random.integer(2) * 0.1 * size },
        );
      case 6:
        return random.integer(2) === 0
          ? new Polygon(times([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]))
          : new Polygon(times([0, 0, 2, 0, 2, 2, 0, 2]), [times([0.5, 0.5, 1.5, 0.5, 1.5, 1.5, 0.5, 1.5])]);
      case 7:
        return new Chain(
          Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? (i - 3) * 0.5 * size : some(-0.4, 0.4))),
          { sides },
        );
      case 8:
        return new Chain(times([-1, -1, 1, -1, 1, 1, -1, 1]), { closed: true, sides });
      default:
        return new Compound(
          Array.from({ length: 1 + random.integer(3) }, () => ({
            shape: this.shape(true),
            position: [some(-1, 1), some(-1, 1)] as Point,
            angle: random.number(-4, 4),
          })),
        );
    }
  }

  add() {
    const { random } = this;
    const place = this.place();
    const body = {
      shape: this.shape(),
      place,
      start: place,
      isStatic: random.integer(4) === 0,
      sensor: random.integer(6) === 0,
      continuous: random.integer(3) === 0,
      enabled: random.integer(8) !== 0,
      layer: random.integer(5) === 0 ? 2 : 1,
      mask: random.integer(5) === 0 ? 1 : 0xffffffff,
    };
    const { isStatic, start: _, place: __, ...options } = body;
    const collider = this.world.add({ ...options, ...place, static: isStatic });
    expect(this.model.bodies.some((other) => other.collider.index === collider.index)).toBe(false);
    this.model.bodies.push({ ...body, collider });
  }

  forget(body: Body) {
    const { bodies, ignored } = this.model;
    bodies.splice(bodies.indexOf(body), 1);
    for (const key of [...ignored]) if (key.split(",").includes(`${body.collider.index}`)) ignored.delete(key);
  }

  change() {
    const { random, world, model } = this;
    const pick = () => model.bodies[random.integer(model.bodies.length)] as Body;
    const body = pick();
    const { collider } = body;
    switch (random.integer(12)) {
      case 0:
        random.integer(2) === 0 ? world.remove(collider) : collider.remove();
        expect(collider.removed).toBe(true);
        return this.forget(body);
      case 1:
        body.shape = this.shape();
        collider.shape = body.shape;
        return;
      case 2:
        body.enabled = !body.enabled;
        collider.enabled = body.enabled;
        if (body.enabled) body.start = body.place;
        return;
      case 3:
        body.isStatic = !body.isStatic;
        collider.static = body.isStatic;
        return;
      case 4:
        body.sensor = !body.sensor;
        collider.sensor = body.sensor;
        return;
      case 5:
        body.continuous = !body.continuous;
        collider.continuous = body.continuous;
        return;
      case 6:
        body.layer = 1 + random.integer(3);
        body.mask = random.integer(3) === 0 ? 1 + random.integer(3) : 0xffffffff;
        return collider.setFilter(body.layer, body.mask);
      case 7: {
        const other = pick();
        if (other === body) return;
        const ignored = random.integer(3) > 0;
        world.ignore(collider, other.collider, ignored);
        const key = keyOf(collider.index, other.collider.index);
        return void (ignored ? model.ignored.add(key) : model.ignored.delete(key));
      }
      case 8:
        body.place = this.place(20);
        body.start = body.place;
        return collider.teleport(body.place.position, body.place.angle);
      case 9:
        body.place = this.place(20);
        return collider.setPose(body.place.position, body.place.angle);
      case 10: {
        const [x, y] = body.place.position;
        body.place = { position: [x + random.number(-1, 1) * this.size, y], angle: body.place.angle + 1 };
        world.positions.set(body.place.position, 2 * collider.index);
        world.angles[collider.index] = body.place.angle;
        return random.integer(3) === 0 ? world.refit() : undefined;
      }
      default:
        body.place = { ...body.place, angle: random.number(-3, 3) };
        collider.angle = body.place.angle;
    }
  }

  /** Snapshots, rollbacks, restored worlds and clear, now and then. */
  travel() {
    const { random, saved } = this;
    if (random.integer(25) === 0) {
      this.world.clear();
      this.model = { bodies: [], ignored: new Set() };
    }
    if (random.integer(6) === 0) {
      const hash = this.world.hash();
      saved.push({ bytes: this.world.snapshot(), hash, model: copyOf(this.model) });
      expect(this.world.hash()).toBe(hash);
    }
    if (random.integer(8) === 0 && saved.length > 0) {
      const { bytes, hash, model } = saved[random.integer(saved.length)] as Saved;
      this.world.rollback(bytes);
      expect(this.world.hash()).toBe(hash);
      this.model = copyOf(model);
      this.reconnect();
    }
    if (random.integer(10) === 0) {
      const copy = World.restore(this.world.snapshot());
      expect(copy.hash()).toBe(this.world.hash());
      this.world.dispose();
      this.world = copy;
      this.reconnect();
    }
  }

  reconnect() {
    expect(this.world.size).toBe(this.model.bodies.length);
    for (const body of this.model.bodies) {
      body.collider = this.world.at(body.collider.index) as Collider;
      const { enabled, sensor, continuous, layer, mask, shape } = body.collider;
      const known = [body.enabled, body.sensor, body.continuous, body.layer, body.mask, body.shape.type];
      expect([enabled, sensor, continuous, layer, mask, shape.type]).toEqual(known);
      expect(body.collider.static).toBe(body.isStatic);
    }
  }

  tested(a: Body, b: Body): boolean {
    if (a === b || (a.isStatic && b.isStatic) || !a.enabled || !b.enabled) return false;
    if (this.model.ignored.has(keyOf(a.collider.index, b.collider.index))) return false;
    return (a.layer & b.mask) !== 0 && (b.layer & a.mask) !== 0;
  }

  sorted(): Body[] {
    return [...this.model.bodies].sort((a, b) => a.collider.index - b.collider.index);
  }

  isClear(a: Body, b: Body): boolean {
    return Math.abs(distance(a.shape, a.place, b.shape, b.place).distance) > this.error;
  }

  check() {
    const bodies = this.sorted();
    const touching = new Set(Array.from(this.world.touching, ({ a, b }) => keyOf(a.index, b.index)));
    const contacts = new Map<string, ReturnType<World["contacts"]["toArray"]>>();
    for (const contact of this.world.contacts.toArray()) {
      const key = keyOf(contact.a.index, contact.b.index);
      expect(touching).toContain(key);
      contacts.set(key, [...(contacts.get(key) ?? []), contact]);
    }
    let pairs = 0;
    for (const [i, a] of bodies.entries()) {
      for (const b of bodies.slice(i + 1)) {
        const key = keyOf(a.collider.index, b.collider.index);
        const touches = this.tested(a, b) && intersects(a.shape, a.place, b.shape, b.place);
        pairs += touching.has(key) ? 1 : 0;
        if (touching.has(key) !== touches) expect([key, this.isClear(a, b)]).toEqual([key, false]);
        const found = contacts.get(key) ?? [];
        if (!touches || a.sensor || b.sensor) {
          if (!touches) continue;
          expect(found).toEqual([]);
          continue;
        }
        // What lies flush beside a static collider pushes by another rule.
        if (a.isStatic || b.isStatic || !this.isClear(a, b)) continue;
        this.contacts++;
        const wanted = collideAll(a.shape, a.place, b.shape, b.place);
        wanted.sort((p, q) => p.partA - q.partA || p.partB - q.partB);
        expect(found.map(({ partA, partB }) => [partA, partB])).toEqual(
          wanted.map(({ partA, partB }) => [partA, partB]),
        );
        for (const [k, { depth, normal }] of wanted.entries()) {
          expect(Math.abs((found[k]?.depth ?? Number.NaN) - depth)).toBeLessThan(3 * this.error);
          if (depth < this.error) continue;
          expect(found[k]?.normal.x).toBeCloseTo(normal.x, 4);
          expect(found[k]?.normal.y).toBeCloseTo(normal.y, 4);
        }
      }
    }
    // None but pairs of bodies that are there.
    expect(touching.size).toBe(pairs);
    for (const { collider } of bodies) {
      const others = bodies.filter(({ collider: { index } }) => touching.has(keyOf(index, collider.index)));
      expect(this.world.touchingOf(collider)).toEqual(
        others.map((other) => other.collider).filter((c) => c !== collider),
      );
      const own = this.world.contacts.toArray().filter(({ a, b }) => a === collider || b === collider);
      expect(this.world.contactsOf(collider).length).toBe(own.length);
    }
    this.checkImpacts(bodies);
  }

  checkImpacts(bodies: readonly Body[]) {
    const impacts = new Map(this.world.impacts.toArray().map((impact) => [impact.a, impact]));
    for (const a of bodies) {
      const found = impacts.get(a.collider);
      if (!a.continuous || a.sensor || !a.enabled) {
        expect(found).toBeUndefined();
        continue;
      }
      const others = bodies.filter((b) => this.tested(a, b) && !b.sensor);
      // What touches at the start, and what may lie flush beside others, counts by rules of its own.
      if (others.some((b) => b.isStatic && intersects(a.shape, a.place, b.shape, b.place))) continue;
      if (others.some((b) => distance(a.shape, a.start, b.shape, b.start).distance < 1e-4 * this.size)) continue;
      const sweep = { from: a.start, to: a.place };
      const times = others.map((b) => ({
        isStatic: b.isStatic,
        time: timeOfImpact(a.shape, sweep, b.shape, { from: b.start, to: b.place })?.time ?? 2,
      }));
      const first = times.reduce((least, one) => (one.time < least.time ? one : least), { isStatic: false, time: 2 });
      if (first.isStatic) continue;
      this.impacts += found ? 1 : 0;
      expect(found?.time ?? 2).toBeCloseTo(first.time, 4);
    }
  }

  ask() {
    const { random, world, error } = this;
    const sensors = random.integer(2) === 0;
    const bodies = this.sorted().filter((body) => body.enabled && (sensors || !body.sensor));
    const least = (numbers: readonly number[]) => Math.min(Number.POSITIVE_INFINITY, ...numbers);
    const isAlmost = (found: number, wanted: number) => found === wanted || Math.abs(found - wanted) <= error;

    const origin = this.point();
    // A direction of any length, however small or large.
    const scale = 10 ** random.number(-300, 300);
    const direction: Point = [random.number(-1, 1) * scale, random.number(-1, 1) * scale];
    const hit = world.raycast(origin, direction, { sensors });
    this.hits += hit ? 1 : 0;
    const rays = bodies.map(({ shape, place }) => raycast(shape, place, origin, direction)?.distance ?? Infinity);
    expect(isAlmost(hit?.distance ?? Infinity, least(rays))).toBe(true);
    expect(world.raycastAll(origin, direction, { sensors })[0] ?? null).toEqual(hit);
    const batch = world.raycastBatch(Float64Array.of(...origin, ...direction), { sensors });
    expect([batch.distances[0], batch.colliders[0]]).toEqual([hit?.distance ?? Infinity, hit?.collider.index ?? -1]);

    const probe = this.shape();
    const at = this.place();
    const found = new Set(world.overlap(probe, at, { sensors }));
    for (const { collider, shape, place } of bodies) {
      if (found.has(collider) === intersects(probe, at, shape, place)) continue;
      expect(Math.abs(distance(probe, at, shape, place).distance)).toBeLessThan(error);
    }
    const point = this.point();
    const near = world.closest(point, { sensors })?.distance ?? Infinity;
    const gaps = bodies.map(({ shape, place }) => closestPoint(shape, place, point).distance);
    expect(isAlmost(near, least(gaps))).toBe(true);

    const sweep = { from: this.place(), to: this.place(20) };
    const cast = world.castShape(probe, sweep, { sensors });
    const times = bodies.map(
      ({ shape, place }) => timeOfImpact(probe, sweep, shape, { from: place, to: place })?.time ?? 2,
    );
    expect(cast?.time ?? 2).toBeCloseTo(Math.min(2, least(times)), 4);
    probe.dispose();
  }

  run(frames: number) {
    for (let frame = 0; frame < frames; frame++) {
      for (let i = 0; i < 4 && this.model.bodies.length < 40; i++) this.add();
      for (let i = 0; i < 8 && this.model.bodies.length > 0; i++) this.change();
      this.travel();
      this.world.update();
      this.check();
      for (let i = 0; i < 3; i++) this.ask();
      for (const body of this.model.bodies) body.start = body.place;
    }
    this.world.dispose();
  }
}

describe(`lives of worlds of the plane (HYPERPLANE_SEED=${seed})`, () => {
  for (const broadPhase of ["automatic", "sweep-and-prune", "bvh", "brute-force"] as const) {
    it(`are those of a list: ${broadPhase}`, () => {
      const random = new Random(seed);
      const totals = { contacts: 0, impacts: 0, hits: 0 };
      for (const [size, far] of [
        [1, 0],
        [1e-3, 0],
        [1e3, 0],
        [1, 1e6],
        [1, 0],
      ] as const) {
        const life = new Life(random, size, far, broadPhase);
        life.run(25);
        totals.contacts += life.contacts;
        totals.impacts += life.impacts;
        totals.hits += life.hits;
      }
      expect(totals.contacts).toBeGreaterThan(100);
      expect(totals.impacts).toBeGreaterThan(3);
      expect(totals.hits).toBeGreaterThan(50);
    });
  }
});
