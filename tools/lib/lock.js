// A lock between processes: a file that holds its owner's process id. One that its owner left behind is taken over.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { note } from "./log.js";

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function ownerOf(path) {
  try {
    return Number.parseInt(readFileSync(path, "utf8"), 10);
  } catch {
    return Number.NaN;
  }
}

function tryAcquire(path) {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

/** Runs `body` while holding the lock at `path`; waits for whoever holds it. */
export async function withLock(path, body) {
  mkdirSync(dirname(path), { recursive: true });
  let unreadable = 0;
  for (let told = false; !tryAcquire(path); ) {
    const owner = ownerOf(path);
    // The owner's id is missing for an instant while it is written, or for good if the owner died right then.
    unreadable = Number.isNaN(owner) ? unreadable + 1 : 0;
    if (unreadable > 10 || (!Number.isNaN(owner) && !isAlive(owner))) {
      rmSync(path, { force: true });
      continue;
    }
    if (!told && !Number.isNaN(owner)) {
      note(`waiting for another set-up (process ${owner}) to finish`);
      told = true;
    }
    await sleep(200);
  }
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  try {
    return await body();
  } finally {
    process.off("exit", release);
    release();
  }
}
