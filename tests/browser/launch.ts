import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, firefox, type LaunchOptions, type Page } from "playwright-core";
import { findChromium, findFirefox, findWebKit } from "../../tools/lib/requirements.js";
import { startDisplay } from "./display.js";
import { connectWebKit } from "./drivers/webkit.js";

/** The browser of the project's tests: Chromium, or what HYPERPLANE_BROWSER names. */
export type Kind = "chromium" | "firefox" | "webkit";

export const kind = (process.env.HYPERPLANE_BROWSER ?? "chromium") as Kind;

/** The narrowest page in pixels: the tools of WebKitGTK's small browser take this much beside each other. */
export const narrowest = kind === "webkit" ? 447 : 0;

function missing(what: string): never {
  throw new Error(`${what} is missing: run  node tools/setup.js --for ${kind === "chromium" ? "browser" : kind}`);
}

/**
 * What Chromium does without. Its newest versions load two pages of their own beside each window, for a popup of the address bar. The rest
 * is Playwright's list, of which Chromium would see nothing: the last list counts.
 */
const withoutFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** The system's Chromium: headless, with software rendering, without background requests. */
function chromiumOptions(): LaunchOptions {
  return {
    executablePath: findChromium() ?? missing("Chromium"),
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
      `--disable-features=${withoutFeatures.join(",")}`,
    ],
  };
}

/** The system's Firefox by WebDriver BiDi. Without a screen it has no WebGL: it gets a virtual one. */
async function firefoxOptions(): Promise<LaunchOptions> {
  const program = findFirefox() ?? missing("Firefox");
  return {
    channel: "moz-firefox",
    executablePath: fileURLToPath(new URL("drivers/firefox.js", import.meta.url)),
    headless: false,
    firefoxUserPrefs: { "webgl.force-enabled": true },
    env: { ...process.env, DISPLAY: await startDisplay(), HYPERPLANE_FIREFOX_PROGRAM: program },
  };
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(chromiumOptions());

/** A browser for several connections. */
interface BrowserServer {
  /** What `connect` needs to know. */
  wsEndpoint(): string;
  close(): Promise<void>;
}

interface Engine {
  launchServer(): Promise<BrowserServer>;
  connect(endpoint: string): Promise<Browser>;
}

const engines: Readonly<Record<Kind, Engine>> = {
  chromium: {
    launchServer: () => chromium.launchServer(chromiumOptions()),
    connect: (endpoint) => chromium.connect(endpoint),
  },
  firefox: {
    launchServer: async () => firefox.launchServer(await firefoxOptions()),
    connect: (endpoint) => firefox.connect(endpoint),
  },
  // Each page is a window with a process of its own. Windows on one screen take the focus from each other, and with it the keys that
  // are held: each process of tests has a screen of its own.
  webkit: {
    launchServer: async () => ({ wsEndpoint: () => "", close: async () => {} }),
    connect: async () => connectWebKit(findWebKit() ?? missing("WebKitWebDriver"), await startDisplay()),
  },
};

export const { launchServer, connect } = engines[kind];

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

const contentTypes: Readonly<Record<string, string>> = {
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
    const type = { ...contentTypes, ...options.types }[extname(file)] ?? "application/octet-stream";
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
