/** Changing topics leaks nothing: neither on the graphics card nor in the core nor in the page. */

import { expect, it } from "vitest";
import { goTo, settledHash, topics, useDemo } from "./demo.js";

// A small window: 49 changes of topic draw many frames.
const open = useDemo({ reducedMotion: "reduce", viewport: { width: 640, height: 480 } });

it("frees everything when topics change, however often", { timeout: 600_000 }, async () => {
  const { page, complaints } = await open({ prepare: (page) => page.addInitScript(countHeld) });
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  const titles = await topics(page).getByRole("link").allInnerTexts();
  const held = () => page.evaluate(() => (globalThis as unknown as Holder).held());
  const heap = async () => {
    await client.send("HeapProfiler.collectGarbage");
    const { metrics } = await client.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  };
  /** Once round the menu, back to the first topic. */
  const round = async () => {
    for (const title of [...titles.slice(1), titles[0] ?? ""]) {
      await goTo(page, title);
      await settledHash(page);
    }
  };
  for (let i = 0; i < 2; i++) await round();
  const before = await held();
  expect(before.context).toBe(2);
  expect(before.Buffer).toBeGreaterThan(10);
  expect(before.core).toBeGreaterThan(1e6);
  const heapBefore = await heap();
  for (let i = 0; i < 5; i++) await round();
  await expect.poll(held).toEqual(before);
  // Compiled code may grow; a leaked scene would be a megabyte or more.
  expect((await heap()) - heapBefore).toBeLessThan(5 * 800_000);
  expect(complaints).toEqual([]);
});

interface Holder {
  readonly held: () => Record<string, number>;
}

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
