import type { WasmSource } from "./load.js";
import type { OwnModule } from "./own_module.js";

/** The core as an entry has it. */
export function coreFrom(source: () => WasmSource): OwnModule {
  return { file: "hyperplane.wasm", option: "init({ wasm })", inline: "hyperplane/inline", source };
}
