import { readReport } from "./memory.js";
import { core } from "./raw.js";

/** The list of numbers that the last call left behind, as a copy; the core's memory for it is given back. */
export function takeReport(): Float64Array {
  const report = readReport();
  core.releaseReport();
  return report;
}
