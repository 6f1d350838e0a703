import { invalid, show } from "../errors.js";
import { CALL_FAILED } from "../records.js";
import { rowOf } from "./base_collider.js";
import { askWithKinds, chooseKinds, type Kinds, readKinds } from "./kinds.js";
import type { WorldCalls, WorldModule } from "./world_module.js";

/**
 * How a user's filter takes part in queries. The core never calls JavaScript: it answers, the filter is asked about the
 * colliders that the answer depends on, the rejected ones are excluded, and the core answers again. A collider is asked about
 * once per query. The filter may remove colliders, which then count as rejected.
 */
export type Filter<C> = ((collider: C) => boolean) | undefined;

/** What a filter needs to know of a collider. */
export interface Filtered {
  readonly index: number;
  readonly removed: boolean;
}

/** Colliders that a query leaves out, and the kinds of cells that it counts. */
export type Excluded<C> = C[] & { kinds?: Kinds };

/** Whether there is nothing to tell the core before it is asked. */
export const isPlain = ({ length, kinds }: { readonly length: number; readonly kinds?: Kinds }): boolean =>
  length === 0 && kinds === undefined;

/** A copy, with one more. */
export const excluding = <C>(excluded: Excluded<C>, collider?: C): Excluded<C> =>
  Object.assign([...excluded, ...(collider === undefined ? [] : [collider])], { kinds: excluded.kinds });

/** Checks the option `filter`. @throws HyperplaneError `invalid-argument` */
export function checkFilter(filter: unknown): void {
  if (filter === undefined || typeof filter === "function") return;
  throw invalid(`options.filter must be a function, got ${show(filter)}`);
}

/** The options `exclude` and `kinds`, checked and copied. @throws HyperplaneError `invalid-argument`, `disposed` */
export function readExcluded<C extends Filtered>(
  state: object,
  exclude: C | readonly C[] | undefined,
  kinds: unknown,
): Excluded<C> {
  const colliders: Excluded<C> =
    exclude === undefined ? [] : Array.isArray(exclude) ? Array.from(exclude as readonly C[]) : [exclude as C];
  for (const collider of colliders) rowOf(collider, state, "options.exclude");
  if (kinds !== undefined) colliders.kinds = readKinds(kinds, "options.kinds");
  return colliders;
}

/** Applies a filter to a collider of an answer that lists all candidates. */
export function accepts<C extends Filtered>(filter: Filter<C>, collider: C): boolean {
  return filter === undefined || (!collider.removed && filter(collider));
}

/**
 * Repeats a query until the filter accepts every collider that the answer depends on.
 *
 * @param excluded colliders to leave out from the start; the rejected ones are added
 * @param ask calls the core with the staged arguments; runs no code of the user's
 * @param collidersOf the colliders that an answer depends on
 */
export function askFiltered<C extends Filtered, Answer>(
  module: WorldModule<WorldCalls>,
  filter: Filter<C>,
  excluded: Excluded<C>,
  ask: () => Answer,
  collidersOf: (answer: Answer) => readonly C[],
): Answer {
  if (filter === undefined) return askWithout(module, excluded, ask);
  const input = module.copyInput();
  const asked = new Set<C>();
  while (true) {
    const answer = askWithout(module, excluded, ask);
    const before = excluded.length;
    for (const collider of collidersOf(answer)) {
      if (asked.has(collider)) continue;
      asked.add(collider);
      if (!accepts(filter, collider)) excluded.push(collider);
    }
    if (excluded.length === before) return answer;
    module.restoreInput(input);
  }
}

/** Asks the core without the colliders that are excluded, and with the kinds. @param ask runs no code of the user's */
export function askWithout<Answer>(
  module: WorldModule<WorldCalls>,
  excluded: readonly Filtered[] & { readonly kinds?: Kinds },
  ask: () => Answer,
): Answer {
  if (excluded.length === 0) return askWithKinds(module, excluded.kinds, ask);
  try {
    for (const { index, removed } of excluded) {
      // The row of a removed collider may belong to another one by now.
      if (!removed && module.core.excludeRow(index) === CALL_FAILED) throw module.faultError();
    }
    chooseKinds(module, excluded.kinds);
    return ask();
  } finally {
    module.core.clearExcluded();
  }
}
