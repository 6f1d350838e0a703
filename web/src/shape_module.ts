import type { Calls } from "./generated/hyperplane-core.js";
import { type CommonCalls, WasmModule } from "./wasm_module.js";

/** The calls of every module that has shapes. */
export type ShapeCalls = CommonCalls & Pick<Calls, "releaseShape">;

/** Batches up to this many bytes of answers reuse the same memory. */
const ANSWERS_KEPT = 1 << 20;

/** A module with shapes that objects own, and with batches. */
export class ShapeModule<Calls extends ShapeCalls> extends WasmModule<Calls> {
  /** Frees shapes that were garbage-collected. */
  readonly collectedShapes = new FinalizationRegistry<number>((shape) => {
    this.forgottenShapes++;
    this.core.releaseShape(shape);
  });
  /** Shapes that were garbage-collected without `dispose`. */
  forgottenShapes = 0;
  #answers = new ArrayBuffer(0);

  /** Memory for the answers of a batch until all of it has succeeded: a late error must leave `out` unchanged. */
  answersOf(size: number): ArrayBuffer {
    if (this.#answers.byteLength >= size) return this.#answers;
    const fresh = new ArrayBuffer(size);
    if (size <= ANSWERS_KEPT) this.#answers = fresh;
    return fresh;
  }
}
