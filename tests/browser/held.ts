/** What the demo page holds on the graphics card and in the core. */

import type { Page } from "playwright-core";

interface Holder {
  readonly held: () => Record<string, number>;
}

/** Counts WebGL objects and the bytes of the core: `prepare` before the page loads, `now` afterwards. */
export const held = {
  prepare: (page: Page) => page.addInitScript(countHeld),
  now: (page: Page) => page.evaluate(() => (globalThis as unknown as Holder).held()),
};

/** Runs in the page before anything else: counts the WebGL objects and the bytes of the core. */
function countHeld(): void {
  const live: Record<string, number> = { context: 0 };
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const kind of ["Buffer", "Texture", "Program", "VertexArray", "Framebuffer"]) {
    live[kind] = 0;
    const make = prototype[`create${kind}`];
    const remove = prototype[`delete${kind}`];
    prototype[`create${kind}`] = function (this: unknown, ...args) {
      live[kind] = (live[kind] ?? 0) + 1;
      return make?.apply(this, args);
    };
    prototype[`delete${kind}`] = function (this: unknown, ...args) {
      if (args[0]) live[kind] = (live[kind] ?? 0) - 1;
      return remove?.apply(this, args);
    };
  }
  const seen = new WeakSet<object>();
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
    const context = getContext.apply(this, args) as object | null;
    if (context instanceof WebGL2RenderingContext && !seen.has(context)) {
      seen.add(context);
      live.context = (live.context ?? 0) + 1;
    }
    return context;
  } as typeof getContext;
  let memory: WebAssembly.Memory | undefined;
  const keep = (result: WebAssembly.WebAssemblyInstantiatedSource | WebAssembly.Instance) => {
    const { exports } = "instance" in result ? result.instance : result;
    memory ??= Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
    return result;
  };
  for (const name of ["instantiate", "instantiateStreaming"] as const) {
    const original = WebAssembly[name] as (...args: unknown[]) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;
    Object.assign(WebAssembly, { [name]: async (...args: unknown[]) => keep(await original(...args)) });
  }
  Object.assign(globalThis, { held: () => ({ ...live, core: memory?.buffer.byteLength ?? 0 }) });
}
