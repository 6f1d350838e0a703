import {
  type Contact,
  closestPoint,
  collide,
  collideAll,
  distance,
  distanceBatch,
  init,
  intersects,
  intersectsBatch,
  mtvBatch,
  raycast,
  support,
  type Vec3,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { add, type Body, type Placed, randomBody, type V } from "../support/compounds.js";
import { NO_FEATURES } from "../support/features.js";
import { Random, seed } from "../support/random.js";

/** Compounds against their parts, one by one, as single convex shapes. */

beforeAll(() => init());

const dot = (a: Vec3, [x, y, z]: V) => a.x * x + a.y * y + a.z * z;
const listed = ({ x, y, z }: Vec3): V => [x, y, z];
const along = (from: V, { x, y, z }: Vec3, s: number): V => [from[0] + s * x, from[1] + s * y, from[2] + s * z];

interface Kind {
  readonly name: string;
  readonly size: number;
  readonly far: number;
  readonly decades?: number;
}
const KINDS: readonly Kind[] = [
  { name: "metres", size: 1, far: 0 },
  { name: "far from the origin", size: 1, far: 1e6 },
  { name: "millimetres", size: 1e-3, far: 0 },
  { name: "kilometres", size: 1e3, far: 1e3 },
  { name: "parts of very different sizes", size: 10, far: 10, decades: 3 },
];

/** Parts of A and of B; 0: convex. */
const COUNTS: readonly (readonly [number, number])[] = [
  [1, 0],
  [2, 0],
  [5, 0],
  [17, 0],
  [60, 0],
  [300, 0],
  [1, 1],
  [3, 8],
  [20, 12],
  [90, 30],
];

/** Of iterative answers at two roundings of the same poses: of the convex sizes, and of coordinates. */
const toleranceOf = ({ size, far }: Kind) => 1e-6 * size + 4e-15 * far;

/** A pair of bodies, about half of which overlap; in half of the cases the compound comes second. */
function randomPair(random: Random, kind: Kind, [countA, countB]: readonly [number, number]): [Body, Body] {
  const at = random.vector(kind.far);
  const a = randomBody(random, countA, kind.size, at, kind.decades);
  const b = randomBody(random, countB, kind.size, at, kind.decades);
  const offset = random.vector(1);
  const reach = (0.05 + 0.35 * random.number()) * (a.size + (countB > 0 ? b.size : kind.size));
  const s = (random.number(0.1, 1.1) * reach) / Math.hypot(...offset);
  const moved = (part: Placed) => ({
    ...part,
    position: along(part.position, { x: offset[0], y: offset[1], z: offset[2] }, s),
  });
  const placed: Body = { ...b, ...moved(b), parts: b.parts.map((part) => ({ ...part, ...moved(part) })) };
  return random.number() < 0.5 ? [a, placed] : [placed, a];
}

/** Signed distance of every pair of parts, by "part of A, part of B". */
function everyDistance(a: Body, b: Body): Map<string, number> {
  const all = new Map<string, number>();
  for (const one of a.parts)
    for (const two of b.parts) all.set(`${one.index},${two.index}`, distance(one.shape, one, two.shape, two).distance);
  return all;
}

const namesOf = ({ partA, partB }: { partA: number; partB: number }) => `${partA},${partB}`;
const partOf = (body: Body, index: number) => body.parts[Math.max(index, 0)] as Placed;

/** Moving part B by the contact's vector leaves the two parts touching, and all its points lie on them. */
function checkContact(contact: Contact, a: Body, b: Body, tolerance: number, context: string): void {
  const [one, two] = [partOf(a, contact.partA), partOf(b, contact.partB)];
  const apart = distance(one.shape, one, two.shape, { ...two, position: along(two.position, contact.mtv, 1) });
  expect(Math.abs(apart.distance), `${context}: after the vector`).toBeLessThan(tolerance);
  expect(Math.hypot(...listed(contact.normal)), context).toBeCloseTo(1, 9);
  expect(contact.points.length, context).toBeGreaterThan(0);
  for (const { onA, onB, depth } of contact.points) {
    expect(depth, context).toBeLessThanOrEqual(contact.depth + tolerance);
    expect(closestPoint(one.shape, one, onA).distance, `${context}: on A`).toBeLessThan(tolerance);
    expect(closestPoint(two.shape, two, onB).distance, `${context}: on B`).toBeLessThan(tolerance);
  }
  expect([contact.triangleA, contact.triangleB], context).toEqual([-1, -1]);
}

describe.each(KINDS)("compounds: $name", (kind) => {
  const tolerance = toleranceOf(kind);
  const rounds = 12;
  // Each kind has cases of its own.
  const first = seed + 10 * KINDS.indexOf(kind);

  it(`answer for their parts in pairs (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(first);
    let overlapping = 0;
    let severalContacts = 0;
    let cases = 0;
    for (const counts of COUNTS) {
      for (let round = 0; round < rounds; round++) {
        const [a, b] = randomPair(random, kind, counts);
        const context = `${counts} parts, round ${round}`;
        const all = everyDistance(a, b);
        const least = Math.min(...all.values());
        const pair = [a.shape, a, b.shape, b] as const;
        cases++;

        const found = distance(...pair);
        expect(Math.abs(found.distance - least), `${context}: distance`).toBeLessThan(tolerance);
        expect(all.get(namesOf(found)), `${context}: the parts ${namesOf(found)}`).toBeLessThan(least + tolerance);
        const [one, two] = [partOf(a, found.partA), partOf(b, found.partB)];
        expect(Math.abs(closestPoint(one.shape, one, found.pointA).distance), context).toBeLessThan(tolerance);
        expect(Math.abs(closestPoint(two.shape, two, found.pointB).distance), context).toBeLessThan(tolerance);
        for (const [k, key] of (["x", "y", "z"] as const).entries())
          expect(
            Math.abs(
              (listed(found.pointB)[k] as number) -
                (listed(found.pointA)[k] as number) -
                found.normal[key] * found.distance,
            ),
            context,
          ).toBeLessThan(tolerance);
        expect(Math.abs(distance(b.shape, b, a.shape, a).distance - least), context).toBeLessThan(tolerance);

        const contact = collide(...pair);
        const contacts = collideAll(...pair);
        expect(intersects(...pair), context).toBe(contact !== null);
        expect(contacts[0] ?? null, context).toEqual(contact);
        if (Math.abs(least) > tolerance) expect(contact !== null, `${context}: least ${least}`).toBe(least < 0);
        if (contact === null) continue;
        overlapping++;
        if (contacts.length > 1) severalContacts++;
        expect(Math.abs(contact.depth + least), `${context}: depth`).toBeLessThan(tolerance);

        // Complete, once each, deepest first, of equal depths the lowest parts first.
        const names = new Set(contacts.map(namesOf));
        expect(names.size, context).toBe(contacts.length);
        for (const [name, gap] of all) {
          if (Math.abs(gap) > tolerance)
            expect(names.has(name), `${context}: contact of ${name}, ${gap}`).toBe(gap < 0);
        }
        for (const [i, one] of contacts.entries()) {
          expect(Math.abs(one.depth + (all.get(namesOf(one)) as number)), context).toBeLessThan(tolerance);
          checkContact(one, a, b, tolerance, context);
          const next = contacts[i + 1];
          if (next === undefined) continue;
          expect(next.depth, context).toBeLessThanOrEqual(one.depth);
          if (next.depth === one.depth)
            expect(next.partA > one.partA || (next.partA === one.partA && next.partB > one.partB), context).toBe(true);
        }
        expect(new Set(collideAll(b.shape, b, a.shape, a).map(({ partA, partB }) => `${partB},${partA}`)).size).toBe(
          contacts.length,
        );
      }
    }
    expect(overlapping).toBeGreaterThan(0.25 * cases);
    expect(overlapping).toBeLessThan(0.95 * cases);
    expect(severalContacts).toBeGreaterThan(0.1 * cases);
  });

  it(`answer for their parts to rays, points and directions (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(first + 1);
    const grazing = 10 * tolerance;
    let hits = 0;
    let inside = 0;
    let cases = 0;
    for (const [count] of COUNTS) {
      const body = randomBody(random, count, kind.size, random.vector(kind.far), kind.decades);
      for (let i = 0; i < 40; i++) {
        cases++;
        const context = `${count} parts, case ${i}`;
        const aim = partOf(body, random.integer(Math.max(count, 1)));
        const from =
          random.number() < 0.25
            ? add(aim.position, random.vector(0.1 * kind.size * 10 ** -random.number(0, kind.decades ?? 0)))
            : add(body.position, random.vector(0.6 * body.size));
        const target = add(aim.position, random.vector(0.3 * kind.size * 10 ** -random.number(0, kind.decades ?? 0)));
        const direction: V = [target[0] - from[0], target[1] - from[1], target[2] - from[2]];
        const reach = random.number() < 0.3 ? random.number(0, body.size) : Number.POSITIVE_INFINITY;
        const bruteHit = (origin: V) =>
          Math.min(
            ...body.parts.map(
              (part) => raycast(part.shape, part, origin, direction)?.distance ?? Number.POSITIVE_INFINITY,
            ),
          );
        // A ray that grazes may hit or miss: as do rays beside it.
        const beside = [from, ...Array.from({ length: 12 }, () => add(from, random.vector(grazing)))].map(bruteHit);
        const low = Math.min(...beside) - grazing;
        const high = Math.max(...beside) + grazing;
        const hit = raycast(body.shape, body, from, direction, reach);
        const found = hit?.distance ?? Number.POSITIVE_INFINITY;
        if (low < reach) expect(found, context).toBeGreaterThanOrEqual(low);
        if (high < reach) expect(found, context).toBeLessThanOrEqual(high);
        if (low > reach) expect(hit, context).toBeNull();
        if (hit !== null) {
          hits++;
          if (hit.distance === 0) inside++;
          const part = partOf(body, hit.part);
          const near = closestPoint(part.shape, part, hit.point);
          expect(hit.distance === 0 ? near.distance : Math.abs(near.distance), `${context}: on its part`).toBeLessThan(
            grazing,
          );
          expect(hit.triangle, context).toBe(-1);
        }

        const closest = closestPoint(body.shape, body, from);
        const gaps = body.parts.map((part) => closestPoint(part.shape, part, from).distance);
        expect(Math.abs(closest.distance - Math.min(...gaps)), `${context}: closest`).toBeLessThan(tolerance);
        expect(Math.abs((gaps[Math.max(closest.part, 0)] as number) - closest.distance), context).toBeLessThan(
          tolerance,
        );
        const back = along(listed(closest.point), closest.normal, closest.distance);
        expect(Math.hypot(back[0] - from[0], back[1] - from[1], back[2] - from[2]), context).toBeLessThan(tolerance);

        const unit = direction.map((x) => x / Math.hypot(...direction)) as V;
        const farthest = Math.max(...body.parts.map((part) => dot(support(part.shape, part, direction), unit)));
        expect(Math.abs(dot(support(body.shape, body, direction), unit) - farthest), context).toBeLessThan(tolerance);
      }
    }
    expect(hits).toBeGreaterThan(0.3 * cases);
    expect(hits).toBeLessThan(0.98 * cases);
    expect(inside).toBeGreaterThan(5);
  });

  it(`give batches what they give single calls (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(first + 2);
    const bodies = COUNTS.flat().map((count) =>
      randomBody(random, count, kind.size, random.vector(kind.far), kind.decades),
    );
    const count = 700; // more than a block
    const indices = Uint32Array.from({ length: 2 * count }, () => random.integer(bodies.length));
    const at = random.vector(kind.far);
    const poses = Array.from(indices, (i) => {
      const position = add(at, random.vector(0.3 * (bodies[i] as Body).size));
      return { position, quaternion: random.quaternion() };
    });
    const batch = {
      shapes: bodies.map(({ shape }) => shape),
      pairs: indices,
      poses: Float64Array.from(poses.flatMap(({ position, quaternion }) => [...position, ...quaternion])),
    };
    const verdicts = intersectsBatch(batch);
    const distances = distanceBatch(batch);
    const vectors = mtvBatch(batch);
    let touching = 0;
    for (let i = 0; i < count; i++) {
      const [a, b] = [2 * i, 2 * i + 1].map((k) => bodies[indices[k] as number] as Body) as [Body, Body];
      const pair = [a.shape, poses[2 * i] as Placed, b.shape, poses[2 * i + 1] as Placed] as const;
      touching += verdicts[i] as number;
      expect(verdicts[i] === 1, `pair ${i}`).toBe(intersects(...pair));
      const single = distance(...pair);
      expect(
        [...distances.subarray(4 * i, 4 * i + 4)].map((x) => x + 0),
        `pair ${i}`,
      ).toEqual([...listed(single.normal), single.distance]);
      const contact = collide(...pair);
      expect(
        [...vectors.subarray(4 * i, 4 * i + 4)].map((x) => x + 0),
        `pair ${i}`,
      ).toEqual(contact === null ? [0, 0, 0, 0] : [...listed(contact.normal), contact.depth]);
    }
    expect(touching).toBeGreaterThan(0.1 * count);
    expect(touching).toBeLessThan(0.95 * count);
  });
});

it(`convex shapes have no parts, and one contact at most (HYPERPLANE_SEED=${seed})`, () => {
  const random = new Random(seed + 3);
  let touching = 0;
  for (let i = 0; i < 500; i++) {
    const a = randomBody(random, 0, 1, random.vector(0.4));
    const b = randomBody(random, 0, 1, random.vector(0.4));
    const pair = [a.shape, a, b.shape, b] as const;
    expect(distance(...pair)).toMatchObject(NO_FEATURES);
    const contact = collide(...pair);
    expect(collideAll(...pair)).toEqual(contact === null ? [] : [contact]);
    if (contact === null) continue;
    touching++;
    expect(contact).toMatchObject(NO_FEATURES);
  }
  expect(touching).toBeGreaterThan(100);
});
