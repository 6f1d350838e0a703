// What a WebAssembly module shares with JavaScript, from its C++: numbers (cpp/bindings/border.h), and the calls that its sources bind.

import { createHash } from "node:crypto";
import { leb, list, Reader, section, sectionsOf, sized } from "./wasm_sections.js";

/** Of a BorderNumber: the address of its name, then its value. */
const NUMBER_BYTES = 16;
const VALUE = 8;
const START = "_initialize";
/** What the wrapper of a call in web/src/embind.ts passes on. */
const MOST_ARGUMENTS = 10;

const types = { void: "void", bool: "boolean", double: "number", "std::uint32_t": "number" };
const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

function typeOf(type, call) {
  if (types[type] === undefined) throw new Error(`${call}: only numbers cross the border, and no ${type}`);
  return types[type];
}

/**
 * The calls that a source binds, as members of an interface: their types are those of the functions, defined in the same source.
 * @param {string} source
 */
export function callsOf(source) {
  return [...source.matchAll(/bind_call\("(\w+)",\s+&(\w+)\)/g)].map(([, call, name]) => {
    const definition = new RegExp(`^(?:inline )?([\\w:]+) ${name}\\(([^)]*)\\) \\{`, "m").exec(source);
    if (definition === null) throw new Error(`${call}: ${name} is not defined where it is bound`);
    const [, result, list] = definition;
    const parameters = list === "" ? [] : list.split(",").map((text) => text.trim().split(" "));
    if (parameters.length > MOST_ARGUMENTS) throw new Error(`${call}: more than ${MOST_ARGUMENTS} arguments`);
    const declared = parameters.map(([type, parameter]) => `${camelCase(parameter)}: ${typeOf(type, call)}`);
    return `  ${call}(${declared.join(", ")}): ${typeOf(result, call)};`;
  });
}

/** The numbers in the memory of a module as constants, or as members of an object. */
function constantsOf(module) {
  const exports = /** @type {any} */ (new WebAssembly.Instance(new WebAssembly.Module(module)).exports);
  const memory = Buffer.from(exports.memory.buffer);
  const constants = [];
  const objects = {};
  for (const table of Object.keys(exports).filter((name) => name.endsWith("_numbers"))) {
    for (let at = exports[table](); memory.readUInt32LE(at) !== 0; at += NUMBER_BYTES) {
      const text = memory.readUInt32LE(at);
      const [name, member] = memory.toString("latin1", text, memory.indexOf(0, text)).split(":");
      const value = memory.readDoubleLE(at + VALUE);
      if (member !== undefined) objects[name] = [...(objects[name] ?? []), `${camelCase(member)}: ${value}`];
      else constants.push(`export const ${name.replace(".", "_").toUpperCase()} = ${value};`);
    }
  }
  const written = Object.entries(objects).map(
    ([name, members]) => `export const ${name} = { ${members.join(", ")} } as const;`,
  );
  return [...constants, ...written];
}

/** The exports with another name for the first function to call. */
function renameStart(exports, start) {
  return list(
    new Reader(exports).list((reader) => {
      const name = reader.sized().toString();
      return Buffer.concat([
        sized(Buffer.from(name === START ? start : name)),
        leb(reader.byte()),
        leb(reader.number()),
      ]);
    }),
  );
}

/**
 * @param {Buffer} module
 * @param {Buffer} numbers a module with tables of numbers in its memory
 * @param {readonly string[]} sources the C++ of the module's bindings
 * @returns {{ module: Buffer, typescript: string }} the module with a first function that is named after what it shares, so that code
 *     for another one does not find it
 */
export function takeBorder(module, numbers, sources) {
  const shared = [...constantsOf(numbers), "export interface Calls {", ...sources.flatMap(callsOf).sort(), "}"].join(
    "\n",
  );
  const start = `start_${createHash("sha256").update(shared).digest("hex").slice(0, 8)}`;
  const parts = sectionsOf(module).map(({ id, content }) =>
    Buffer.concat([leb(id), sized(id === section.exports ? renameStart(content, start) : content)]),
  );
  return {
    module: Buffer.concat([module.subarray(0, 8), ...parts]),
    typescript: `// Made by tools/lib/border.js from cpp/bindings.\n\n${shared}\nexport const START = "${start}";\n`,
  };
}
