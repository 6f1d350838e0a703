import { failure, type HyperplaneError } from "./errors.js";
import { readFault } from "./memory.js";
import { Status } from "./records.js";

const CODES = {
  [Status.invalidArgument]: "invalid-argument",
  [Status.degenerateShape]: "degenerate-shape",
  [Status.outOfMemory]: "out-of-memory",
  [Status.staleHandle]: "disposed",
} as const;

/** The error that the fault record describes, in the core's own words. @param subject what the words are about */
export function faultError(subject = ""): HyperplaneError {
  const { status, message } = readFault();
  const code = CODES[status as keyof typeof CODES] ?? "invalid-argument";
  return failure(code, `${subject}${message}`);
}
