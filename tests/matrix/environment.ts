import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, describe, it } from "vitest";
import { launchBrowser } from "../browser/launch.js";
import { App, type Packages } from "./app.js";

const rows = fileURLToPath(new URL("../../build/matrix/rows", import.meta.url));

/** What `npm run test:matrix` writes into docs/runs-on.md: one row for each way of using the package somewhere. */
interface Row {
  readonly environment: string;
  readonly version: string;
  readonly use: string;
  readonly needs: string;
  readonly ok: boolean;
}

let browser: Promise<Browser> | undefined;
/** Chromium, started by the first test that asks for it. */
export const theBrowser = (): Promise<Browser> => {
  browser ??= launchBrowser();
  return browser;
};

/** A way of using the package. @param needs in a few words, what a stranger has to do for it */
type Use = (use: string, needs: string, run: (app: App) => Promise<void>) => void;

/**
 * Tests of one environment: its packages are installed once, in exact versions, and each test uses the packed tarball there.
 *
 * @param version shown in the table. Default: that of the first package
 */
export function environment(
  name: string,
  packages: Packages,
  define: (use: Use) => void,
  { version = Object.values(packages)[0] ?? "", fields = {} }: { version?: string; fields?: object } = {},
): void {
  const id = `${name} ${version}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, "-");
  describe(`${name} ${version}`.trim(), () => {
    let app: Promise<App> | undefined;
    let count = 0;
    define((use, needs, run) => {
      const file = join(rows, `${id}.${++count}.json`);
      it(use, async () => {
        const row = (ok: boolean): Row => ({ environment: name, version, use, needs, ok });
        mkdirSync(rows, { recursive: true });
        rmSync(file, { force: true });
        try {
          app ??= App.install(id, packages, fields);
          await run(await app);
          writeFileSync(file, JSON.stringify(row(true)));
        } catch (error) {
          writeFileSync(file, JSON.stringify(row(false)));
          throw error;
        }
      });
    });
  });
}

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});
