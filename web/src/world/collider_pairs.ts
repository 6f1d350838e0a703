import { CALL_FAILED } from "../records.js";
import { rowOf } from "./base_collider.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

interface Paired {
  readonly index: number;
  readonly removed: boolean;
  readonly enabled: boolean;
}

/**
 * The pairs of a collider in a list of a world's last update, with the other collider of each, but for those that were removed or
 * disabled since.
 *
 * @param contacts whether the list is that of contacts, or else that of touching pairs
 */
export function pairsOf<C extends Paired, Pair extends { readonly a: C; readonly b: C }>(
  state: { readonly module: WorldModule<WorldCalls>; open(): number },
  collider: C,
  list: { at(index: number): Pair | undefined },
  contacts: boolean,
): { pair: Pair; other: C }[] {
  const world = state.open();
  const { module } = state;
  const count = module.core.pairsOfCollider(world, rowOf(collider, state, "collider"), contacts);
  if (count === CALL_FAILED) throw module.faultError();
  return Array.from(count === 0 ? [] : module.takeNumbers(), (index) => {
    const pair = list.at(index) as Pair;
    return { pair, other: pair.a === collider ? pair.b : pair.a };
  }).filter(({ other }) => !other.removed && other.enabled);
}
