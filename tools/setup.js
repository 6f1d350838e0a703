#!/usr/bin/env node
// Sets up what building and testing need. Uses nothing but Node, so that it runs in a fresh clone.

import { parseArgs } from "node:util";
import { environmentFor, findEmscripten } from "./lib/emscripten.js";
import { logToStandardError, note, step } from "./lib/log.js";
import { thisMachine } from "./lib/machine.js";
import { main, run, ToolError } from "./lib/process.js";
import { needs, requirements } from "./lib/requirements.js";
import { provide } from "./lib/set_up.js";

const help = `Usage: node tools/setup.js [command] [options]

  (no command)      install what is missing (default: what a build to WebAssembly needs)
  list              say what is there and what is missing; install nothing
  env               print shell commands that put Emscripten on the PATH:  eval "$(node tools/setup.js env)"
  root              print Emscripten's folder
  exec -- CMD ...   run a command with Emscripten on the PATH:             node tools/setup.js exec -- em++ --version

  --for KIND        what for; may be given more than once: ${Object.keys(needs).join(", ")}, all
  --help            this text
`;

async function emscriptenVariables() {
  logToStandardError();
  await provide(["wasm"]);
  const emscripten = await findEmscripten();
  if (!emscripten) throw new ToolError("There is no Emscripten.");
  return { ...environmentFor(emscripten), PATH: `${emscripten.root}:${process.env.PATH}` };
}

async function list() {
  for (const [name, { what, find, instead }] of Object.entries(requirements)) {
    /** @type {any} */
    const found = await find(thisMachine);
    const substitute = found ? null : await instead?.(thisMachine);
    const missing = substitute ? `missing; ${substitute} does where it cannot be installed` : "missing";
    const where = found?.root ? `${found.version} in ${found.root}` : (found ?? missing);
    process.stdout.write(`${name.padEnd(12)} ${what.padEnd(76)} ${where}\n`);
  }
}

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { for: { type: "string", multiple: true }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  const [command, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  if (command === "list") return list();
  if (command === "env") {
    for (const [name, value] of Object.entries(await emscriptenVariables())) {
      process.stdout.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
    }
    return;
  }
  if (command === "root") {
    const found = await findEmscripten();
    if (!found) throw new ToolError("There is no Emscripten yet: run  node tools/setup.js");
    process.stdout.write(`${found.root}\n`);
    return;
  }
  if (command === "exec") {
    if (rest.length === 0) throw new ToolError(help);
    return run(rest[0], rest.slice(1), { env: { ...process.env, ...(await emscriptenVariables()) } });
  }
  if (command) throw new ToolError(`There is no command "${command}".\n\n${help}`);

  const kinds = (values.for ?? ["wasm"]).flatMap((kind) => (kind === "all" ? Object.keys(needs) : [kind]));
  const unknown = kinds.find((kind) => !needs[kind]);
  if (unknown) throw new ToolError(`There is no kind "${unknown}".\n\n${help}`);
  await provide(kinds);
  step("Everything is there.");
  const emscripten = await findEmscripten();
  if (emscripten) note(`Emscripten ${emscripten.version} in ${emscripten.root}`);
});
