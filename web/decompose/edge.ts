// As inline.ts, for platforms that compile no bytes and import the module.

import { type Decompose, onCallingThread } from "./calling_thread.js";
import { moduleFrom } from "./decompose_file.js";
import module from "./hyperplane_decompose.wasm?module";

export * from "./decompose_api.js";

/** As the `decompose` of `hyperplane/decompose`, on the calling thread. */
export const decompose: Decompose = onCallingThread(moduleFrom(() => module));

export default decompose;
