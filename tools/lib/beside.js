// Runs stages in a process beside this one, so that a compiler has work while a linker or a browser leaves a core idle.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { runStage, titleMark } from "./run_stage.js";
import { stages } from "./stages.js";

/**
 * @param {string[]} names
 * @param {import("./stages.js").Options} options
 */
export function startBeside(names, options) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const results = [];
  let text = "";
  let isFollowed = false;
  const take = (data) => {
    if (isFollowed) process.stdout.write(data);
    else text += data;
  };
  child.stdout?.setEncoding("utf8").on("data", take);
  child.stderr?.setEncoding("utf8").on("data", take);
  child.on("message", (result) => results.push(result));
  const closed = new Promise((resolve) => child.on("close", resolve));
  child.send({ names, options });
  return {
    /** Prints what the stages that are through have said. */
    print: () => {
      const end = text.lastIndexOf(titleMark);
      if (end <= 0) return;
      process.stdout.write(text.slice(0, end));
      text = text.slice(end);
    },
    /** Prints the rest as it comes, and gives back the results. */
    finish: async () => {
      process.stdout.write(text);
      isFollowed = true;
      await closed;
      const lost = names.filter((name) => !results.some((result) => result.name === name));
      const failure = { passed: 0, failed: 1, skipped: 0, unchanged: false, time: 0 };
      return [...results, ...lost.map((name) => ({ name, ...failure }))];
    },
  };
}

/** The other side: this file as a program. */
async function runForParent({ names, options }) {
  const orphaned = () => process.exit(1);
  process.once("disconnect", orphaned);
  for (const stage of stages.filter(({ name }) => names.includes(name))) process.send?.(await runStage(stage, options));
  process.off("disconnect", orphaned);
  process.disconnect();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once("message", runForParent);
