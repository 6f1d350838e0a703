import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Box, ConvexHull, HalfSpace, HeightField, init, raycast, Sphere, TriangleMesh, World } from "hyperplane";
import * as plane from "hyperplane/2d";
import { decompose } from "hyperplane/decompose";
import { BoxGeometry, TorusKnotGeometry } from "three";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProgressBar } from "../../../web/command/progress_bar.js";
import { makeGlb } from "../../browser/glb.js";

/** The command `hyperplane`, as a program of its own. */

const program = fileURLToPath(new URL("../../../dist/command.js", import.meta.url));
let folder: string;

beforeAll(async () => {
  await init();
  folder = mkdtempSync(join(tmpdir(), "hyperplane-command-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(...words: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Soup {
  readonly positions: number[];
  readonly indices: number[];
}

/** Two boxes, one of them above the other: their corners have few digits, so that every format keeps them. */
function boxes(): Soup {
  const { positions, indices } = { positions: [] as number[], indices: [] as number[] };
  for (const height of [0, 2]) {
    const box = new BoxGeometry(1, 1, 2).translate(0.5, height, 0);
    const base = positions.length / 3;
    positions.push(...box.getAttribute("position").array);
    for (const i of box.index?.array ?? []) indices.push(base + i);
  }
  return { positions, indices };
}

const triplets = (list: readonly number[]) =>
  Array.from({ length: list.length / 3 }, (_, i) => list.slice(3 * i, 3 * i + 3));

const loose = ({ positions, indices }: Soup) => indices.flatMap((i) => positions.slice(3 * i, 3 * i + 3));

function obj({ positions, indices }: Soup): string {
  const vertices = triplets(positions).map((v) => `v ${v.join(" ")}`);
  const faces = triplets(indices).map((f) => `f ${f.map((i) => i + 1).join(" ")}`);
  return ["mtllib none.mtl", ...vertices, "usemtl none", ...faces, ""].join("\n");
}

function asciiStl(soup: Soup): string {
  const corners = triplets(loose(soup)).map((v) => `vertex ${v.join(" ")}`);
  const facets = triplets([...corners.keys()]).map((facet) => {
    const lines = facet.map((i) => corners[i]).join("\n");
    return `facet normal 0 0 0\nouter loop\n${lines}\nendloop\nendfacet`;
  });
  return `solid boxes\n${facets.join("\n")}\nendsolid boxes\n`;
}

function binaryStl(soup: Soup): Buffer {
  const facets = triplets(triplets(loose(soup)).flat()).length / 3;
  const bytes = Buffer.alloc(84 + 50 * facets);
  bytes.writeUInt32LE(facets, 80);
  loose(soup).forEach((number, i) => {
    bytes.writeFloatLE(number, 84 + 50 * Math.floor(i / 9) + 12 + 4 * (i % 9));
  });
  return bytes;
}

function ply({ positions, indices }: Soup): string {
  const header = [
    "ply",
    "format ascii 1.0",
    `element vertex ${positions.length / 3}`,
    ...["x", "y", "z"].map((axis) => `property float ${axis}`),
    `element face ${indices.length / 3}`,
    "property list uchar int vertex_indices",
    "end_header",
  ];
  const faces = triplets(indices).map((f) => `3 ${f.join(" ")}`);
  return [...header, ...triplets(positions).map((v) => v.join(" ")), ...faces, ""].join("\n");
}

const plyPoints =
  "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n";

interface Written {
  readonly parts: number[][];
  readonly error: number;
  readonly complete: boolean;
}

describe("hyperplane decompose", () => {
  const soup = boxes();
  it.each([
    ["model.obj", obj(soup)],
    ["ascii.stl", asciiStl(soup)],
    ["binary.stl", binaryStl(soup)],
    ["MODEL.PLY", ply(soup)],
    // Its material has a picture, for which Node has no decoder.
    ["model.glb", makeGlb([{ name: "boxes", positions: loose(soup) }])],
  ])("reads %s and writes the parts that decompose finds", async (name, content) => {
    const output = join(folder, `${name}.json`);
    const { code, out, err } = run("decompose", file(name, content), "-o", output);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^2 parts, error [\d.]+ % of the diagonal, [\d.]+ s\n$/);
    const written = JSON.parse(readFileSync(output, "utf8")) as Written;
    const { parts, error, complete } = await decompose(soup.positions, soup.indices);
    expect(written).toEqual({ parts: parts.map(() => expect.any(Array)), error: expect.any(Number), complete });
    expect(written.error).toBeCloseTo(error, 9);
    const corners = (list: readonly ArrayLike<number>[]) =>
      list.map((part) => triplets(Array.from(part)).map(String).sort()).sort();
    expect(corners(written.parts)).toEqual(corners(parts));
    for (const part of written.parts) new ConvexHull(part).dispose();
  });

  it("takes the places of a .glb's meshes into account", () => {
    const positions = loose({ ...soup, indices: soup.indices.slice(0, 36) });
    const glb = makeGlb([
      { name: "one", positions },
      { name: "other", positions, translation: [10, 0, 0] },
    ]);
    const { out } = run("decompose", file("two.glb", glb));
    const { parts } = JSON.parse(out) as Written;
    const starts = parts.map((part) => Math.min(...part.filter((_, i) => i % 3 === 0)));
    expect(starts.sort((a, b) => a - b)).toEqual([0, 10]);
  });

  it("obeys its options, and warns where the error was not kept", () => {
    const knot = new TorusKnotGeometry(1, 0.3, 60, 8);
    const model = file(
      "knot.obj",
      obj({ positions: [...knot.getAttribute("position").array], indices: [...(knot.index?.array ?? [])] }),
    );
    const words = ["decompose", model, "--max-parts", "3", "--max-vertices=12", "--max-error", "0.01", "-o", "-"];
    const { code, out, err } = run(...words);
    const { parts, error, complete } = JSON.parse(out) as Written;
    expect(code).toBe(0);
    expect(parts.length).toBeLessThanOrEqual(3);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(36);
    expect(error).toBeGreaterThan(0.01);
    expect(complete).toBe(false);
    expect(err).toContain("warning: the error is above --max-error");
    const wasm = fileURLToPath(new URL("../../../dist/hyperplane_decompose.wasm", import.meta.url));
    expect(run(...words, "--quiet", "--no-worker", "--wasm", wasm)).toEqual({ code: 0, out, err: "" });
  });

  it("names primitives, if asked to", () => {
    const model = file("named.obj", obj(soup));
    const { out, err } = run("decompose", model, "--primitives");
    const { shapes } = JSON.parse(out) as { shapes: { type: string }[] };
    expect(shapes.map(({ type }) => type)).toEqual(["box", "box"]);
    expect(err).toContain("2 parts (2 as shapes)");
    expect(JSON.parse(run("decompose", model).out)).not.toHaveProperty("shapes");
  });

  it.each<[string, string[], number, RegExp]>([
    ["no command", [], 2, /which command/],
    ["an unknown command", ["decomposer"], 2, /no command decomposer/],
    ["no model", ["decompose"], 2, /which model/],
    ["two models", ["decompose", "a.obj", "b.obj"], 2, /one model at a time.*b\.obj/],
    ["an unknown option", ["decompose", "a.obj", "--max-part", "3"], 2, /--max-part/],
    ["an option without its value", ["decompose", "a.obj", "--max-parts"], 2, /--max-parts/],
    ["no whole number", ["decompose", "a.obj", "--max-parts", "2.5"], 2, /--max-parts must be a whole number from 1/],
    ["no number", ["decompose", "a.obj", "--max-error", "2%"], 2, /--max-error must be a number from 0, got 2%/],
    ["too few vertices", ["decompose", "a.obj", "--max-vertices", "3"], 2, /--max-vertices .* from 4/],
    ["a file of another kind", ["decompose", "a.gltf"], 2, /a\.gltf is none of \.glb, \.obj.* pack/],
    ["a file that is missing", ["decompose", "none.obj"], 1, /cannot read none\.obj: ENOENT/],
    ["a module that is missing", ["decompose", "none.obj", "--wasm", "x.wasm"], 1, /cannot read x\.wasm: ENOENT/],
  ])("says what is wrong with %s", (_, words, code, message) => {
    const outcome = run(...words);
    expect(outcome).toEqual({ code, out: "", err: expect.stringMatching(message) });
    expect(outcome.err).toMatch(/^hyperplane: [^\n]+\n$/);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ["noise.glb", "noise", /cannot read .*noise\.glb/],
    ["noise.stl", "noise", /noise\.stl/],
    ["points.ply", plyPoints.concat("0 0 0\n1 0 0\n0 1 0\n"), /points\.ply: it has no faces/],
    ["empty.obj", "", /empty\.obj has no triangles/],
    ["flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", /no triangle of the model has an area/],
    [
      "draco.glb",
      makeGlb([{ name: "x", positions: loose(soup) }], { extensionsRequired: ["KHR_draco_mesh_compression"] }),
      /DRACO/,
    ],
  ])("says what is wrong with %s, and writes nothing", (name, content, message) => {
    const output = join(folder, "never.json");
    const { code, out, err } = run("decompose", file(name, content), "-o", output);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(message);
    expect(existsSync(output)).toBe(false);
  });

  it("says so where it cannot write, or an upper limit is passed", () => {
    const model = file("again.obj", obj(soup));
    expect(run("decompose", model, "-o", join(folder, "none", "x.json"))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cannot write .*x\.json: ENOENT/),
    });
    expect(run("decompose", model, "--max-parts", "5000")).toMatchObject({
      code: 1,
      err: expect.stringContaining("from 1 to 4096"),
    });
  });

  it("has help and a version", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    expect(run("--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
    expect(run("--help")).toMatchObject({ code: 0, out: expect.stringContaining("decompose <model>"), err: "" });
    expect(run("level", "-h")).toMatchObject({ code: 0, out: expect.stringContaining("--thickness"), err: "" });
    expect(run("info", "-h")).toMatchObject({ code: 0, out: expect.stringContaining("a snapshot:"), err: "" });
    const { code, out, err } = run("decompose", "--help");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const flag of [
      "--output",
      "--max-parts",
      "--max-error",
      "--max-vertices",
      "--primitives",
      "--no-worker",
      "--wasm",
      "--quiet",
    ])
      expect(out).toContain(flag);
  });

  it.skipIf(process.platform === "win32").each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends at once with %s, and writes nothing", async (signal, code) => {
    const pipe = join(folder, `${signal}.obj`);
    execFileSync("mkfifo", [pipe]);
    const output = join(folder, `${signal}.json`);
    const child = spawn(process.execPath, [program, "decompose", pipe, "-o", output]);
    const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
    // The pipe is open as soon as the command reads it, which it does when it listens to signals.
    const writer = await open(pipe, "w");
    const knot = new TorusKnotGeometry(1, 0.3, 400, 40);
    await writer.writeFile(
      obj({ positions: [...knot.getAttribute("position").array], indices: [...(knot.index?.array ?? [])] }),
    );
    await writer.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.kill(signal);
    expect(await ended).toBe(code);
    expect(existsSync(output)).toBe(false);
  });
});

describe("a reader that closes early", () => {
  it.skipIf(process.platform === "win32").each([["decompose", "-q"], ["level", "-q", "-o", "-"], ["info"]])(
    "ends %s without a word",
    async (command, ...words) => {
      const child = spawn(process.execPath, [program, command, file("closed.obj", obj(boxes())), ...words]);
      child.stdout.destroy();
      let said = "";
      child.stderr.on("data", (text) => (said += text));
      const code = await new Promise((resolve) => child.on("close", resolve));
      expect({ code, said }).toEqual({ code: 141, said: "" });
    },
  );
});

/** Some faces of a cube from -1 to 1: six make a closed surface. */
const cube = (faces: number): Soup => {
  const box = new BoxGeometry(2, 2, 2);
  return {
    positions: [...box.getAttribute("position").array],
    indices: [...(box.index?.array ?? [])].slice(0, 6 * faces),
  };
};

describe("hyperplane level", () => {
  it.each<[string, string[], object]>([
    ["two-sided", [], { sides: "both", thickness: 0, solid: false }],
    ["one-sided", ["--front", "--thickness", "0.25"], { sides: "front", thickness: 0.25, solid: false }],
    ["solid", ["--solid", "--quiet"], { sides: "front", solid: true }],
  ])("bakes a %s level, which deserialize takes", (name, flags, expected) => {
    const output = join(folder, `${name}.bin`);
    const { code, out, err } = run("level", file(`${name}.obj`, obj(cube(6))), "-o", output, ...flags);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(flags.includes("--quiet") ? /^$/ : /^12 triangles, [\d.]+ KB\n$/);
    const mesh = TriangleMesh.deserialize(readFileSync(output));
    expect(mesh).toMatchObject({ triangleCount: 12, ...expected });
    expect(raycast(mesh, {}, [0, 5, 0.1], [0, -1, 0])?.distance).toBeCloseTo(4, 6);
    mesh.dispose();
  });

  it("welds vertices, if asked to, and writes to standard output", () => {
    const model = file(
      "loose.obj",
      obj({ positions: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1.001, 0, 0, 0, 0, 1.001], indices: [0, 1, 2, 3, 4, 5] }),
    );
    const bytes = spawnSync(process.execPath, [program, "level", model, "--weld", "0.01", "-q", "-o", "-"]).stdout;
    const mesh = TriangleMesh.deserialize(new Uint8Array(bytes));
    expect([...mesh.triangle(1)].slice(3, 6)).toEqual([1, 0, 0]);
    mesh.dispose();
  });

  it.each<[string, string[], number, RegExp]>([
    ["no model", ["level"], 2, /which model\? For example: hyperplane level level\.glb -o level\.bin/],
    ["no output", ["level", "a.glb"], 2, /where to\?/],
    ["the model as output", ["level", "a.glb", "-o", "./a.glb"], 2, /is the model, which would be overwritten/],
    ["the model as output of decompose", ["decompose", "a.obj", "-o", "a.obj"], 2, /would be overwritten/],
    ["front and solid", ["level", "a.glb", "-o", "b", "--front", "--solid"], 2, /exclude each other/],
    ["a thickness without a front", ["level", "a.glb", "-o", "b", "--thickness", "1"], 2, /--thickness needs --front/],
    ["no number", ["level", "a.glb", "-o", "b", "--weld", "1mm"], 2, /--weld must be a number from 0, got 1mm/],
    ["a missing file", ["level", "none.glb", "-o", "b"], 1, /cannot read none\.glb: ENOENT/],
  ])("says what is wrong with %s", (_, words, code, message) => {
    expect(run(...words)).toEqual({ code, out: "", err: expect.stringMatching(message) });
  });

  it("says why a model is no solid, and writes nothing", () => {
    const output = join(folder, "open.bin");
    const { code, err } = run("level", file("open.obj", obj(cube(5))), "-o", output, "--solid");
    expect(code).toBe(1);
    expect(err).toMatch(/^hyperplane: triangle-mesh: .*edge/);
    expect(existsSync(output)).toBe(false);
  });
});

describe("hyperplane info", () => {
  const info = (name: string, content: string | Uint8Array) => run("info", file(name, content)).out;

  it("says what is in a model", () => {
    const glb = makeGlb([
      { name: "floor", positions: loose(cube(6)) },
      { name: "wall", positions: loose(cube(6)), translation: [10, 0, 0] },
    ]);
    const text = info("town.glb", glb);
    expect(text).toMatch(/^town\.glb: a model, [\d.]+ KB\n/);
    expect(text).toMatch(/triangles +24\n +12 in "floor"\n +12 in "wall"\n/);
    expect(text).toMatch(/bounds +-1, -1, -1 to 11, 1, 1 m\n/);
    expect(text).toMatch(/closed +yes/);
    expect(info("lidless.obj", obj(cube(5)))).toMatch(/closed +no: .*edge/);
  });

  it("says what is in a level and in a terrain", () => {
    const { positions, indices } = cube(6);
    const mesh = new TriangleMesh(positions, indices, { sides: "front", thickness: 0.5 });
    const text = info("cube.bin", mesh.serialize());
    expect(text).toMatch(/^cube\.bin: a level, a TriangleMesh, /);
    expect(text).toMatch(/triangles +12\n +sides +front\n +thickness +0\.5 m\n +bounds +-1, -1, -1 to 1, 1, 1 m\n/);
    const field = new HeightField([0, 1, 2, 3, 4, Number.NaN, 6, 7, 8], { columns: 3, rows: 3, width: 4, depth: 2 });
    expect(info("field.bin", field.serialize())).toMatch(
      /a terrain, .*\n +heights +3 x 3\n[\s\S]*bounds +-2, 0, -1 to 2, 8, 1 m/,
    );
    mesh.dispose();
    field.dispose();
  });

  it("says what is in a snapshot, also of the plane", async () => {
    const world = new World();
    world.add({ shape: new Box(1, 1, 1), static: true });
    world.addMany([1, 9].map((x) => ({ shape: new Sphere(1), position: [x, 0, 0], sensor: x > 5 })));
    world.update();
    const text = info("game.snapshot", world.snapshot());
    expect(text).toMatch(/^game\.snapshot: a snapshot of a World, /);
    expect(text).toMatch(
      /colliders +3\n +1 box\n +2 sphere\n +static +1\n +sensor +1\n +touching pairs +1\n +contacts +1\n/,
    );
    await plane.init();
    const flat = new plane.World();
    flat.add({ shape: new plane.Circle(1), position: [4, 0], continuous: true });
    expect(info("flat.snapshot", flat.snapshot())).toMatch(
      /hyperplane\/2d.*\n +colliders +1\n +1 circle\n +continuous +1\n/,
    );
    expect(run("info", file("bare.snapshot", world.snapshot({ shapes: false })))).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /cannot read .*bare\.snapshot: shapes that the snapshot names are missing: .*1 box.*; save the snapshot with its shapes/,
      ),
    });
    world.dispose();
    flat.dispose();
  });

  it("says what is without end in a snapshot, and the bounds of the rest", async () => {
    const world = new World();
    world.add({ shape: new HalfSpace(), static: true });
    expect(info("ground.snapshot", world.snapshot())).toMatch(/bounds +without end\n$/);
    world.add({ shape: new Sphere(1), position: [0, 1, 0] });
    expect(info("ball.snapshot", world.snapshot())).toMatch(
      /bounds +-1, 0, -1 to 1, 2, 1 m, and half-spaces without end\n$/,
    );
    await plane.init();
    const flat = new plane.World();
    flat.add({ shape: new plane.Circle(1) });
    flat.add({ shape: new plane.HalfSpace(), static: true });
    expect(info("flat_ground.snapshot", flat.snapshot())).toMatch(
      /bounds +-1, -1 to 1, 1 m, and half-spaces without end\n$/,
    );
    world.dispose();
    flat.dispose();
  });

  it("says what is wrong with a file", () => {
    expect(run("info")).toMatchObject({ code: 2, err: expect.stringContaining("which file?") });
    expect(run("info", "none.bin")).toMatchObject({ code: 1, err: expect.stringContaining("cannot read none.bin") });
    expect(run("info", file("noise.bin", "noise"))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is none of \.glb.*nor a level, a terrain or a snapshot/),
    });
    const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(run("info", file("cut.bin", mesh.serialize().slice(0, 50)))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cannot read .*cut\.bin: triangle-mesh: the bytes are damaged/),
    });
    mesh.dispose();
  });
});

describe("the progress bar", () => {
  const show = (isTTY: boolean, isQuiet: boolean): string => {
    let text = "";
    const out = { isTTY, write: (more: string) => (text += more) } as unknown as NodeJS.WriteStream;
    const bar = new ProgressBar(out, "model", isQuiet);
    for (const share of [0, 0.001, 0.5, 1]) bar.show(share);
    bar.end();
    return text;
  };

  it("grows on a terminal and is wiped out", () => {
    const lines = show(true, false).split("\r");
    expect(lines).toEqual([
      "",
      `model [${".".repeat(30)}]   0 %`,
      `model [${"#".repeat(15)}${".".repeat(15)}]  50 %`,
      `model [${"#".repeat(30)}] 100 %`,
      " ".repeat(44),
      "",
    ]);
  });

  it("writes nothing elsewhere, or where it is to be quiet", () => {
    expect(show(false, false) + show(true, true)).toBe("");
  });
});
