import type { Collider, Pose, QueryOptions, Shape } from "hyperplane";
import { describe, expect, it } from "vitest";
import { complaintOf } from "./errors.js";
import { Random } from "./random.js";

/** Clearances and margins, which both dimensions answer in the same words. */

type Module = Pick<
  typeof import("hyperplane"),
  "World" | "collide" | "collideAll" | "distance" | "intersects" | "timeOfImpact"
>;

/** What differs between the dimensions. */
export interface ClearanceCases {
  readonly module: Module;
  readonly make: (random: Random) => Shape;
  readonly place: (random: Random, reach: number) => Pose & { readonly position: [number, number, number] };
  /** With sides of 1 m, the same above it with a gap of 1 cm, and how many of its corners touch there within a margin. */
  readonly box: () => Shape;
  readonly above: Pose;
  readonly touchingCorners: number;
  readonly seeds: { readonly distances: number; readonly worlds: number; readonly margins: number };
  /** m: of random places of pairs, of colliders, and of the shapes of queries. */
  readonly reach: { readonly pairs: number; readonly world: number; readonly queries: number };
  /** So many of 200 queries at least overlap a collider. */
  readonly leastOverlaps: number;
}

/** Declares the tests. */
export function describeClearances(cases: ClearanceCases): void {
  const { make, place, above, touchingCorners, seeds, reach, leastOverlaps } = cases;
  const { World, collide, collideAll, distance, intersects, timeOfImpact } = cases.module;

  describe("clearances", () => {
    it("distance with maxDistance is the distance, or null", () => {
      const random = new Random(seeds.distances);
      let near = 0;
      for (let i = 0; i < 2000; i++) {
        const [a, b] = [make(random), make(random)];
        const [poseA, poseB] = [place(random, reach.pairs), place(random, reach.pairs)];
        const whole = distance(a, poseA, b, poseB);
        const maxDistance = random.number(0, 2);
        const some = distance(a, poseA, b, poseB, { maxDistance });
        expect(some).toEqual(whole.distance <= maxDistance ? whole : null);
        near += some ? 1 : 0;
        expect(distance(a, poseA, b, poseB, { maxDistance: Number.POSITIVE_INFINITY })).toEqual(whole);
      }
      expect(near).toBeGreaterThan(600);
      expect(near).toBeLessThan(1900);
    });

    it("nearest, nearestAll and castShapeAll are those of all colliders", () => {
      const random = new Random(seeds.worlds);
      using world = new World();
      const colliders = Array.from({ length: 60 }, (_, i) =>
        world.add({
          shape: make(random),
          ...place(random, reach.world),
          static: i % 3 === 0,
          sensor: i % 10 === 0,
          layer: 1 + (i % 2),
        }),
      );
      // What the world keeps of a pose.
      world.update();
      let overlaps = 0;
      for (let i = 0; i < 200; i++) {
        const [shape, from, to] = [make(random), place(random, reach.queries), place(random, reach.queries)];
        const maxDistance = random.number(0, 3);
        const mask = 1 + random.integer(3);
        const options: QueryOptions = {
          maxDistance,
          mask,
          exclude: colliders[1] as Collider,
          filter: ({ index }) => index % 5 !== 2,
        };
        const seen = colliders.filter(
          ({ index, layer, sensor }) => !sensor && (layer & mask) !== 0 && index !== 1 && index % 5 !== 2,
        );
        const distances = seen
          .map((collider) => ({ ...distance(shape, from, collider.shape as Shape, collider), collider }))
          .filter((found) => found.distance <= maxDistance)
          .sort((a, b) => a.distance - b.distance || a.collider.index - b.collider.index);
        expect(world.nearestAll(shape, from, options)).toEqual(distances);
        expect(world.nearest(shape, from, options)).toEqual(distances[0] ?? null);
        overlaps += (distances[0]?.distance ?? 0) < 0 ? 1 : 0;
        const sweep = { from, to };
        const impacts = seen
          .map((collider) => ({
            impact: timeOfImpact(shape, sweep, collider.shape as Shape, { from: collider, to: collider }),
            collider,
          }))
          .filter(({ impact }) => impact !== null)
          .sort((a, b) => (a.impact?.time ?? 0) - (b.impact?.time ?? 0) || a.collider.index - b.collider.index);
        const met = world.castShapeAll(shape, sweep, { ...options, maxDistance: 100 });
        expect(met.map(({ collider }) => collider)).toEqual(impacts.map(({ collider }) => collider));
        expect(met.map(({ time }) => time)).toEqual(impacts.map(({ impact }) => impact?.time));
        expect(world.castShape(shape, sweep, { ...options, maxDistance: 100 })).toEqual(met[0] ?? null);
      }
      expect(overlaps).toBeGreaterThan(leastOverlaps);
    });

    it("nearestAll needs a maxDistance", () => {
      using world = new World();
      const shape = make(new Random(1));
      for (const options of [undefined, {}, { mask: 1 }]) {
        expect(complaintOf(() => world.nearestAll(shape, {}, options as QueryOptions))).toMatch(
          /^invalid-argument.*options\.maxDistance is needed/u,
        );
      }
      expect(world.nearestAll(shape, {}, { maxDistance: Number.POSITIVE_INFINITY })).toEqual([]);
      expect(complaintOf(() => world.nearest(shape, {}, { maxDistance: -1 }))).toMatch(
        /^invalid-argument.*maxDistance/u,
      );
      expect(complaintOf(() => world.nearest({} as never, {}))).toMatch(/^invalid-argument.*shape must be a shape/u);
      expect(complaintOf(() => distance(shape, {}, shape, {}, { maxDistance: Number.NaN }))).toMatch(
        /^invalid-argument.*maxDistance/u,
      );
    });
  });

  describe("margins", () => {
    it("make a touch of a distance, with all its points", () => {
      const box = cases.box();
      expect(collide(box, {}, box, above)).toBeNull();
      expect(intersects(box, {}, box, above)).toBe(false);
      expect(intersects(box, {}, box, above, { margin: 0.02 })).toBe(true);
      expect(intersects(box, {}, box, above, { margin: 0.005 })).toBe(false);
      const contact = collide(box, {}, box, above, { margin: 0.02 });
      expect(contact?.points).toHaveLength(touchingCorners);
      expect(contact?.depth).toBeCloseTo(-0.01, 12);
      for (const { depth, onA, onB } of contact?.points ?? []) {
        expect(depth).toBeCloseTo(-0.01, 12);
        expect([onA.y, onB.y].map((y) => y.toFixed(9))).toEqual(["0.500000000", "0.510000000"]);
      }
      expect(collide(box, {}, box, above, { margin: 0.005 })).toBeNull();
      expect(collideAll(box, {}, box, above, { margin: 0.02 })).toEqual([contact]);
      expect(collide(box, {}, box, {}, {})).toEqual(collide(box, {}, box, {}));
    });

    it("agree with distances, also of compounds", () => {
      const random = new Random(seeds.margins);
      let [touching, apart] = [0, 0];
      for (let i = 0; i < 1000; i++) {
        const [a, b] = [make(random), make(random)];
        const [poseA, poseB] = [place(random, 1.2), place(random, 1.2)];
        const margin = random.number(0.01, 1);
        const gap = distance(a, poseA, b, poseB).distance;
        expect(intersects(a, poseA, b, poseB, { margin })).toBe(gap <= margin);
        const all = collideAll(a, poseA, b, poseB, { margin });
        const contact = collide(a, poseA, b, poseB, { margin });
        expect(contact !== null).toBe(gap <= margin);
        expect(contact?.depth).toEqual(all[0]?.depth);
        if (!contact) continue;
        touching++;
        apart += gap > 0 ? 1 : 0;
        expect(contact.depth).toBeCloseTo(-gap, 6);
      }
      expect(touching).toBeGreaterThan(100);
      expect(apart).toBeGreaterThan(50);
      expect(touching).toBeLessThan(1000);
    });

    it("are refused unless they are a length", () => {
      const box = cases.box();
      for (const margin of [-1, Number.NaN, Number.POSITIVE_INFINITY, "1"]) {
        for (const call of [collide, collideAll, intersects]) {
          expect(complaintOf(() => call(box, {}, box, {}, { margin } as never))).toMatch(
            /^invalid-argument.*options\.margin must be a number/u,
          );
        }
      }
    });
  });
}
