#!/usr/bin/env node
import { version } from "../../package.json";
import { decomposeCommand } from "./decompose_command.js";
import { CLOSED_PIPE, FAILED, UsageError, WRONG_USAGE } from "./exit.js";
import { infoCommand } from "./info_command.js";
import { levelCommand } from "./level_command.js";

/** The command `hyperplane`: the package's work for pipelines. A subcommand is one function, named in one list. */

/** @returns the exit code */
type Command = (words: string[]) => Promise<number>;

const commands: { readonly [name: string]: Command } = {
  decompose: decomposeCommand,
  level: levelCommand,
  info: infoCommand,
};
const names = Object.keys(commands).join(", ");

const HELP = `hyperplane ${version}: collision detection for the web

Usage: hyperplane decompose <model> [options]        a concave model as a few convex parts
       hyperplane level <model> -o <file> [options]  a model as a level, with its tree
       hyperplane info <file>                        what is in a model, a level, a snapshot
       hyperplane <command> --help
       hyperplane --version
`;

async function run(words: string[]): Promise<number> {
  const [name = "", ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command(rest);
  if (name === "--help" || name === "-h") process.stdout.write(HELP);
  else if (name === "--version" || name === "-v") process.stdout.write(`${version}\n`);
  else if (name === "") throw new UsageError(`which command? One of ${names}; --help says more`);
  else throw new UsageError(`there is no command ${name}; the commands are ${names}`);
  return 0;
}

const isClosedPipe = (error: unknown) => (error as { code?: unknown }).code === "EPIPE";

process.stdout.on("error", (error) => {
  if (!isClosedPipe(error)) throw error;
  process.exit(CLOSED_PIPE);
});

// Standard output is for results. Loaders may have something to say.
console.log = console.info = console.error;
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (isClosedPipe(error)) process.exit(CLOSED_PIPE);
  process.stderr.write(`hyperplane: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAILED;
}
