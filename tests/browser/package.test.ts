import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GOLDEN_HASH, GOLDEN_PLANE } from "../web/support/golden.js";
import { connectBrowser } from "./demo.js";
import { complaintsOf, type StaticOptions, serveFolders } from "./launch.js";

const folders = ["pages", "../../dist"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser?.close());

async function load(options: StaticOptions, file = "plain.html") {
  const server = await serveFolders(folders, options);
  const page = await browser.newPage();
  try {
    const complaints = complaintsOf(page);
    await page.goto(`${server.url}${file}`);
    await page.locator("#out[data-done]").waitFor();
    return { text: await page.locator("#out").innerText(), complaints };
  } finally {
    await page.close();
    await server.close();
  }
}

const right = { text: "depth 0.5, mtv 0.5 0 0", complaints: [] };

describe("the built package in a plain page", () => {
  it("loads without a bundler", async () => {
    expect(await load({})).toEqual(right);
  });

  it("loads under a strict Content-Security-Policy", async () => {
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self'";
    expect(await load({ headers: { "content-security-policy": policy } })).toEqual(right);
  });

  it("loads where the server does not know .wasm", async () => {
    const { text } = await load({ types: { ".wasm": "application/octet-stream" } });
    expect(text).toBe(right.text);
  });

  it("reports an error where the policy forbids WebAssembly", async () => {
    const { text } = await load({ headers: { "content-security-policy": "script-src 'self'" } });
    expect(text).toMatch(/^load-failed: /);
  });

  it("gives the same contacts as everywhere else, to the bit", async () => {
    expect(await load({}, "golden.html")).toEqual({ text: GOLDEN_HASH, complaints: [] });
  });

  it("gives the same answers in the plane, with hyperplane/2d and no other module", async () => {
    expect(await load({}, "golden_plane.html")).toEqual({ text: GOLDEN_PLANE, complaints: [] });
  });
});
