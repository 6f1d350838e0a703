import { coreFrom } from "./core_file.js";
import wasm from "./generated/hyperplane-core.wasm";
import { space } from "./space.js";
import type { InitOptions } from "./wasm_module.js";

export * from "./api.js";

const own = coreFrom(() => wasm);

/**
 * As the `init` of `hyperplane`, with which it shares the core. By default the .wasm file is the copy inside this module.
 *
 * @param options source of another .wasm file
 * @returns rejects with HyperplaneError `load-failed`, or `invalid-argument` for wrong options
 */
export function init(options: InitOptions = {}): Promise<void> {
  return space.init(options, own);
}

export default init;
