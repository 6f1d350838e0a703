import { readFile, writeFile } from "node:fs/promises";
import { extname, resolve as pathOf } from "node:path";
import { UsageError } from "./exit.js";
import type { Model } from "./read_model.js";

/** Files in and out. Errors name them. */

/** @throws Error that names the file */
export async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // A copy of its own: small files share a buffer.
    return Uint8Array.from(await readFile(file));
  } catch (cause) {
    throw new Error(`cannot read ${file}: ${(cause as Error).message}`);
  }
}

/** @throws UsageError if the output would take the place of the model */
export function checkOutput(output: string, model: string): void {
  if (output !== "-" && pathOf(output) === pathOf(model)) {
    throw new UsageError(`${output} is the model, which would be overwritten`);
  }
}

/** @param output a file, or "-" for standard output @throws Error that names the file */
export async function writeOutput(output: string, content: string | Uint8Array): Promise<void> {
  if (output === "-") {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(content, (cause) => (cause ? reject(cause) : resolve()));
    });
    return;
  }
  await writeFile(output, content).catch((cause: Error) => {
    throw new Error(`cannot write ${output}: ${cause.message}`);
  });
}

/** Extensions of the models that `readModel` knows. */
export const MODELS = [".glb", ".obj", ".ply", ".stl"] as const;

/** As `readModel`, whose code needs three.js. @throws UsageError, and Error that says how to install three.js */
export async function loadModel(file: string): Promise<Model> {
  const extension = extname(file).toLowerCase();
  const known = MODELS.find((model) => model === extension);
  if (known === undefined) {
    const hint = extension === ".gltf" ? "; pack the .gltf into a .glb" : "";
    throw new UsageError(`${file} is none of ${MODELS.join(", ")}${hint}`);
  }
  const { readModel } = await import("./read_model.js").catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error("three.js reads the files, and is not installed beside this package: npm install three");
  });
  return readModel(file, known);
}
