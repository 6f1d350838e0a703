import { Capsule, Cone, Cylinder, collide, distance, Ellipsoid, init, mtvBatch, type Shape } from "hyperplane";
import { beforeAll, expect, it } from "vitest";
import { Random } from "../support/random.js";

beforeAll(() => init());

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (v: Vector): Vector => {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
};

/** A solid around an axis through a position, by its support function; an ellipsoid has the radius across the axis. */
interface Solid {
  kind: "cylinder" | "cone" | "capsule" | "ellipsoid";
  radius: number;
  height: number;
  position: Vector;
  axis: Vector;
}

const make = ({ kind, radius, height }: Solid): Shape =>
  kind === "cylinder"
    ? new Cylinder(radius, height)
    : kind === "cone"
      ? new Cone(radius, height)
      : kind === "capsule"
        ? new Capsule(radius, height)
        : new Ellipsoid(radius, 0.5 * height, radius);

/** The pose that turns Y to the axis. */
const poseOf = ({ position, axis }: Solid) => {
  const [x, y, z] = axis;
  const [qx, qy, qz, qw] = [z, 0, -x, 1 + y];
  const length = Math.hypot(qx, qy, qz, qw);
  return { position, quaternion: [qx / length, qy / length, qz / length, qw / length] as const };
};

const reach = (solid: Solid, n: Vector) => {
  const along = dot(n, solid.axis);
  const across = Math.sqrt(Math.max(0, 1 - along * along));
  const half = 0.5 * solid.height;
  if (solid.kind === "ellipsoid") return Math.hypot(along * half, across * solid.radius) + dot(n, solid.position);
  const own =
    solid.kind === "cone"
      ? Math.max(along * half, solid.radius * across - along * half)
      : Math.abs(along) * half + solid.radius * (solid.kind === "capsule" ? 1 : across);
  return own + dot(n, solid.position);
};

const depthAlong = (a: Solid, b: Solid, n: Vector) => reach(a, n) + reach(b, [-n[0], -n[1], -n[2]]);

/** The least depth along many directions, the best of them followed downhill by random steps. */
function leastDepth(a: Solid, b: Solid, random: Random) {
  const count = 500;
  const starts: Vector[] = [];
  for (let i = 0; i < count; ++i) {
    const y = 1 - (2 * i + 1) / count;
    const turn = i * Math.PI * (3 - Math.sqrt(5));
    const r = Math.sqrt(1 - y * y);
    starts.push([r * Math.cos(turn), y, r * Math.sin(turn)]);
  }
  const byDepth = (n: Vector) => depthAlong(a, b, n);
  starts.sort((n, m) => byDepth(n) - byDepth(m));
  let least = Number.POSITIVE_INFINITY;
  for (const start of starts.slice(0, 5)) {
    let n = start;
    let depth = byDepth(n);
    for (let step = 0.1; step > 1e-5; step *= 0.7) {
      for (let i = 0; i < 30; ++i) {
        const aside = () => random.number(-step, step);
        const next = unit([n[0] + aside(), n[1] + aside(), n[2] + aside()]);
        const there = byDepth(next);
        if (there < depth) [n, depth] = [next, there];
      }
    }
    least = Math.min(least, depth);
  }
  return least;
}

const kinds = ["cylinder", "cone", "capsule"] as const;

/** @param withEllipsoid B is one. */
function expectLeastDepths(random: Random, withEllipsoid: boolean) {
  let overlapping = 0;
  for (let i = 0; i < 300; ++i) {
    const direction = (): Vector => {
      for (;;) {
        const v: Vector = [random.number(-1, 1), random.number(-1, 1), random.number(-1, 1)];
        if (Math.hypot(...v) < 1 && Math.hypot(...v) > 0.1) return unit(v);
      }
    };
    const solid = (position: Vector, axis: Vector, isEllipsoid = false): Solid => ({
      kind: isEllipsoid ? "ellipsoid" : (kinds[random.integer(3)] ?? "cone"),
      radius: random.number(0.05, 0.6),
      height: random.number(0.05, 1.5),
      position,
      axis,
    });
    const axis = direction();
    const a = solid([0, 0, 0], axis);
    const b = solid(
      [random.number(-0.5, 0.5), random.number(-0.5, 0.5), random.number(-0.5, 0.5)],
      i % 4 ? direction() : axis,
      withEllipsoid,
    );
    const [shapeA, shapeB] = [make(a), make(b)];
    const [poseA, poseB] = [poseOf(a), poseOf(b)];
    const contact = collide(shapeA, poseA, shapeB, poseB);
    const least = leastDepth(a, b, random);
    expect(contact !== null).toBe(least > 0);
    if (!contact) continue;
    ++overlapping;
    const { normal, depth, mtv } = contact;
    expect(Math.abs((collide(shapeB, poseB, shapeA, poseA)?.depth ?? 0) - depth)).toBeLessThan(1e-8);
    expect(depth).toBeLessThan(least + 1e-6);
    expect(Math.abs(depthAlong(a, b, [normal.x, normal.y, normal.z]) - depth)).toBeLessThan(1e-6);
    const [x, y, z] = b.position;
    const moved = distance(shapeA, poseA, shapeB, { ...poseB, position: [x + mtv.x, y + mtv.y, z + mtv.z] });
    expect(Math.abs(moved.distance)).toBeLessThan(3e-6);
    const batch = mtvBatch({
      shapes: [shapeA, shapeB],
      pairs: Uint32Array.of(0, 1),
      poses: Float64Array.of(...poseA.position, ...poseA.quaternion, ...poseB.position, ...poseB.quaternion),
    });
    expect([...batch]).toEqual([normal.x, normal.y, normal.z, depth]);
  }
  expect(overlapping).toBeGreaterThan(150);
  expect(overlapping).toBeLessThan(300);
}

it("finds no deeper translation for cylinders, cones and capsules than the best of many directions", () => {
  expectLeastDepths(new Random(31), false);
});

it("finds no deeper translation for these and ellipsoids than the best of many directions", () => {
  expectLeastDepths(new Random(32), true);
});
