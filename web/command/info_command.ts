import { basename } from "node:path";
import type { HeightField, TriangleMesh } from "../src/index.js";
import { UsageError } from "./exit.js";
import { loadModel, readBytes } from "./files.js";
import type { Model } from "./read_model.js";
import { oneFile, parse } from "./words.js";

/** `hyperplane info`: what is in a model, a level, a terrain, a snapshot. */

const HELP = `Says what is in a file.

Usage: hyperplane info <file>

<file> is one of
  a model: .glb, .obj, .stl or .ply, read by three.js (npm install three)
  a level: the bytes of TriangleMesh.serialize, which "hyperplane level" writes
  a terrain: the bytes of HeightField.serialize
  a snapshot: the bytes of World.snapshot, of hyperplane or of hyperplane/2d

Options:
  -h, --help             this text

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

type Bytes = Uint8Array<ArrayBuffer>;

/** A row: what it is, and its value. */
type Row = readonly [string, string | number];

interface Info {
  readonly what: string;
  readonly rows: readonly Row[];
}

/** By the first bytes of a file. */
const kinds: { readonly [magic: string]: (bytes: Bytes) => Promise<Info> } = {
  HPTM: infoOfLevel,
  HPHF: infoOfTerrain,
  hypw: infoOfSnapshot,
  HPP2: infoOfPlaneSnapshot,
};

/** @returns the exit code. @throws UsageError, and errors whose message says what failed */
export async function infoCommand(words: string[]): Promise<number> {
  const { values, positionals } = parse(words, { help: { type: "boolean", short: "h" } });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const file = oneFile(positionals, "file", "info level.bin");
  const bytes = await readBytes(file);
  const kind = kinds[new TextDecoder("latin1").decode(bytes.subarray(0, 4))];
  const { what, rows } = await (kind === undefined ? loadModel(file).then(infoOfModel) : kind(bytes)).catch(
    (cause: Error) => {
      if (cause instanceof UsageError) throw new UsageError(`${cause.message}, nor a level, a terrain or a snapshot`);
      throw kind === undefined ? cause : new Error(`cannot read ${file}: ${withoutOptions(cause.message)}`);
    },
  );
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`);
  process.stdout.write(`${basename(file)}: ${what}, ${(bytes.length / 1000).toFixed(1)} KB\n${lines.join("")}`);
  return 0;
}

/** A program may pass the shapes that a snapshot does without. A command line has none. */
const withoutOptions = (message: string) =>
  message.replace(/, pass them as options\.shapes(.*)/, "$1; save the snapshot with its shapes");

async function space() {
  const module = await import("../src/index.js");
  await module.init();
  return module;
}

/** Names of meshes that are listed; a model may have thousands. */
const LISTED = 20;

async function infoOfModel({ vertices, indices, meshes }: Model): Promise<Info> {
  const { TriangleMesh } = await space();
  let closed = "yes: it may be solid";
  try {
    new TriangleMesh(vertices, indices, { solid: "turn" }).dispose();
  } catch (error) {
    closed = `no: ${(error as Error).message.replace("triangle-mesh: ", "")}`;
  }
  const listed = meshes
    .slice(0, LISTED)
    .map(({ name, triangles }): Row => ["", `${triangles} in ${name === "" ? "a mesh without a name" : `"${name}"`}`]);
  const others = meshes.length - listed.length;
  return {
    what: "a model",
    rows: [
      ["vertices", vertices.length / 3],
      ["bounds", boundsOf(vertices, 3)],
      ["closed", closed],
      ["triangles", indices.length / 3],
      ...listed,
      ...(others > 0 ? [["", `and ${others} more meshes`] as const] : []),
    ],
  };
}

async function infoOfLevel(bytes: Bytes): Promise<Info> {
  const mesh = (await space()).TriangleMesh.deserialize(bytes);
  const solid: Row = ["solid", mesh.solid ? "yes" : "no"];
  return { what: "a level, a TriangleMesh", rows: [["vertices", mesh.vertexCount], solid, ...surface(mesh)] };
}

async function infoOfTerrain(bytes: Bytes): Promise<Info> {
  const field = (await space()).HeightField.deserialize(bytes);
  const { columns, rows } = field;
  return { what: "a terrain, a HeightField", rows: [["heights", `${columns} x ${rows}`], ...surface(field)] };
}

function surface(shape: TriangleMesh | HeightField): Row[] {
  const corners = new Float64Array(9 * shape.triangleCount);
  for (let i = 0; i < shape.triangleCount; i++) shape.triangle(i, corners.subarray(9 * i, 9 * i + 9));
  return [
    ["triangles", shape.triangleCount],
    ["sides", shape.sides],
    ...(shape.thickness > 0 ? [["thickness", `${shape.thickness} m`] as const] : []),
    ["bounds", boundsOf(corners, 3)],
  ];
}

async function infoOfSnapshot(bytes: Bytes): Promise<Info> {
  return { what: "a snapshot of a World", rows: contentsOf((await space()).World.restore(bytes), 3) };
}

async function infoOfPlaneSnapshot(bytes: Bytes): Promise<Info> {
  const { init, World } = await import("../plane/index.js");
  await init();
  return { what: "a snapshot of a World of hyperplane/2d", rows: contentsOf(World.restore(bytes), 2) };
}

/** What worlds of space and of the plane have in common. */
interface Restored {
  readonly colliders: Iterable<SnapshotCollider>;
  readonly touching: { readonly length: number };
  readonly contacts: { readonly length: number };
  readonly broadPhase: string;
  bounds(): Float64Array;
}

interface SnapshotCollider {
  readonly index: number;
  readonly shape: { readonly type: string };
  readonly static: boolean;
  readonly sensor: boolean;
  readonly continuous: boolean;
  readonly enabled: boolean;
}

function contentsOf(world: Restored, dimension: number): Row[] {
  const colliders = [...world.colliders];
  const shapes = new Map<string, number>();
  for (const { shape } of colliders) shapes.set(shape.type, (shapes.get(shape.type) ?? 0) + 1);
  const flags = {
    static: colliders.filter((collider) => collider.static),
    sensor: colliders.filter(({ sensor }) => sensor),
    continuous: colliders.filter(({ continuous }) => continuous),
    disabled: colliders.filter(({ enabled }) => !enabled),
  };
  return [
    ["colliders", colliders.length],
    ...[...shapes].map(([type, count]): Row => ["", `${count} ${type}`]),
    ...Object.entries(flags).flatMap(([name, { length }]): Row[] => (length > 0 ? [[name, length]] : [])),
    ["touching pairs", world.touching.length],
    ["contacts", world.contacts.length],
    ["broad phase", world.broadPhase],
    ...(colliders.length > 0 ? [["bounds", boundsOfAll(world.bounds(), colliders, dimension)] as const] : []),
  ];
}

/** @param bounds of a world */
function boundsOfAll(bounds: Float64Array, colliders: readonly SnapshotCollider[], dimension: number): string {
  const ending = colliders.filter(({ shape }) => shape.type !== "half-space");
  const corners = ending.flatMap(({ index: i }) => [...bounds.subarray(2 * dimension * i, 2 * dimension * (i + 1))]);
  if (ending.length === 0) return "without end";
  return `${boundsOf(corners, dimension)}${ending.length < colliders.length ? ", and half-spaces without end" : ""}`;
}

/** @param points of so many numbers each; those that are NaN are no points */
function boundsOf(points: ArrayLike<number>, dimension: number): string {
  const low = Array.from({ length: dimension }, () => Number.POSITIVE_INFINITY);
  const high = low.map((number) => -number);
  for (let i = 0; i < points.length; i++) {
    const [axis, number] = [i % dimension, points[i] as number];
    if (number < (low[axis] as number)) low[axis] = number;
    if (number > (high[axis] as number)) high[axis] = number;
  }
  const text = (corner: readonly number[]) => corner.map((number) => Number(number.toFixed(3))).join(", ");
  return `${text(low)} to ${text(high)} m`;
}
