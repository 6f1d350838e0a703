// As index.ts, with the module inside and no worker: neither needs a file beside the bundle.
import wasm from "../src/generated/hyperplane-decompose.wasm";
import { compileOwn } from "../src/own_module.js";
import { type DecomposeOptions, type Decomposition, decomposeWith } from "./decompose.js";
import { moduleFrom } from "./decompose_file.js";

export * from "./decompose_api.js";

const own = moduleFrom(() => wasm);

/** As the `decompose` of `hyperplane/decompose`, on the calling thread. By default the .wasm file is the copy inside this module. */
export function decompose(
  vertices: ArrayLike<number>,
  indices: ArrayLike<number> | null = null,
  options: DecomposeOptions = {},
): Promise<Decomposition> {
  return decomposeWith({ compile: () => compileOwn(own) }, vertices, indices, options);
}

export default decompose;
