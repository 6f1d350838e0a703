import fc from "fast-check";
import { Box, type Collider, collide, init, intersects, type Shape, Sphere, World } from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";

/**
 * A world beside a model that is a list: whatever is done to both, in any order, they agree. The model asks `collide` for
 * every pair.
 */

beforeAll(() => init());

type Vector = [number, number, number];
interface Body {
  collider: Collider;
  shape: Shape;
  position: Vector;
  fixed: boolean;
  sensor: boolean;
  layer: number;
  mask: number;
}
interface Model {
  bodies: Body[];
  gone: Collider[];
  ignored: Set<string>;
  touching: Set<string>;
}
type Step = (model: Model, world: World) => void;

const shapes: Shape[] = [];
const key = (a: Collider, b: Collider) => [a.index, b.index].sort((x, y) => x - y).join(" ");
const pick = <T>(list: T[], at: number): T | undefined => list[Math.floor(at * list.length)];

function touching({ bodies, ignored }: Model): { all: Set<string>; contacts: Set<string> } {
  const all = new Set<string>();
  const contacts = new Set<string>();
  for (const [i, a] of bodies.entries()) {
    for (const b of bodies.slice(i + 1)) {
      if ((a.fixed && b.fixed) || (a.layer & b.mask) === 0 || (b.layer & a.mask) === 0) continue;
      const name = key(a.collider, b.collider);
      if (ignored.has(name) || !intersects(a.shape, a, b.shape, b)) continue;
      all.add(name);
      if (!a.sensor && !b.sensor) contacts.add(name);
    }
  }
  return { all, contacts };
}

const names = (pairs: Iterable<{ a: Collider; b: Collider }>) => Array.from(pairs, ({ a, b }) => key(a, b));
const sorted = (set: Iterable<string>) => [...set].sort();

// Eighths: touching is exact.
const coordinate = fc.integer({ min: -12, max: 12 }).map((n) => n / 8);
const position = fc.tuple(coordinate, coordinate, coordinate);
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const bits = fc.constantFrom(1, 2, 3, -1);

const add = fc.record({ position, shape: share, fixed: fc.boolean(), sensor: share, layer: bits, mask: bits }).map(
  ({ shape: at, sensor, ...rest }): Step =>
    (model, world) => {
      const body = { ...rest, shape: pick(shapes, at) as Shape, sensor: sensor < 0.2 };
      const { shape, position: place, fixed, layer, mask } = body;
      const collider = world.add({ shape, position: place, static: fixed, sensor: body.sensor, layer, mask });
      expect(model.bodies.some((other) => other.collider.index === collider.index)).toBe(false);
      model.bodies.push({ ...body, collider });
    },
);
const remove = share.map(
  (at): Step =>
    (model, world) => {
      const body = pick(model.bodies, at);
      if (!body) return;
      world.remove(body.collider);
      world.remove(body.collider);
      expect(() => body.collider.setPose([0, 0, 0])).toThrow(/removed/);
      model.bodies.splice(model.bodies.indexOf(body), 1);
      model.gone.push(body.collider);
      for (const pair of model.ignored)
        if (pair.split(" ").includes(`${body.collider.index}`)) model.ignored.delete(pair);
    },
);
const move = fc.record({ at: share, position, bulk: fc.boolean() }).map(
  ({ at, position: to, bulk }): Step =>
    (model, world) => {
      const body = pick(model.bodies, at);
      if (!body) return;
      if (bulk) world.positions.set(to, 3 * body.collider.index);
      else body.collider.setPose(to);
      body.position = to;
    },
);
const filter = fc.record({ at: share, layer: bits, mask: bits }).map(
  ({ at, layer, mask }): Step =>
    (model) => {
      const body = pick(model.bodies, at);
      body?.collider.setFilter(layer, mask);
      if (body) Object.assign(body, { layer, mask });
    },
);
const ignore = fc.record({ a: share, b: share, ignored: fc.boolean() }).map(
  ({ a, b, ignored }): Step =>
    (model, world) => {
      const [first, second] = [pick(model.bodies, a), pick(model.bodies, b)];
      if (!first || !second || first === second) return;
      world.ignore(first.collider, second.collider, ignored);
      const name = key(first.collider, second.collider);
      if (ignored) model.ignored.add(name);
      else model.ignored.delete(name);
    },
);
const update = fc.constant<Step>((model, world) => {
  world.update();
  const { all, contacts } = touching(model);
  expect(sorted(names(world.touching))).toEqual(sorted(all));
  expect(sorted(names(world.contacts))).toEqual(sorted(contacts));
  expect(sorted(names(world.began))).toEqual(sorted([...all].filter((name) => !model.touching.has(name))));
  expect(sorted(names(world.ended))).toEqual(sorted([...model.touching].filter((name) => !all.has(name))));
  for (const { a, b, depth } of world.contacts) {
    const [first, second] = [a, b].map((one) => model.bodies.find(({ collider }) => collider === one)) as [Body, Body];
    expect(depth).toBeCloseTo(collide(first.shape, first, second.shape, second)?.depth as number, 6);
  }
  model.touching = all;
});
const query = fc.record({ from: position }).map(
  ({ from }): Step =>
    (model, world) => {
      world.refit();
      expect(world.size).toBe(model.bodies.length);
      const box = new Box(0.5, 0.5, 0.5);
      const met = model.bodies.filter((body) => intersects(box, { position: from }, body.shape, body));
      expect(world.overlap(box, { position: from }, { sensors: true }).map(({ index }) => index)).toEqual(
        met.map(({ collider }) => collider.index).sort((a, b) => a - b),
      );
      box.dispose();
      for (const collider of model.gone) expect(collider.removed).toBe(true);
      expect([...world.colliders].map(({ index }) => index)).toEqual(
        model.bodies.map(({ collider }) => collider.index).sort((a, b) => a - b),
      );
    },
);

describe("a world does what a list of colliders does", () => {
  for (const broadPhase of ["automatic", "sweep-and-prune", "bvh"] as const) {
    it(`with the broad phase ${broadPhase}`, () => {
      shapes.push(new Box(1, 1, 1), new Box(0.5, 2, 0.25), new Sphere(0.5));
      const step = fc.oneof(
        { weight: 4, arbitrary: add },
        remove,
        { weight: 2, arbitrary: move },
        filter,
        ignore,
        update,
        query,
      );
      fc.assert(
        fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
          const world = new World({ broadPhase });
          const model: Model = { bodies: [], gone: [], ignored: new Set(), touching: new Set() };
          for (const act of steps) act(model, world);
          world.dispose();
        }),
        { numRuns: 60, seed: 4 },
      );
    });
  }
});
