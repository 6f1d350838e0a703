import wasm from "./generated/hyperplane-core.wasm";
import { space } from "./space.js";
import type { InitOptions } from "./wasm_module.js";

export * from "./api.js";

/**
 * As the `init` of `hyperplane`, which shares everything with this one; left out, the .wasm file is the copy inside this
 * module.
 *
 * @param options where the .wasm file is, if not here
 * @returns rejects with HyperplaneError `load-failed`
 */
export function init(options: InitOptions = {}): Promise<void> {
  return space.init(options, () => wasm);
}

export default init;
