import { isObject, wrongReceiver } from "../errors.js";
import { IMPACT_COUNT, IMPACTS, layout } from "../records.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import type { Collider } from "./collider.js";
import type { WorldState } from "./state.js";

/** The first impact of a continuous collider. */
export interface ImpactEvent {
  /** The continuous collider. */
  readonly a: Collider;
  /** The collider that it touches. If that is continuous too, it may have the same impact with `a` and `b` exchanged. */
  readonly b: Collider;
  /** 0 to 1: fraction of the motion since the previous update; see `World.impacts`. */
  readonly time: number;
  /** Contact point at that time, in world space. */
  readonly point: Vec3;
  /** Unit length, world space, from `a` to `b`. */
  readonly normal: Vec3;
}

/** Impacts in order of time, then by the row of a. Each read makes new objects. An update during a loop ends it. */
export interface ImpactList extends Iterable<ImpactEvent> {
  /** Number of impacts. */
  readonly count: number;
  /** Copies of all impacts. */
  toArray(): ImpactEvent[];
}

/** Impacts are few, so each gets a new object. */
export class Impacts implements ImpactList {
  readonly #state: WorldState;

  constructor(state: WorldState) {
    this.#state = state;
  }

  get count(): number {
    return stateOfImpacts(this).word(IMPACT_COUNT);
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
    const address = this.#state.word(IMPACTS) + index * layout.sweptImpactSize;
    const number = (at: number) => space.allDoubles[(address + at) / 8] as number;
    const vector = (at: number) => ({ x: number(at) + 0, y: number(at + 8) + 0, z: number(at + 16) + 0 });
    const collider = (at: number) => this.#state.colliders[space.allWords[(address + at) / 4] as number] as Collider;
    return {
      a: collider(layout.sweptImpactRows),
      b: collider(layout.sweptImpactRows + 4),
      time: number(layout.sweptImpactTime),
      point: vector(layout.sweptImpactPoint),
      normal: vector(layout.sweptImpactNormal),
    };
  }
}
const stateOfImpacts: (impacts: Impacts) => WorldState = Impacts.stateOf;
