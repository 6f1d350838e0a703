/** A way to walk: places, one after the other, and things to wait for. Whoever gets no nearer gives up. */

import type { Vector3 } from "three";

export type Place = readonly [x: number, z: number];
/** A place, one that moves, or something that has to happen first. */
export type Leg = Place | (() => Place) | { readonly until: () => boolean };

const arrival = 0.06;
/** Without getting any nearer for so long, a walker gives up. */
const patienceSeconds = 1.2;

export class Way {
  /** Whether some place could not be reached. */
  gaveUp = false;
  /** Metres to the next place; nothing while waiting. */
  toGo = 0;
  private legs: readonly Leg[] = [];
  private next = 0;
  private best = Number.POSITIVE_INFINITY;
  private patience = 0;

  get isOver(): boolean {
    return this.next >= this.legs.length;
  }

  start(legs: readonly Leg[]): void {
    this.legs = legs;
    this.next = 0;
    this.gaveUp = false;
    this.takeHeart();
  }

  clear(): void {
    this.start([]);
  }

  /** The direction to take for so long, over the ground; false to stand. */
  direction(at: Vector3, seconds: number, out: Vector3): boolean {
    for (; ; this.next++, this.takeHeart()) {
      const leg = this.legs[this.next];
      this.toGo = 0;
      if (leg === undefined) return false;
      if (typeof leg === "object" && "until" in leg) {
        if (leg.until()) continue;
        return false;
      }
      const [x, z] = typeof leg === "function" ? leg() : leg;
      out.set(x - at.x, 0, z - at.z);
      const missing = out.length();
      // Whoever comes no nearer stands before something that does not move.
      if (missing < this.best - 0.01) {
        this.best = missing;
        this.patience = patienceSeconds;
      } else {
        this.patience -= seconds;
      }
      if (missing > arrival && this.patience > 0) {
        this.toGo = missing;
        out.divideScalar(missing);
        return true;
      }
      this.gaveUp ||= missing > arrival;
    }
  }

  private takeHeart(): void {
    this.best = Number.POSITIVE_INFINITY;
    this.patience = patienceSeconds;
  }
}
