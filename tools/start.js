#!/usr/bin/env node
// npm start: sets up what is missing, builds, and serves the demo page.

import { parseArgs } from "node:util";
import { duration, note, step } from "./lib/log.js";
import { buildPage } from "./lib/page.js";
import { inRepository } from "./lib/paths.js";
import { main, ToolError } from "./lib/process.js";

const help = `Usage: npm start -- [options]

  --port N    the port to serve on (default 5173, or the next free one)
  --host      serve to other machines of the network too, such as a phone
  --open      open the page in a browser
  --help      this text
`;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string" },
        host: { type: "boolean" },
        open: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.port !== undefined && !/^\d{1,5}$/.test(values.port))
      throw new Error(`--port takes a number, got ${values.port}`);
    return values;
  } catch (error) {
    throw new ToolError(`${error.message}\n\n${help}`);
  }
}

await main(async () => {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  const begin = performance.now();
  const usesPackage = await buildPage();
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: inRepository("vite.config.ts"),
    mode: usesPackage ? "package" : "page",
    logLevel: "warn",
    server: {
      port: options.port === undefined ? 5173 : Number(options.port),
      strictPort: options.port !== undefined,
      ...(options.host ? { host: true } : {}),
      open: options.open ?? false,
    },
  });
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw new ToolError(`The page could not be served: ${error.message}`);
  }
  step(`The demo page is ready (${duration(performance.now() - begin)}). Ctrl+C ends it.`);
  for (const address of [...(server.resolvedUrls?.local ?? []), ...(server.resolvedUrls?.network ?? [])]) note(address);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      server.close().finally(() => process.exit(0));
    });
  }
});
