import { IMPACT_COUNT, IMPACTS, layout } from "../records.js";
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
  const address = state.word(IMPACTS) + index * layout.sweptImpactSize;
  const number = (at: number) => space.allDoubles[(address + at) / 8] as number;
  const vector = (at: number) => ({ x: number(at) + 0, y: number(at + 8) + 0, z: number(at + 16) + 0 });
  const collider = (at: number) => state.colliders[space.allWords[(address + at) / 4] as number] as Collider;
  const pair = new PairOfColliders(collider(layout.sweptImpactRows), collider(layout.sweptImpactRows + 4));
  return Object.assign(pair, {
    time: number(layout.sweptImpactTime),
    point: vector(layout.sweptImpactPoint),
    normal: vector(layout.sweptImpactNormal),
  });
}
