import { basename } from "node:path";
// Types only: the code is loaded once the command line is known to be right.
import type { DecomposeOptions, Decomposition } from "../decompose/index.js";
import { SIGNALS } from "./exit.js";
import { checkOutput, loadModel, readBytes, writeOutput } from "./files.js";
import { ProgressBar } from "./progress_bar.js";
import { numberOption, oneFile, parse } from "./words.js";

/** `hyperplane decompose`: a file with a model in, the parts as JSON out. */

const HELP = `Parts a concave model into convex hulls, and writes them as JSON.

Usage: hyperplane decompose <model> [options]

<model> is a .glb, .obj, .stl or .ply file; all of its meshes are one model. It is read by three.js,
which must be installed beside this package: npm install three

Options:
  -o, --output <file>    where the JSON goes; "-", the default: to standard output
  --max-parts <n>        as many parts as this at most, from 1 to 4096 (default: 32)
  --max-error <share>    how far parts and surface may stray from each other, as a share of the
                         diagonal of the model's bounds (default: 0.02)
  --max-vertices <n>     vertices of a part at most, from 4 (default: 64)
  --primitives           name spheres, boxes, capsules and cylinders that match parts within --max-error
  --no-worker            work on the main thread
  --wasm <file>          the module, in place of the package's hyperplane_decompose.wasm
  -q, --quiet            no progress bar and no summary
  -h, --help             this text

The JSON is { "parts": [[x, y, z, ...], ...], "error": number, "complete": boolean }: the vertices of
each part, the error that was reached, and whether --max-error was kept. With --primitives there is also
"shapes": for each part null or { "type": "box", "width", "height", "depth", "position", "quaternion" }
(or "sphere", "capsule", "cylinder" with their sizes). Summary, warnings and errors go to standard
error. Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.
`;

const options = {
  output: { type: "string", short: "o" },
  "max-parts": { type: "string" },
  "max-error": { type: "string" },
  "max-vertices": { type: "string" },
  primitives: { type: "boolean" },
  "no-worker": { type: "boolean" },
  wasm: { type: "string" },
  quiet: { type: "boolean", short: "q" },
  help: { type: "boolean", short: "h" },
} as const;

/** @returns the exit code. @throws UsageError, and errors whose message says what failed */
export async function decomposeCommand(words: string[]): Promise<number> {
  const { values, positionals } = parse(words, options);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const file = oneFile(positionals, "model", "decompose model.glb -o parts.json");
  const { wasm } = values;
  const output = values.output ?? "-";
  checkOutput(output, file);
  const chosen: DecomposeOptions = {
    ...numberOption(values, "max-parts", "maxParts", 1),
    ...numberOption(values, "max-error", "maxError", 0),
    ...numberOption(values, "max-vertices", "maxVertices", 4),
    ...(wasm !== undefined && { wasm: await readBytes(wasm) }),
    primitives: values.primitives === true,
    worker: values["no-worker"] !== true,
  };
  return underSignals(async (signal) => {
    const { vertices, indices } = await loadModel(file);
    const { decompose } = await import("../decompose/index.js");
    const bar = new ProgressBar(process.stderr, basename(file), values.quiet === true);
    const start = performance.now();
    let result: Decomposition;
    try {
      result = await decompose(vertices, indices, { ...chosen, signal, onProgress: (share) => bar.show(share) });
    } finally {
      bar.end();
    }
    await writeResult(result, output, values.primitives === true);
    if (values.quiet !== true) summarise(result, (performance.now() - start) / 1000);
  });
}

/** Runs it with a signal that fires when the process is asked to end. @returns the exit code */
async function underSignals(work: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => controller.abort(name);
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const name of names) process.once(name, interrupt);
  try {
    await work(controller.signal);
    return 0;
  } catch (error) {
    const { aborted, reason } = controller.signal;
    if (!aborted || error !== reason) throw error;
    return SIGNALS[reason as keyof typeof SIGNALS];
  } finally {
    for (const name of names) process.removeListener(name, interrupt);
  }
}

async function writeResult(
  { parts, shapes, error, complete }: Decomposition,
  output: string,
  hasShapes: boolean,
): Promise<void> {
  // A line for each part.
  const list = (items: readonly unknown[]) =>
    `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
  const entries = [
    `"parts": ${list(parts.map((part) => [...part]))}`,
    ...(hasShapes ? [`"shapes": ${list(shapes)}`] : []),
    `"error": ${error}`,
    `"complete": ${complete}`,
  ];
  const text = `{\n  ${entries.join(",\n  ")}\n}\n`;
  await writeOutput(output, text);
}

function summarise({ parts, shapes, error, complete }: Decomposition, seconds: number): void {
  const named = shapes.filter((shape) => shape !== null).length;
  const count = `${parts.length === 1 ? "1 part" : `${parts.length} parts`}${named > 0 ? ` (${named} as shapes)` : ""}`;
  const share = `${(100 * error).toFixed(error < 1e-3 ? 4 : 2)} %`;
  process.stderr.write(`${count}, error ${share} of the diagonal, ${seconds.toFixed(1)} s\n`);
  if (complete) return;
  process.stderr.write("warning: the error is above --max-error: more parts or more vertices would lower it\n");
}
