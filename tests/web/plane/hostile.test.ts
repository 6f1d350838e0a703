import fc from "fast-check";
import { Sphere, init as startSpace } from "hyperplane";
import * as plane from "hyperplane/2d";
import { describe, expect, it } from "vitest";

/**
 * Any calls over the border of hyperplane/2d, with any values: they give an answer, or throw a HyperplaneError and change
 * nothing, or throw what a getter of the caller's throws. Nothing traps, and the module goes on.
 */

await Promise.all([plane.init(), startSpace()]);
const { HyperplaneError, World } = plane;

class OwnError extends Error {}
const throwing = {
  get x(): number {
    throw new OwnError("mine");
  },
  get position(): number {
    throw new OwnError("mine");
  },
  get length(): number {
    throw new OwnError("mine");
  },
};
const detached = new Float64Array(8);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
const disposed = new plane.Circle(1);
disposed.dispose();
const removedFrom = new World();
const removed = removedFrom.add({ shape: new plane.Circle(1) });
removedFrom.remove(removed);

/** What no function asks for; some of it is an answer to some of them all the same. */
const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  1e308,
  5e-324,
  -1,
  2 ** 32,
  "1",
  Symbol("s"),
  10n,
  [],
  {},
  [Number.NaN, 0],
  [1, 2, 3],
  { x: 1 },
  { x: "1", y: 0 },
  throwing,
  { position: throwing },
  detached,
  new Float32Array(5),
  new Proxy({}, {}),
  Object.create(null),
  () => 1,
  disposed,
  removed,
  removedFrom,
  new Sphere(1),
  new Date(0),
];

/** Stands for an odd value until the call: fast-check cannot write some of them down. */
class Odd {
  constructor(readonly index: number) {}
}
const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(oddValues.length - 1).map((index) => new Odd(index)) },
  fc.double(),
  fc.array(fc.double({ noNaN: true, min: -10, max: 10 }), { maxLength: 9 }),
);

const number = fc.integer({ min: -48, max: 48 }).map((value) => value / 16);
const size = fc.integer({ min: 0, max: 48 }).map((value) => value / 16);
/** Points of a ring that goes once round the origin, so that some are polygons. */
const ring = fc.array(fc.integer({ min: 4, max: 48 }), { minLength: 3, maxLength: 9 }).map((reaches) =>
  reaches.flatMap((reach, i) => {
    const angle = (2 * Math.PI * i) / reaches.length;
    return [(reach / 16) * Math.cos(angle), (reach / 16) * Math.sin(angle)];
  }),
);
const which = fc.nat(6);
const vector = fc.tuple(number, number);
const pose = fc.record({ position: vector, angle: number });
const sweep = fc.record({ from: pose, to: pose });
const shapes = [
  new plane.Circle(0.5),
  new plane.Rectangle(1, 2),
  new plane.Capsule(0.2, 1),
  new plane.Ellipse(1, 0.4),
  new plane.Segment([0, 0], [1, 1]),
  new plane.ConvexPolygon([0, 0, 1, 0, 0, 1], { radius: 0.1 }),
  new plane.Polygon([0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3]),
  new plane.Chain([-2, 0, 0, 0.5, 2, 0], { sides: "front" }),
  new plane.Compound([{ shape: new plane.Circle(0.5), position: [1, 0] }, { shape: new plane.Rectangle(1, 1) }]),
];
const shape = fc.constantFrom(...shapes);

interface Kept {
  world: plane.World;
  colliders: plane.Collider[];
}
/** A collider by its number; anything else as it is. */
const pick = (colliders: readonly plane.Collider[], which: unknown) =>
  (typeof which === "number" ? (colliders[which] ?? which) : which) as never as plane.Collider;
type Call = (kept: Kept, values: readonly never[]) => unknown;

/** What can be set on a collider. */
const settings = {
  shape,
  position: vector,
  angle: number,
  static: fc.boolean(),
  sensor: fc.boolean(),
  continuous: fc.boolean(),
  enabled: fc.boolean(),
};

/** Every function, with what it asks for. */
const calls: readonly [string, Call, ...fc.Arbitrary<unknown>[]][] = [
  ["Circle", (_, [r]) => new plane.Circle(r as never).dispose(), size],
  ["Rectangle", (_, [w, h]) => new plane.Rectangle(w as never, h as never).dispose(), size, size],
  ["Ellipse", (_, [w, h]) => new plane.Ellipse(w as never, h as never).dispose(), size, size],
  ["Segment", (_, [a, b]) => new plane.Segment(a as never, b as never).dispose(), vector, vector],
  ["ConvexPolygon", (_, [p]) => new plane.ConvexPolygon(p as never).dispose(), ring],
  [
    "Polygon",
    (_, [p, h]) => new plane.Polygon(p as never, h as never).dispose(),
    ring,
    fc.array(ring, { maxLength: 1 }),
  ],
  ["Chain", (_, [p]) => new plane.Chain(p as never).dispose(), ring],
  [
    "Compound",
    (_, [parts]) => new plane.Compound(parts as never).dispose(),
    fc.array(
      fc.record({ shape: fc.oneof({ weight: 9, arbitrary: shape }, { weight: 1, arbitrary: odd }), position: vector }),
      { minLength: 1, maxLength: 3 },
    ),
  ],
  [
    "intersects",
    (_, v) => plane.intersects(...(v as unknown as Parameters<typeof plane.intersects>)),
    shape,
    pose,
    shape,
    pose,
  ],
  [
    "collideAll",
    (_, v) => plane.collideAll(...(v as unknown as Parameters<typeof plane.collide>)),
    shape,
    pose,
    shape,
    pose,
  ],
  [
    "distance",
    (_, v) => plane.distance(...(v as unknown as Parameters<typeof plane.distance>)),
    shape,
    pose,
    shape,
    pose,
  ],
  [
    "explainSat",
    (_, v) => plane.explainSat(...(v as unknown as Parameters<typeof plane.explainSat>)),
    shape,
    pose,
    shape,
    pose,
  ],
  [
    "timeOfImpact",
    (_, v) => plane.timeOfImpact(...(v as unknown as Parameters<typeof plane.timeOfImpact>)),
    shape,
    sweep,
    shape,
    sweep,
  ],
  [
    "raycast",
    (_, v) => plane.raycast(...(v as unknown as Parameters<typeof plane.raycast>)),
    shape,
    pose,
    vector,
    vector,
  ],
  [
    "closestPoint",
    (_, v) => plane.closestPoint(...(v as unknown as Parameters<typeof plane.closestPoint>)),
    shape,
    pose,
    vector,
  ],
  ["support", (_, v) => plane.support(...(v as unknown as Parameters<typeof plane.support>)), shape, pose, vector],
  [
    "mtvBatch",
    (_, [list, pairs, poses]) => plane.mtvBatch({ shapes: list, pairs, poses } as never),
    fc.array(shape, { minLength: 2, maxLength: 4 }),
    fc.constantFrom(
      Uint32Array.of(),
      Uint32Array.of(0, 1),
      Uint32Array.of(1, 0),
      Uint32Array.of(0, 9),
      Uint32Array.of(1),
    ),
    fc
      .constantFrom(6, 6, 6, 0, 5)
      .chain((length) => fc.array(number, { minLength: length, maxLength: length }))
      .map((values) => Float64Array.from(values)),
  ],
  [
    "add",
    ({ world, colliders }, [shape, position, angle, layer]) => {
      const added = world.add({ shape, position, angle, layer } as never);
      if (colliders.length < 30) colliders.push(added);
      else world.remove(added);
    },
    shape,
    vector,
    number,
    fc.integer({ min: 0, max: 3 }),
  ],
  ["remove", ({ world, colliders }, [i]) => world.remove(pick(colliders, i)), which],
  [
    "setPose",
    ({ colliders }, [i, position, angle]) => pick(colliders, i)?.setPose?.(position as never, angle as never),
    which,
    vector,
    number,
  ],
  ...Object.entries(settings).map(([name, value]): [string, Call, ...fc.Arbitrary<unknown>[]] => [
    `set ${name}`,
    ({ world, colliders }, [i, to]) => {
      const collider = pick(colliders, i);
      world.contactsOf(collider); // refuses what is no collider
      collider[name as "shape"] = to as never;
    },
    which,
    value,
  ]),
  ["touchingOf", ({ world, colliders }, [i]) => world.touchingOf(pick(colliders, i)), which],
  ["ignore", ({ world, colliders }, [i, j]) => world.ignore(pick(colliders, i), pick(colliders, j)), which, which],
  [
    "world.raycast",
    ({ world }, v) => world.raycast(...(v as unknown as Parameters<plane.World["raycast"]>)),
    vector,
    vector,
  ],
  [
    "raycastBatch",
    ({ world }, [rays]) => world.raycastBatch(rays as never),
    fc.array(fc.tuple(number, number, number, number), { maxLength: 3 }).map((rays) => Float64Array.from(rays.flat())),
  ],
  ["castShape", ({ world }, [shape, sweep]) => world.castShape(shape as never, sweep as never), shape, sweep],
  ["overlap", ({ world }, [shape, pose]) => world.overlap(shape as never, pose as never), shape, pose],
  ["closest", ({ world }, [point]) => world.closest(point as never), vector],
  ["separation", ({ world, colliders }, [i]) => world.separation(pick(colliders, i)), which],
  [
    "moveAndSlide",
    ({ world }, [shape, pose, delta, maxSlope]) =>
      plane.moveAndSlide(world, shape as never, pose as never, delta as never, { maxSlope } as never),
    shape,
    pose,
    vector,
    fc.double({ noNaN: true, min: 0, max: 1.5 }),
  ],
  ["rollback", ({ world }, [bytes]) => world.rollback(bytes as never), fc.uint8Array({ maxLength: 200 })],
  ["restore", (_, [bytes]) => World.restore(bytes as never), fc.uint8Array({ maxLength: 200 })],
];

/** One call; each of its values is now and then an odd one. */
const step = fc
  .constantFrom(...calls)
  .chain(([name, run, ...asked]) =>
    fc
      .tuple(...asked.map((value) => fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: odd })))
      .map((values) => ({ name, run, values: values as never[] })),
  );

describe("hostile calls", () => {
  it("are answered or refused, and change nothing when they are refused", () => {
    const seen = new Map<string, { answered: number; refused: number }>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
        const kept: Kept = { world: new World(), colliders: [] };
        for (const shape of shapes.slice(0, 4)) kept.colliders.push(kept.world.add({ shape }));
        let before = kept.world.hash();
        for (const { name, run, values } of steps) {
          const counts = seen.get(name) ?? { answered: 0, refused: 0 };
          seen.set(name, counts);
          try {
            run(
              kept,
              values.map((value: unknown) => (value instanceof Odd ? oddValues[value.index] : value) as never),
            );
            counts.answered++;
            before = kept.world.hash();
          } catch (error) {
            counts.refused++;
            if (!(error instanceof HyperplaneError) && !(error instanceof OwnError)) {
              throw new Error(`${name} threw ${error}`, { cause: error });
            }
            if (kept.world.hash() !== before) throw new Error(`${name} was refused, and changed the world`);
          }
        }
        kept.world.update();
        const copy = World.restore(kept.world.snapshot());
        expect(copy.hash()).toBe(kept.world.hash());
        copy.dispose();
        kept.world.dispose();
      }),
      { numRuns: 250, seed: 20_261_123 },
    );
    for (const [name] of calls) {
      expect([name, (seen.get(name)?.answered ?? 0) > 10]).toEqual(
        name === "rollback" || name === "restore" ? [name, false] : [name, true],
      );
      expect([name, (seen.get(name)?.refused ?? 0) > 10]).toEqual([name, true]);
    }
    const box = new plane.Rectangle(1, 1);
    expect(plane.collide(box, {}, box, { position: [0.5, 0] })?.depth).toBe(0.5);
  });

  it("with damaged snapshots are refused", () => {
    const world = new World();
    for (const [i, shape] of shapes.entries()) world.add({ shape, position: [i, 0], static: i % 2 === 0 });
    world.update();
    const bytes = world.snapshot();
    const hash = world.hash();
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.nat(bytes.length),
        (at, by, length) => {
          const damaged = bytes.slice();
          damaged[at] = (damaged[at] as number) ^ by;
          for (const wrong of [damaged, bytes.slice(0, Math.min(length, bytes.length - 1))]) {
            expect(() => World.restore(wrong)).toThrow(HyperplaneError);
            expect(() => world.rollback(wrong)).toThrow(HyperplaneError);
          }
        },
      ),
      { numRuns: 300, seed: 4 },
    );
    expect(world.hash()).toBe(hash);
    expect(World.restore(bytes).hash()).toBe(hash);
  });
});
