import { failure, HyperplaneError, invalid, isObject, show } from "../src/errors.js";
import { compile, type PlatformType, type WasmSource } from "../src/load.js";
import { checkIndices, numbersProblem, readList } from "../src/number_arrays.js";
import { checkOptions, type OptionNames, readCount, readFlag } from "../src/options.js";
import { coordinatesOf, isGeometry, type PointsLike } from "../src/points.js";
import { limits } from "../src/records.js";
import { Abort } from "./abort.js";
import {
  type DecomposeResult,
  DecomposeRun,
  type DecomposeTask,
  MAX_PARTS,
  MAX_TRIANGLES,
  type PartShape,
  SUBJECT,
} from "./decompose_module.js";
import { EventLoop } from "./event_loop.js";
import type { News } from "./messages.js";
import type { Listener, Thread } from "./threads.js";

/** Options of `decompose`. */
export interface DecomposeOptions {
  /** As many parts as this at most, from 1 to 4096. Default: 32. */
  readonly maxParts?: number;
  /**
   * How far parts and surface may stray from each other, as a share of the diagonal of the surface's bounds. It is kept only
   * as far as `maxParts` and `maxVertices` allow. Default: 0.02.
   */
  readonly maxError?: number;
  /** Vertices of a part at most, at least 4. Default: 64. */
  readonly maxVertices?: number;
  /**
   * Whether a sphere, a box, a capsule or a cylinder that matches a part within `maxError` is named in `shapes`: it is faster
   * and smaller than a hull. Default: false.
   */
  readonly primitives?: boolean;
  /** Called with 0 to 1 while it works, never falling, last with 1. What it throws rejects the promise. */
  readonly onProgress?: (done: number) => void;
  /** Ends it: the promise is rejected with the signal's reason. */
  readonly signal?: PlatformType<"AbortSignal">;
  /** `false`: on the calling thread, in slices. Default: in a worker, where there are workers. */
  readonly worker?: boolean;
  /** Source of the .wasm file, as `init` takes it. Default: the file beside the package's code. */
  readonly wasm?: WasmSource;
}

/** A model as convex parts. */
export interface Decomposition {
  /** x, y, z of the vertices of each part: what `new ConvexHull` takes. Parts may overlap. */
  readonly parts: readonly Float64Array[];
  /** With `primitives`: for each part the shape in its place, or null for its hull. Else all are null. */
  readonly shapes: readonly (PartShape | null)[];
  /**
   * Bound on the distance of every point of the parts from the model, and of every point of the model from the parts, as a
   * share of the diagonal. The inside of the model counts as the model. Where `shapes` has a shape, it is the shape's.
   */
  readonly error: number;
  /** Whether `maxError` was kept. */
  readonly complete: boolean;
}

const OPTIONS: OptionNames<DecomposeOptions> = {
  maxParts: true,
  maxError: true,
  maxVertices: true,
  primitives: true,
  onProgress: true,
  signal: true,
  worker: true,
  wasm: true,
};

/** Time on the calling thread before the event loop runs, in milliseconds. */
const SLICE = 12;
const MAX_VERTICES = 3 * MAX_TRIANGLES;

/** What an entry has of its own. */
export interface Means {
  /** The module, where the options name none. */
  compile(): Promise<WebAssembly.Module>;
  /** Undefined: work is done on the calling thread. */
  startThread?(listener: Listener): Promise<Thread | null>;
}

/** The `decompose` of an entry. */
export async function decomposeWith(
  means: Means,
  vertices: PointsLike,
  indices: ArrayLike<number> | null,
  options: DecomposeOptions,
): Promise<Decomposition> {
  checkOptions(options, OPTIONS, SUBJECT);
  const { onProgress, signal, worker = true, wasm } = options;
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw invalid(`${SUBJECT}onProgress must be a function, got ${show(onProgress)}`);
  }
  if (signal !== undefined && !isSignal(signal)) {
    throw invalid(`${SUBJECT}signal must be an AbortSignal, got ${show(signal)}`);
  }
  const inWorker = readFlag(worker, `${SUBJECT}worker`);
  const task = readTask(vertices, indices, options);
  const abort = new Abort(signal);
  let done = 0;
  const report = (share: number) => {
    if (share < done) return;
    done = share;
    onProgress?.(share);
    abort.check();
  };
  try {
    abort.check();
    const module = await abort.race(wasm === undefined ? compiledOnce(means) : compile(wasm));
    const result =
      (inWorker ? await decomposeInWorker(means, module, task, report, abort) : null) ??
      (await decomposeHere(module, task, report, abort));
    report(1);
    return { ...result, complete: result.error <= task.maxError };
  } finally {
    abort.end();
  }
}

function isSignal(value: unknown): value is AbortSignal {
  if (!isObject(value) || !("aborted" in value)) return false;
  const { addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  return typeof addEventListener === "function" && typeof removeEventListener === "function";
}

/** Reads and checks everything before anything else happens, into arrays of its own, which are handed to the worker. */
function readTask(
  vertices: PointsLike,
  given: ArrayLike<number> | null,
  { maxParts = 32, maxError = 0.02, maxVertices = 64, primitives = false }: DecomposeOptions,
): DecomposeTask {
  readCount(maxParts, `${SUBJECT}maxParts`, 1, MAX_PARTS);
  readCount(maxVertices, `${SUBJECT}maxVertices`, 4, MAX_VERTICES);
  if (typeof maxError !== "number" || !(maxError >= 0 && maxError < Number.POSITIVE_INFINITY)) {
    throw invalid(`${SUBJECT}maxError must be a finite number from 0, got ${show(maxError)}`);
  }
  const indices = given === null && isGeometry(vertices) ? (vertices.index?.array ?? null) : given;
  const [size, unit, most] = indices === null ? [9, "triangle", MAX_TRIANGLES] : [3, "vertex", MAX_VERTICES];
  const name = `${SUBJECT}vertices`;
  const coordinates = Float64Array.from(readList(coordinatesOf(vertices, name, MAX_VERTICES), name, size, unit, most));
  const corners = indices === null ? null : readList(indices, `${SUBJECT}indices`, 3, "triangle", MAX_TRIANGLES);
  if (corners !== null) checkIndices(corners, coordinates.length / 3, SUBJECT);
  const problem = numbersProblem(coordinates, name, limits.shapeMax);
  if (problem !== null) throw problem;
  if ((corners ?? coordinates).length === 0) throw failure("degenerate-shape", `${SUBJECT}there is no triangle`);
  return {
    vertices: coordinates,
    indices: corners === null ? null : Uint32Array.from(corners),
    maxParts,
    maxError,
    maxVertices,
    primitives: readFlag(primitives, `${SUBJECT}primitives`),
  };
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module of the entry, compiled once; after a failure a call tries again. */
function compiledOnce(means: Means): Promise<WebAssembly.Module> {
  compiled ??= means.compile().catch((cause: unknown) => {
    compiled = undefined;
    throw cause;
  });
  return compiled;
}

async function decomposeHere(
  module: WebAssembly.Module,
  task: DecomposeTask,
  report: (share: number) => void,
  abort: Abort,
): Promise<DecomposeResult> {
  const run = new DecomposeRun();
  const loop = new EventLoop();
  try {
    await run.start(module);
    abort.check();
    run.load(task);
    for (let share = 0; share < 1; share = run.advance(SLICE)) {
      report(share);
      await loop.nextTurn();
      abort.check();
    }
    return run.finish();
  } finally {
    loop.end();
  }
}

/** @returns null where no worker can be started: the task is then untouched */
async function decomposeInWorker(
  { startThread }: Means,
  module: WebAssembly.Module,
  task: DecomposeTask,
  report: (share: number) => void,
  abort: Abort,
): Promise<DecomposeResult | null> {
  if (startThread === undefined) return null;
  let thread: Thread | null = null;
  let isReady = false;
  let hear: (news: News) => void = () => {};
  let die: (cause: unknown) => void = () => {};
  const finished = new Promise<DecomposeResult | null>((resolve, reject) => {
    const obey = (news: News) => {
      if (news.kind === "ready") {
        isReady = true;
        report(0);
        const { vertices, indices } = task;
        thread?.send({ module, task }, indices === null ? [vertices.buffer] : [vertices.buffer, indices.buffer]);
      } else if (news.kind === "progress") report(news.share);
      else if (news.kind === "result") resolve(news.result);
      else throw new HyperplaneError(news.message, { code: news.code });
    };
    hear = (news) => {
      try {
        obey(news);
      } catch (cause) {
        reject(cause);
      }
    };
    die = (cause) => {
      if (isReady) reject(failure("load-failed", `${SUBJECT}the worker died: ${cause}`, cause));
      else resolve(null);
    };
  });
  // It may be rejected while the worker is being started.
  finished.catch(() => {});
  const starting = startThread({ news: (news) => hear(news), died: (cause) => die(cause) }).catch(() => null);
  try {
    thread = await abort.race(starting);
    return thread === null ? null : await abort.race(finished);
  } finally {
    // Messages may be waiting in the event loop: none calls onProgress once the promise is settled.
    hear = () => {};
    // Ending takes long on a busy machine: who gives up does not wait for it.
    const ended = starting.then((started) => started?.end());
    if (!abort.hasFired) await ended;
  }
}
