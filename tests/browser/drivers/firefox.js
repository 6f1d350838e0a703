#!/usr/bin/env node
// Stands between Playwright and a Firefox as its makers ship it: Playwright starts this program in its place. Both speak
// WebDriver BiDi (W3C, WebDriver BiDi, 2025). The one command that Playwright sends to every page and this Firefox has not,
// emulation.setMediaFeaturesOverride, is answered here with success; media.ts emulates those features by a script in the page.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const missing = "emulation.setMediaFeaturesOverride";
const announcement = /^WebDriver BiDi listening on (ws:\/\/\S+)$/;

const firefox = spawn(process.env.HYPERPLANE_FIREFOX_PROGRAM ?? "firefox", process.argv.slice(2), {
  stdio: ["ignore", "inherit", "pipe"],
});
firefox.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => firefox.kill(signal));

createInterface({ input: firefox.stderr }).on("line", (line) => {
  const [, address] = announcement.exec(line) ?? [];
  if (address) relay(address);
  else process.stderr.write(`${line}\n`);
});

/** Passes messages on, both ways, and says where. @param {string} address of Firefox */
function relay(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("listening", () => {
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on("connection", (client) => {
    const browser = new WebSocket(`${address}/session`);
    /** What came before Firefox had answered. @type {string[] | null} */
    let waiting = [];
    browser.on("open", () => {
      for (const text of waiting ?? []) browser.send(text);
      waiting = null;
    });
    client.on("message", (data) => {
      const text = String(data);
      const { id, method } = JSON.parse(text);
      if (method === missing) client.send(JSON.stringify({ type: "success", id, result: {} }));
      else if (waiting) waiting.push(text);
      else browser.send(text);
    });
    browser.on("message", (data) => client.send(String(data)));
    browser.on("close", () => client.close());
    client.on("close", () => browser.close());
    browser.on("error", () => client.close());
  });
}
