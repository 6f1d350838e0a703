import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a script that counts garbage prints. */
interface Garbage {
  readonly bytesPerFrame: number;
  readonly contacts: number;
}

const FLAGS = [
  "--expose-gc",
  // Young space for all of it: a collection would hide what there was.
  "--min-semi-space-size=256",
  "--max-semi-space-size=256",
  // Code is compiled during the warm-up, however busy the machine is: compiled code boxes fewer numbers.
  "--no-concurrent-recompilation",
];

/** @param script file beside this one that counts. @returns growth of JavaScript's heap in bytes a frame */
export function countGarbage(script: string, ...args: string[]): Garbage {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [...FLAGS, path, ...args], { encoding: "utf8" })) as Garbage;
}
