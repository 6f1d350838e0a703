import { checkOptions, type OptionNames, readFlag } from "./options.js";
import { CALL_FAILED, ShapeType, SIZE } from "./records.js";
import { space } from "./space.js";

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
 * Tells what lives in the core's memory, to find leaks during development.
 *
 * What nobody holds is freed when it is garbage-collected, which may be late or never: what grows from level to level in `worlds` and
 * `shapes`, and everything in `forgotten`, is without its `dispose`.
 *
 * @returns a new object
 * @throws HyperplaneError `invalid-argument`, `out-of-memory`, `not-initialised`
 */
export function debug(options: DebugOptions = {}): DebugReport {
  space.begin();
  checkOptions(options, DEBUG_OPTIONS);
  const { traces = space.traces } = options;
  space.traces = readFlag(traces, "options.traces");
  const worlds = Array.from(space.worlds, ([number, madeAt]) => ({
    colliders: space.allWords[space.core.worldRecord(number) / 4 + SIZE] as number,
    madeAt,
  }));
  if (space.core.countShapes() === CALL_FAILED) throw space.faultError();
  const counts = space.takeNumbers();
  const shapes: { [type: string]: number } = {};
  for (const [name, type] of Object.entries(ShapeType)) {
    const count = counts[type] as number;
    if (count > 0) shapes[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] = count;
  }
  const forgotten = { worlds: space.forgottenWorlds, shapes: space.forgottenShapes, madeAt: [...space.forgottenAt] };
  return { worlds, shapes, forgotten, memory: space.words.buffer.byteLength };
}
