/** A window of WebKitGTK's MiniBrowser, driven by WebDriver (W3C, WebDriver, 2018). */

import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { endTied, startTied } from "./tied.js";

/** What names an element on the wire. */
export const elementKey = "element-6066-11e4-a52e-4f735466cecf";
export type ElementReference = Readonly<Record<typeof elementKey, string>>;

/** Longer than any test waits. */
const patience = 600_000;
/** How long a driver may take to open its window, in milliseconds, and how many are tried: on a busy machine some never do. */
const opening = 60_000;
const attempts = 3;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export class Session {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly address: string,
  ) {}

  /** A driver has one window: each window gets a driver of its own. Where one opens no window, another one may. */
  static async start(program: string, display: string): Promise<Session> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await Session.#open(program, display);
      } catch (error) {
        if (attempt === attempts) throw error;
      }
    }
  }

  static async #open(program: string, display: string): Promise<Session> {
    const port = await freePort();
    const driver = startTied(program, [`--port=${port}`], { ...process.env, DISPLAY: display });
    const address = `http://127.0.0.1:${port}`;
    for (;;) {
      if (driver.exitCode !== null) throw new Error(`${program} ended with ${driver.exitCode}`);
      const up = await fetch(`${address}/status`).catch(() => null);
      if (up) break;
      await wait(50);
    }
    const capabilities = { alwaysMatch: { timeouts: { script: patience, pageLoad: patience, implicit: 0 } } };
    try {
      const opened = call<{ sessionId: string }>("POST", `${address}/session`, { capabilities }, opening);
      return new Session(driver, `${address}/session/${(await opened).sessionId}`);
    } catch (error) {
      endTied(driver);
      throw error;
    }
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return call<T>("POST", `${this.address}/${path}`, body);
  }

  async close(): Promise<void> {
    await call("DELETE", this.address).catch(() => {});
    endTied(this.driver);
  }
}

/** @param within milliseconds */
async function call<T>(method: string, url: string, body?: object, within?: number): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    ...(within && { signal: AbortSignal.timeout(within) }),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
