import {
  Chain,
  Circle,
  Compound,
  type Contact,
  ConvexPolygon,
  closestPoint,
  collide,
  collideAll,
  distance,
  distanceBatch,
  Ellipse,
  init,
  intersects,
  intersectsBatch,
  mtvBatch,
  Polygon,
  Rectangle,
  raycast,
  Segment,
  type Shape,
  support,
  timeOfImpact,
} from "hyperplane/2d";
import { beforeAll, describe, expect, it } from "vitest";
import { type Place, type Point, randomSolid, reach, type Solid, signedDistance } from "../support/plane_oracle.js";
import {
  allEdges,
  area2,
  crossing,
  edgesOf,
  fromEdges,
  isWithin,
  makePolygon,
  posed,
  randomRings,
  toLocal,
  toOutline,
  toWorld,
  using,
} from "../support/plane_rings.js";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const near = (value: number, wanted: number, tolerance: number, where: string) =>
  expect(Math.abs(value - wanted), where).toBeLessThanOrEqual(tolerance);
const pointOf = ({ x, y }: { x: number; y: number }): Point => [x, y];
const randomPlace = (random: Random, size: number): Place => ({
  position: [random.number(-size, size), random.number(-size, size)],
  angle: random.number(-9, 9),
});
const cornersOf = (part: Float64Array): Point[] =>
  Array.from({ length: part.length / 2 }, (_, i) => [part[2 * i] as number, part[2 * i + 1] as number]);

describe(`composites of hyperplane/2d against an independent oracle (HYPERPLANE_SEED=${seed})`, () => {
  it("cuts polygons into convex parts that cover them, of their own vertices", () => {
    const random = new Random(seed);
    for (let i = 0; i < 300; i++) {
      const size = [1, 1e-3, 1e3][i % 3] as number;
      const rings = randomRings(random, size);
      const polygon = makePolygon(rings);
      const where = `polygon ${i}`;
      const known = [rings.outer, ...rings.holes].flat();
      let covered = 0;
      for (const part of polygon.parts) {
        const corners = cornersOf(part);
        expect(corners.length, where).toBeGreaterThan(2);
        for (const corner of corners) {
          const [x, y] = corner;
          const away = Math.min(...known.map(([u, v]) => Math.hypot(x - u, y - v)));
          expect(away, where).toBeLessThanOrEqual(1e-15 * size);
        }
        corners.forEach(([x, y], k) => {
          const [u, v] = corners[(k + 1) % corners.length] as Point;
          const [p, q] = corners[(k + 2) % corners.length] as Point;
          expect((u - x) * (q - v) - (v - y) * (p - u), where).toBeGreaterThan(0);
        });
        covered += area2(corners);
      }
      const whole = Math.abs(area2(rings.outer)) - rings.holes.reduce((sum, hole) => sum + Math.abs(area2(hole)), 0);
      near(covered / whole, 1, 1e-12, where);
      // A diagonal for each hole, and four times the least possible number (one for each reflex corner, and one).
      const reflex = (ring: readonly Point[], turn: number) =>
        ring.filter(([x, y], k) => {
          const [u, v] = ring[(k + 1) % ring.length] as Point;
          const [p, q] = ring[(k + 2) % ring.length] as Point;
          return turn * ((u - x) * (q - v) - (v - y) * (p - u)) < 0;
        }).length;
      const reflexCount =
        reflex(rings.outer, Math.sign(area2(rings.outer))) +
        rings.holes.reduce((sum, hole) => sum + reflex(hole, -Math.sign(area2(hole))), 0);
      expect(polygon.parts.length, where).toBeLessThanOrEqual(2 * reflexCount + 1);
      polygon.dispose();
    }
  });

  it("polygons: points, rays, support points", () => {
    const random = new Random(seed);
    let [inside, hits] = [0, 0];
    for (let i = 0; i < 400; i++) {
      const rings = randomRings(random, 1);
      const polygon = makePolygon(rings);
      const place = randomPlace(random, 3);
      const world = posed(place, rings);
      for (let k = 0; k < 8; k++) {
        const where = `polygon ${i}, point ${k}`;
        const local: Point = [random.number(-1.3, 1.3), random.number(-1.3, 1.3)];
        const at = toWorld(place, local);
        const isIn = isWithin(rings, local);
        const closest = closestPoint(polygon, place, at);
        near(closest.distance, (isIn ? -1 : 1) * toOutline(rings, local), 1e-9, where);
        near(closest.point.x + closest.normal.x * closest.distance, at[0], 1e-9, where);
        near(toOutline(world, pointOf(closest.point)), 0, 1e-9, where);
        expect(intersects(polygon, place, new Circle(0), { position: at }), where).toBe(isIn);
        if (isIn) inside++;
        // Inside: the part that the point is in; outside: the part that the closest point is on.
        const ring = { outer: cornersOf(polygon.parts[closest.part] as Float64Array), holes: [] };
        const named = isIn ? local : toLocal(place, pointOf(closest.point));
        if (!(isIn && isWithin(ring, named))) near(toOutline(ring, named), 0, 1e-9, where);

        const angle = random.number(0, 2 * Math.PI);
        const direction: Point = [Math.cos(angle), Math.sin(angle)];
        const hit = raycast(polygon, place, at, [7 * direction[0], 7 * direction[1]]);
        const crossings = allEdges(world).map(([p, q]) => crossing(at, direction, p, q) ?? Number.POSITIVE_INFINITY);
        const truth = isIn ? 0 : Math.min(...crossings);
        if (Number.isFinite(truth) || hit !== null) near(hit?.distance ?? -1, truth, 1e-9, where);
        if (hit !== null) {
          hits++;
          expect(polygon.parts[hit.part], where).toBeDefined();
          if (!isIn) {
            // Out of the face that it hits: unit length, across an edge, against the ray.
            near(Math.hypot(hit.normal.x, hit.normal.y), 1, 1e-12, where);
            expect(hit.normal.x * direction[0] + hit.normal.y * direction[1], where).toBeLessThan(1e-9);
            const [p, q] = allEdges(world)[crossings.indexOf(truth)] as [Point, Point];
            near(hit.normal.x * (q[0] - p[0]) + hit.normal.y * (q[1] - p[1]), 0, 1e-9, where);
          }
        }
        const far = support(polygon, place, direction);
        const height = Math.max(...world.outer.map(([x, y]) => x * direction[0] + y * direction[1]));
        near(far.x * direction[0] + far.y * direction[1], height, 1e-12, where);
      }
      polygon.dispose();
    }
    expect(inside).toBeGreaterThan(400);
    expect(hits).toBeGreaterThan(800);
  });

  it("polygons and convex shapes: verdicts, distances, contacts", () => {
    const random = new Random(seed);
    let overlapping = 0;
    const count = 500;
    for (let i = 0; i < count; i++) {
      const where = `pair ${i}`;
      const rings = randomRings(random, 1);
      const solid = randomSolid(random, random.integer(3) === 0 ? 0.1 : 0.7);
      const place = randomPlace(random, 1);
      const bt = { ...randomPlace(random, 0), position: toWorld(place, randomPlace(random, 1.6).position) };
      const world = posed(place, rings);
      const edge = fromEdges(allEdges(world), solid, bt);
      // Any of its points decides where no edge is near.
      const anchor = toWorld(bt, solid.ellipse ? [0, 0] : (solid.corners[0] as Point));
      const isOver = edge <= 0 || isWithin(world, anchor);
      using([makePolygon(rings), solid.make()], (polygon, shape) => {
        const pair = [polygon, place, shape, bt] as const;
        const verdict = intersects(...pair);
        if (Math.abs(edge) > 1e-6) expect(verdict, where).toBe(isOver);
        if (verdict) overlapping++;
        const contact = collide(...pair);
        const all = collideAll(...pair);
        expect(contact !== null, where).toBe(verdict);
        expect(all[0] ?? null, where).toEqual(contact);
        expect(intersects(shape, bt, polygon, place), where).toBe(verdict);
        const found = distance(...pair);
        if (!isOver) {
          near(found.distance, edge, 1e-5, where);
          near(toOutline(world, pointOf(found.pointA)), 0, 1e-6, where);
          near(found.pointB.x - found.pointA.x, found.normal.x * found.distance, 1e-6, where);
        } else {
          expect(found.distance, where).toBeLessThanOrEqual(1e-6);
        }
        expectContacts(all, polygon as Polygon, place, solid, bt, where);
        const batch = { shapes: [polygon, shape], pairs: Uint32Array.of(0, 1), poses: new Float64Array(6) };
        batch.poses.set([...place.position, place.angle, ...bt.position, bt.angle]);
        expect(intersectsBatch(batch)[0], where).toBe(verdict ? 1 : 0);
        expect([...distanceBatch(batch)], where).toEqual([found.normal.x, found.normal.y, found.distance]);
        const mtv = contact === null ? [0, 0, 0] : [contact.normal.x, contact.normal.y, contact.depth];
        expect([...mtvBatch(batch)], where).toEqual(mtv);
      });
    }
    expect(overlapping / count).toBeGreaterThan(0.2);
    expect(overlapping / count).toBeLessThan(0.8);
  });

  /** Deepest first, at most one for each part, and each says the truth about its part: along its normal they overlap that deep. */
  function expectContacts(all: Contact[], polygon: Polygon, place: Place, solid: Solid, bt: Place, where: string) {
    expect(new Set(all.map(({ partA }) => partA)).size, where).toBe(all.length);
    all.forEach((contact, k) => {
      const { normal, depth, points, partA, partB } = contact;
      expect(partB, where).toBe(-1);
      expect(depth, where).toBeLessThanOrEqual((all[k - 1]?.depth ?? Number.POSITIVE_INFINITY) + 1e-12);
      near(Math.hypot(normal.x, normal.y), 1, 1e-9, where);
      const corners = cornersOf(polygon.parts[partA] as Float64Array).map((corner) => toWorld(place, corner));
      const top = Math.max(...corners.map(([x, y]) => x * normal.x + y * normal.y));
      const [bx, by] = bt.position;
      const low = bx * normal.x + by * normal.y - reach(solid, bt.angle, -normal.x, -normal.y);
      near(top - low, depth, 1e-6, where);
      for (const { onA, onB, depth: own } of points) {
        near(onA.x - onB.x, normal.x * own, 1e-6, where);
        near(onA.y - onB.y, normal.y * own, 1e-6, where);
      }
    });
  }

  it("points of contacts lie on the ellipse and on the star, whatever edge they snap to", () => {
    const random = new Random(seed + 3);
    let points = 0;
    let shallower = 0;
    for (let i = 0; i < 400; i++) {
      const radii: Point = [random.number(0.1, 0.5), random.number(0.1, 0.5)];
      const corners: Point[] = Array.from({ length: 9 }, (_, k) => {
        const angle = (2 * Math.PI * k) / 9;
        const at = random.number(0.3, 1);
        return [at * Math.cos(angle), at * Math.sin(angle)];
      });
      using([new Ellipse(...radii), new Polygon(corners.flat())], (ellipse: Shape, star: Shape) => {
        const place = randomPlace(random, 0.5);
        const other = randomPlace(random, 0.5);
        for (const contact of collideAll(ellipse, place, star, other)) {
          for (const { onA, onB, depth } of contact.points) {
            const where = `${i}: ${JSON.stringify({ radii, corners, place, other, contact })}`;
            const [x, y] = toLocal(place, pointOf(onA));
            expect(Math.hypot(x / radii[0], y / radii[1]), where).toBeLessThanOrEqual(1 + 1e-7);
            const [u, v] = toLocal(other, pointOf(onB));
            let inside = false;
            let least = Number.POSITIVE_INFINITY;
            corners.forEach(([ax, ay], k) => {
              const [bx, by] = corners[(k + 1) % corners.length] as Point;
              if (ay > v !== by > v && u < ax + ((v - ay) / (by - ay)) * (bx - ax)) inside = !inside;
              const share = ((u - ax) * (bx - ax) + (v - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
              const t = Math.min(1, Math.max(0, share));
              least = Math.min(least, Math.hypot(u - ax - t * (bx - ax), v - ay - t * (by - ay)));
            });
            expect(inside ? 0 : least, where).toBeLessThanOrEqual(1e-7);
            near(onA.x - onB.x, contact.normal.x * depth, 1e-9, where);
            near(onA.y - onB.y, contact.normal.y * depth, 1e-9, where);
            points++;
          }
          if ((contact.points[0]?.depth ?? 0) < contact.depth - 1e-6) shallower++;
        }
      });
    }
    expect(points).toBeGreaterThan(200);
    expect(shallower).toBeGreaterThan(0);
  });

  it("two-sided chains: distances, verdicts, rays", () => {
    const random = new Random(seed);
    for (let i = 0; i < 400; i++) {
      const where = `chain ${i}`;
      const points = Array.from({ length: 2 + random.integer(12) }, () => randomPlace(random, 1).position);
      const closed = random.integer(2) === 0 && points.length > 2;
      const solid = randomSolid(random, 0.5);
      const place = randomPlace(random, 1);
      const bt = randomPlace(random, 2);
      const world = points.map((point) => toWorld(place, point));
      const edges = edgesOf(world).slice(0, closed ? world.length : world.length - 1);
      using([new Chain(points.flat(), { closed }), solid.make()], (chain, shape) => {
        const gaps = edges.map((edge) => fromEdges([edge], solid, bt));
        const truth = Math.min(...gaps);
        const found = distance(chain, place, shape, bt);
        if (truth > 1e-6) {
          near(found.distance, truth, 1e-5, where);
          near(gaps[found.partA] as number, truth, 1e-5, where);
        }
        if (Math.abs(truth) > 1e-6) {
          expect(intersects(chain, place, shape, bt), where).toBe(truth < 0);
          expect(collideAll(chain, place, shape, bt).length > 0, where).toBe(truth < 0);
        }
        for (const { partA } of collideAll(chain, place, shape, bt)) {
          expect(gaps[partA] as number, where).toBeLessThanOrEqual(1e-6);
        }
        const target = toLocal({ position: bt.position, angle: 0 }, [0, 0]);
        const length = Math.hypot(...target);
        const direction: Point = [target[0] / length, target[1] / length];
        const hit = raycast(chain, place, bt.position, direction);
        const times = edges.map(([p, q]) => crossing(bt.position, direction, p, q) ?? Number.POSITIVE_INFINITY);
        const first = Math.min(...times);
        if (hit === null) expect(first, where).toBe(Number.POSITIVE_INFINITY);
        else {
          near(hit.distance, first, 1e-9, where);
          near(times[hit.part] as number, first, 1e-9, where);
        }
      });
    }
  });

  it("compounds: the nearest part, and contacts of all that overlap", () => {
    const random = new Random(seed);
    let overlapping = 0;
    for (let i = 0; i < 400; i++) {
      const where = `compound ${i}`;
      const solids = Array.from({ length: 1 + random.integer(5) }, () => randomSolid(random, 0.6));
      // Apart from each other: no seams.
      const parts = solids.map(
        (_, k): Place => ({
          position: [4 * k + random.number(-0.5, 0.5), random.number(-1, 1)],
          angle: random.number(-5, 5),
        }),
      );
      const other = randomSolid(random, random.integer(2) === 0 ? 0.6 : 6);
      const place = randomPlace(random, 2);
      const bt: Place = {
        position: toWorld(place, [random.number(-1, 4 * solids.length - 2), random.number(-1, 1)]),
        angle: random.number(-5, 5),
      };
      const worldPlaces = parts.map(
        ({ position, angle }): Place => ({ position: toWorld(place, position), angle: place.angle + angle }),
      );
      const truths = solids.map((solid, k) => signedDistance(solid, worldPlaces[k] as Place, other, bt));
      const shapes = solids.map((solid) => solid.make());
      const compound = new Compound(shapes.map((shape, k) => ({ shape, ...(parts[k] as Place) })));
      // It needs them no more.
      for (const shape of shapes) shape.dispose();
      using([compound, other.make()], (it, shape) => {
        const least = Math.min(...truths);
        const pair = [it, place, shape, bt] as const;
        if (Math.abs(least) > 2e-5) expect(intersects(...pair), where).toBe(least < 0);
        const found = distance(...pair);
        near(found.distance, least, 2e-5, where);
        near(truths[found.partA] as number, least, 2e-5, where);
        expect(found.partB, where).toBe(-1);
        const all = collideAll(...pair);
        for (const [k, truth] of truths.entries()) {
          if (Math.abs(truth) < 2e-5) continue;
          const contact = all.find(({ partA }) => partA === k);
          expect(contact !== undefined, where).toBe(truth < 0);
          if (contact !== undefined) near(contact.depth, -truth, 2e-5, where);
        }
        if (all.length > 0) overlapping++;
        expect(collide(...pair), where).toEqual(all[0] ?? null);
        const turned = collideAll(shape, bt, it, place);
        expect(turned.map(({ partB }) => partB).sort(), where).toEqual(all.map(({ partA }) => partA).sort());
      });
    }
    expect(overlapping).toBeGreaterThan(80);
  });

  it("times of impact of polygons, beside dense sampling", () => {
    const random = new Random(seed);
    let hits = 0;
    for (let i = 0; i < 60; i++) {
      const where = `motion ${i}`;
      const rings = randomRings(random, 1);
      const solid = randomSolid(random, 0.4);
      const from = { position: [-4, random.number(-1, 1)], angle: 0 } as const;
      const to = { position: [4, random.number(-1, 1)], angle: random.number(-12, 12) } as const;
      const spin = random.number(-3, 3);
      using([makePolygon(rings), solid.make()], (polygon, shape) => {
        const sweepA = { from: {}, to: { angle: spin } };
        const impact = timeOfImpact(polygon, sweepA, shape, { from, to });
        const gap = (t: number) => {
          const at: Place = {
            position: [from.position[0] + 8 * t, from.position[1] + (to.position[1] - from.position[1]) * t],
            angle: to.angle * t,
          };
          return fromEdges(allEdges(posed({ position: [0, 0], angle: spin * t }, rings)), solid, at);
        };
        const end = impact?.time ?? 1;
        for (let k = 0; k < 24; k++) expect(gap((end * k) / 24), where).toBeGreaterThan(-2e-6);
        if (impact === null) return;
        hits++;
        near(gap(end), 0, 2e-6, where);
        expect(impact.converged && impact.partA >= 0 && impact.partB === -1, where).toBe(true);
      });
    }
    expect(hits).toBeGreaterThan(40);
  });
});

describe("known answers", () => {
  it("an L whose ring goes either way round, and a square with a hole", () => {
    const ell = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
    const turned = [0, 2, 1, 2, 1, 1, 2, 1, 2, 0, 0, 0];
    for (const points of [ell, turned, new Float32Array(ell)]) {
      const it = new Polygon(points);
      expect(it.parts.length).toBe(2);
      expect(intersects(it, {}, new Circle(0.1), { position: [1.5, 1.5] })).toBe(false);
      expect(intersects(it, {}, new Circle(0.1), { position: [0.5, 1.5] })).toBe(true);
    }
    const ring = new Polygon([0, 0, 4, 0, 4, 4, 0, 4], [[1, 1, 3, 1, 3, 3, 1, 3]]);
    expect(ring.parts.length).toBeLessThanOrEqual(4);
    expect(closestPoint(ring, {}, [2, 2]).distance).toBeCloseTo(1, 12);
    expect(closestPoint(ring, {}, [2, 0.5]).distance).toBeCloseTo(-0.5, 12);
    expect(raycast(ring, {}, [2, 2], [1, 0])?.distance).toBeCloseTo(1, 12);
  });

  it("a ray hits a polygon by a side with a vertex in its middle", () => {
    // Of the two halves of the side, rounding decides which the ray enters last.
    const corners = [0, 4, -3, -1, 1.2 - 2 ** -52, 0.61 - 2 ** -53, 3, 1.3];
    for (const shape of [new Polygon(corners), new ConvexPolygon(corners)]) {
      for (let i = 1; i < 300; i += 1) {
        const [x, angle] = [-3 + i * 0.02, i * 0.1];
        const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
        const turn = (px: number, py: number): Point => [cosine * px - sine * py, sine * px + cosine * py];
        const hit = raycast(shape, { angle }, turn(x - 0.4, ((x + 3) * 2.3) / 6 - 3), turn(0.2, 1));
        expect(hit?.distance).toBeCloseTo(2 * Math.hypot(0.2, 1), 9);
      }
    }
  });

  it("a chain in front blocks from its left only", () => {
    const ground = new Chain([0, 0, 10, 0], { sides: "front" });
    const both = new Chain([0, 0, 10, 0]);
    const box = new Rectangle(1, 1);
    expect(collide(ground, {}, box, { position: [5, 0.4] })).toMatchObject({ normal: { x: 0, y: 1 }, partA: 0 });
    expect(collide(ground, {}, box, { position: [5, -0.4] })).toBeNull();
    expect(collide(both, {}, box, { position: [5, -0.4] })).toMatchObject({ normal: { x: 0, y: -1 } });
    expect(raycast(ground, {}, [5, -3], [0, 1])).toBeNull();
    expect(raycast(ground, {}, [5, 3], [0, -1])).toMatchObject({ distance: 3, normal: { x: 0, y: 1 }, part: 0 });
    expect(raycast(both, {}, [5, -3], [0, 1])).toMatchObject({ distance: 3, normal: { x: 0, y: -1 } });
    const up = { from: { position: [5, -3] }, to: { position: [5, 3] } };
    const down = { from: up.to, to: up.from };
    const still = { from: {}, to: {} };
    expect(timeOfImpact(ground, still, box, up)).toBeNull();
    expect(timeOfImpact(ground, still, box, down)?.time).toBeCloseTo(2.5 / 6, 9);
  });

  it("a box that slides over seams of any kind gets the floor's normal alone", () => {
    const tiles = Array.from({ length: 8 }, (_, i) => ({ shape: new Rectangle(1, 1), position: [i + 0.5, -0.5] }));
    const comb = Array.from({ length: 8 }, (_, i) => [8 - i, -1, 7.5 - i, -0.4]).flat();
    const floors = [
      new Compound(tiles),
      new Chain([0, 0, 1, 0, 2, 0, 3.5, 0, 5, 0, 8, 0]),
      new Chain([0, 0, 1, 0, 2, 0, 3.5, 0, 5, 0, 8, 0], { sides: "front" }),
      new Polygon([0, 0, ...comb.toReversed().map((_, i, all) => all[i ^ 1] as number), 8, 0]),
    ];
    for (const floor of floors) {
      for (const body of [new Rectangle(0.7, 0.7), new Circle(0.35)]) {
        for (let x = 0.5; x < 7.5; x += 0.013) {
          const all = collideAll(floor, {}, body, { position: [x, 0.34] });
          expect(all.length, `${floor.type} at ${x}`).toBeGreaterThan(0);
          for (const { normal } of all) expect(normal.y, `${floor.type} at ${x}`).toBeCloseTo(1, 9);
        }
      }
    }
  });

  it("a compound tells its parts as they were given, and takes chains and polygons", () => {
    const parts = [
      { shape: new Circle(1), position: { x: 1, y: 2 } },
      { shape: new Polygon([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]), angle: 1 },
      { shape: new Chain([0, 0, 5, 0]), position: new Float64Array([9, 9]), angle: -2 },
      { shape: new Segment([0, 0], [1, 0]) },
    ];
    const it = new Compound(parts);
    expect(it).toMatchObject({ type: "compound", partCount: 4 });
    expect(it.part(0)).toEqual({ shape: parts[0]?.shape, position: { x: 1, y: 2 }, angle: 0 });
    expect(it.part(2)).toEqual({ shape: parts[2]?.shape, position: { x: 9, y: 9 }, angle: -2 });
    expect(closestPoint(it, {}, [9, 9.5])).toMatchObject({ part: 2 });
    expect(collide(it, {}, new Circle(0.1), { position: [0, 0.5] })).toMatchObject({ partB: -1 });
    expect(raycast(it, {}, [1, 9], [0, -1])).toMatchObject({ distance: 6, part: 0 });
  });
});
