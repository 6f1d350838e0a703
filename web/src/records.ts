import { CALL_FAILED, NO_ROW } from "./generated/hyperplane-core.js";

/**
 * The fixed layouts through which JavaScript and the core exchange everything that does not fit into a call's numbers, and the
 * constants that both sides share. C++ states them (cpp/bindings/border.h), and the build writes them to `generated`: indices into
 * the views of doubles, 32-bit numbers or bytes, of the records or of a world's own record.
 */
export * from "./generated/hyperplane-core.js";

/** `CALL_FAILED` and `NO_ROW` from a direct call. */
export const DIRECT_FAILED = CALL_FAILED | 0;
export const DIRECT_NO_ROW = NO_ROW | 0;

/** `BroadPhase` of the core: the index is the number. */
export const broadPhases = ["automatic", "sweep-and-prune", "bvh", "brute-force"] as const;
