import { wasmBytes } from "./fresh.js";

const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
const PAGE = 65536;

/** The built .wasm file with a smaller limit of its memory, to run out of it quickly. */
export function wasmWithMemory(byteLimit: number): Uint8Array<ArrayBuffer> {
  const bytes = wasmBytes();
  let at = 8;
  /** LEB128 */
  const readNumber = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  for (;;) {
    const section = bytes[at++];
    const size = readNumber();
    if (section === MEMORY_SECTION) break;
    at += size;
  }
  readNumber(); // number of memories
  const flags = readNumber();
  if ((flags & HAS_MAXIMUM) === 0) throw new Error("the memory of the core has no limit");
  readNumber(); // first size
  const start = at;
  readNumber();
  // As many bytes as before: the upper ones may be zero.
  for (let i = start, pages = byteLimit / PAGE; i < at; i++, pages = Math.floor(pages / 128))
    bytes[i] = (pages & 0x7f) | (i < at - 1 ? 0x80 : 0);
  return bytes;
}
