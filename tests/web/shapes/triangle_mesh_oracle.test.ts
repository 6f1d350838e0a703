import {
  type ClosestPoint,
  closestPoint,
  init,
  raycast,
  support,
  TriangleMesh,
  type TriangleMeshOptions,
} from "hyperplane";
import { beforeAll, describe, expect, it } from "vitest";
import { turned } from "../support/compounds.js";
import {
  along,
  type Corners,
  closedBox,
  closestOn,
  cross,
  depthBehind,
  distancesTo,
  dot,
  type Geometry,
  knot,
  rayHits,
  soup,
  sub,
  terrain,
  trianglesOf,
  unit,
  type V,
  windingNumber,
} from "../support/meshes.js";
import { Random, seed } from "../support/random.js";

/** Rays and points against all triangles, one by one. */

beforeAll(() => init());

const listed = ({ x, y, z }: { x: number; y: number; z: number }): V => [x, y, z];

interface Kind {
  readonly name: string;
  readonly make: (random: Random, size: number) => Geometry;
  readonly options: TriangleMeshOptions;
}
const KINDS: readonly Kind[] = [
  { name: "a soup", make: (random, size) => soup(random, 120, size), options: {} },
  {
    name: "a one-sided soup",
    make: (random, size) => soup(random, 120, size),
    options: { sides: "front", thickness: 0 },
  },
  { name: "a hollow knot", make: (_, size) => knot(36, 5, size), options: {} },
  { name: "a solid knot", make: (_, size) => knot(36, 5, size), options: { solid: true } },
  { name: "a hollow box", make: (_, size) => closedBox(size, 2 * size, 0.1 * size), options: {} },
  { name: "a solid box", make: (_, size) => closedBox(size, 2 * size, 0.1 * size), options: { solid: true } },
  { name: "a terrain", make: (random, size) => terrain(random, 12, 5 * size), options: {} },
  { name: "a one-sided terrain", make: (random, size) => terrain(random, 12, 5 * size), options: { sides: "front" } },
];
/** Size of the mesh in metres, and of the coordinates of its pose. */
const PLACES = [
  { size: 1, far: 0 },
  { size: 1e-3, far: 1 },
  { size: 1e3, far: 1e3 },
  { size: 1, far: 1e6 },
] as const;

/** Vertices that fit into 64 bits but not 32, as the oracle has them too. */
function meshOf(geometry: Geometry, options: TriangleMeshOptions, size: number): TriangleMesh {
  const scaled = options.sides === "front" ? { thickness: 0.5 * size, ...options } : options;
  return new TriangleMesh(geometry.vertices, geometry.indices, scaled);
}

class Scene {
  readonly pose: { position: V; quaternion: [number, number, number, number] };
  readonly mesh: TriangleMesh;
  readonly triangles: Corners[];
  readonly reach: number;
  /** Of a coordinate in world space. */
  readonly tolerance: number;
  readonly #place: (v: V) => V;

  constructor(random: Random, { make, options }: Kind, { size, far }: (typeof PLACES)[number]) {
    const geometry = make(random, size);
    this.pose = { position: random.vector(far), quaternion: random.quaternion() };
    this.#place = (v) => along(this.pose.position, 1, turned(this.pose.quaternion, [...v]));
    this.mesh = meshOf(geometry, options, size);
    this.triangles = trianglesOf(geometry, this.#place);
    this.reach = 1.2 * Math.max(...geometry.vertices.map(Math.abs));
    this.tolerance = 1e-12 * this.reach + 1e-15 * far;
  }

  point(random: Random): V {
    return this.#place(random.vector(this.reach));
  }

  /** On or near a triangle, for rays and points that hit often. */
  target(random: Random): V {
    const { a, b, c } = this.triangles[random.integer(this.triangles.length)] as Corners;
    let [s, t] = [random.number(), random.number()];
    if (s + t > 1) [s, t] = [1 - s, 1 - t];
    return along(along(a, s, sub(b, a)), t, sub(c, a));
  }
}

/** @returns whether the ray hit; null where the oracle cannot tell */
function checkRay(scene: Scene, { options }: Kind, origin: V, target: V, context: string): boolean | null {
  const { mesh, pose, triangles, tolerance } = scene;
  const direction = unit(sub(target, origin));
  const hit = raycast(mesh, pose, origin, sub(target, origin));
  if (options.solid === true && windingNumber(triangles, origin) > 0.5) {
    if (Math.min(...distancesTo(triangles, origin)) < 1e3 * tolerance) return null;
    expect(hit?.distance, context).toBe(0);
    expect(dot(listed(hit?.normal as never), direction), context).toBeCloseTo(-1, 9);
    return true;
  }
  const isFrontOnly = options.solid === true || options.sides === "front";
  const hits = rayHits(triangles, origin, direction).filter(({ cosine }) => !isFrontOnly || cosine < 1e-9);
  const first = hits.find(({ inside, cosine }) => inside > 1e-7 && Math.abs(cosine) > 1e-5);
  // Past edges, and along triangles, rounding decides.
  const isClose = (distance: number) =>
    hits.some((other) => other !== first && other.distance <= distance + 1e3 * tolerance);
  if (isClose(first?.distance ?? Number.POSITIVE_INFINITY)) return null;
  if (first === undefined) {
    expect(hit, context).toBeNull();
    return false;
  }
  expect(hit?.triangle, context).toBe(first.triangle);
  const error = Math.abs((hit?.distance as number) - first.distance);
  expect(error, context).toBeLessThan((30 * tolerance) / Math.abs(first.cosine));
  const side = first.cosine < 0 ? 1 : -1;
  expect(dot(listed(hit?.normal as never), first.normal) * side, context).toBeCloseTo(1, 6);
  expect(
    Math.hypot(...sub(listed(hit?.point as never), along(origin, hit?.distance as number, direction))),
    context,
  ).toBeLessThan(30 * tolerance);
  const { distance } = hit as { distance: number };
  expect(raycast(mesh, pose, origin, direction, 0.999 * distance), context).toBeNull();
  return true;
}

/** @returns whether the point lies inside; null where the oracle cannot tell */
function checkPoint(scene: Scene, { options }: Kind, p: V, context: string): boolean | null {
  const { mesh, pose, triangles, tolerance } = scene;
  const closest: ClosestPoint = closestPoint(mesh, pose, p);
  const distances = distancesTo(triangles, p);
  const least = Math.min(...distances);
  let isInside = false;
  if (options.solid === true) isInside = windingNumber(triangles, p) > 0.5;
  if (options.sides === "front") {
    const near = triangles.filter((_, i) => (distances[i] as number) < least + 1e3 * tolerance);
    if (near.length === 1) {
      const depth = depthBehind(near[0] as Corners, p);
      isInside = depth > 0 && depth < mesh.thickness;
    } else {
      // At an edge or a corner: the sum of the normals, weighted by the angles of the triangles there.
      const at = listed(closest.point);
      let around = 0;
      let side = 0;
      for (const { a: p0, b: p1, c: p2 } of near) {
        const corners = [p0, p1, p2];
        const index = corners.findIndex((corner) => Math.hypot(...sub(corner, at)) < 1e3 * tolerance);
        const [a, b, c] = [0, 1, 2].map((k) => corners[(Math.max(index, 0) + k) % 3] as V) as [V, V, V];
        const [u, v] = [sub(b, a), sub(c, a)];
        const angle = index < 0 ? Math.PI : Math.atan2(Math.hypot(...cross(u, v)), dot(u, v));
        around += angle;
        side += angle * dot(unit(cross(u, v)), unit(sub(p, at)));
      }
      // At the border of the surface, and in its own directions, the oracle cannot tell.
      if (around < 2 * Math.PI - 1e-6 || Math.abs(side) < 1e-6) return null;
      isInside = side < 0 && least < mesh.thickness;
    }
  }
  if (least < 1e3 * tolerance) {
    expect(Math.abs(closest.distance), context).toBeLessThan(1e3 * tolerance + 2 * least);
    return null;
  }
  expect(Math.abs(closest.distance - (isInside ? -least : least)), context).toBeLessThan(30 * tolerance);
  expect(distances[closest.triangle], context).toBeLessThan(least + 30 * tolerance);
  const point = listed(closest.point);
  expect(Math.abs(Math.hypot(...sub(point, p)) - least), context).toBeLessThan(30 * tolerance);
  const onTriangle = closestOn(triangles[closest.triangle] as Corners, point);
  expect(Math.hypot(...sub(onTriangle.point, point)), context).toBeLessThan(30 * tolerance);
  const outwards = unit(isInside ? sub(point, p) : sub(p, point));
  expect(dot(listed(closest.normal), outwards), context).toBeGreaterThan(1 - 1e-5);
  return isInside;
}

describe.each(KINDS)("$name", (kind) => {
  it.each(PLACES)(`agrees with its triangles at size $size, $far m away (HYPERPLANE_SEED=${seed})`, (place) => {
    const random = new Random(seed + 100 * KINDS.indexOf(kind) + PLACES.indexOf(place));
    const counts = { rays: 0, hits: 0, points: 0, inside: 0 };
    for (let round = 0; round < 3; round++) {
      const scene = new Scene(random, kind, place);
      for (let i = 0; i < 60; i++) {
        const context = `round ${round}, query ${i}`;
        const origin = scene.point(random);
        const target = i % 3 === 0 ? scene.point(random) : scene.target(random);
        const hit = checkRay(scene, kind, origin, target, context);
        if (hit !== null) counts.rays++;
        if (hit === true) counts.hits++;
        // Some of the points are close to the surface.
        const p =
          i % 2 === 0
            ? origin
            : along(scene.target(random), random.number(0, 0.1) * scene.reach, unit(random.vector(1)));
        const inside = checkPoint(scene, kind, p, context);
        if (inside !== null) counts.points++;
        if (inside === true) counts.inside++;
        const direction = unit(random.vector(1));
        const most = Math.max(
          ...scene.triangles.flatMap(({ a, b, c }) =>
            [a, b, c].map((v) => dot(sub(v, scene.pose.position), direction)),
          ),
        );
        const farthest = dot(sub(listed(support(scene.mesh, scene.pose, direction)), scene.pose.position), direction);
        expect(Math.abs(farthest - most), context).toBeLessThan(30 * scene.tolerance);
      }
      scene.mesh.dispose();
    }
    expect(counts.rays).toBeGreaterThan(120);
    expect(counts.hits).toBeGreaterThan(30);
    expect(counts.points).toBeGreaterThan(90);
    expect(counts.inside > 1, `${counts.inside} inside`).toBe(
      kind.options.solid === true || kind.name === "a one-sided terrain",
    );
  });
});

describe("a mesh whose vertices move", () => {
  it(`agrees with its triangles as they are now (HYPERPLANE_SEED=${seed})`, () => {
    const random = new Random(seed);
    const { vertices, indices } = knot(36, 5, 1);
    const mesh = new TriangleMesh(vertices, indices, { solid: true });
    let inside = 0;
    for (let step = 0; step < 20; step++) {
      // From a breath to another size, place and proportion, always closed.
      const [x, y, z] = [random.number(0.5, 2), random.number(0.5, 2), random.number(0.5, 2)];
      const [dx, dy, dz] = random.vector(step);
      const moved = vertices.map((v, i) => v * ([x, y, z][i % 3] as number) + ([dx, dy, dz][i % 3] as number));
      mesh.setVertices(step % 2 === 0 ? moved : new Float64Array(moved));
      const triangles = trianglesOf({ vertices: moved, indices });
      for (let i = 0; i < 60; i++) {
        const p: V = along([dx, dy, dz], 1, random.vector(3));
        const least = Math.min(...distancesTo(triangles, p));
        const isInside = windingNumber(triangles, p) > 0.5;
        if (isInside) inside++;
        expect(Math.abs(closestPoint(mesh, {}, p).distance - (isInside ? -least : least))).toBeLessThan(1e-10);
        const direction = unit(random.vector(1));
        const [first] = rayHits(triangles, p, direction).filter(({ cosine }) => cosine < 0);
        if (isInside || (first?.inside ?? 1) < 1e-6) continue;
        expect(raycast(mesh, {}, p, direction)?.triangle).toBe(first?.triangle);
      }
    }
    expect(inside).toBeGreaterThan(20);
  });
});

describe("a mesh from bytes", () => {
  it.each(KINDS)("answers with the same bits: $name", (kind) => {
    const random = new Random(seed);
    const scene = new Scene(random, kind, PLACES[0]);
    const bytes = scene.mesh.serialize();
    const copy = TriangleMesh.deserialize(bytes);
    for (const name of ["type", "vertexCount", "triangleCount", "sides", "thickness", "solid"] as const)
      expect(copy[name]).toEqual(scene.mesh[name]);
    for (let i = 0; i < scene.mesh.triangleCount; i++) expect(copy.triangle(i)).toEqual(scene.mesh.triangle(i));
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const origin = scene.point(random);
      const ray = [scene.pose, origin, sub(scene.target(random), origin)] as const;
      const hit = raycast(copy, ...ray);
      if (hit !== null) hits++;
      expect(hit).toEqual(raycast(scene.mesh, ...ray));
      expect(closestPoint(copy, scene.pose, origin)).toEqual(closestPoint(scene.mesh, scene.pose, origin));
    }
    expect(hits).toBeGreaterThan(40);
    expect(copy.serialize()).toEqual(bytes);
    // Its vertices can move as well.
    const vertices = Array.from({ length: 3 * copy.vertexCount }, () => random.number(-1, 1));
    if (kind.options.solid === true) return;
    for (const mesh of [copy, scene.mesh]) mesh.setVertices(vertices);
    expect(copy.serialize()).toEqual(scene.mesh.serialize());
  });
});
