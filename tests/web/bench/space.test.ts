import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

// The benchmark's own parts: its judge must be right, or its tables are worth nothing.

const bench = new URL("../../../bench/", import.meta.url);
const load = (file: string) => import(new URL(file, bench).href);
const { Random, boxPairs, makePairs, movingBoxes, frameAt } = await load("scenes.js");
const { boxPolytope, hullPolytope, placePolytope, polytopeDistance } = await load("oracle/polytope.js");
const { convexDistance, placeConvex } = await load("oracle/convex.js");
const { pointsOutside } = await load("oracle/hull.js");
const { touchingPairs } = await load("oracle/scene.js");
const { judge, judgeScene } = await load("lib/judge.js");
const { quantile, race } = await load("lib/race.js");
const { formatTime, formatWrong } = await load("lib/report.js");
const { withPlace, withRows } = await load("lib/documents.js");

describe("the page of results", () => {
  const page = "# Page\n\n<!-- bench:mover:begin -->\n<!-- bench:mover:end -->\n\n## Blocks\n";

  test("gets a place for a new group behind its section's, or under a new heading", () => {
    const place = (name: string) => `<!-- bench:${name}:begin -->\n<!-- bench:${name}:end -->\n`;
    expect(withPlace(page, "bench:mover")).toBe(page);
    expect(withPlace(page, "bench:mover.level")).toBe(
      `# Page\n\n${place("mover")}\n${place("mover.level")}\n## Blocks\n`,
    );
    expect(withPlace(page, "bench:calls.frame")).toBe(`${page}\n## Calls\n\n${place("calls.frame")}`);
  });

  test("keeps the rows of groups that were not measured", () => {
    const group = (title: string, ours: number, peer: number) => ({
      title,
      rows: [
        { name: "hyperplane collide", median: ours },
        { name: "hyperplane collideBatch", median: ours / 2 },
        { name: "hyperplane collide, native", median: ours / 4 },
        { name: "Rapier", median: peer, wrong: {} },
      ],
    });
    const first = withRows("", [group("Boxes", 100, 200), group("Hulls", 100, 400)]);
    const lines = first.split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/^\| Boxes \| 100 ns \| 50.0 ns \| 200 ns \(4.00x\) \| Rapier \|/);
    const second = withRows(`${first}\n\na machine\n`, [group("Hulls", 200, 400), group("Cones", 100, 400)]).split(
      "\n",
    );
    expect(second.slice(0, 3)).toEqual(lines.slice(0, 3));
    expect(second[3]).toMatch(/^\| Hulls \| 200 ns \| 100 ns \| 400 ns \(4.00x\) \|/);
    expect(second[4]).toMatch(/^\| Cones /);
    expect(second).toHaveLength(5);
  });
});

describe("scenes", () => {
  test("the generator is SplitMix64", () => {
    const random = new Random(1234567);
    expect([random.bits(), random.bits(), random.bits()]).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
    ]);
  });

  test("a seed gives the same scene again, and another seed another one", () => {
    expect(boxPairs(50, 4)).toEqual(boxPairs(50, 4));
    expect(boxPairs(50, 5).poses).not.toEqual(boxPairs(50, 4).poses);
  });

  test("about half of the box pairs overlap", () => {
    const { overlapping } = judgeScene(boxPairs(2000));
    expect(overlapping / 2000).toBeGreaterThan(0.4);
    expect(overlapping / 2000).toBeLessThan(0.6);
  });

  test("moving boxes have about one touching pair a box, in every frame, and really move", () => {
    const scene = movingBoxes(1500);
    for (const frame of [0, 5]) {
      const touching = [...touchingPairs(scene, frame).values()].filter((distance) => distance <= 0).length;
      expect(touching / 1500).toBeGreaterThan(0.7);
      expect(touching / 1500).toBeLessThan(1.3);
    }
    expect(scene.positions[1]).not.toEqual(scene.positions[0]);
    expect(Array.from({ length: 13 }, (_, step) => frameAt(scene, step))).toEqual([
      0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0, 1, 2,
    ]);
  });
});

describe("oracles", () => {
  /** Signed distances of a scene's pairs by the search over directions. */
  const bySearch = (scene: { count: number; shapes: unknown[]; pairs: Uint32Array; poses: Float64Array }) =>
    Array.from({ length: scene.count }, (_, i) => {
      const a = placeConvex(scene.shapes[scene.pairs[2 * i] as number], scene.poses, 14 * i);
      const b = placeConvex(scene.shapes[scene.pairs[2 * i + 1] as number], scene.poses, 14 * i + 7);
      return convexDistance(a, b).distance;
    });

  test("axes and features agree with the search over directions, for boxes", () => {
    const scene = boxPairs(60, 8);
    const { signed } = judgeScene(scene);
    bySearch(scene).forEach((distance, i) => {
      expect(Math.abs(distance - signed[i])).toBeLessThan(1e-5);
    });
  });

  test("the sieve of edge pairs loses nothing: hulls agree with the search too", () => {
    const scene = makePairs({ seed: 9, count: 12, typeA: "hull", typeB: "hull", shapeCount: 4, spread: 0.9 });
    const { signed, overlapping } = judgeScene(scene);
    expect(overlapping).toBeGreaterThan(3);
    expect(overlapping).toBeLessThan(12);
    bySearch(scene).forEach((distance, i) => {
      expect(Math.abs(distance - signed[i])).toBeLessThan(1e-5);
    });
  });

  test("unit cubes: face to face, edge to edge, contained", () => {
    const at = (x: number, y: number, z: number, q = [0, 0, 0, 1]) =>
      placePolytope(boxPolytope(1, 1, 1), [x, y, z, ...q], 0);
    expect(polytopeDistance(at(0, 0, 0), at(0.9, 0.2, 0.1)).distance).toBeCloseTo(-0.1, 12);
    expect(polytopeDistance(at(0, 0, 0), at(1.5, 1.5, 0)).distance).toBeCloseTo(Math.SQRT1_2, 12);
    expect(polytopeDistance(at(0, 0, 0), at(0, 0, 0)).distance).toBeCloseTo(-1, 12);
    const eighth = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)];
    expect(polytopeDistance(at(0, 0, 0), at(0, 0, 2, eighth)).distance).toBeCloseTo(1.5 - Math.SQRT1_2, 12);
    const small = placePolytope(boxPolytope(0.2, 0.2, 0.2), [0.3, 0, 0, 0, 0, 0, 1], 0);
    expect(polytopeDistance(at(0, 0, 0), small).distance).toBeCloseTo(-0.3, 12);
  });

  test("a cylinder on a box, and a capsule beside one", () => {
    const box = { type: "box", width: 2, height: 2, depth: 2 };
    const place = (shape: unknown, x: number, y: number) => placeConvex(shape, [x, y, 0, 0, 0, 0, 1], 0);
    const cylinder = { type: "cylinder", radius: 0.5, height: 1 };
    expect(convexDistance(place(box, 0, 0), place(cylinder, 0, 1.4)).distance).toBeCloseTo(-0.1, 4);
    const capsule = { type: "capsule", radius: 0.5, height: 1 };
    expect(convexDistance(place(box, 0, 0), place(capsule, 2, 0)).distance).toBeCloseTo(0.5, 4);
    // The lower cap's centre stands off the box's edge by (0.5, 0.5).
    expect(convexDistance(place(box, 0, 0), place(capsule, 1.5, 2)).distance).toBeCloseTo(Math.SQRT1_2 - 0.5, 4);
  });

  test("the hull by brute force has every point inside, and one plane too many is noticed", () => {
    const { shapes } = makePairs({ seed: 3, count: 0, typeA: "hull", typeB: "hull", shapeCount: 1, spread: 1 });
    const hull = hullPolytope(shapes[0].points);
    const planes = hull.faces.map(({ normal, loop }: { normal: number[]; loop: number[] }) => {
      const [x, y, z] = hull.vertices[loop[0] as number];
      return [...normal, (normal[0] as number) * x + (normal[1] as number) * y + (normal[2] as number) * z];
    });
    expect(pointsOutside(shapes[0].points, planes)).toBe(0);
    expect(pointsOutside(shapes[0].points, [...planes, [1, 0, 0, 0]])).toBeGreaterThan(10);
  });
});

describe("the judge", () => {
  const scene = boxPairs(200, 6);
  const truth = judgeScene(scene);

  test("finds nothing wrong with right answers", () => {
    const hit = Uint8Array.from(truth.signed, (distance: number) => (distance <= 0 ? 1 : 0));
    expect(judge({ hit }, "intersects", truth)).toEqual({ wrongHits: 0 });
    expect(judge({ out: rightContacts() }, "contact", truth)).toMatchObject({
      wrongHits: 0,
      wrongDepths: 0,
      stillOverlap: 0,
    });
  });

  test("counts a wrong verdict, a wrong depth, and a translation that leaves an overlap", () => {
    const hit = Uint8Array.from(truth.signed, (distance: number) => (distance <= 0 ? 1 : 0));
    hit[7] = 1 - (hit[7] as number);
    expect(judge({ hit }, "intersects", truth)).toEqual({ wrongHits: 1 });

    const out = rightContacts();
    const deep = truth.signed.findIndex((distance: number) => distance < -0.1);
    out[4 * deep + 3] = (out[4 * deep + 3] as number) - 0.05;
    const verdict = judge({ out }, "contact", truth);
    expect(verdict).toMatchObject({ wrongHits: 0, wrongDepths: 1, stillOverlap: 1 });
    expect(verdict.worst).toBeCloseTo(0.05 / truth.size[deep], 6);

    // Too long a translation separates, and is wrong all the same.
    out[4 * deep + 3] = -truth.signed[deep] + 0.05;
    expect(judge({ out }, "contact", truth)).toMatchObject({ wrongDepths: 1, stillOverlap: 0 });
  });

  function rightContacts(): Float64Array {
    const out = new Float64Array(4 * scene.count);
    for (let i = 0; i < scene.count; ++i) {
      if (truth.signed[i] > 0) continue;
      const a = placePolytope(box(scene.pairs[2 * i]), scene.poses, 14 * i);
      const b = placePolytope(box(scene.pairs[2 * i + 1]), scene.poses, 14 * i + 7);
      out.set([...polytopeDistance(a, b).normal, -truth.signed[i]], 4 * i);
    }
    return out;
  }

  function box(index: number) {
    const { width, height, depth } = scene.shapes[index];
    return boxPolytope(width, height, depth);
  }
});

describe("the race", () => {
  test("takes medians over rounds in which all take part", async () => {
    // Simulated clocks: the test checks the statistics.
    const times = [30, 10, 20];
    let calls = 0;
    const rows = await race(
      [
        { name: "first", count: 10, sample: async (repetitions: number) => 1e8 * repetitions },
        {
          name: "second",
          count: 10,
          sample: async (repetitions: number) => 1e7 * (times[calls++ % 3] as number) * repetitions,
        },
      ],
      { rounds: 3, sampleMs: 1, warmUpMs: 1 },
    );
    expect(rows[0]).toMatchObject({ name: "first", median: 1e7, ratio: 1, rounds: 3 });
    expect(rows[1]).toMatchObject({ name: "second", median: 2e7, ratio: 2, rounds: 3 });
  });

  test("quantiles and times are written as they should be", () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([5], 0.25)).toBe(5);
    expect([0.5, 21.04, 999.6, 12_345, 3.2e9].map(formatTime)).toEqual([
      "0.50 ns",
      "21.0 ns",
      "1.00 µs",
      "12.3 µs",
      "3.20 s",
    ]);
    expect(formatWrong({ wrongHits: 0, wrongDepths: 3, stillOverlap: 0 })).toBe("3 depth");
    expect(formatWrong({ wrongHits: 0 })).toBe("none");
  });
});

test("a quick run measures this package, finds nothing wrong with it, and writes its results", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hyperplane-bench-"));
  try {
    const out = join(folder, "results.json");
    const program = new URL("run.js", bench).pathname;
    const args = [program, "--quick", "--peers", "none", "--only", "box,convex,plane", "--out", out];
    await promisify(execFile)(process.execPath, args);
    const { groups } = JSON.parse(await readFile(out, "utf8"));
    const ids = groups.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["box.intersects", "box.contact", "box.distance"]));
    for (const { rows, checked } of groups) {
      expect(checked).toBeGreaterThan(0);
      for (const row of rows.filter(({ name }: { name: string }) => name.startsWith("hyperplane"))) {
        expect(row.median).toBeGreaterThan(0);
        for (const kind of ["wrongHits", "wrongDepths", "stillOverlap", "missing", "extra", "wrongTimes"])
          expect([row.name, row.wrong[kind] ?? 0]).toEqual([row.name, 0]);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
