import { CALL_FAILED, PAIRS, TOUCHING } from "../records.js";
import { rowOf } from "./base_collider.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

interface Paired {
  readonly index: number;
  readonly removed: boolean;
  readonly enabled: boolean;
}

interface PairedState<C> {
  readonly module: WorldModule<WorldCalls>;
  readonly colliders: readonly (C | undefined)[];
  open(): number;
  word(field: number): number;
}

/**
 * Lists the pairs of a collider in a list of a world's last update, but for those with colliders that were removed or disabled since.
 *
 * @param contacts whether it is that of contacts, or else that of touching pairs
 * @param take makes an answer of an index in the list and the other collider, without a call of the core
 */
export function pairsOf<C extends Paired, Answer>(
  state: PairedState<C>,
  collider: C,
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
  const from = state.word(contacts ? PAIRS : TOUCHING) / 4;
  const indices = module.listInPlace();
  const { allWords } = module;
  for (let i = 0; i < count; i++) {
    const index = indices.next();
    const at = from + 2 * index;
    const first = allWords[at] as number;
    const other = colliders[first === row ? (allWords[at + 1] as number) : first] as C;
    if (!other.removed && other.enabled) answers.push(take(index, other));
  }
  module.core.releaseReport();
  return answers;
}
