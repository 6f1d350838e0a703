import { afterEach, expect, it, vi } from "vitest";
import { compileOwn, type OwnModule } from "../../../web/src/own_module.js";

/** What an entry says when it does not find its module. */

const missing: OwnModule = {
  file: "hyperplane.wasm",
  option: "init({ wasm })",
  inline: "hyperplane/inline",
  source: () => {
    throw new TypeError("Invalid URL");
  },
};

async function complaint(own: OwnModule): Promise<string> {
  return compileOwn(own).then(
    () => "it was found",
    ({ code, message }) => `${code}: ${message}`,
  );
}

afterEach(() => vi.unstubAllGlobals());

it("names the ways to hand it over", async () => {
  expect(await complaint(missing)).toBe(
    "load-failed: could not find hyperplane.wasm: code in this bundle format cannot find its own URL. Copy hyperplane/hyperplane.wasm " +
      "beside the bundle, pass its URL or its bytes by init({ wasm }), or import hyperplane/inline, which contains it.",
  );
  vi.stubGlobal("process", { env: { NEXT_RUNTIME: "nodejs" } });
  expect(await complaint(missing)).toContain('serverExternalPackages: ["hyperplane"]');
});

it("says so where the environment may not be read, as in Deno without --allow-env", async () => {
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new Error('Requires env access to "NEXT_RUNTIME", run again with the --allow-env flag');
      },
    },
  );
  vi.stubGlobal("process", { env });
  expect(await complaint(missing)).toMatch(/^load-failed: could not find hyperplane.wasm: .*contains it\.$/);
});

it("does not tell of other sources where no module may be compiled", async () => {
  const message =
    "WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script in CSP";
  vi.stubGlobal("WebAssembly", { compile: () => Promise.reject(new Error(message)) });
  const said = await complaint({ ...missing, source: () => Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) });
  expect(said).toContain("the Content-Security-Policy does not allow WebAssembly: script-src needs 'wasm-unsafe-eval'");
  expect(said).not.toContain("Copy hyperplane");
});
