/**
 * The fixed layouts through which JavaScript and the core exchange everything that does not fit into a call's numbers, and the
 * constants that both sides share. C++ states them (cpp/bindings/border.h), and the build writes them to `generated`: indices into
 * the views of doubles, 32-bit numbers or bytes, of the records or of a world's own record.
 */
export * from "./generated/hyperplane-core.js";

/** `CALL_FAILED` from a call that bypasses embind, which would have dropped the sign. */
export const PAIR_CALL_FAILED = -1;

/** `BroadPhase` of the core: the index is the number. */
export const broadPhases = ["automatic", "sweep-and-prune", "bvh", "brute-force"] as const;
