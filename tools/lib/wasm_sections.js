// Reads and writes the sections of a WebAssembly module (WebAssembly 2.0, "Binary Format").

export const section = { custom: 0, imports: 2, functions: 3, exports: 7, start: 8, elements: 9, code: 10 };
export const functionKind = 0;

export class Reader {
  #bytes;

  constructor(bytes, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isDone() {
    return this.at >= this.#bytes.length;
  }

  byte() {
    return this.#bytes[this.at++];
  }

  /** A number in LEB128, of which the low 32 bits matter. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      if (shift < 32) result |= (byte & 127) << shift;
      if (byte < 128) return result >>> 0;
    }
  }

  take(count) {
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }

  /** Bytes that follow their number. */
  sized() {
    return this.take(this.number());
  }

  list(read) {
    return Array.from({ length: this.number() }, () => read(this));
  }
}

export function leb(number) {
  const bytes = [];
  for (let rest = number; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(Math.floor(number / 128 ** bytes.length));
  return Uint8Array.from(bytes);
}

export const sized = (content) => Buffer.concat([leb(content.length), content]);
export const list = (items) => Buffer.concat([leb(items.length), ...items]);

export function sectionsOf(module) {
  const reader = new Reader(module, 8);
  const sections = [];
  while (!reader.isDone) sections.push({ id: reader.byte(), content: reader.sized() });
  return sections;
}
