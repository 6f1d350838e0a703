import type { TriangleMeshOptions } from "../src/index.js";
import { UsageError } from "./exit.js";
import { checkOutput, loadModel, writeOutput } from "./files.js";
import { numberOption, oneFile, parse } from "./words.js";

/** `hyperplane level`: a file with a model in, a TriangleMesh with its tree out. */

const HELP = `Bakes a model into a level: the bytes of a TriangleMesh with its tree, for TriangleMesh.deserialize.

Usage: hyperplane level <model> -o <file> [options]

<model> is a .glb, .obj, .stl or .ply file; all of its meshes are one level. It is read by three.js,
which must be installed beside this package: npm install three

Options:
  -o, --output <file>    where the bytes go; "-": to standard output
  --front                triangles push to their front only, for terrain
  --thickness <m>        with --front: how deep behind a triangle another shape overlaps it
  --solid                the model is closed, and full: what is inside overlaps it
  --weld <m>             vertices closer than this are one (default: 0, which joins equal ones)
  -q, --quiet            no summary
  -h, --help             this text

A page loads it without three.js's loaders, and builds no tree:
  const bytes = await (await fetch("level.bin")).arrayBuffer();
  world.add({ shape: TriangleMesh.deserialize(bytes), static: true });
The file is for the version of this package that wrote it. Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

const options = {
  output: { type: "string", short: "o" },
  front: { type: "boolean" },
  thickness: { type: "string" },
  solid: { type: "boolean" },
  weld: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
} as const;

/** @returns the exit code. @throws UsageError, and errors whose message says what failed */
export async function levelCommand(words: string[]): Promise<number> {
  const { values, positionals } = parse(words, options);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const example = "level level.glb -o level.bin";
  const file = oneFile(positionals, "model", example);
  const { output, front, solid } = values;
  if (output === undefined) throw new UsageError(`where to? For example: hyperplane ${example}`);
  checkOutput(output, file);
  if (front && solid) throw new UsageError("a solid has no thickness: --front and --solid exclude each other");
  if (values.thickness !== undefined && !front) throw new UsageError("--thickness needs --front");
  const chosen: TriangleMeshOptions = {
    ...(front && { sides: "front" }),
    ...(solid && { solid: "turn" }),
    ...numberOption(values, "thickness", "thickness", 0),
    ...numberOption(values, "weld", "weld", 0),
  };
  const { vertices, indices } = await loadModel(file);
  const { init, TriangleMesh } = await import("../src/index.js");
  await init();
  const mesh = new TriangleMesh(vertices, indices, chosen);
  const bytes = mesh.serialize();
  await writeOutput(output, bytes);
  if (!values.quiet) {
    process.stderr.write(`${mesh.triangleCount} triangles, ${(bytes.length / 1000).toFixed(1)} KB\n`);
  }
  return 0;
}
