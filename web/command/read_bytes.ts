import { readFile } from "node:fs/promises";

/** @throws Error that names the file */
export async function readBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // A copy of its own: small files share a buffer.
    return Uint8Array.from(await readFile(file));
  } catch (cause) {
    throw new Error(`cannot read ${file}: ${(cause as Error).message}`);
  }
}
