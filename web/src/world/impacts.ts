import {
  IMPACT_COUNT,
  IMPACTS,
  SWEPT_IMPACT_A,
  SWEPT_IMPACT_NORMAL,
  SWEPT_IMPACT_POINT,
  SWEPT_IMPACT_SIZE,
  SWEPT_IMPACT_TIME,
} from "../records.js";
import { space } from "../space.js";
import type { Vec3 } from "../types.js";
import type { Collider } from "./collider.js";
import type { ReadonlyList } from "./copy_list.js";
import { ImpactReader } from "./impact_list.js";
import { PairOfColliders } from "./pair_of_colliders.js";
import type { WorldState } from "./state.js";

/** The first impact of a continuous collider. */
export interface ImpactEvent<T = unknown> {
  /** The continuous collider. */
  readonly a: Collider<T>;
  /** The collider that it touches. If that is continuous too, it may have the same impact with `a` and `b` exchanged. */
  readonly b: Collider<T>;
  /** The other collider than `me`. @throws HyperplaneError `invalid-argument` for one that is neither `a` nor `b` */
  other(me: Collider<T>): Collider<T>;
  /** 0 to 1: fraction of the motion since the previous update; see `World.impacts`. */
  readonly time: number;
  /** Contact point at that time, in world space. */
  readonly point: Vec3;
  /** Unit length, world space, from `a` to `b`. */
  readonly normal: Vec3;
}

/** Impacts in order of time, then by the row of a. Each read makes new objects. An update during a loop ends it. */
export interface ImpactList<T = unknown> extends Iterable<ImpactEvent<T>>, ReadonlyList<ImpactEvent<T>> {}

/** The impacts of a world of space. */
export const impactsOf = (state: WorldState): ImpactList =>
  new ImpactReader<ImpactEvent>(state, IMPACT_COUNT, (index) => impactAt(state, index));

function impactAt(state: WorldState, index: number): ImpactEvent {
  const doubles = state.word(IMPACTS) / 8 + index * SWEPT_IMPACT_SIZE;
  const words = 2 * doubles + SWEPT_IMPACT_A;
  const number = (at: number) => (space.allDoubles[doubles + at] as number) + 0;
  const vector = (at: number) => ({ x: number(at), y: number(at + 1), z: number(at + 2) });
  const collider = (at: number) => state.colliders[space.allWords[at] as number] as Collider;
  const pair = new PairOfColliders(collider(words), collider(words + 1));
  return Object.assign(pair, {
    time: number(SWEPT_IMPACT_TIME),
    point: vector(SWEPT_IMPACT_POINT),
    normal: vector(SWEPT_IMPACT_NORMAL),
  });
}
