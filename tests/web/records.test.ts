import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { instantiate } from "../../web/src/embind.js";
import { layout, limits } from "../../web/src/records.js";
import { fresh, wasmBytes } from "./support/fresh.js";

type Calls = Record<"recordNumberCount" | "recordNumber" | "recordAddress", (i?: number) => number>;

async function startCore(): Promise<Calls> {
  const { calls } = await instantiate(await WebAssembly.compile(wasmBytes()), () => {});
  return calls as Calls;
}

it("states the same layout and limits on both sides of the border", async () => {
  const core = await startCore();
  const names = [...Object.keys(layout), ...Object.keys(limits)];
  const ofCore = Object.fromEntries(names.map((name, i) => [name, core.recordNumber(i)]));
  expect(ofCore).toEqual({ ...layout, ...limits });
  expect(core.recordNumberCount()).toBe(names.length);
  expect(core.recordNumber(names.length)).toBe(0);
});

it("aligns the records as doubles are", async () => {
  const core = await startCore();
  expect(core.recordAddress() % 8).toBe(0);
  for (const [name, offset] of Object.entries(layout)) {
    if (!/^(size|blockPairs|blockVerdicts)$/.test(name))
      expect(offset % (/^(fault|report|blockShapes|moverGroundRow|moverHitCount)/.test(name) ? 4 : 8), name).toBe(0);
  }
});

it("refuses a core with another layout", async () => {
  // The layout's numbers lie in the data as doubles, whose zero bytes the linker may leave out: look for the others of
  // the first number, the size, and change it.
  const bytes = wasmBytes();
  const size = Buffer.from(new Float64Array([layout.size]).buffer.slice(5));
  const at = Buffer.from(bytes.buffer).indexOf(size);
  expect(at).toBeGreaterThan(0);
  expect(Buffer.from(bytes.buffer).indexOf(size, at + 1)).toBe(-1);
  bytes[at] = (bytes[at] as number) + 1;
  const hyperplane = await fresh();
  await expect(hyperplane.init({ wasm: bytes })).rejects.toMatchObject({
    code: "load-failed",
    message: "could not start the core: the .wasm file is not the one of this version of hyperplane",
  });
  await hyperplane.init();
  expect(new hyperplane.Box(1, 1, 1).width).toBe(1);
});

it("ships the core that was built", () => {
  const bytes = wasmBytes();
  expect(Buffer.from(bytes)).toEqual(
    readFileSync(new URL("../../web/src/generated/hyperplane-core.wasm", import.meta.url)),
  );
});
