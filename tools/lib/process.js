// Running other programs, and finding them.

import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";

const isWindows = process.platform === "win32";

/** A failure that is told to the user as it stands, without a stack trace. */
export class ToolError extends Error {}

function isProgram(path) {
  try {
    accessSync(path, isWindows ? constants.F_OK : constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The first program of these names on the PATH, or null. */
export function which(...names) {
  const suffixes = isWindows ? (process.env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";") : [""];
  for (const name of names) {
    if (isAbsolute(name)) {
      if (isProgram(name)) return name;
      continue;
    }
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      if (!folder) continue;
      for (const suffix of suffixes) {
        const path = join(folder, name + suffix);
        if (isProgram(path)) return path;
      }
    }
  }
  return null;
}

function start(command, args, options) {
  // Windows runs .cmd files (npm, emcc) only through its shell.
  const shell = isWindows && !/\.exe$/i.test(command);
  return spawn(command, args, { shell, windowsHide: true, ...options });
}

/**
 * Runs a program and gives back what it printed. Never throws for a non-zero exit: look at `code`.
 * @returns {Promise<{ code: number, stdout: string, stderr: string, output: string }>}
 */
export function capture(command, args = [], options = {}) {
  return new Promise((resolve) => {
    const child = start(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let stdout = "";
    let stderr = "";
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
      output += text;
    });
    child.on("error", (error) => resolve({ code: 127, stdout, stderr: error.message, output: output + error.message }));
    child.on("close", (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), stdout, stderr, output }));
  });
}

/**
 * Runs a program with its output on the terminal. Throws a ToolError when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions & { hide?: RegExp }} settings  as for spawn; lines of its standard
 *   output that match `hide` are left out
 */
export async function run(command, args = [], settings = {}) {
  const { hide, ...options } = settings;
  const code = await new Promise((resolve) => {
    const child = start(command, args, { stdio: ["ignore", hide ? "pipe" : "inherit", "inherit"], ...options });
    if (hide) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (!hide.test(line)) process.stdout.write(`${line}\n`);
      });
    }
    child.on("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(127);
    });
    child.on("close", (status, signal) => resolve(status ?? (signal ? 128 : 1)));
  });
  if (code !== 0) throw new ToolError(`failed (exit code ${code}): ${[command, ...args].join(" ")}`);
}

/** Runs a program quietly; its output is shown only when it fails. */
export async function runQuietly(command, args = [], options = {}) {
  const result = await capture(command, args, options);
  if (result.code !== 0) {
    throw new ToolError(
      `failed (exit code ${result.code}): ${[command, ...args].join(" ")}\n${result.output.trimEnd()}`,
    );
  }
  return result;
}

/** Ends a command line tool: a ToolError is told in plain words, anything else is a bug and keeps its stack. */
export async function main(body) {
  // Whoever reads our output (head, less) may stop reading.
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  try {
    process.exitCode = (await body()) ?? process.exitCode ?? 0;
  } catch (error) {
    // A disk that is full or a folder that is not ours is no bug either.
    if (!(error instanceof ToolError) && !error.syscall) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
