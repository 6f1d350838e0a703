import { faultError } from "./faults.js";
import { reportNumbers } from "./memory.js";
import { core } from "./raw.js";
import { CALL_FAILED } from "./records.js";

/** What does not fit into the records goes to and from the core as a list of numbers. */

/** The list that the last call left behind, as a copy; the core's memory for it is given back. */
export function takeReport(): Float64Array {
  const copy = reportNumbers().slice();
  core.releaseReport();
  return copy;
}

/**
 * Hands the core a list of numbers; the next call may read it.
 *
 * @param subject what an error message begins with
 * @throws HyperplaneError `out-of-memory`
 */
export function giveNumbers(values: ArrayLike<number>, subject: string): void {
  if (core.reserveReport(values.length) === CALL_FAILED) throw faultError(subject);
  reportNumbers().set(values);
}
