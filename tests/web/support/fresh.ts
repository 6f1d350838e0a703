import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";

type Hyperplane = typeof import("hyperplane");

const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));

/** The bytes of the built .wasm file. */
export function wasmBytes(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(dist, "hyperplane.wasm")));
}

/** A folder with a copy of the built package, until the test ends. */
export function copyOfDist(): string {
  const folder = mkdtempSync(join(tmpdir(), "hyperplane-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true, filter: (file) => !/types|\.map$/.test(file.slice(dist.length)) });
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    // Vite complains of maps that are not there.
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/^\/\/# sourceMappingURL=.*/m, ""));
  }
  return folder;
}

/** The package as if it had never been imported. */
export async function fresh(entry = "hyperplane.js", folder = copyOfDist()): Promise<Hyperplane> {
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, entry)).href)) as Hyperplane;
}
