// The machine that the set-up looks at: its programs, files and environment. Everything that decides what to install takes one
// as a parameter, so that tests can describe other machines (tests/structure/simulated_machine.ts).

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { capture, which } from "./process.js";

/**
 * @typedef {object} Machine
 * @property {string} platform   as process.platform
 * @property {string} arch       as process.arch
 * @property {boolean} isRoot
 * @property {string} home       the user's home folder
 * @property {Record<string, string | undefined>} variables   the environment
 * @property {(...names: string[]) => string | null} which    the first of these programs on the PATH
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => string} read      throws when there is no such file
 * @property {(path: string) => string} realpath
 * @property {(command: string, args: string[]) => Promise<{ code: number, stdout: string, output: string }>} capture
 */

/** @type {Machine} */
export const thisMachine = {
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
  home: homedir(),
  variables: process.env,
  which,
  exists: existsSync,
  read: (path) => readFileSync(path, "utf8"),
  realpath: (path) => realpathSync(path),
  capture: (command, args) => capture(command, args, { env: { ...process.env, LC_ALL: "C" } }),
};
