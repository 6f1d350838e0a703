/**
 * The JavaScript side of embind for calls with numbers only. Emscripten's own also supports strings, classes and overloads, and
 * locates and fetches the module: four times the size of this file, gzipped. Loading is in load.ts. Emscripten's
 * <emscripten/bind.h> declares the registration functions that a module calls as it starts.
 */

/** Extra arguments are ignored. */
type Call = (...numbers: number[]) => number;

export interface Instance {
  readonly memory: WebAssembly.Memory;
  /** The functions that C++ exports, by name. */
  readonly calls: Readonly<Record<string, Call>>;
  /** The same as they are: nothing follows a call, and numbers of 32 bits are signed. */
  readonly direct: Readonly<Record<string, Call>>;
}

const nothing = () => {};

/**
 * @param start name of the module's first function. @param finish runs after every exported call, before it returns
 * @returns null for a module that does not have it
 * @throws errors of WebAssembly for a module with other imports
 */
export async function instantiate(
  module: WebAssembly.Module,
  start: string,
  finish: () => void,
): Promise<Instance | null> {
  const unsigned = new Set<number>();
  const functions: (() => void)[] = [];
  const calls: Record<string, Call> = {};
  const direct: Record<string, Call> = {};
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
      _invoker: number,
      fn: number,
    ) {
      // Deferred until all types are registered.
      functions.push(() => {
        const returned = new Uint32Array(memory.buffer, types, 1)[0] as number;
        // Of numbers alone the invoker, which functions of one signature share, would convert nothing.
        const call: Call = table.get(fn);
        direct[textAt(name)] = call;
        calls[textAt(name)] = bind(call, unsigned.has(returned), finish);
      });
    },
    emscripten_notify_memory_growth: nothing, // `finish` checks for growth
    now: () => performance.now(),
  };
  const { exports } = await WebAssembly.instantiate(module, { env });
  const memory = exports.memory as WebAssembly.Memory;
  const table = exports.__indirect_function_table as WebAssembly.Table;
  const textAt = (address: number) => {
    const bytes = new Uint8Array(memory.buffer);
    return String.fromCharCode(...bytes.subarray(address, bytes.indexOf(0, address)));
  };
  const initialise = exports[start] as (() => void) | undefined;
  if (initialise === undefined) return null;
  initialise();
  for (const name of functions) name();
  // Copies: objects that have grown are slow to read.
  return { memory, calls: { ...calls }, direct: { ...direct } };
}

/** Extra arguments are ignored by the callee; a rest parameter would cost more than the call. */
function bind(direct: Call, isUnsigned: boolean, finish: () => void): Call {
  type Numbers = [number, number, number, number, number, number, number, number, number, number];
  const call: (...numbers: Numbers) => number = (a, b, c, d, e, f, g, h, i, j) => {
    const answer = direct(a, b, c, d, e, f, g, h, i, j);
    finish();
    return isUnsigned ? answer >>> 0 : answer;
  };
  return call as Call;
}
