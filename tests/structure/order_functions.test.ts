import { describe, expect, it } from "vitest";
import { orderFunctions } from "../../tools/lib/order_functions.js";

const sized = (content: number[]) => [content.length, ...content];
const list = (items: number[][]) => [items.length, ...items.flat()];
const section = (id: number, content: number[]) => [id, ...sized(content)];
const text = (name: string) => sized([...Buffer.from(name)]);
const I32 = 0x7f;
const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Functions: 0 is imported, 1 to 3 are below. All take nothing and return an i32; `pad` changes nothing. */
const pad = [0x41, 7, 0x1a, 0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x1a, 0xfd, 12, ...new Array(16).fill(0x10), 0x1a];
const bodies = [
  // 10 * 3() + 2
  [0, 0x41, 10, 0x10, 3, 0x6c, 0x41, 2, 0x6a, 0x0b],
  [0, 0x41, 5, 0x0b],
  // 0() + 2(), which is in the table, with a local of a block between
  [1, 1, I32, ...pad, ...pad, 0x02, 0x40, 0x10, 0, 0x21, 0, 0x0b, 0x20, 0, 0x41, 0, 0x11, 0, 0, 0x6a, 0x0b],
];
const parts = [
  section(1, list([[0x60, 0, 1, I32]])),
  section(2, list([[...text("m"), ...text("f"), 0, 0]])),
  section(3, list([[0], [0], [0]])),
  section(4, list([[0x70, 0, 1]])),
  section(7, list([1, 2, 3].map((number) => [...text(`f${number}`), 0, number]))),
  section(9, list([[0, 0x41, 0, 0x0b, ...list([[2]])]])),
  section(10, list(bodies.map((body) => sized(body)))),
];
const module = Buffer.from([...header, ...parts.flat()]);

function answers(bytes: Buffer): Record<string, number> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)), { m: { f: () => 100 } });
  return Object.fromEntries(Object.entries(exports).map(([name, f]) => [name, (f as () => number)()]));
}

describe("the order of functions", () => {
  it("changes, and nothing else", () => {
    const ordered = orderFunctions(module);
    expect(answers(module)).toEqual({ f1: 1052, f2: 5, f3: 105 });
    expect(answers(ordered)).toEqual(answers(module));
    // The largest function comes first.
    const isLargestFirst = (bytes: Buffer) =>
      bytes.indexOf(Buffer.from(pad)) < bytes.indexOf(Buffer.from(bodies[1] ?? []));
    expect([isLargestFirst(module), isLargestFirst(ordered)]).toEqual([false, true]);
  });

  it("leaves hints of alignment alike, but for numbers that are read from bytes", () => {
    // drop(f64.load(0)), drop(v128.load(0)), then an i32
    const loads = (number: number, vector: number) => [
      0,
      0x41,
      0,
      0x2b,
      number,
      8,
      0x1a,
      0x41,
      0,
      0xfd,
      0,
      vector,
      8,
      0x1a,
      0x41,
      7,
      0x0b,
    ];
    const withLoads = (number: number, vector: number) => {
      const sections = [
        section(1, list([[0x60, 0, 1, I32]])),
        section(3, list([[0]])),
        section(5, list([[0, 1]])),
        section(7, list([[...text("f"), 0, 0]])),
        section(10, list([sized(loads(number, vector))])),
      ];
      return Buffer.from([...header, ...sections.flat()]);
    };
    const ordered = orderFunctions(withLoads(2, 3));
    expect(answers(ordered)).toEqual({ f: 7 });
    expect(ordered).toEqual(withLoads(3, 4));
    expect(orderFunctions(withLoads(0, 0))).toEqual(withLoads(0, 0));
  });

  it("stays as it is in a module with names, which is for profiles", () => {
    const named = Buffer.concat([module, Buffer.from(section(0, text("name")))]);
    expect(orderFunctions(named)).toBe(named);
  });

  it("is refused where an instruction is unknown, which might name a function", () => {
    const unknown = [...parts.slice(0, -1), section(10, list([[0, 0xfb, 0x0b], ...bodies.slice(1)].map(sized)))];
    expect(() => orderFunctions(Buffer.from([...header, ...unknown.flat()]))).toThrow("no known instruction");
  });
});
