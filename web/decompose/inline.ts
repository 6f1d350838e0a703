// As index.ts, with the module inside and no worker: neither needs a file beside the bundle.
import wasm from "../src/generated/hyperplane-decompose.wasm";
import { type Decompose, onCallingThread } from "./calling_thread.js";
import { moduleFrom } from "./decompose_file.js";

export * from "./decompose_api.js";

/** As the `decompose` of `hyperplane/decompose`, on the calling thread. By default the .wasm file is the copy inside this module. */
export const decompose: Decompose = onCallingThread(moduleFrom(() => wasm));

export default decompose;
