/** A way to walk: places in order, and conditions to wait for. A walker that gets no closer gives up. */

import type { Vector3 } from "three";

export type Place = readonly [x: number, z: number];
/** A place, a moving place, or a condition to wait for. */
export type Leg = Place | (() => Place) | { readonly until: () => boolean };

/** Metres from a place that count as arrived. */
const arrival = 0.06;
/** Seconds without progress after which a walker gives up. */
const patienceSeconds = 1.2;

export class Way {
  /** Whether a place could not be reached. */
  gaveUp = false;
  /** Metres to the next place; 0 while waiting. */
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
    this.resetPatience();
  }

  clear(): void {
    this.start([]);
  }

  /** Writes the walking direction for the next `seconds`, of length 1 over the ground; false to stand. */
  direction(at: Vector3, seconds: number, out: Vector3): boolean {
    for (; ; this.next++, this.resetPatience()) {
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
      // No progress means an obstacle.
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

  private resetPatience(): void {
    this.best = Number.POSITIVE_INFINITY;
    this.patience = patienceSeconds;
  }
}
