import { which } from "../../tools/lib/process.js";
import { letGo, startTied } from "./drivers/tied.js";

let display: Promise<string> | undefined;

/**
 * A screen to draw on: the one that is there, or a virtual one (Xvfb), which ends with this process and is its own.
 *
 * @returns what belongs into the variable DISPLAY
 */
export function startDisplay(): Promise<string> {
  display ??= process.env.DISPLAY ? Promise.resolve(process.env.DISPLAY) : startVirtual();
  return display;
}

/** Xvfb looks for a free number itself, and prints it. */
function startVirtual(): Promise<string> {
  const program = which("Xvfb");
  if (!program) throw new Error("There is no screen, and no Xvfb: run  node tools/setup.js --for firefox");
  const server = startTied(program, ["-displayfd", "1", "-screen", "0", "2600x1400x24", "-nolisten", "tcp"]);
  return new Promise((resolve, reject) => {
    server.stdout?.once("data", (number: Buffer) => {
      letGo(server);
      resolve(`:${number.toString().trim()}`);
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
}
