import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BroadPhase, broadPhases } from "../../../web/src/records.js";
import { fresh, wasmBytes } from "../support/fresh.js";
import { startHooked } from "../support/hooked_start.js";

it("numbers broad phases as the core does", () => {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  expect(Object.fromEntries(broadPhases.entries())).toEqual(
    Object.fromEntries(Object.entries(BroadPhase).map(([name, number]) => [number, kebab(name)])),
  );
});

it("refuses a core that was built from other calls or numbers", async () => {
  const hyperplane = await fresh();
  const start = startHooked(hyperplane.init, (exports) =>
    Object.fromEntries(
      Object.entries(exports).map(([name, value]) => [name.replace(/^start_.*/, "start_00000000"), value]),
    ),
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
