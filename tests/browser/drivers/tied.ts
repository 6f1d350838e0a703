import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Starts a program that ends with this process, however this one ends: a worker of Vitest may be killed, and has no time to clean up. A
 * shell holds the other end of a pipe, and ends the program when the pipe closes.
 */
export function startTied(program: string, args: readonly string[], env = process.env): ChildProcess {
  const script = '"$0" "$@" & read -r line; kill $!';
  return spawn("sh", ["-c", script, program, ...args], { env, stdio: ["pipe", "pipe", "ignore"] });
}

/** Lets this process end while the other still runs. */
export function letGo(child: ChildProcess): void {
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket | null)?.unref();
}

/** Ends what `startTied` has started. */
export const endTied = (child: ChildProcess): void => void child.stdin?.end();
