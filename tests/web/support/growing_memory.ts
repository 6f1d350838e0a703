import { fresh } from "./fresh.js";

type Hyperplane = typeof import("hyperplane");

/** The package with a core whose memory is replaced, as by a growth, within every call of every function. */
export async function freshWithGrowingMemory(): Promise<{ hyperplane: Hyperplane; growths: () => number }> {
  const hyperplane = await fresh();
  const { instantiate } = WebAssembly;
  let growths = 0;
  const hook = async (module: WebAssembly.Module, imports: WebAssembly.Imports): Promise<unknown> => {
    const { exports } = await instantiate(module, imports);
    const memory = exports.memory as WebAssembly.Memory;
    const table = exports.__indirect_function_table as WebAssembly.Table;
    const get = (i: number) => {
      const call = table.get(i) as (...numbers: number[]) => number;
      return (...numbers: number[]): number => {
        const answer = call(...numbers);
        // By nothing: the buffer is detached all the same, and memory lasts for as many calls as the test makes.
        memory.grow(0);
        growths++;
        return answer;
      };
    };
    return { exports: { ...exports, __indirect_function_table: { get } } };
  };
  WebAssembly.instantiate = hook as typeof WebAssembly.instantiate;
  try {
    await hyperplane.init();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  return { hyperplane, growths: () => growths };
}
