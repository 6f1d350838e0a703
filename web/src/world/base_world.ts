import { failure, HyperplaneError, invalid, isObject, show } from "../errors.js";
import { checkOptions, type OptionNames, readCount, readFlag } from "../options.js";
import { disposeSymbol, fix } from "../properties.js";
import {
  BEGAN,
  BEGAN_COUNT,
  BROAD_PHASE,
  broadPhases,
  CALL_FAILED,
  CANDIDATE_COUNT,
  ENDED,
  ENDED_COUNT,
  SIZE,
  Status,
  TOUCHING,
  TOUCHING_COUNT,
} from "../records.js";
import { checkOwn, removeCollider, rowOf } from "./base_collider.js";
import type { AnyState, BaseState, Rows } from "./base_state.js";
import { type BroadPhaseExplanation, bounds, explainBroadPhase } from "./broad_phase.js";
import { pairsOf } from "./collider_pairs.js";
import { type CopyList, copyAt } from "./copy_list.js";
import { type PairEvent, type PairList, Pairs } from "./events.js";
import { type ExplainedCollider, explainPair, type PairGeometry } from "./explain_pair.js";
import type { FormerCollider } from "./former_colliders.js";
import type { EventName } from "./listeners.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/** What a world of any dimension is, without its poses and what is asked of them. */

/** A way of finding pairs whose bounds overlap; see `WorldOptions.broadPhase`. */
export type BroadPhaseName = (typeof broadPhases)[number];

/** Options of a world of any dimension. */
export interface BaseWorldOptions {
  /**
   * The search for pairs with overlapping bounds: "sweep-and-prune" is best if most colliders move, "bvh" (trees) if few do.
   * Default: "automatic", which chooses per update. "brute-force" tests all pairs, for comparison. All give the same answers.
   */
  readonly broadPhase?: BroadPhaseName;
  /** Number of colliders to reserve memory for, up to 2^24. Default: 0; the world grows as needed. */
  readonly capacity?: number;
  /**
   * Maximum number of pairs with overlapping bounds in an update, else `out-of-memory`. Bounds the memory of a crowded spot.
   * 1 to 2^28. Default: 2^23.
   */
  readonly maxCandidates?: number;
  /** Maximum number of contacts of an update, else `out-of-memory`. 1 to 2^24. Default: 2^20. */
  readonly maxContacts?: number;
  /** Measure the stages of each update for `timings`, at a small cost. Default: false. */
  readonly measure?: boolean;
}

/** Duration of the stages of an update, in milliseconds. */
export interface UpdateTimings {
  /** Finding and validating changed rows; computing their bounds. */
  readonly bounds: number;
  /** Finding pairs with overlapping bounds. */
  readonly broadPhase: number;
  /** Testing these pairs; computing contacts. */
  readonly narrowPhase: number;
  /** Deriving `began` and `ended`. */
  readonly events: number;
}

const WORLD_OPTIONS: OptionNames<BaseWorldOptions> = {
  broadPhase: true,
  capacity: true,
  maxCandidates: true,
  maxContacts: true,
  measure: true,
};

const MAX_COLLIDERS = 2 ** 24;
const MAX_CANDIDATES = 2 ** 23;
const MAX_CONTACTS = 2 ** 20;

/** Options as the core takes them. @throws HyperplaneError `invalid-argument` */
export function readWorldOptions(
  options: BaseWorldOptions,
): [broadPhase: number, capacity: number, maxCandidates: number, maxContacts: number, measures: boolean] {
  checkOptions(options, WORLD_OPTIONS);
  const {
    broadPhase = "automatic",
    capacity = 0,
    maxCandidates = MAX_CANDIDATES,
    maxContacts = MAX_CONTACTS,
    measure = false,
  } = options;
  return [
    broadPhaseNumber(broadPhase),
    readCount(capacity, "options.capacity", 0, MAX_COLLIDERS),
    readCount(maxCandidates, "options.maxCandidates", 1, 2 ** 28),
    readCount(maxContacts, "options.maxContacts", 1, 2 ** 24),
    readFlag(measure, "options.measure"),
  ];
}

/** What `explainPair` says. */
export interface PairExplanation {
  /** Whether the last `update` found them touching. */
  readonly touching: boolean;
  /** Signed distance at the present poses, in metres; NaN for a removed collider, and for the same one twice. */
  readonly distance: number;
  /** The first that holds, in this order. */
  readonly reason:
    | "same"
    | "removed"
    | "disabled"
    | "static"
    | "mask"
    | "ignored"
    | "not-updated"
    | "touching"
    | "hollow"
    | "apart";
  /** A sentence for a person. */
  readonly text: string;
}

/** What a world asks of its colliders. */
export interface WorldCollider extends FormerCollider, ExplainedCollider {}

/** What belongs to the dimension. */
export interface WorldParts<C, Contacts, Impacts> {
  readonly contacts: Contacts;
  readonly impacts: Impacts;
  readonly geometry: PairGeometry<C>;
}

/** What a world needs of its state. */
export type StateOf<C extends WorldCollider> = AnyState<C> &
  Pick<BaseState<C, Rows>, "close" | "checkWrites" | "positions" | "dimension" | "timing">;

/** A list of contacts. */
export type ContactsOf<Contact> = { at(index: number): Contact | undefined };

/** The state of a world of any dimension. @throws HyperplaneError `invalid-argument` for what is no world */
export let stateOf: <C extends WorldCollider>(world: object) => StateOf<C>;
/** The state of a world of a module. @throws HyperplaneError `invalid-argument` for anything else */
export let stateIn: (module: WorldModule<WorldCalls>, world: unknown) => unknown;

/** The implementation of worlds but for what has coordinates. Not exported by the package. */
export abstract class BaseWorld<
  C extends WorldCollider,
  Contact extends { readonly a: C; readonly b: C },
  Contacts extends ContactsOf<Contact>,
  Impacts,
  Vector,
  Options,
> {
  static {
    // Not instanceof, which accepts proxies of worlds and objects that inherit from one.
    const read = (world: unknown, module?: WorldModule<WorldCalls>): unknown => {
      const state = isObject(world) && #state in world ? world.#state : undefined;
      if (state === undefined || (module !== undefined && state.module !== module)) {
        throw invalid(`world must be a World, got ${show(world)}`);
      }
      return state;
    };
    stateOf = <C extends WorldCollider>(world: object) => read(world) as StateOf<C>;
    stateIn = (module, world) => read(world, module);
  }

  /** The contacts of the last `update`: one for each touching pair without a sensor, or several where a shape is concave. */
  readonly contacts: Contacts;
  /**
   * Pairs that touched at the last `update`, but not at the one before. Includes sensors. A sensor that a continuous collider crossed
   * between the two, before its first impact, is here and in `ended`, and not in `touching`.
   */
  readonly began: PairList<C>;
  /**
   * Pairs that touched at the update before the last, but not at the last. Includes sensors, removed colliders, and sensors that were
   * crossed, as in `began`.
   */
  readonly ended: PairList<C>;
  /** All pairs that touched at the last `update`. Includes sensors. */
  readonly touching: PairList<C>;

  /**
   * The first impact of each continuous collider in the last `update`, in order of time, then by row. All colliders move at
   * constant linear and angular velocity, in space by the shorter rotation, in the plane by the angle as it is, from their poses at
   * the previous `update`, or from where they were added or teleported to since, to the present ones; impacts do not stop them.
   * Excludes sensors and pairs that are filtered, ignored or both static. A pair that touched at the start counts, at time 0, only if
   * it gets deeper: a crate that slides along a floor hits the wall at its end. Once it has parted, it counts like any other.
   */
  readonly impacts: Impacts;

  readonly #state: StateOf<C>;
  readonly #geometry: PairGeometry<C>;

  /** @internal */
  protected constructor(state: StateOf<C>, { contacts, impacts, geometry }: WorldParts<C, Contacts, Impacts>) {
    this.#state = state;
    this.#geometry = geometry;
    this.contacts = contacts;
    this.began = new Pairs(state, BEGAN_COUNT, BEGAN);
    this.ended = new Pairs(state, ENDED_COUNT, ENDED);
    this.touching = new Pairs(state, TOUCHING_COUNT, TOUCHING);
    this.impacts = impacts;
    fix(this, "contacts", "began", "ended", "touching", "impacts");
  }

  abstract add(options: Options): C;

  /**
   * Adds colliders: all, or none if one cannot be added.
   *
   * @param colliders the options of each
   * @returns a new array, in the same order
   * @throws HyperplaneError as `add`, with the place of the wrong options; `invalid-argument` for what is no array
   */
  addMany(colliders: readonly Options[]): C[] {
    stateOf<C>(this).open();
    if (!Array.isArray(colliders)) throw invalid(`colliders must be an array, got ${show(colliders)}`);
    const added: C[] = [];
    try {
      for (const options of colliders) added.push(this.add(options));
    } catch (error) {
      // The last first, so that the next colliders get the rows that these would have got.
      for (const collider of added.reverse()) if (!collider.removed) removeCollider(collider);
      if (!(error instanceof HyperplaneError)) throw error;
      throw failure(error.code, `colliders[${added.length}]: ${error.message}`, error);
    }
    return added;
  }

  /**
   * Removes a collider. Queries no longer see it. Its pairs end with the next `update`; until then `contacts` and `touching`
   * still name it. Its row is reused once no list of an update names it. Does nothing for a collider that was removed before.
   *
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed` for a disposed world
   */
  remove(collider: C): void {
    const state = stateOf<C>(this);
    state.open();
    checkOwn(collider, state, "collider");
    if (!collider.removed) removeCollider(collider);
  }

  /** Removes all colliders, like `remove`. @throws HyperplaneError `disposed` */
  clear(): void {
    const state = stateOf<C>(this);
    state.open();
    for (const collider of liveColliders(state.colliders)) removeCollider(collider);
  }

  /** Number of colliders. */
  get size(): number {
    return stateOf<C>(this).word(SIZE);
  }

  /**
   * The collider of a row.
   *
   * @param row `Collider.index`, from 0 to 2^24 - 1
   * @returns null for a row without a collider
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  at(row: number): C | null {
    const state = stateOf<C>(this);
    state.open();
    const collider = state.colliders[readCount(row, "row", 0, MAX_COLLIDERS - 1)];
    return collider === undefined || collider.removed ? null : collider;
  }

  /**
   * Positions by `Collider.index`, in metres: x, y and, in space, z of each. Live views: write poses here in bulk, then call `update`
   * or `refit`. Rows without a collider are ignored.
   *
   * Read it anew each frame. Adding colliders may move the rows: the next `update` or `refit` then throws for a write through
   * the earlier view. Growing memory detaches the view: it has length 0, and element writes are ignored.
   */
  get positions(): Float64Array {
    return stateOf<C>(this).positions();
  }

  /**
   * Excludes a pair of colliders from contacts, events and impacts, from the next `update` on. Queries are not affected.
   *
   * @param ignored false: includes the pair again. Default: true
   * @throws HyperplaneError `invalid-argument`, also for the same collider twice or one of another world; `disposed`,
   * `out-of-memory`
   */
  ignore(a: C, b: C, ignored = true): void {
    const state = stateOf<C>(this);
    const world = state.open();
    const { core } = state.module;
    const rowA = rowOf(a, state, "a");
    const rowB = rowOf(b, state, "b");
    if (rowA === rowB) throw invalid("a and b must be two colliders, got the same one twice");
    if (core.setIgnored(world, rowA, rowB, readFlag(ignored, "ignored")) === CALL_FAILED)
      throw state.module.faultError();
  }

  /**
   * The contacts of a collider at the last update, but for those with colliders that were removed or disabled since.
   *
   * @returns copies, in the order of `contacts`: `collider` is `a` or `b`
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed`, `out-of-memory`
   */
  contactsOf(collider: C): Contact[] {
    const state = stateOf<C>(this);
    const contacts = this.contacts as unknown as CopyList<Contact>;
    return pairsOf(state, collider, true, (index) => contacts[copyAt](index));
  }

  /**
   * The colliders that a collider touched at the last update, sensors included, but for those that were removed or disabled since.
   *
   * @returns a new array, by row
   * @throws HyperplaneError `invalid-argument` for a collider of another world; `disposed`, `out-of-memory`
   */
  touchingOf(collider: C): C[] {
    return pairsOf(stateOf<C>(this), collider, false, (_, other) => other);
  }

  /**
   * Finds all touching pairs at the present poses, the pairs that began and ended, and impacts. One call into the core.
   *
   * @throws HyperplaneError `invalid-argument` for a row that is no pose, or was written through a stale view of the rows;
   * `out-of-memory`, also if a limit of the options is reached: queries then see the present poses, but contacts, events and
   * impacts are those of the previous update; `disposed`. An error of a listener of `on`, when all of them have been called
   */
  update(): void {
    const state = stateOf<C>(this);
    const world = state.open();
    state.checkWrites();
    if (state.module.core.updateWorld(world) === CALL_FAILED) throw rowError(state.module);
    state.updates++;
    if (!state.hasListeners) return;
    const { began, ended } = this;
    state.listeners.tell(state, { began: began.toArray(), ended: ended.toArray() });
  }

  /**
   * Calls a function at the end of each `update`, once for each pair that began to touch, or ceased to: first all of `began`, then all
   * of `ended`, in their order; for each pair the listeners of the world, then those of a and of b, as they were added.
   *
   * A listener may do anything: add, remove, dispose, `update`. What a listener removes is still told of to the world's listeners, see
   * `Collider.removed`. Not called by `restore` and `rollback`, and not part of a snapshot.
   *
   * @param listener is given the pair
   * @returns a function that ends it
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  on(event: EventName, listener: (event: PairEvent<C>) => void): () => void {
    const state = stateOf<C>(this);
    state.open();
    return state.listeners.add(state, event, listener);
  }

  /**
   * Why two colliders touch, or do not: for the question that every project comes to.
   *
   * @param a may be removed, as `b` may
   * @returns whether the last update found them touching, their distance, the reason, and a sentence
   * @throws HyperplaneError `invalid-argument`, also for a collider of another world or a row that is no pose; `disposed`
   */
  explainPair(a: C, b: C): PairExplanation {
    const state = stateOf<C>(this);
    const world = state.open();
    checkOwn(a, state, "a");
    checkOwn(b, state, "b");
    return explainPair(a, b, this.#geometry, () => ({
      isIgnored: state.module.core.isIgnored(world, a.index, b.index),
      isTouching: this.touchingOf(a).includes(b),
    }));
  }

  /**
   * Makes queries see rows that were written in bulk, without finding contacts. Queries see `add`, `remove` and `setPose` without
   * it.
   *
   * @throws HyperplaneError `invalid-argument` for a row that is no pose, or was written through a stale view of the rows;
   * `out-of-memory`, `disposed`
   */
  refit(): void {
    const state = stateOf<C>(this);
    const world = state.open();
    state.checkWrites();
    if (state.module.core.refitWorld(world) === CALL_FAILED) throw rowError(state.module);
  }

  /**
   * The broad phase that the last `update` used, also if "automatic" chose it; "automatic" before the first, also of a restored
   * world. Setting it applies from the next `update` on.
   *
   * @throws HyperplaneError `invalid-argument`, `disposed`
   */
  get broadPhase(): BroadPhaseName {
    return broadPhases[stateOf<C>(this).word(BROAD_PHASE)] as BroadPhaseName;
  }
  set broadPhase(broadPhase: BroadPhaseName) {
    const state = stateOf<C>(this);
    state.module.core.setBroadPhase(state.open(), broadPhaseNumber(broadPhase));
  }

  /** Number of pairs that the last `update` tested: overlapping bounds, and at least one collider changed. */
  get candidateCount(): number {
    return stateOf<C>(this).word(CANDIDATE_COUNT);
  }

  /** Durations of the last `update`, in milliseconds; zeros without the option `measure`. A new object. */
  get timings(): UpdateTimings {
    const state = stateOf<C>(this);
    return {
      bounds: state.timing(0),
      broadPhase: state.timing(1),
      narrowPhase: state.timing(2),
      events: state.timing(3),
    };
  }

  /**
   * The bounds that the broad phase uses, at the poses that queries see: slightly larger than the shapes, never smaller. For
   * debug views.
   *
   * @param out at least twice as long as `positions`. Default: a new array
   * @returns `out`: by `Collider.index` x, y and, in space, z of the lower corner and of the upper, in metres; NaN in rows without
   * a collider
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  bounds(out?: Float64Array): Float64Array {
    return bounds(stateOf<C>(this), out);
  }

  /**
   * The data structures of the broad phase of the last `update`, for teaching and debugging.
   *
   * @param maxDepth omits deeper nodes of trees; the root has depth 0. Default: all nodes
   * @throws HyperplaneError `invalid-argument`, `disposed`, `out-of-memory`
   */
  explainBroadPhase(maxDepth?: number): BroadPhaseExplanation<Vector> {
    return explainBroadPhase(stateOf<C>(this), maxDepth);
  }

  /** The colliders by row. A loop also sees colliders that are added in later rows during it. */
  get colliders(): Iterable<C> {
    stateOf<C>(this).open();
    return liveColliders(stateOf<C>(this).colliders);
  }

  /** Frees the world. Its colliders count as removed; other calls, also of its lists, throw `disposed`. Idempotent. */
  dispose(): void {
    stateOf<C>(this).close();
  }

  /** Calls `dispose`; for `using` declarations. */
  [disposeSymbol](): void {
    stateOf<C>(this);
    this.dispose();
  }
}

/** Of a call that reads all rows. */
function rowError(module: WorldModule<WorldCalls>): HyperplaneError {
  const { status, item, message } = module.readFault();
  if (status !== Status.invalidArgument) return module.faultError();
  return failure("invalid-argument", `the pose in row ${item} is wrong: ${message}`);
}

function* liveColliders<C extends WorldCollider>(rows: readonly (C | undefined)[]): Generator<C, void, undefined> {
  for (let row = 0; row < rows.length; row++) {
    const collider = rows[row];
    if (collider !== undefined && !collider.removed) yield collider;
  }
}

function broadPhaseNumber(name: unknown): number {
  const number = broadPhases.indexOf(name as BroadPhaseName);
  if (number >= 0) return number;
  const names = broadPhases.map((broadPhase) => `"${broadPhase}"`).join(", ");
  throw invalid(`options.broadPhase must be one of ${names}, got ${show(name)}`);
}
