/**
 * npm run bench: this package beside its peers, in one run.
 *
 *   npm run bench                       everything, about ten minutes
 *   npm run bench -- --only box         one section (repeat for more): see --list
 *   npm run bench -- --quick            few pairs, few rounds: does it work?
 *   npm run bench -- --peers jolt       only some peers (repeat for more); --peers none for none
 *   npm run bench -- --out file.json    where the results go, besides bench/results/latest.json
 *
 * The peers are installed into bench/peers at the first run.
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { terminalTable } from "./lib/report.js";

const sections = ["box", "native", "convex", "hull", "world", "rays", "churn", "casts"];

const { values: args } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    peers: { type: "string", multiple: true, default: [] },
    rounds: { type: "string" },
    quick: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

async function main() {
  if (args.list) {
    console.log(sections.join("\n"));
    return;
  }
  const unknown = args.only.filter((name) => !sections.includes(name));
  if (unknown.length > 0) throw new Error(`no such section: ${unknown.join(", ")} (there are ${sections.join(", ")})`);
  const { loadOurs } = await import("./ours.js");
  const hyperplane = await loadOurs();
  if (!hyperplane) throw new Error("the package is not built: npm run build first");

  const withPeers = !args.peers.includes("none");
  if (withPeers) installPeers();
  const peers = withPeers ? await (await import("./peers/index.js")).loadPeers(args.peers) : [];

  const report = {
    machine: machine(),
    peers: peers.map(({ name, package: p, version }) => ({ name, package: p, version })),
  };
  report.quick = args.quick;
  report.groups = [];
  const context = {
    hyperplane,
    peers,
    quick: args.quick,
    options: {
      rounds: args.rounds ? Number(args.rounds) : args.quick ? 3 : 15,
      sampleMs: args.quick ? 1 : 10,
      warmUpMs: args.quick ? 10 : 150,
    },
    emit(group) {
      report.groups.push(group);
      console.log(terminalTable(group));
    },
    skip(title, why) {
      console.log(`${title}: skipped, ${why}\n`);
    },
  };
  console.log(`${report.machine.cpu}, ${report.machine.node}, ${report.machine.date}\n`);
  for (const name of args.only.length > 0 ? sections.filter((s) => args.only.includes(s)) : sections) {
    const section = await import(`./sections/${name}.js`);
    await section.run(context);
  }
  report.machine.loadAfter = os.loadavg()[0];
  await mkdir(here("results"), { recursive: true });
  const json = `${JSON.stringify(report, null, 2)}\n`;
  await writeFile(here("results/latest.json"), json);
  if (args.out) await writeFile(args.out, json);
}

/** npm ci in bench/peers, unless what is installed is what the lock file says. */
function installPeers() {
  const lock = here("peers/package-lock.json");
  const stamp = here("peers/node_modules/.package-lock.json");
  if (existsSync(stamp) && !olderThan(stamp, lock)) return;
  console.log("Installing the peers into bench/peers ...");
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-fund", "--no-audit"], {
    cwd: here("peers"),
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm ci in bench/peers failed");
}

main();
