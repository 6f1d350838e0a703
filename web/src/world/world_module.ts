import type { Calls as PlaneCalls } from "../generated/hyperplane-2d.js";
import type { Calls as SpaceCalls } from "../generated/hyperplane-core.js";
import { ShapeModule } from "../shape_module.js";

/** The calls of every module that has worlds: those that do not know the dimension. */
export type WorldCalls = Pick<SpaceCalls, keyof SpaceCalls & keyof PlaneCalls>;

/** A module with worlds that objects own. */
export class WorldModule<Calls extends WorldCalls> extends ShapeModule<Calls> {
  /** Frees worlds that were garbage-collected. */
  readonly collectedWorlds = new FinalizationRegistry<number>((world) => {
    const madeAt = this.worlds.get(world);
    // One that was disposed of may have kept its rows.
    if (this.worlds.delete(world)) this.forgottenWorlds++;
    if (madeAt) this.forgottenAt = [...this.forgottenAt.slice(-15), madeAt];
    this.core.releaseWorld(world);
  });
  /** Where worlds were made that were not disposed of, by number; null: not traced. */
  readonly worlds = new Map<number, string | null>();
  /** How many worlds were garbage-collected without `dispose`, and where the last of them were made. */
  forgottenWorlds = 0;
  forgottenAt: readonly string[] = [];
  /** Whether to tell where worlds are made. */
  traces = false;
}
