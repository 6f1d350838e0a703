import type { ErrorCode } from "../src/errors.js";
import type { DecomposeResult, DecomposeTask } from "./decompose_module.js";

/** What a worker is given once it has said that it is ready. */
export interface Order {
  readonly module: WebAssembly.Module;
  readonly task: DecomposeTask;
}

/** What it says. */
export type News =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "result"; readonly result: DecomposeResult }
  | { readonly kind: "failure"; readonly code: ErrorCode; readonly message: string };
