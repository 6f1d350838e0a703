import { isObject, wrongReceiver } from "../errors.js";
import { CopyList, copyAt } from "./copy_list.js";

/** What the list asks its world. */
interface ListState {
  readonly updates: number;
  open(): number;
  word(field: number): number;
}

/** The list of impacts of a world of any dimension. Impacts are few, so each gets a new object. */
export class ImpactReader<Event> extends CopyList<Event> implements Iterable<Event> {
  readonly #state: ListState;
  readonly #countField: number;
  readonly #at: (index: number) => Event;

  /**
   * @param countField word of the world's record
   * @param at reads an impact
   */
  constructor(state: ListState, countField: number, at: (index: number) => Event) {
    super();
    this.#state = state;
    this.#countField = countField;
    this.#at = at;
  }

  get count(): number {
    return stateOfImpacts(this).word(this.#countField);
  }

  [Symbol.iterator](): Iterator<Event> {
    const state = stateOfImpacts(this);
    state.open();
    return this.#loop(state.updates);
  }

  *#loop(updates: number): Generator<Event, void, undefined> {
    for (let i = 0; updates === this.#state.updates && i < this.count; i++) yield this.#at(i);
  }

  [copyAt](index: number): Event {
    stateOfImpacts(this);
    return this.#at(index);
  }

  static stateOf<Event>(impacts: ImpactReader<Event>): ListState {
    if (!isObject(impacts) || !(#state in impacts)) throw wrongReceiver(impacts, "an ImpactList");
    return impacts.#state;
  }
}
const stateOfImpacts: <Event>(impacts: ImpactReader<Event>) => ListState = ImpactReader.stateOf;
