import type { ReadonlyList } from "../src/world/copy_list.js";
import { ImpactReader } from "../src/world/impact_list.js";
import { PairOfColliders } from "../src/world/pair_of_colliders.js";
import type { Collider } from "./collider.js";
import {
  IMPACT_COUNT,
  IMPACTS,
  plane,
  SWEPT_IMPACT_A,
  SWEPT_IMPACT_NORMAL,
  SWEPT_IMPACT_POINT,
  SWEPT_IMPACT_SIZE,
  SWEPT_IMPACT_TIME,
} from "./plane_module.js";
import type { Vec2 } from "./types.js";
import type { PlaneState } from "./world_state.js";

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
  readonly point: Vec2;
  /** Unit length, world space, from `a` to `b`. */
  readonly normal: Vec2;
}

/** Impacts in order of time, then by the row of a. Each read makes new objects. An update during a loop ends it. */
export interface ImpactList<T = unknown> extends Iterable<ImpactEvent<T>>, ReadonlyList<ImpactEvent<T>> {}

export const impactsOf = (state: PlaneState): ImpactList =>
  new ImpactReader<ImpactEvent>(state, IMPACT_COUNT, (index) => impactAt(state, index));

function impactAt(state: PlaneState, index: number): ImpactEvent {
  const doubles = state.word(IMPACTS) / 8 + index * SWEPT_IMPACT_SIZE;
  const words = 2 * doubles + SWEPT_IMPACT_A;
  const number = (at: number) => (plane.allDoubles[doubles + at] as number) + 0;
  const vector = (at: number) => ({ x: number(at), y: number(at + 1) });
  const pair = new PairOfColliders(
    state.at(plane.allWords[words] as number),
    state.at(plane.allWords[words + 1] as number),
  );
  return Object.assign(pair, {
    time: number(SWEPT_IMPACT_TIME),
    point: vector(SWEPT_IMPACT_POINT),
    normal: vector(SWEPT_IMPACT_NORMAL),
  });
}
