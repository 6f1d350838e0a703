import { poseProblem, shapeProblem } from "./arguments.js";
import { failure, type HyperplaneError, invalid, isObject, nameClass, show, wrongReceiver } from "./errors.js";
import { checkAttached } from "./number_arrays.js";
import { disposeSymbol, fix } from "./properties.js";
import { Argument, CALL_FAILED, INPUT_VECTORS, POSE_SIZE, POSES } from "./records.js";
import { handleOf, type Shape } from "./shapes/shape.js";
import { space } from "./space.js";

/** By a view that was handed out, the pairs whose memory it shows, which live as long. */
const heldByView = new WeakMap<object, object>();

const forgotten = new FinalizationRegistry<number>((number) => space.core.releasePreparedPairs(number));

/** Where the vector lies that describes pairs: addresses of poses, verdicts and answers. */
const ADDRESSES = POSES + INPUT_VECTORS;

type Call = "preparedIntersects" | "preparedDistances" | "preparedMtvs";

/** The core's pairs. An object of its own, which the views hold. */
class PreparedState {
  readonly count: number;
  readonly #addresses: readonly [poses: number, verdicts: number, answers: number];
  /** The core's number; 0 after dispose. */
  #number: number;
  #hasHandedOut = false;
  #poses = new Float64Array(0);
  #verdicts = new Uint8Array(0);
  #answers = new Float64Array(0);

  constructor(number: number, count: number) {
    this.count = count;
    this.#number = number;
    space.core.describePreparedPairs(number);
    this.#addresses = [space.number(ADDRESSES), space.number(ADDRESSES + 1), space.number(ADDRESSES + 2)];
    forgotten.register(this, number, this);
  }

  #open(): number {
    if (this.#number === 0) throw failure("disposed", "the prepared pairs have been disposed of");
    return this.#number;
  }

  #handOut<View extends object>(view: View): View {
    this.#hasHandedOut = true;
    heldByView.set(view, this);
    return view;
  }

  get poses(): Float64Array {
    this.#open();
    const view = space.viewOf(Float64Array, this.#poses, this.#addresses[0], 2 * POSE_SIZE * this.count);
    if (view !== this.#poses) this.#poses = this.#handOut(view);
    return view;
  }

  #ask(call: Call): void {
    if (space.core[call](this.#open()) === CALL_FAILED) throw this.#poseError();
  }

  intersects(): Uint8Array {
    this.#ask("preparedIntersects");
    const view = space.viewOf(Uint8Array, this.#verdicts, this.#addresses[1], this.count);
    if (view !== this.#verdicts) this.#verdicts = this.#handOut(view);
    return view;
  }

  answers(call: "preparedDistances" | "preparedMtvs"): Float64Array {
    this.#ask(call);
    const view = space.viewOf(Float64Array, this.#answers, this.#addresses[2], 4 * this.count);
    if (view !== this.#answers) this.#answers = this.#handOut(view);
    return view;
  }

  #poseError(): HyperplaneError {
    const { argument, item } = space.readFault();
    const error = space.faultError();
    const side = argument === Argument.poseB ? 1 : 0;
    const pose = this.poses.subarray(POSE_SIZE * (2 * item + side), POSE_SIZE * (2 * item + side + 1));
    const name = `pair ${item}: pose${side === 0 ? "A" : "B"}`;
    return poseProblem({ position: pose.subarray(0, 3), quaternion: pose.subarray(3) }, name) ?? error;
  }

  close(): void {
    const number = this.#number;
    if (number === 0) return;
    this.#number = 0;
    // A view that is still held must not show memory of something else: only the shapes go.
    if (this.#hasHandedOut) {
      space.core.emptyPreparedPairs(number);
      return;
    }
    forgotten.unregister(this);
    space.core.releasePreparedPairs(number);
  }
}

/** @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`, `not-initialised` */
function prepare(shapes: readonly Shape[], pairs: Uint32Array): PreparedState {
  space.begin();
  if (!Array.isArray(shapes)) throw invalid(`shapes must be an array of shapes, got ${show(shapes)}`);
  if (!(pairs instanceof Uint32Array)) throw invalid(`pairs must be a Uint32Array, got ${show(pairs)}`);
  checkAttached(pairs, "pairs");
  if (pairs.length % 2 !== 0) throw invalid(`pairs must have 2 numbers per pair, got ${pairs.length} in all`);
  const handles = Array.from(shapes, (shape, i) => {
    const handle = handleOf(shape);
    if (!(handle > 0)) throw shapeProblem(shape, `shapes[${i}]`) ?? invalid(`shapes[${i}] is not a shape`);
    return handle;
  });
  // A getter of the user's may have changed them.
  const indices = pairs.slice();
  const count = Math.floor(indices.length / 2);
  const wrong = indices.findIndex((shape) => shape >= handles.length);
  if (wrong >= 0) throw invalid(`pairs[${wrong}] is ${indices[wrong]}, but there are ${handles.length} shapes`);
  space.giveNumbers(handles, "pairs: ", indices.subarray(0, 2 * count));
  const number = space.core.createPreparedPairs(count);
  const error = number === 0 ? space.faultError() : null;
  space.core.releaseReport();
  if (error) throw error;
  return new PreparedState(number, count);
}

/**
 * Pairs of shapes that are asked about again and again. Their shapes are looked up once, and their poses and answers stay in the
 * core's memory: write the poses, call, read the answers, and nothing is copied. Answers are those of `intersectsBatch`,
 * `distanceBatch` and `mtvBatch`.
 *
 * All arrays are views on that memory. A growth of memory, which any call that makes something may cause, detaches them: their
 * length becomes 0. So read `poses` anew each time, and use answers before the next call.
 */
export class PreparedPairs {
  static {
    nameClass(PreparedPairs, "PreparedPairs");
  }

  /** Number of pairs. */
  readonly count: number;
  readonly #state: PreparedState;

  /**
   * @param shapes that `pairs` refers to. The pairs hold them: they may be disposed of
   * @param pairs two per pair: index into `shapes` of A, of B. Only read now
   * @throws HyperplaneError `invalid-argument` for arrays of a wrong type or length and for an index out of range; `disposed`,
   * `out-of-memory`, `not-initialised`
   */
  constructor(shapes: readonly Shape[], pairs: Uint32Array) {
    this.#state = prepare(shapes, pairs);
    this.count = this.#state.count;
    fix(this, "count");
  }

  static #stateOf(pairs: unknown): PreparedState {
    if (!isObject(pairs) || !(#state in pairs)) throw wrongReceiver(pairs, "PreparedPairs");
    return pairs.#state;
  }

  /**
   * Fourteen per pair: x, y, z (metres), qx, qy, qz, qw of A, then of B. Quaternions of any length but zero. To be written; at
   * first all shapes are at the origin, not turned.
   *
   * @throws HyperplaneError `disposed`
   */
  get poses(): Float64Array {
    return PreparedPairs.#stateOf(this).poses;
  }

  /**
   * Tests whether the shapes of each pair intersect.
   *
   * @returns a view: per pair 1 if it intersects or touches, else 0. The next call overwrites it
   * @throws HyperplaneError `invalid-argument` for a pose that is wrong, with the number of the pair; answers are then unchanged.
   * `disposed`
   */
  intersects(): Uint8Array {
    return PreparedPairs.#stateOf(this).intersects();
  }

  /**
   * Signed distance of the shapes of each pair.
   *
   * @returns a view, four per pair: the normal's x, y, z (unit length, world space, from A to B) and the signed distance in metres.
   * The next call of `distances` or `mtvs` overwrites it
   * @throws HyperplaneError as `intersects`
   */
  distances(): Float64Array {
    return PreparedPairs.#stateOf(this).answers("preparedDistances");
  }

  /**
   * Normal and depth of each overlapping pair, as `mtvBatch`.
   *
   * @returns a view, four per pair: the normal's x, y, z and the depth in metres; all 0 for shapes that are apart. The next call of
   * `distances` or `mtvs` overwrites it
   * @throws HyperplaneError as `intersects`
   */
  mtvs(): Float64Array {
    return PreparedPairs.#stateOf(this).answers("preparedMtvs");
  }

  /** Releases the pairs. Later calls throw `disposed`. Idempotent. */
  dispose(): void {
    PreparedPairs.#stateOf(this).close();
  }

  /** Calls `dispose`; for `using` declarations. */
  [disposeSymbol](): void {
    this.dispose();
  }
}
