/** The declarations of `hyperplane/decompose` against the contract: compiled, never run. */

import * as entry from "hyperplane/decompose";
import type * as contract from "./api_decompose.js";

/** Options may say more about their types; the contract leaves `wasm` open. */
type OptionsOf<Options> = Omit<Options, "wasm">;
type Function = (
  vertices: ArrayLike<number>,
  indices?: ArrayLike<number> | null,
  options?: OptionsOf<contract.DecomposeOptions>,
) => Promise<contract.Decomposition>;
export const decompose: Function = entry.decompose;

export const options: OptionsOf<entry.DecomposeOptions> = {} as OptionsOf<contract.DecomposeOptions>;
export const back: OptionsOf<contract.DecomposeOptions> = {} as OptionsOf<entry.DecomposeOptions>;
export const result: contract.Decomposition = {} as entry.Decomposition;
export const wasm: keyof entry.DecomposeOptions = "wasm";
