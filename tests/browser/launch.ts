import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { type Browser, type BrowserServer, chromium, type LaunchOptions, type Page } from "playwright-core";
import { findChromium } from "../../tools/lib/requirements.js";

/** The system's Chromium: headless, with software rendering, without background requests. */
function options(): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is missing: run  node tools/setup.js --for browser");
  return {
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0 && !process.env.CI, // the sandbox fails as root and in many containers
    args: [
      "--headless=new",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      "--disable-sync",
      "--no-first-run",
    ],
  };
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(options());
/** A browser for several connections. */
export const launchServer = (): Promise<BrowserServer> => chromium.launchServer(options());

/** Errors, warnings and failed requests of a page. The array fills while the page is open. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) =>
    complaints.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ""}`),
  );
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export interface StaticServer {
  /** Ends with a slash. */
  readonly url: string;
  close(): Promise<void>;
}

export interface StaticOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Content types by file extension, in place of the usual ones. */
  readonly types?: Readonly<Record<string, string>>;
}

/** Serves files from the first folder that has them, on a free local port. */
export async function serveFolders(folders: readonly string[], options: StaticOptions = {}): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const relative = path.endsWith(sep) ? join(path, "index.html") : path;
    const file = folders
      .map((folder) => join(folder, relative))
      .find((name) => existsSync(name) && statSync(name).isFile());
    if (!file) {
      response.writeHead(relative === `${sep}favicon.ico` ? 204 : 404).end();
      return;
    }
    const type = { ...types, ...options.types }[extname(file)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "no-store", ...options.headers });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
