// As index.ts and inline.ts, for platforms that compile no bytes and import the module: Cloudflare's workerd, Vercel's edge.

import { coreFrom } from "./core_file.js";
import module from "./hyperplane.wasm?module";
import { space } from "./space.js";
import type { InitOptions } from "./wasm_module.js";

export * from "./api.js";

const own = coreFrom(() => module);

/** As the `init` of `hyperplane`. */
export function init(options: InitOptions = {}): Promise<void> {
  return space.init(options, own);
}

export default init;
