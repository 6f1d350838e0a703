import { expect } from "vitest";
import { environment } from "./environment.js";

/** The declarations, with nothing but what a table of compilers, libraries and ways to resolve names has. */

const source = (
  entries: readonly string[],
) => `${entries.map((entry, i) => `import * as entry${i} from "${entry}";`).join("\n")}
import { Box, type Collider, init, type WasmSource, World } from "hyperplane";
import type { DecomposeOptions } from "hyperplane/decompose";
import url from "hyperplane/hyperplane.wasm";

export async function run(source: WasmSource, options: DecomposeOptions): Promise<number> {
  await init({ wasm: url });
  await init({ wasm: source });
  // @ts-expect-error: a number is no source
  await init({ wasm: 7 });
  // @ts-expect-error: nor is any object
  await init({ wasm: { address: url } });
  // @ts-expect-error: there is no such option
  await init({ wsam: url });
  const world = new World();
  const collider: Collider = world.add({ shape: new Box(1, 1, 1) });
  world.snapshot().length.toFixed();
  collider.removed;
  return (options.maxParts ?? 0) + [${entries.map((_, i) => `entry${i}`).join(", ")}].length;
}
`;

const withDisposable = `
export function use(): void {
  using box = new Box(1, 1, 1);
  using world = new World();
  world.add({ shape: box });
}
`;
const withDom = `
export const sources: WasmSource[] = [new URL("a:b"), new Request(""), new Response(), fetch(""), new Uint8Array(1), new ArrayBuffer(1), new WebAssembly.Module(new Uint8Array(1))];
export const abortable: DecomposeOptions = { signal: new AbortController().signal };
`;

const entries = ["hyperplane/inline", "hyperplane/decompose", "hyperplane/decompose/inline"];
const resolutions = {
  Bundler: { module: "ESNext", moduleResolution: "Bundler" },
  NodeNext: { module: "NodeNext", moduleResolution: "NodeNext" },
  Node16: { module: "Node16", moduleResolution: "Node16" },
  node: { module: "ESNext", moduleResolution: "node", ignoreDeprecations: "6.0" },
};
const libraries = {
  "ES2021 alone": { lib: ["ES2021"], more: "" },
  "ES2022 alone": { lib: ["ES2022"], more: "" },
  "ES2022 and DOM": { lib: ["ES2022", "DOM"], more: withDom },
  "ES2022 and WebWorker": { lib: ["ES2022", "WebWorker"], more: withDom },
  ESNext: { lib: ["ESNext"], more: withDisposable },
  "ESNext and DOM": { lib: ["ESNext", "DOM"], more: withDom + withDisposable },
};

/** Versions with every way to resolve names; the others have one. */
const thorough = ["5.2.2", "5.9.3", "6.0.3", "7.0.2"];

for (const version of ["5.2.2", "5.3.3", "5.4.5", "5.5.4", "5.6.3", "5.7.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"]) {
  environment("TypeScript", { typescript: version }, (use) => {
    use(
      `${Object.keys(libraries).join("; ")}, resolved as ${Object.keys(resolutions).join(", ")}`,
      "nothing",
      async (app) => {
        const failures: string[] = [];
        for (const [resolution, options] of Object.entries(resolutions)) {
          if (resolution !== "Bundler" && !thorough.includes(version)) continue;
          if (resolution === "node" && version.startsWith("7.")) continue; // it is gone
          for (const [library, { lib, more }] of Object.entries(libraries)) {
            const name = `types/${resolution}-${library.replaceAll(" ", "-")}`;
            const { ignoreDeprecations, ...rest } = options as typeof options & { ignoreDeprecations?: string };
            const deprecated = ignoreDeprecations && version.startsWith("6.") ? { ignoreDeprecations } : {};
            app.write(`${name}/main.ts`, source(entries) + more);
            app.write(
              `${name}/tsconfig.json`,
              JSON.stringify({
                compilerOptions: {
                  strict: true,
                  exactOptionalPropertyTypes: true,
                  noUncheckedIndexedAccess: true,
                  skipLibCheck: false,
                  noEmit: true,
                  target: "ES2022",
                  types: [],
                  lib,
                  ...rest,
                  ...deprecated,
                },
                files: ["main.ts"],
              }),
            );
            const { stdout, code } = await app.run("tsc", "-p", name);
            if (code !== 0) failures.push(`${resolution}, ${library}:\n${stdout}`);
          }
        }
        expect(failures).toEqual([]);
      },
    );
  });
}
