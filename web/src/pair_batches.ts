import { type HyperplaneError, invalid, isObject, show } from "./errors.js";
import { checkAttached, checkOut } from "./number_arrays.js";
import { Argument, CALL_FAILED } from "./records.js";
import type { WorldCalls, WorldModule } from "./world/world_module.js";

/** Batches of pairs, for every module of the package that has shapes: their checks, their blocks, and their answers. */

/** Many pairs for one call, as the entries describe it. Only read. */
interface PairBatch {
  readonly shapes: readonly object[];
  readonly pairs: Uint32Array;
  readonly poses: Float64Array;
}

/** How a module states a pair. */
interface PairForm<Shape> {
  readonly module: WorldModule<WorldCalls>;
  /** Where the module's records have a block: indices into the views of 32-bit numbers, of doubles, of doubles, of bytes. */
  readonly block: {
    readonly shapes: number;
    readonly poses: number;
    readonly answers: number;
    readonly verdicts: number;
  };
  /** Pairs in a block. */
  readonly blockPairs: number;
  /** Numbers of a pose. */
  readonly poseSize: number;
  /** Numbers of a distance or of a minimum translation vector. */
  readonly answerSize: number;
  /** The shape's handle; not above 0 for anything else. */
  readonly handleOf: (shape: Shape) => number;
  /** Gives the shapes of a batch to the module, whose blocks then take indices into them. Left out: they take handles. */
  readonly takeShapes?: (handles: Uint32Array) => void;
  readonly shapeProblem: (value: unknown, name: string) => HyperplaneError | null;
  /** @param pose as the batch states it */
  readonly poseProblem: (pose: Float64Array, name: string) => HyperplaneError | null;
}

interface Opened {
  readonly count: number;
  readonly pairs: Uint32Array;
  readonly poses: Float64Array;
  readonly handles: Uint32Array;
}

/** The three batch functions of an entry. */
export class PairBatches<Shape extends object> {
  readonly #form: PairForm<Shape>;

  constructor(form: PairForm<Shape>) {
    this.#form = form;
  }

  /** Checks everything except the indices in `pairs` and the numbers of the poses, which the core checks. */
  #open(batch: PairBatch): Opened {
    const { module, poseSize, handleOf, shapeProblem } = this.#form;
    module.begin();
    if (!isObject(batch)) throw invalid(`batch must be an object with shapes, pairs and poses, got ${show(batch)}`);
    const { shapes, pairs, poses } = batch;
    if (!Array.isArray(shapes)) throw invalid(`batch.shapes must be an array of shapes, got ${show(shapes)}`);
    if (!(pairs instanceof Uint32Array)) throw invalid(`batch.pairs must be a Uint32Array, got ${show(pairs)}`);
    if (!(poses instanceof Float64Array)) throw invalid(`batch.poses must be a Float64Array, got ${show(poses)}`);
    checkAttached(pairs, "batch.pairs");
    checkAttached(poses, "batch.poses");
    if (pairs.length % 2 !== 0) throw invalid(`batch.pairs must have 2 numbers per pair, got ${pairs.length} in all`);
    const count = pairs.length / 2;
    const size = 2 * poseSize;
    if (poses.length !== size * count) {
      const wanted = `${size} numbers per pair: ${size * count} for ${count} pairs`;
      throw invalid(`batch.poses must have ${wanted}, got ${poses.length}`);
    }
    const handles = new Uint32Array(shapes.length);
    for (let i = 0; i < shapes.length; i++) {
      const handle = handleOf(shapes[i]);
      if (!(handle > 0)) throw shapeProblem(shapes[i], `batch.shapes[${i}]`) ?? module.faultError();
      handles[i] = handle;
    }
    // A growth of memory would detach views on it, such as a world's positions.
    return {
      count,
      pairs: module.owns(pairs) ? pairs.slice() : pairs,
      poses: module.owns(poses) ? poses.slice() : poses,
      handles,
    };
  }

  /** Copies `count` pairs, starting at `from`, into the block. An index out of range becomes 0, the null handle. */
  #fill({ pairs, poses, handles }: Opened, from: number, count: number): void {
    const { module, block, poseSize, takeShapes } = this.#form;
    const into = module.words;
    if (takeShapes !== undefined) {
      into.set(pairs.subarray(2 * from, 2 * (from + count)), block.shapes);
    } else {
      for (let i = 0, pair = 2 * from; i < 2 * count; i++, pair++) {
        into[block.shapes + i] = handles[pairs[pair] as number] as number;
      }
    }
    module.doubles.set(poses.subarray(2 * poseSize * from, 2 * poseSize * (from + count)), block.poses);
  }

  /** The error for the pair that the fault record names. */
  #pairError({ pairs, poses, handles }: Opened, from: number): HyperplaneError {
    const { module, poseSize, poseProblem } = this.#form;
    const { argument, item } = module.readFault();
    const pair = from + item;
    const side = argument === Argument.shapeB || argument === Argument.poseB ? 1 : 0;
    const shape = pairs[2 * pair + side] as number;
    if (shape >= handles.length) {
      return invalid(`batch.pairs[${2 * pair + side}] is ${shape}, but there are ${handles.length} shapes`);
    }
    const at = poseSize * (2 * pair + side);
    const name = `pair ${pair} of the batch: pose${side === 0 ? "A" : "B"}`;
    return poseProblem(poses.subarray(at, at + poseSize), name) ?? module.faultError();
  }

  /** Runs a call block by block. @param take reads the answers of `size` pairs, the first of which is number `from` */
  #run(
    call: "intersectsBatch" | "distanceBatch" | "mtvBatch",
    opened: Opened,
    take: (from: number, size: number) => void,
  ): void {
    const { module, blockPairs, takeShapes } = this.#form;
    if (opened.count > 0) takeShapes?.(opened.handles);
    for (let from = 0; from < opened.count; from += blockPairs) {
      const size = Math.min(blockPairs, opened.count - from);
      this.#fill(opened, from, size);
      if (module.core[call](size) === CALL_FAILED) throw this.#pairError(opened, from);
      take(from, size);
    }
  }

  intersects(batch: PairBatch, out: Uint8Array | undefined): Uint8Array {
    const opened = this.#open(batch);
    const { module, block } = this.#form;
    const { count } = opened;
    if (out !== undefined) checkOut(out, Uint8Array, count, module);
    const answers = out === undefined ? new Uint8Array(count) : new Uint8Array(module.answersOf(count), 0, count);
    this.#run("intersectsBatch", opened, (from, size) =>
      answers.set(module.bytes.subarray(block.verdicts, block.verdicts + size), from),
    );
    if (out === undefined) return answers;
    out.set(answers);
    return out;
  }

  numbers(call: "distanceBatch" | "mtvBatch", batch: PairBatch, out: Float64Array | undefined): Float64Array {
    const opened = this.#open(batch);
    const { module, block, answerSize } = this.#form;
    const length = answerSize * opened.count;
    if (out !== undefined) checkOut(out, Float64Array, length, module);
    const answers =
      out === undefined ? new Float64Array(length) : new Float64Array(module.answersOf(8 * length), 0, length);
    this.#run(call, opened, (from, size) =>
      answers.set(module.doubles.subarray(block.answers, block.answers + answerSize * size), answerSize * from),
    );
    if (out === undefined) return answers;
    out.set(answers);
    return out;
  }
}
