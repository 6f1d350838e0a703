/** Exit codes of the command, beside 0. */

/** The work failed: a file that cannot be read or written, a model without triangles, no memory. */
export const FAILED = 1;
/** The command line is wrong. */
export const WRONG_USAGE = 2;
/** Ended by SIGINT or SIGTERM: 128 and the signal's number, as shells have it. */
export const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
/** Who read the results has enough, as in a pipe to head. That of SIGPIPE, which Node does not pass on. */
export const CLOSED_PIPE = 141;

export class UsageError extends Error {}
