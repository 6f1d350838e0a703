import { HyperplaneError } from "hyperplane";

/** What a call throws, which must be a HyperplaneError. */
export function errorOf(call: () => unknown): HyperplaneError {
  try {
    call();
  } catch (error) {
    if (error instanceof HyperplaneError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Its code and message, for one comparison. */
export function complaintOf(call: () => unknown): string {
  const { code, message } = errorOf(call);
  return `${code}: ${message}`;
}

export function codeOf(call: () => unknown): string {
  return errorOf(call).code;
}
