import { space } from "./space.js";
import type { InitOptions } from "./wasm_module.js";

export * from "./api.js";

/**
 * Loads and starts the core. Everything else throws `not-initialised` until its promise has resolved. It happens once: a
 * second call returns the first one's promise, whatever its options say; after a failure another call may try again.
 *
 * @param options where the .wasm file is; left out, beside the package's code
 * @returns rejects with HyperplaneError `load-failed`, whose message says what was tried
 */
export function init(options: InitOptions = {}): Promise<void> {
  // Bundlers look for exactly this form.
  return space.init(options, () => new URL("./hyperplane.wasm", import.meta.url));
}

export default init;
