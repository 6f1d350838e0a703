import { fresh } from "./fresh.js";
import { startHooked, withAnswers } from "./hooked_start.js";

type Hyperplane = typeof import("hyperplane");

/** The package with a core whose memory is replaced, as by a growth, within every call of every function. */
export async function freshWithGrowingMemory(): Promise<{ hyperplane: Hyperplane; growths: () => number }> {
  const hyperplane = await fresh();
  let growths = 0;
  await startHooked(hyperplane.init, (exports) =>
    withAnswers(exports, (answer) => {
      // By nothing: the buffer is detached all the same, and memory lasts for as many calls as the test makes.
      (exports.memory as WebAssembly.Memory).grow(0);
      growths++;
      return answer;
    }),
  );
  return { hyperplane, growths: () => growths };
}
