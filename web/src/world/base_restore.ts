import type { NumberList } from "../number_list.js";
import { RowFlag } from "../records.js";
import { type ColliderState, generationOf, markRemoved, resetCollider } from "./base_collider.js";
import { type FormerCollider, FormerColliders, type HeldBySnapshots } from "./former_colliders.js";

/** What restoring a world of any dimension has in common: its colliders. */

/** What it needs of the world's state. */
interface RestoredState<C extends FormerCollider> {
  readonly colliders: (C | undefined)[];
  former: FormerColliders<C> | undefined;
  readonly snapshots: HeldBySnapshots<C>;
}

/** Remembers which colliders a snapshot has, for rollbacks to it. @param bytes as handed to the user */
export function trackSnapshot<C extends FormerCollider>(state: RestoredState<C>, bytes: Uint8Array): void {
  state.former ??= new FormerColliders<C>(generationOf);
  state.snapshots.add(bytes, state.colliders);
}

/** A row of a snapshot. */
export interface RestoredRow<C> {
  readonly row: number;
  /** Number of its shape in the snapshot; negative: one that a collider has. */
  readonly shape: number;
  /** Type of its shape, where the rows have types; else 0. */
  readonly type: number;
  /** The collider that had the row. */
  readonly previous: C | undefined;
}

/** What the dimension decides. */
interface RowForm<C, Shape> {
  readonly hasTypes: boolean;
  shapeOf(row: RestoredRow<C>): Shape;
  make(row: number, generation: number, collider: ColliderState<Shape>): C;
}

/**
 * Reads the rows, which follow the shapes in the list, and sets the colliders of the world.
 *
 * @param held colliders by row that the snapshot is known to have
 */
export function placeColliders<C extends FormerCollider, Shape>(
  state: RestoredState<C>,
  list: NumberList,
  held: readonly (C | undefined)[],
  { hasTypes, shapeOf, make }: RowForm<C, Shape>,
): void {
  state.former ??= new FormerColliders<C>(generationOf);
  const { former } = state;
  const before = state.colliders.splice(0);
  for (let row = 0; list.hasMore; row++) {
    const flags = list.next();
    const shape = list.next();
    const layer = list.next();
    const mask = list.next();
    const generation = list.next();
    const type = hasTypes ? list.next() : 0;
    if ((flags & RowFlag.known) === 0) continue;
    const previous = before[row];
    const known = former.bringBack(row, generation, [held[row], previous]);
    if (known === previous) before[row] = undefined;
    const removed = (flags & RowFlag.live) === 0;
    const restored = { shape: shapeOf({ row, shape, type, previous }), flags, layer, mask, removed };
    if (known !== undefined) resetCollider(known, restored);
    state.colliders[row] = known ?? make(row, generation, restored);
  }
  for (const collider of before) {
    if (collider === undefined) continue;
    markRemoved(collider);
    former.add(collider);
  }
}
