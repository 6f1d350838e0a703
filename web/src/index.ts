import { coreFrom } from "./core_file.js";
import { space } from "./space.js";
import type { InitOptions } from "./wasm_module.js";

export * from "./api.js";

/** Bundlers look for exactly this form; file tracers also for a body around it. */
function beside(): URL {
  return new URL("./hyperplane.wasm", import.meta.url);
}

const own = coreFrom(beside);

/**
 * Loads and starts the core. Other calls throw `not-initialised` until the promise has resolved; importing the package loads
 * nothing. Later calls return the first one's promise and ignore their options; after a failure a call tries again.
 *
 * @param options source of the .wasm file. Default: the file beside the package's code
 * @returns rejects with HyperplaneError `load-failed`, whose message names the source, or `invalid-argument` for wrong options
 */
export function init(options: InitOptions = {}): Promise<void> {
  return space.init(options, own);
}

export default init;
