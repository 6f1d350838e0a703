import { space } from "./space.js";
import type { InitOptions } from "./wasm_module.js";

export * from "./api.js";

/**
 * Loads and starts the core. Other calls throw `not-initialised` until the promise has resolved; importing the package loads
 * nothing. Later calls return the first one's promise and ignore their options; after a failure a call tries again.
 *
 * @param options source of the .wasm file. Default: the file beside the package's code
 * @returns rejects with HyperplaneError `load-failed`, whose message names the source, or `invalid-argument` for wrong options
 */
export function init(options: InitOptions = {}): Promise<void> {
  // Bundlers look for exactly this form.
  return space.init(options, () => new URL("./hyperplane.wasm", import.meta.url));
}

export default init;
