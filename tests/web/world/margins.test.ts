import {
  Box,
  type Collider,
  Compound,
  collide,
  distance,
  HeightField,
  init,
  moveAndSlide,
  TriangleMesh,
  Voxels,
  World,
} from "hyperplane";
import * as plane from "hyperplane/2d";
import { SceneColliders } from "hyperplane/three";
import { BoxGeometry, Group, Mesh, MeshBasicMaterial } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { randomConvex } from "../support/compounds.js";
import { complaintOf } from "../support/errors.js";
import { Random } from "../support/random.js";

beforeAll(() => Promise.all([init(), plane.init()]));

/** What both modules have. */
const modules = [
  {
    name: "space",
    make: () => new World(),
    box: () => new Box(1, 1, 1),
    place: (x: number) => [x, 0, 0],
    points: 4,
    move: moveAndSlide,
  },
  {
    name: "the plane",
    make: () => new plane.World() as unknown as World,
    box: () => new plane.Rectangle(1, 1) as unknown as Box,
    place: (x: number) => [x, 0],
    points: 2,
    move: plane.moveAndSlide as unknown as typeof moveAndSlide,
  },
];

for (const { name, make, box, place, points, move } of modules) {
  describe(`margins of colliders in ${name}`, () => {
    it("let them touch while they are apart", () => {
      const world = make();
      const [a, b] = world.addMany([
        { shape: box(), margin: 0.1 },
        { shape: box(), position: place(1.25) },
      ]) as [Collider, Collider];
      expect([a.margin, b.margin]).toEqual([0.1, 0]);
      world.update();
      expect(world.touching).toHaveLength(0);
      const heard: string[] = [];
      world.on("began", () => heard.push("began"));
      world.on("ended", () => heard.push("ended"));
      b.margin = 0.2;
      expect(world.touching).toHaveLength(0);
      world.update();
      expect(world.touching).toHaveLength(1);
      const contact = world.contacts.at(0);
      expect(contact?.depth).toBe(-0.25);
      expect(contact?.points).toHaveLength(points);
      expect(contact?.points.map(({ onA, onB, depth }) => [onA.x, onB.x, depth])).toEqual(
        Array.from({ length: points }, () => [0.5, 0.75, -0.25]),
      );
      expect(contact?.mtv.x).toBe(-0.25);
      a.margin = 0;
      world.update();
      expect(world.contacts).toHaveLength(0);
      expect(heard).toEqual(["began", "ended"]);
      expect([a.margin, b.margin]).toEqual([0, 0.2]);
    });

    it("are not part of the shape", () => {
      const world = make();
      const [a] = world.addMany([
        { shape: box(), margin: 0.5 },
        { shape: box(), position: place(1.25), margin: 0.5 },
      ]) as [Collider, Collider];
      world.update();
      expect(world.touching).toHaveLength(1);
      expect(Object.values(world.separation(a)).map(Math.abs)).toEqual(place(0));
      expect(world.raycast(place(-3) as never, place(1) as never)?.distance).toBe(2.5);
      expect(world.overlap(box(), { position: place(-1.25) as never })).toEqual([]);
      expect(world.nearest(box(), { position: place(-1.25) as never })?.distance).toBeCloseTo(0.25, 12);
      const { position } = move(world, box(), { position: place(-3) as never }, place(5) as never, { skin: 0.01 });
      expect(position.x).toBeCloseTo(-1.01, 5);
    });

    it("are explained", () => {
      const world = make();
      const [a, b] = world.addMany([
        { shape: box(), margin: 0.1 },
        { shape: box(), position: place(1.25), margin: 0.2, sensor: true },
      ]) as [Collider, Collider];
      expect(world.explainPair(a, b).reason).toBe("not-updated");
      world.update();
      const { reason, touching, text } = world.explainPair(a, b);
      expect([reason, touching]).toEqual(["touching", true]);
      expect(text).toBe(
        "They touch by their margins: 0.250 m apart, within 0.300 m. One is a sensor: the pair is in began, ended and touching, and has no contacts.",
      );
      b.margin = 0;
      expect(world.explainPair(a, b).reason).toBe("not-updated");
      world.update();
      expect(world.explainPair(a, b).reason).toBe("apart");
    });

    it("are in snapshots, rollbacks and hashes", () => {
      const world = make();
      const [a, b] = world.addMany([
        { shape: box(), margin: 0.1 },
        { shape: box(), position: place(1.25), margin: 0.2 },
      ]) as [Collider, Collider];
      world.update();
      const [bytes, hash] = [world.snapshot(), world.hash()];
      const copy = (world.constructor as typeof World).restore(bytes);
      expect([copy.at(0)?.margin, copy.at(1)?.margin, copy.hash()]).toEqual([0.1, 0.2, hash]);
      copy.update();
      expect(copy.touching).toHaveLength(1);
      a.margin = 0;
      b.margin = 7;
      expect(world.hash()).not.toBe(hash);
      world.rollback(bytes);
      expect([a.margin, b.margin, world.hash()]).toEqual([0.1, 0.2, hash]);
    });

    it("are refused unless they are lengths, and change nothing then", () => {
      const world = make();
      const a = world.add({ shape: box(), margin: 0.25 });
      const hash = world.hash();
      for (const margin of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1.1e9, "1", null] as never[]) {
        expect(complaintOf(() => world.add({ shape: box(), margin }))).toMatch(
          /^invalid-argument.*options\.margin must be a number from 0 to 1000000000/u,
        );
        expect(complaintOf(() => Object.assign(a, { margin }))).toMatch(/^invalid-argument.*margin must be a number/u);
      }
      expect([world.size, a.margin, world.hash()]).toEqual([1, 0.25, hash]);
      expect(complaintOf(() => world.add({ shape: box(), contactSkin: 1 } as never))).toMatch(/margin/u);
      a.remove();
      expect(complaintOf(() => a.margin)).toMatch(/^disposed/u);
      expect(complaintOf(() => Object.assign(a, { margin: 1 }))).toMatch(/^disposed/u);
    });
  });
}

/** A flat ground at height 0 of every kind, 8 m wide. */
function grounds() {
  const tiles = Array.from({ length: 16 }, (_, i) => ({
    shape: new Box(2, 1, 2),
    position: [2 * (i % 4) - 3, -0.5, 2 * Math.floor(i / 4) - 3] as [number, number, number],
  }));
  const side = 9;
  const vertices = Array.from({ length: side * side }, (_, i) => [(i % side) - 4, 0, Math.floor(i / side) - 4]).flat();
  const indices = Array.from({ length: (side - 1) ** 2 }, (_, i) => {
    const at = Math.floor(i / (side - 1)) * side + (i % (side - 1));
    return [at, at + side, at + 1, at + 1, at + side, at + side + 1];
  }).flat();
  return [
    { name: "boxes", parts: tiles },
    { name: "a compound", parts: [{ shape: new Compound(tiles), position: [0, 0, 0] as const }] },
    {
      name: "half a compound",
      parts: [{ shape: new Compound(tiles.filter((_, i) => i % 2 === 0)) }, ...tiles.filter((_, i) => i % 2 === 1)],
    },
    { name: "a mesh", parts: [{ shape: new TriangleMesh(vertices, indices) }] },
    {
      name: "a height field",
      parts: [{ shape: new HeightField(new Float32Array(81), { rows: 9, columns: 9, width: 8, depth: 8 }) }],
    },
    {
      name: "voxels",
      parts: [
        {
          shape: new Voxels({ columns: 8, layers: 1, rows: 8, cells: new Uint8Array(64).fill(1) }),
          position: [-4, -1, -4] as const,
        },
      ],
    },
  ];
}

describe("margins over a ground", () => {
  it("give whole manifolds upwards, and none of seams", () => {
    const random = new Random(91);
    for (const { name, parts } of grounds()) {
      using world = new World();
      world.addMany(parts.map((part) => ({ ...part, static: true, margin: 0.02 })));
      const body = world.add({ shape: new Box(1.5, 0.5, 1.1), margin: 0.03 });
      for (let i = 0; i < 40; i++) {
        const gap = random.number(-0.01, 0.06);
        body.setPose([random.number(-2, 2), 0.25 + gap, random.number(-2, 2)]);
        world.update();
        const { contacts } = world;
        if (Math.abs(gap - 0.05) < 1e-6) continue;
        expect(contacts.length > 0, `${name}: ${gap}`).toBe(gap <= 0.05);
        let count = 0;
        for (const { a, normal, depth, points } of contacts) {
          expect(normal.y * (a === body ? -1 : 1), name).toBeCloseTo(1, 5);
          expect(depth).toBeCloseTo(-gap, 5);
          count += points.length;
        }
        if (gap <= 0.05) expect(count, name).toBeGreaterThanOrEqual(4);
      }
    }
  });

  it("agree with distances of all pairs", () => {
    const random = new Random(92);
    let near = 0;
    for (let round = 0; round < 20; round++) {
      using world = new World();
      const all = Array.from({ length: 30 }, () =>
        world.add({
          shape: randomConvex(random, 1),
          position: random.vector(2),
          quaternion: random.quaternion(),
          margin: random.integer(3) > 0 ? random.number(0, 0.4) : 0,
        }),
      );
      world.update();
      const touching = new Set(world.touching.map(({ a, b }) => `${a.index} ${b.index}`));
      for (const a of all) {
        for (const b of all) {
          if (a.index >= b.index) continue;
          const gap = distance(a.shape, a, b.shape, b).distance;
          const margin = a.margin + b.margin;
          expect(touching.has(`${a.index} ${b.index}`)).toBe(gap <= margin);
          near += gap > 0 && gap <= margin ? 1 : 0;
        }
      }
      for (const { a, b, depth } of world.contacts) {
        expect(depth).toBeCloseTo(collide(a.shape, a, b.shape, b, { margin: a.margin + b.margin })?.depth ?? 9, 6);
      }
    }
    expect(near).toBeGreaterThan(100);
  });
});

describe("margins of a scene", () => {
  it("are options of objects, levels and skeletons", () => {
    const world = new World();
    const scene = new SceneColliders(world);
    const cube = () => new Mesh(new BoxGeometry(1, 1, 1), new MeshBasicMaterial());
    const [level, moving] = [new Group().add(cube()), cube()];
    level.scale.setScalar(2);
    moving.position.y = 1.75;
    const [ground] = scene.addLevel(level, { margin: 0.1 });
    const collider = scene.add(moving, { margin: 0.2 });
    // Scale makes shapes larger, not margins.
    expect([ground?.margin, collider.margin]).toEqual([0.1, 0.2]);
    world.update();
    expect(world.contacts.at(0)?.depth).toBeCloseTo(-0.25, 6);
  });
});
