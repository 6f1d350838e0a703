import { CALL_FAILED } from "../records.js";
import { rowOf } from "./base_collider.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

interface Paired {
  readonly index: number;
  readonly removed: boolean;
  readonly enabled: boolean;
}

/**
 * Lists the pairs of a collider in a list of a world's last update, but for those with colliders that were removed or disabled since.
 *
 * @param list whose rows these are, in pairs
 * @param contacts whether it is that of contacts, or else that of touching pairs
 * @param take makes an answer of an index in the list and the other collider
 */
export function pairsOf<C extends Paired, Answer>(
  state: { readonly module: WorldModule<WorldCalls>; readonly colliders: readonly (C | undefined)[]; open(): number },
  collider: C,
  list: { readonly pairs: Uint32Array },
  contacts: boolean,
  take: (index: number, other: C) => Answer,
): Answer[] {
  const world = state.open();
  const { module, colliders } = state;
  const row = rowOf(collider, state, "collider");
  const count = module.core.pairsOfCollider(world, row, contacts);
  if (count === CALL_FAILED) throw module.faultError();
  const answers: Answer[] = [];
  if (count === 0) return answers;
  const indices = module.takeNumbers();
  const { pairs } = list;
  for (let i = 0; i < count; i++) {
    const index = indices[i] as number;
    const first = pairs[2 * index] as number;
    const other = colliders[first === row ? (pairs[2 * index + 1] as number) : first] as C;
    if (!other.removed && other.enabled) answers.push(take(index, other));
  }
  return answers;
}
