// As inline.ts, for platforms that compile no bytes and import the module.

import { compileOwn } from "../src/own_module.js";
import { type DecomposeOptions, type Decomposition, decomposeWith } from "./decompose.js";
import { moduleFrom } from "./decompose_file.js";
import module from "./hyperplane_decompose.wasm?module";

export * from "./decompose_api.js";

const own = moduleFrom(() => module);

/** As the `decompose` of `hyperplane/decompose`, on the calling thread. */
export function decompose(
  vertices: ArrayLike<number>,
  indices: ArrayLike<number> | null = null,
  options: DecomposeOptions = {},
): Promise<Decomposition> {
  return decomposeWith({ compile: () => compileOwn(own) }, vertices, indices, options);
}

export default decompose;
