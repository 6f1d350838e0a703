import type { HyperplaneError } from "hyperplane";

/** What a call throws, which must be a HyperplaneError (of this copy of the package or of a fresh one). */
export function errorOf(call: () => unknown): HyperplaneError {
  try {
    call();
  } catch (error) {
    if (error instanceof Error && error.constructor.name === "HyperplaneError") return error as HyperplaneError;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Its code and message, for one comparison. */
export function complaintOf(call: () => unknown): string {
  const { code, message } = errorOf(call);
  return `${code}: ${message}`;
}
