import type { WasmSource } from "../src/load.js";
import type { OwnModule } from "../src/own_module.js";

/** The module as an entry has it. */
export function moduleFrom(source: () => WasmSource): OwnModule {
  return {
    file: "hyperplane_decompose.wasm",
    option: "the option wasm",
    inline: "hyperplane/decompose/inline",
    source,
  };
}
