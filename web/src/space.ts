import { vectorAt } from "./memory.js";
import { NumberList } from "./number_list.js";
import { type Calls, records, START } from "./records.js";
import type { Vec3 } from "./types.js";
import { WorldModule } from "./world/world_module.js";

/** A call on two shapes, taken from the function table: embind's wrapper costs 5 %. */
type PairCall = (a: number, b: number) => number;
type MarginCall = (a: number, b: number, margin: number) => number;

/** The module for shapes in space, which `hyperplane` and `hyperplane/inline` share, with everything that belongs to it. */
class Space extends WorldModule<Calls> {
  #intersects!: PairCall;
  #collide!: PairCall;
  #collideWithin!: MarginCall;
  #distance!: PairCall;

  constructor() {
    super(records, START);
  }

  protected override onLoad(table: WebAssembly.Table): void {
    this.#intersects = table.get(this.core.pairFunction(0));
    this.#collide = table.get(this.core.pairFunction(1));
    this.#distance = table.get(this.core.pairFunction(2));
    this.#collideWithin = table.get(this.core.collideWithinFunction());
  }

  // One method each: engines inline a call that has one target. Staging the poses has already expired all tickets, so `refresh`
  // does after the call.

  /** @returns 1 if the shapes intersect, 0 if not, or `PAIR_CALL_FAILED` */
  intersects(a: number, b: number): number {
    // Nothing is read after this call, so the views may wait for the next one.
    return this.#intersects(a, b);
  }

  /** @returns the number of contact points, or `PAIR_CALL_FAILED` */
  collide(a: number, b: number): number {
    const answer = this.#collide(a, b);
    this.refresh();
    return answer;
  }

  /** `collide` with a margin in metres. */
  collideWithin(a: number, b: number, margin: number): number {
    const answer = this.#collideWithin(a, b, margin);
    this.refresh();
    return answer;
  }

  /** @returns 0, or `PAIR_CALL_FAILED` */
  distance(a: number, b: number): number {
    const answer = this.#distance(a, b);
    this.refresh();
    return answer;
  }

  /** Three numbers of the records as a new object. @param at index into the view of doubles */
  vector(at: number): Vec3 {
    return vectorAt(this.doubles, at);
  }

  /** As `takeNumbers`, to be read in order. */
  takeList(): NumberList {
    return new NumberList(this.takeNumbers());
  }
}

export const space = new Space();
