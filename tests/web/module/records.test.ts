import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { instantiate } from "../../../web/src/embind.js";
import { layout, limits, recordNumbers } from "../../../web/src/records.js";
import { fresh, wasmBytes } from "../support/fresh.js";
import { startHooked, withAnswers } from "../support/hooked_start.js";

type Calls = Record<"recordNumberCount" | "recordNumber" | "recordAddress", (i?: number) => number>;

async function startCore(): Promise<Calls> {
  const { calls } = await instantiate(await WebAssembly.compile(wasmBytes()), () => {});
  return calls as Calls;
}

it("states the same layouts and constants on both sides of the border", async () => {
  const core = await startCore();
  const names = [...Object.keys(layout), ...Object.keys(limits)];
  const ofCore = Object.fromEntries(names.map((name, i) => [name, core.recordNumber(i)]));
  expect(ofCore).toEqual({ ...layout, ...limits });
  expect(core.recordNumberCount()).toBe(recordNumbers.length);
  expect(recordNumbers.map((_, i) => core.recordNumber(i))).toEqual(recordNumbers);
  expect(core.recordNumber(recordNumbers.length)).toBe(0);
});

it("aligns the records as doubles are", async () => {
  const core = await startCore();
  expect(core.recordAddress() % 8).toBe(0);
  const words =
    /Features?$|^(fault|report|blockShapes|moverGroundRow|moverHitCount|world(?!Timings)|contactPoint(?!s))/;
  for (const [name, offset] of Object.entries(layout)) {
    if (/^(size|blockPairs|blockVerdicts)$/.test(name)) continue;
    expect(offset % (words.test(name) ? 4 : 8), name).toBe(0);
  }
});

it.each([
  ["the size of the records", layout.size],
  ["a world's layout", layout.worldImpacts],
])("refuses a core with another value for %s", async (_, number) => {
  const hyperplane = await fresh();
  const start = startHooked(hyperplane.init, (exports) =>
    withAnswers(exports, (answer) => (answer === number ? answer + 8 : answer)),
  );
  await expect(start).rejects.toMatchObject({
    code: "load-failed",
    message: "could not start the core: the .wasm file is not the one of this version of hyperplane",
  });
  await hyperplane.init();
  expect(new hyperplane.Box(1, 1, 1).width).toBe(1);
});

it("ships the core that was built", () => {
  const built = readFileSync(new URL("../../../web/src/generated/hyperplane-core.wasm", import.meta.url));
  // A matcher would compare the bytes one by one, which takes seconds.
  expect(built.equals(wasmBytes())).toBe(true);
});
