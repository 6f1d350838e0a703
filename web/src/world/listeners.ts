import { invalid, show } from "../errors.js";

/** What listeners are told of: a pair of colliders began to touch, or ceased to. */
export type EventName = "began" | "ended";

const NAMES: readonly EventName[] = ["began", "ended"];

interface Pair<C> {
  readonly a: C;
  readonly b: C;
}

interface Entry {
  readonly event: EventName;
  readonly listener: (told: never) => void;
}

/** What a call of the listeners asks the world. */
interface ListenedWorld {
  /** 0 after dispose. */
  readonly number: number;
}

/**
 * The listeners of a world and of its colliders. They may do anything: what they call `update` for is told after everything that
 * has happened before.
 */
export class Listeners<C extends { readonly removed: boolean }> {
  /** By the world's state, or a collider. Weak: a removed collider keeps its listeners for a rollback. */
  readonly #entries = new WeakMap<object, Set<Entry>>();
  readonly #queue: { readonly event: EventName; readonly pair: Pair<C> }[] = [];
  #isTelling = false;

  /** @param target the world's state, or a collider @returns a function that removes the listener */
  add(target: object, event: EventName, listener: (told: never) => void): () => void {
    if (!NAMES.includes(event)) throw invalid(`event must be "began" or "ended", got ${show(event)}`);
    if (typeof listener !== "function") throw invalid(`listener must be a function, got ${show(listener)}`);
    const entries = this.#entries.get(target) ?? new Set();
    this.#entries.set(target, entries);
    const entry = { event, listener };
    entries.add(entry);
    return () => {
      entries.delete(entry);
    };
  }

  /**
   * Tells of an update.
   *
   * @param lists copies of the pairs that began and ended
   * @throws the first error of a listener, when all have been called
   */
  tell(world: ListenedWorld, lists: { readonly [Name in EventName]: readonly Pair<C>[] }): void {
    const queue = this.#queue;
    for (const event of NAMES) for (const pair of lists[event]) queue.push({ event, pair });
    if (this.#isTelling) return;
    this.#isTelling = true;
    const errors: unknown[] = [];
    // A listener that updates the world makes the queue longer.
    for (const { event, pair } of queue) {
      for (const [target, told] of [
        [world, pair],
        [pair.a, pair.b],
        [pair.b, pair.a],
      ] as const) {
        this.#call(world, target, event, told, errors);
      }
    }
    queue.length = 0;
    this.#isTelling = false;
    if (errors.length > 0) throw errors[0];
  }

  #call(world: ListenedWorld, target: object, event: EventName, told: unknown, errors: unknown[]): void {
    const entries = this.#entries.get(target);
    for (const entry of entries === undefined ? [] : [...entries]) {
      const isOver = world.number === 0 || (target as Partial<C>).removed === true;
      // Another listener may have stopped this one, removed its collider, or disposed of the world.
      if (entry.event !== event || isOver || !entries?.has(entry)) continue;
      try {
        (entry.listener as (told: unknown) => void)(told);
      } catch (error) {
        errors.push(error);
      }
    }
  }
}
