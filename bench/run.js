/** Measures this package beside its peers, in one run. `npm run bench` builds and installs what that takes. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeDocuments } from "./lib/documents.js";
import { describeMachine } from "./lib/machine.js";
import { terminalTable } from "./lib/report.js";

const sections = {
  box: "pairs of boxes: yes or no, minimum translation, distance",
  calls: "single calls with poses of every kind, and the calls of every frame",
  convex: "pairs of hulls, cylinders and capsules",
  kinds: "every kind of convex shape: pairs, impacts, and queries of a world of mixed shapes",
  hull: "building convex hulls",
  world: "moving boxes in a world",
  rays: "rays into a world",
  churn: "adding and removing",
  casts: "shapes cast into a world",
  queries: "overlaps and closest points in a world, one by one and in batches",
  limits: "what is left of a query whose answer is known",
  impact: "time of impact of turning boxes",
  terrain: "bodies that move over a terrain of triangles",
  ground: "boxes that move over flat ground: a half-space, and one large box",
  mesh: "rays, closest points, casts and overlaps of a triangle mesh, and building it",
  decompose: "concave models as convex parts",
  mover: "a body that walks among boxes",
  voxels: "a world of blocks: built, edited, with rays, a walker, and balls",
  plane: "hyperplane/2d: pairs, worlds, rays and casts",
};

const help = `Usage: npm run bench -- [options]

  --only A,B       these sections only: ${Object.keys(sections).join(", ")}
  --peers A,B      beside these peers only; none: beside nobody
  --quick          small scenes and few rounds, to see whether it works
  --clock cpu      processor time instead of the wall's clock, for a machine that has other work to do
  --rounds N       how often everyone takes a turn (default 15)
  --out FILE       write the results there too (they are always in bench/results)
  --write          put the tables into README.md and docs/benchmarks.md
  --from FILE      measure nothing, take the results from a file (to show or to write them)
  --list           say what the sections are
  --help           this text
`;

const results = fileURLToPath(new URL("results", import.meta.url));
const names = (values) => values.flatMap((text) => text.split(",")).filter(Boolean);

async function main() {
  const { values: args } = parseArgs({
    options: {
      only: { type: "string", multiple: true, default: [] },
      peers: { type: "string", multiple: true, default: [] },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      clock: { type: "string", default: "wall" },
      out: { type: "string" },
      write: { type: "boolean", default: false },
      from: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (args.help) {
    process.stdout.write(help);
    return;
  }
  if (args.list) {
    for (const [name, what] of Object.entries(sections)) console.log(`${name.padEnd(8)} ${what}`);
    return;
  }
  const only = names(args.only);
  const unknown = only.find((name) => !(name in sections));
  if (unknown) throw new Error(`there is no section "${unknown}"\n\n${help}`);

  let report;
  if (args.from) {
    report = JSON.parse(await readFile(args.from, "utf8"));
    for (const group of report.groups) console.log(terminalTable(group));
  } else {
    const rounds = args.rounds ? Number(args.rounds) : args.quick ? 3 : 15;
    if (!["wall", "cpu"].includes(args.clock)) throw new Error("--clock takes wall or cpu");
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a whole number");
    const chosen = Object.keys(sections).filter((name) => only.length === 0 || only.includes(name));
    const settings = { wanted: names(args.peers), quick: args.quick, rounds, clock: args.clock };
    report = chosen.length === 1 ? await measure(chosen[0], settings) : await measureApart(chosen, settings);
    const latest = join(results, args.quick ? "quick.json" : "latest.json");
    for (const file of [latest, ...(args.out ? [resolve(args.out)] : [])]) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
    }
  }
  if (args.write) await writeDocuments(report);
}

/**
 * Each section in a process of its own: some peers keep the memory of their worlds, and run out of it a few sections on.
 *
 * @param {string[]} chosen
 */
async function measureApart(chosen, { wanted, quick, rounds, clock }) {
  const folder = await mkdtemp(join(os.tmpdir(), "hyperplane-bench-"));
  try {
    let whole;
    for (const name of chosen) {
      const file = join(folder, `${name}.json`);
      const options = ["--only", name, "--rounds", `${rounds}`, "--clock", clock, "--out", file];
      if (quick) options.push("--quick");
      if (wanted.length > 0) options.push("--peers", wanted.join(","));
      const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...options], {
        stdio: "inherit",
      });
      if (status !== 0) throw new Error(`the section "${name}" failed`);
      const part = JSON.parse(await readFile(file, "utf8"));
      whole ??= { ...part, peers: [], groups: [] };
      const named = new Set(whole.peers.map((peer) => peer.name));
      whole.peers.push(...part.peers.filter((peer) => !named.has(peer.name)));
      whole.groups.push(...part.groups);
      whole.machine.loadAfter = part.machine.loadAfter;
    }
    return whole;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @param {string} name of the section */
async function measure(name, { wanted, quick, rounds, clock }) {
  const { loadOurs } = await import("./ours.js");
  const hyperplane = await loadOurs();
  if (!hyperplane) throw new Error("the package is not built; npm run bench builds it");
  const peers = await loadPeers(wanted, name === "plane");
  const machine = describeMachine();
  const report = {
    machine,
    peers: peers.map((peer) => ({ name: peer.name, package: peer.package, version: peer.version })),
    rounds,
    clock,
    quick,
    groups: /** @type {any[]} */ ([]),
  };
  const context = {
    hyperplane,
    peers,
    quick,
    options: { rounds, sampleMs: quick ? 1 : 10, warmUpMs: quick ? 5 : 500, clock },
    emit(group) {
      report.groups.push(group);
      console.log(terminalTable(group));
    },
    skip(title, why) {
      console.log(`${title}\nleft out: ${why}\n`);
    },
  };
  console.log(`${machine.cpu}, ${machine.system}, ${machine.node}, ${machine.date}`);
  console.log(`${report.peers.map((peer) => `${peer.package} ${peer.version}`).join(", ") || "no peers"}\n`);
  const section = await import(`./sections/${name}.js`);
  await section.run(context);
  machine.loadAfter = os.loadavg()[0];
  return report;
}

/**
 * @param {string[]} wanted
 * @param {boolean} inPlane
 */
async function loadPeers(wanted, inPlane) {
  if (wanted.includes("none")) return [];
  const installed = new URL("peers/node_modules", import.meta.url);
  if (!existsSync(installed)) throw new Error("the peers are not installed; npm run bench installs them");
  const peers = await import("./peers/index.js");
  const unknown = wanted.find((name) => !peers.peerNames.some((peer) => peer.toLowerCase() === name.toLowerCase()));
  if (unknown) throw new Error(`there is no peer "${unknown}": ${peers.peerNames.join(", ")}`);
  return peers.loadPeers(wanted, inPlane);
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
