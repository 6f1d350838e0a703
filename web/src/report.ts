import { faultError } from "./faults.js";
import { isOfCore, reportBytes, reportNumbers } from "./memory.js";
import { core } from "./raw.js";
import { CALL_FAILED } from "./records.js";

/** What does not fit into the records goes to and from the core as a list of numbers. */

/** The list that the last call left behind, as a copy; the core's memory for it is given back. */
export function takeReport(): Float64Array {
  const copy = reportNumbers().slice();
  core.releaseReport();
  return copy;
}

/** As `takeReport`, where the list is not one of numbers. */
export function takeReportBytes(): Uint8Array {
  const copy = reportBytes().slice();
  core.releaseReport();
  return copy;
}

/** As `giveNumbers`, for bytes: zeros fill up the last number. @param subject what an error message begins with */
export function giveBytes(bytes: Uint8Array, subject: string): void {
  if (core.reserveReport(Math.ceil(bytes.length / 8)) === CALL_FAILED) throw faultError(subject);
  reportBytes().fill(0, bytes.length).set(bytes);
}

/**
 * Hands the core a list of numbers; the next call may read it.
 *
 * @param subject what an error message begins with
 * @throws HyperplaneError `out-of-memory`
 */
export function giveNumbers(values: ArrayLike<number>, subject: string): void {
  // A view on the core's own memory, like a world's positions, is gone once that has grown.
  const kept = isOfCore(values) ? Float64Array.from(values) : values;
  if (core.reserveReport(kept.length) === CALL_FAILED) throw faultError(subject);
  // Of a detached buffer, too, there is nothing to take.
  if (kept.length > 0) reportNumbers().set(kept);
}
