/** Starts of the package whose core is captured or replaced on the way. */

/**
 * @template T
 * @param {() => Promise<T>} start calls `init`
 * @param {(exports: WebAssembly.Exports) => WebAssembly.Exports} hook replaces the exports of each core that starts
 * @returns {Promise<T>}
 */
export async function startHooked(start, hook) {
  const { instantiate } = WebAssembly;
  const hooked = async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Imports} */ imports) => {
    const { exports } = await instantiate(module, imports);
    return { exports: hook(exports) };
  };
  WebAssembly.instantiate = /** @type {typeof WebAssembly.instantiate} */ (/** @type {unknown} */ (hooked));
  try {
    return await start();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/**
 * @param {() => Promise<unknown>} start calls `init`
 * @returns {Promise<WebAssembly.Memory>} the memory of the core
 */
export async function startForMemory(start) {
  /** @type {WebAssembly.Memory | undefined} */
  let memory;
  await startHooked(start, (exports) => {
    memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    return exports;
  });
  if (memory === undefined) throw new Error("no core has been started");
  return memory;
}

/**
 * @param {WebAssembly.Exports} exports of the core
 * @param {(answer: number) => number} replace the answer of every call
 * @returns {WebAssembly.Exports}
 */
export function withAnswers(exports, replace) {
  const table = /** @type {WebAssembly.Table} */ (exports.__indirect_function_table);
  const get = (/** @type {number} */ i) => {
    const call = table.get(i);
    return (/** @type {number[]} */ ...numbers) => replace(call(...numbers));
  };
  return { ...exports, __indirect_function_table: /** @type {WebAssembly.Table} */ ({ get }) };
}

/** Collects garbage, and lets the finalizers run, which have a task of their own. For scripts run with --expose-gc. */
export async function collectGarbage() {
  /** @type {{ gc(): void }} */ (/** @type {unknown} */ (globalThis)).gc();
  await new Promise((resolve) => setTimeout(resolve, 10));
}
