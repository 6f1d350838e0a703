import {
  Box,
  Capsule,
  Compound,
  closestPoint,
  collide,
  distance,
  init,
  raycast,
  type Shape,
  Sphere,
  support,
  TaperedCapsule,
  World,
} from "hyperplane";
import { fitShape } from "hyperplane/three";
import { BufferAttribute, BufferGeometry, LatheGeometry, Mesh, Vector2 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

beforeAll(() => init());

type Point = readonly [number, number, number];

/** Signed distance: the least from the balls between the two, whose centres and radii change evenly. Convex in the share. */
function signedDistance(top: number, bottom: number, height: number, [x, y, z]: Point): number {
  const fromBall = (share: number) => Math.hypot(x, y - height * (share - 0.5), z) - bottom - (top - bottom) * share;
  let [low, high] = [0, 1];
  for (let i = 0; i < 100; i++) {
    const third = (high - low) / 3;
    if (fromBall(low + third) > fromBall(high - third)) low += third;
    else high -= third;
  }
  return Math.min(fromBall(0), fromBall(1), fromBall((low + high) / 2));
}

describe("a TaperedCapsule", () => {
  it.each([
    [0.2, 0.5, 1],
    [0.6, 0.1, 0.9],
    [0.3, 0.3, 1],
    [0, 0.4, 1],
    [0.9, 0.2, 0.5],
  ])("of the radii %s and %s at a height of %s answers as the balls that it holds", (top, bottom, height) => {
    const shape = new TaperedCapsule(top, bottom, height);
    expect(shape).toMatchObject({ type: "tapered-capsule", radiusTop: top, radiusBottom: bottom, height });
    const surface = (p: Point) => signedDistance(top, bottom, height, p);
    const random = new Random(3);
    const ball = new Sphere(0.2);
    for (let i = 0; i < 300; i++) {
      const position = random.vector(1.5) as unknown as Point;
      const closest = closestPoint(shape, {}, position);
      expect(closest.distance).toBeCloseTo(surface(position), 6);
      const { x, y, z } = closest.point;
      expect(surface([x, y, z])).toBeCloseTo(0, 6);
      expect(distance(ball, { position }, shape, {}).distance).toBeCloseTo(surface(position) - 0.2, 6);
      const direction = random.vector(1) as unknown as Point;
      const size = Math.hypot(...direction);
      const far = support(shape, {}, direction);
      const along = direction[0] * far.x + direction[1] * far.y + direction[2] * far.z;
      const reach = Math.max(top * size + (height / 2) * direction[1], bottom * size - (height / 2) * direction[1]);
      expect(along).toBeCloseTo(reach, 6);
      const hit = raycast(shape, {}, position, direction);
      if (hit && hit.distance > 0) {
        const at = position.map((p, k) => p + (hit.distance * (direction[k] as number)) / size) as unknown as Point;
        expect(surface(at)).toBeCloseTo(0, 6);
      }
    }
  });

  it("lies on two points, as a capsule does", () => {
    const shape = new TaperedCapsule(0.25, 0.5, 1);
    // Turned so that the side lies on the floor.
    const lean = Math.PI / 2 + Math.asin(0.25);
    const quaternion = [0, 0, Math.sin(lean / 2), Math.cos(lean / 2)] as const;
    const pose = { position: [0, 0.3, 0], quaternion } as const;
    const floor = new Box(10, 2, 10);
    const gap = distance(shape, pose, floor, { position: [0, -1, 0] }).distance;
    const resting = { quaternion, position: [0, 0.3 - gap - 0.01, 0] } as const;
    const contact = collide(shape, resting, floor, { position: [0, -1, 0] });
    expect(contact?.depth).toBeCloseTo(0.01, 9);
    expect(contact?.points.length).toBe(2);
    for (const { depth } of contact?.points ?? []) expect(depth).toBeCloseTo(0.01, 6);
  });

  it("of equal balls is a capsule, of one within the other a ball", () => {
    const random = new Random(4);
    const box = new Box(0.5, 0.7, 0.9);
    for (let i = 0; i < 100; i++) {
      const pose = { position: random.vector(1), quaternion: [...random.vector(1), 1] } as never;
      expect(distance(new TaperedCapsule(0.3, 0.3, 1), {}, box, pose)).toEqual(
        distance(new Capsule(0.3, 1), {}, box, pose),
      );
      expect(distance(new TaperedCapsule(0.7, 0.1, 0.4), {}, box, pose).distance).toBeCloseTo(
        distance(new Sphere(0.7), { position: [0, 0.2, 0] }, box, pose).distance,
        6,
      );
    }
  });

  it("survives compounds and snapshots", () => {
    const shape = new TaperedCapsule(0.2, 0.5, 1);
    const world = new World();
    world.add({ shape });
    world.add({ shape: new Compound([{ shape, position: [0, 1, 0] }]), position: [3, 0, 0] });
    const copy = World.restore(world.snapshot());
    expect(copy.hash).toBe(world.hash);
    const [first] = [...copy.colliders];
    expect(first?.shape).toBeInstanceOf(TaperedCapsule);
    expect(first?.shape as Shape).toMatchObject({ radiusTop: 0.2, radiusBottom: 0.5, height: 1 });
    world.dispose();
    copy.dispose();
  });

  it.each([-1, Number.NaN, 1e10])("refuses a length of %s", (wrong) => {
    expect(complaintOf(() => new TaperedCapsule(wrong, 1, 1))).toMatch(
      "tapered-capsule: radiusTop must be 0 or a length",
    );
    expect(complaintOf(() => new TaperedCapsule(1, wrong, 1))).toMatch("tapered-capsule: radiusBottom must be 0 or");
    expect(complaintOf(() => new TaperedCapsule(1, 1, wrong))).toMatch("tapered-capsule: height must be 0 or a length");
  });

  const volume = ({ shape }: { shape: Shape }) => {
    if (shape instanceof Capsule) return Math.PI * shape.radius ** 2 * (shape.height + (4 / 3) * shape.radius);
    const { radiusTop: r, radiusBottom: s, height } = shape as TaperedCapsule;
    let sum = 0;
    const steps = 4000;
    for (let i = 0; i < steps; i++) {
      const [low, high] = [-height / 2 - s - r, height / 2 + r + s];
      const y = low + ((i + 0.5) * (high - low)) / steps;
      // The radius there, by bisection on the signed distance.
      let [inside, outside] = [0, r + s];
      if (signedDistance(r, s, height, [0, y, 0]) > 0) continue;
      for (let k = 0; k < 30; k++) {
        const middle = (inside + outside) / 2;
        if (signedDistance(r, s, height, [middle, y, 0]) < 0) inside = middle;
        else outside = middle;
      }
      sum += (Math.PI * inside * inside * (high - low)) / steps;
    }
    return sum;
  };

  it("is found where it is, and holds all vertices more tightly than a capsule", () => {
    const arc = (radius: number, y: number, from: number, to: number) =>
      Array.from({ length: 13 }, (_, i) => from + ((to - from) * i) / 12).map(
        (angle) => new Vector2(Math.max(radius * Math.cos(angle), 0), y + radius * Math.sin(angle)),
      );
    const side = Math.asin(0.25);
    const profile = [...arc(0.5, -0.6, -Math.PI / 2, side), ...arc(0.2, 0.6, side, Math.PI / 2)];
    const limb = new Mesh(new LatheGeometry(profile, 48));
    const found = fitShape(limb, { fit: "tapered capsule" }).shape as TaperedCapsule;
    expect(found.radiusTop).toBeCloseTo(0.2, 2);
    expect(found.radiusBottom).toBeCloseTo(0.5, 2);
    expect(found.height).toBeCloseTo(1.2, 2);
    let shares = 0;
    const random = new Random(9);
    for (let i = 0; i < 20; i++) {
      // A limb of rings of vertices, thicker at one end.
      const [thick, thin, length] = [random.number(0.3, 0.5), random.number(0.1, 0.25), random.number(0.8, 2)];
      const points = Array.from({ length: 200 }, () => {
        const [share, angle] = [random.number(0, 1), random.number(0, 2 * Math.PI)];
        const radius = (thick + (thin - thick) * share) * random.number(0.85, 1);
        return [radius * Math.cos(angle), length * share, radius * Math.sin(angle)];
      });
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(points.flat()), 3));
      const tapered = fitShape(new Mesh(geometry), { fit: "tapered capsule" });
      const capsule = fitShape(new Mesh(geometry), { fit: "capsule" });
      const pose = { position: tapered.offset, quaternion: tapered.quaternion };
      for (const point of points) {
        expect(closestPoint(tapered.shape, pose, point as unknown as Point).distance).toBeLessThan(1e-6);
      }
      shares += volume(tapered) / volume(capsule) / 20;
    }
    expect(shares).toBeLessThan(0.8);
  });
});
