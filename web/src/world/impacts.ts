import { isObject, wrongReceiver } from "../errors.js";
import { allDoubles, allWords, refresh } from "../memory.js";
import type { Vec3 } from "../types.js";
import type { Collider } from "./collider.js";
import { IMPACT_BYTES, IMPACT_COUNT, IMPACT_ROWS_WORD, IMPACTS } from "./record.js";
import type { WorldState } from "./state.js";

/** The first impact of a continuous collider. */
export interface ImpactEvent {
  /** The continuous collider. */
  readonly a: Collider;
  /** What it touches. */
  readonly b: Collider;
  /** 0 to 1: the share of the way from the update before to this one. */
  readonly time: number;
  /** Where they touch at that time, in world space. */
  readonly point: Vec3;
  /** Unit length, world space, from `a` to `b`. */
  readonly normal: Vec3;
}

/** Impacts in order of time. */
export interface ImpactList extends Iterable<ImpactEvent> {
  /** How many. */
  readonly count: number;
  /** All of them, each an object that stays as it is. */
  toArray(): ImpactEvent[];
}

/** Impacts are few: each is an object of its own. */
export class Impacts implements ImpactList {
  readonly #state: WorldState;

  constructor(state: WorldState) {
    this.#state = state;
  }

  get count(): number {
    const state = stateOfImpacts(this);
    state.open();
    return state.word(IMPACT_COUNT);
  }

  [Symbol.iterator](): Iterator<ImpactEvent> {
    const state = stateOfImpacts(this);
    state.open();
    return this.#loop(state.updates);
  }

  *#loop(updates: number): Generator<ImpactEvent, void, undefined> {
    for (let i = 0; updates === this.#state.updates && i < this.count; i++) yield this.#at(i);
  }

  toArray(): ImpactEvent[] {
    stateOfImpacts(this);
    return Array.from({ length: this.count }, (_, i) => this.#at(i));
  }

  static stateOf(impacts: Impacts): WorldState {
    if (!isObject(impacts) || !(#state in impacts)) throw wrongReceiver(impacts, "an ImpactList");
    return impacts.#state;
  }

  #at(index: number): ImpactEvent {
    const address = this.#state.word(IMPACTS) + index * IMPACT_BYTES;
    refresh();
    const number = (i: number) => allDoubles[address / 8 + i] as number;
    const collider = (i: number) =>
      this.#state.colliders[allWords[address / 4 + IMPACT_ROWS_WORD + i] as number] as Collider;
    return {
      a: collider(0),
      b: collider(1),
      time: number(0),
      point: { x: number(1), y: number(2), z: number(3) },
      normal: { x: number(4) + 0, y: number(5) + 0, z: number(6) + 0 },
    };
  }
}
const stateOfImpacts: (impacts: Impacts) => WorldState = Impacts.stateOf;
