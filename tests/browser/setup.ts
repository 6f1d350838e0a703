/** Set-up of all browser tests: builds and serves the demo page, and starts one browser. */

import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";
import { launchServer, serveFolders } from "./launch.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the demo page, with a slash at the end. */
    demoUrl: string;
    /** WebSocket endpoint of the browser. */
    browserEndpoint: string;
  }
}

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build({ configFile: inRepository("vite.config.ts"), logLevel: "error" });
  const browser = await launchServer();
  const server = await serveFolders([inRepository("build/demo")]);
  project.provide("demoUrl", server.url);
  project.provide("browserEndpoint", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
  };
}
