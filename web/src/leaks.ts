import { checkOptions, type OptionNames, readFlag } from "./options.js";
import { CALL_FAILED, SIZE } from "./records.js";
import type { WorldCalls, WorldModule } from "./world/world_module.js";

/** Options of `debug`. */
export interface DebugOptions {
  /** Whether reports tell where worlds are made, from now on: each then costs a stack trace. Default: as it was; at first false. */
  readonly traces?: boolean;
}

const DEBUG_OPTIONS: OptionNames<DebugOptions> = { traces: true };

/** What the program holds, and what it has forgotten to dispose of. */
export interface DebugReport {
  /** Worlds that were not disposed of, oldest first, and where each was made: a stack trace, or null without `traces`. */
  worlds: { colliders: number; madeAt: string | null }[];
  /** Live shapes by their `type`, those that only colliders and compounds hold included. Kinds without any are left out. */
  shapes: { [type: string]: number };
  /** What was garbage-collected without `dispose`: numbers, and where the last 16 worlds of which that is known were made. */
  forgotten: { worlds: number; shapes: number; madeAt: string[] };
  /** The size of the core's memory in bytes, which only grows. */
  memory: number;
}

/**
 * Tells what lives in the memory of a module.
 *
 * @param types the numbers of its shape types by name
 * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
 */
export function leaksOf(
  module: WorldModule<WorldCalls>,
  types: { readonly [type: string]: number },
  options: DebugOptions,
): DebugReport {
  module.begin();
  checkOptions(options, DEBUG_OPTIONS);
  const { traces = module.traces } = options;
  module.traces = readFlag(traces, "options.traces");
  const worlds = Array.from(module.worlds, ([number, madeAt]) => ({
    colliders: module.allWords[module.core.worldRecord(number) / 4 + SIZE] as number,
    madeAt,
  }));
  if (module.core.countShapes() === CALL_FAILED) throw module.faultError();
  const counts = module.takeNumbers();
  const shapes: { [type: string]: number } = {};
  for (const [name, type] of Object.entries(types)) {
    const count = counts[type] as number;
    if (count > 0) shapes[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] = count;
  }
  const { forgottenWorlds, forgottenShapes, forgottenAt } = module;
  return {
    worlds,
    shapes,
    forgotten: { worlds: forgottenWorlds, shapes: forgottenShapes, madeAt: [...forgottenAt] },
    memory: module.words.buffer.byteLength,
  };
}
