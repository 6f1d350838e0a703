/**
 * The receiving side of embind, Emscripten's way of naming C++ functions to JavaScript, for calls with numbers only.
 * Emscripten has one of its own, which knows strings, classes and overloads as well and finds, fetches and starts the
 * module: four times the code of this file, gzipped, for what this package does by itself (load.ts) or does not need.
 * What a module says as it starts is declared in Emscripten's <emscripten/bind.h>.
 */

/** What a function takes and gives. Arguments that it does not have are not looked at. */
type Call = (...numbers: number[]) => number;

export interface Instance {
  readonly memory: WebAssembly.Memory;
  /** The functions that C++ may name by their place. */
  readonly table: WebAssembly.Table;
  /** The functions that C++ has named to JavaScript. */
  readonly calls: Readonly<Record<string, Call>>;
}

const nothing = () => {};

/**
 * @param finish runs after every named call, before its answer is handed back
 * @throws whatever WebAssembly throws, when the module is not one of ours
 */
export async function instantiate(module: WebAssembly.Module, finish: () => void): Promise<Instance> {
  const unsigned = new Set<number>();
  const functions: (() => void)[] = [];
  const calls: Record<string, Call> = {};
  const env = {
    _embind_register_void: nothing,
    _embind_register_float: nothing,
    _embind_register_integer(type: number, _name: number, _size: number, least: number) {
      if (least === 0) unsigned.add(type);
    },
    _embind_register_function(
      name: number,
      _count: number,
      types: number,
      _kinds: number,
      invoker: number,
      fn: number,
    ) {
      // Later, when all types are known.
      functions.push(() => {
        const returned = new Uint32Array(memory.buffer, types, 1)[0] as number;
        calls[textAt(name)] = bind(table.get(invoker), fn, unsigned.has(returned), finish);
      });
    },
    emscripten_notify_memory_growth: nothing, // `finish` looks for itself
    now: () => performance.now(),
  };
  const { exports } = await WebAssembly.instantiate(module, { env });
  const memory = exports.memory as WebAssembly.Memory;
  const table = exports.__indirect_function_table as WebAssembly.Table;
  const textAt = (address: number) => {
    const bytes = new Uint8Array(memory.buffer);
    return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)));
  };
  (exports._initialize as () => void)();
  for (const name of functions) name();
  return { memory, table, calls };
}

/** Extra arguments are ignored by the callee; a rest parameter would cost more than the call. */
function bind(invoke: Call, fn: number, isUnsigned: boolean, finish: () => void): Call {
  type Numbers = [number, number, number, number, number, number, number, number, number];
  const call: (...numbers: Numbers) => number = (a, b, c, d, e, f, g, h, i) => {
    const answer = invoke(fn, a, b, c, d, e, f, g, h, i);
    finish();
    return isUnsigned ? answer >>> 0 : answer;
  };
  return call as Call;
}
