import wasm from "./generated/hyperplane-core.wasm";
import { type InitOptions, initFrom } from "./init.js";

export * from "./api.js";

/**
 * As the `init` of `hyperplane`, which shares everything with this one; left out, the .wasm file is the copy inside this
 * module.
 *
 * @param options where the .wasm file is, if not here
 * @returns rejects with HyperplaneError `load-failed`
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, () => wasm);
}

export default init;
