import { CONTACT_COUNT } from "../records.js";

/** The index of a cursor whose loop has moved on. */
export const PASSED = -1;

/** What a loop moves: reads one contact. */
export interface LoopCursor {
  /** Before the first contact of a loop. */
  start(): void;
  /** @param index of a contact, or `PASSED` */
  moveTo(index: number): void;
  /** Becomes a copy of its contact for good, if nobody has read it. @returns whether it did */
  keepUnread(): boolean;
}

/** Gives an object properties of its own in the place of its getters. */
export function keep(cursor: object, copy: object): void {
  for (const [name, value] of Object.entries(copy)) Object.defineProperty(cursor, name, { value, enumerable: true });
}

/** What a loop asks its world. */
interface LoopState {
  readonly updates: number;
  word(field: number): number;
}

/**
 * An iterator that is its own result, so that a loop allocates nothing. It returns two cursors in turn: the previous one
 * throws when it is read, so that holding it fails loudly. One that was not read has been handed on unseen, as by spreading the
 * list: it becomes a copy, and another takes its place.
 */
export class ContactLoop<Cursor extends LoopCursor> implements Iterator<Cursor> {
  done = false;
  value: Cursor;
  inUse = false;

  readonly #state: LoopState;
  readonly #make: () => Cursor;
  #other: Cursor;
  #isHeld = false;
  #index = -1;
  #count = 0;
  #updates = 0;

  constructor(state: LoopState, make: () => Cursor) {
    this.#state = state;
    this.#make = make;
    this.value = make();
    this.#other = make();
  }

  start(): this {
    // After a break the cursor stays readable.
    if (this.#isHeld) this.value = this.#make();
    this.#isHeld = false;
    this.inUse = true;
    this.done = false;
    this.#index = -1;
    this.#updates = this.#state.updates;
    this.#count = this.#state.word(CONTACT_COUNT);
    this.value.start();
    this.#other.start();
    return this;
  }

  next(): IteratorResult<Cursor> {
    let passed = this.value;
    if (passed.keepUnread()) {
      passed = this.#make();
      passed.start();
    }
    passed.moveTo(PASSED);
    const index = ++this.#index;
    // An update during the loop replaces the contacts.
    if (index >= this.#count || this.#updates !== this.#state.updates) {
      this.done = true;
      this.inUse = false;
      this.value = passed;
      return this as IteratorResult<Cursor>;
    }
    const next = this.#other;
    next.moveTo(index);
    this.value = next;
    this.#other = passed;
    return this as IteratorResult<Cursor>;
  }

  return(): IteratorResult<Cursor> {
    this.done = true;
    this.inUse = false;
    this.#isHeld = true;
    this.value.keepUnread();
    return this as IteratorResult<Cursor>;
  }
}
