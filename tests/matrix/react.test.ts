import { expect } from "vitest";
import { type App, nextServer, titleOf, titleOfFolder, withServer } from "./app.js";
import { environment, theBrowser } from "./environment.js";
import { main, page, script } from "./page.js";

/** `hyperplane/react` with the versions of react-three-fiber that it is for. */

const answer = "worlds 1 0 1 0, forgotten 0";

for (const [fiber, react, three] of [
  ["8.18.0", "18.3.1", "0.170.0"],
  ["9.8.2", "19.3.1", "0.187.0"],
] as const) {
  const packages = { "@react-three/fiber": fiber, react, "react-dom": react, three };
  environment("react-three-fiber", { ...packages, vite: "8.3.8" }, (use) => {
    use(`hyperplane/react, React ${react}: page`, "nothing", async (app) => {
      app.write("index.html", page("main.js"));
      app.write("main.js", main("program_react"));
      await app.must("vite", "build", "--outDir", "built");
      expect((await titleOfFolder(await theBrowser(), app.at("built"))).title).toBe(answer);
    });
  });
}

const build = async (app: App, bundler: string) => {
  app.write("next.config.mjs", "export default {};");
  app.write("app/layout.js", `export default ({ children }) => <html lang="en"><body>{children}</body></html>;`);
  app.write(
    "app/page.js",
    `"use client";
import { useEffect } from "react";
export default function Page() {
  useEffect(() => { ${script("../web/program_react.js")} }, []);
  return null;
}
`,
  );
  await app.must("next", "build", `--${bundler}`);
};

environment(
  "Next",
  {
    next: "16.4.6",
    "@react-three/fiber": "9.8.2",
    react: "19.3.1",
    "react-dom": "19.3.1",
    three: "0.187.0",
  },
  (use) => {
    for (const bundler of ["turbopack", "webpack"]) {
      use(`hyperplane/react, ${bundler}: client component`, "nothing", async (app) => {
        await build(app, bundler);
        await withServer(app, nextServer.command, nextServer.says, async (url) => {
          expect((await titleOf(await theBrowser(), url)).title).toBe(answer);
        });
      });
    }
  },
);
