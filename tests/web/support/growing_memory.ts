import { expect } from "vitest";
import { fresh } from "./fresh.js";
import { startHooked, withAnswers } from "./hooked_start.js";
import { seed as firstSeed } from "./random.js";

type Hyperplane = typeof import("hyperplane");

/**
 * The package with a core whose memory is replaced, as by a growth, within every call of every function.
 *
 * @param entry of the package
 */
export async function freshWithGrowingMemory<Entry extends { init(): Promise<void> } = Hyperplane>(
  entry = "hyperplane.js",
): Promise<{ hyperplane: Entry; growths: () => number }> {
  const hyperplane = (await fresh(entry)) as unknown as Entry;
  let growths = 0;
  await startHooked(hyperplane.init, (exports) =>
    withAnswers(exports, (answer) => {
      // By nothing: the buffer is detached all the same, and memory lasts for as many calls as the test makes.
      (exports.memory as WebAssembly.Memory).grow(0);
      growths++;
      return answer;
    }),
  );
  return { hyperplane, growths: () => growths };
}

/** An answer without the objects that belong to one copy of the package. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if ("setPose" in value) return `collider ${(value as unknown as { index: number }).index}`;
  if ("dispose" in value) return "a world or a shape";
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** The names of a prototype's methods and accessors. */
export const membersOf = (prototype: object, prefix: string) =>
  Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== "constructor")
    .map((name) => `${prefix}.${name}`);

/** Answers by the name of what was asked. */
export function notebook() {
  const answers = new Map<string, unknown[]>();
  const ask = <T>(name: string, call: () => T): T => {
    const answer = call();
    const list = answers.get(name) ?? [];
    list.push(plain(answer));
    answers.set(name, list);
    return answer;
  };
  return { answers, ask };
}

/** Compares the answers of two copies of the package to random questions. @returns the names of what was asked */
export function expectSameAnswers<Entry>(
  { seeds, leastGrowths, growths }: { seeds: number; leastGrowths: number; growths: () => number },
  askEverything: (hyperplane: Entry, seed: number) => Map<string, unknown[]>,
  ordinary: Entry,
  growing: Entry,
): Set<string> {
  const asked = new Set<string>();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const expected = askEverything(ordinary, seed);
    const before = growths();
    const answers = askEverything(growing, seed);
    expect(growths() - before).toBeGreaterThan(leastGrowths);
    for (const [name, answer] of answers) {
      asked.add(name);
      expect(answer, `${name}, seed ${seed}`).toEqual(expected.get(name));
    }
  }
  return asked;
}

/** Of both entries: covered elsewhere, or independent of the core. */
export const notAsked = [
  "init",
  "default",
  "HyperplaneError",
  "defineLayers",
  "Shape",
  "ContactCursor.keepUnread",
  "ContactCursor.moveTo",
  "ContactCursor.start",
  "World.clear",
];
