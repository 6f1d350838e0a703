import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { which } from "../../tools/lib/process.js";
import { startDisplay } from "../browser/display.js";
import type { App } from "./app.js";
import { environment } from "./environment.js";
import { inWorker, page, writeMain } from "./page.js";

/** The web view of desktop apps. Electron's cannot be installed from npm alone: its package downloads it from elsewhere. */

const viewer = fileURLToPath(new URL("webview.js", import.meta.url));

environment(
  "Tauri's web view on Linux (WebKitGTK)",
  { vite: "8.3.8" },
  (use) => {
    const titleOf = async (app: App, folder: string) => {
      if (!which("gjs")) throw new Error("There is no gjs: run  node tools/setup.js --for webview");
      return (await app.must("env", `DISPLAY=${await startDisplay()}`, "gjs", "-m", viewer, app.at(folder))).trim();
    };
    use("page of a Vite build, at tauri://localhost", "nothing", async (app) => {
      writeMain(app);
      app.write("index.html", page("program.js"));
      await app.must("vite", "build", "--logLevel=error");
      expect(await titleOf(app, "dist")).toBe(inWorker.title);
    });
    use("page without its files", "fails, and says what to do", async (app) => {
      writeMain(app);
      app.write("index.html", page("program.js"));
      await app.must("vite", "build", "--logLevel=error", "--outDir=bare", "--assetsInlineLimit=0");
      for (const name of (await app.must("sh", "-c", "ls bare/assets/*.wasm")).trim().split("\n")) rmSync(app.at(name));
      expect(await titleOf(app, "bare")).toMatch(/got an HTML page instead of the module.*hyperplane\/inline/);
    });
  },
  { version: "vite 8.3.8" },
);
