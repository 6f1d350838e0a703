import { compileOwn, type OwnModule } from "../src/own_module.js";
import { type DecomposeOptions, type Decomposition, decomposeWith } from "./decompose.js";

/** The `decompose` of an entry that has no worker. */
export function onCallingThread(own: OwnModule) {
  return (
    vertices: ArrayLike<number>,
    indices: ArrayLike<number> | null = null,
    options: DecomposeOptions = {},
  ): Promise<Decomposition> => decomposeWith({ compile: () => compileOwn(own) }, vertices, indices, options);
}
