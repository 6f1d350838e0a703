import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConvexHull, init } from "hyperplane";
import { decompose } from "hyperplane/decompose";
import { BoxGeometry, TorusKnotGeometry } from "three";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ProgressBar } from "../../../web/command/progress_bar.js";
import { makeGlb } from "../../browser/glb.js";

/** The command `hyperplane decompose`, as a program of its own. */

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
