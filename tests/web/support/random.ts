/**
 * What random scenes begin with: the same in every run, so that a run fails for what changed and not for its luck.
 * HYPERPLANE_SEED=7 gives others, HYPERPLANE_SEED=random others each time; titles of tests tell which.
 */
export const seed =
  process.env.HYPERPLANE_SEED === "random"
    ? Math.floor(Math.random() * 2 ** 31)
    : Number(process.env.HYPERPLANE_SEED ?? 20_261_126);

/** Random numbers from a seed, so that a failing run can be repeated: mulberry32 (Tommy Ettinger, 2017). */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed | 0;
  }

  /** Uniform in [low, high). */
  number(low = 0, high = 1): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return low + ((t ^ (t >>> 14)) >>> 0) * 2 ** -32 * (high - low);
  }

  integer(below: number): number {
    return Math.floor(this.number(0, below));
  }

  vector(size: number): [number, number, number] {
    return [this.number(-size, size), this.number(-size, size), this.number(-size, size)];
  }

  /** A unit quaternion, uniform over the rotations (Marsaglia 1972, by rejection from the 4-ball). */
  quaternion(): [number, number, number, number] {
    for (;;) {
      const q = [this.number(-1, 1), this.number(-1, 1), this.number(-1, 1), this.number(-1, 1)] as const;
      const length = Math.hypot(...q);
      if (length > 0.1 && length <= 1) return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
    }
  }
}
