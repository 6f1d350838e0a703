/**
 * Puts measured tables into the documents, between markers:
 *
 *   README.md             bench:begin .. bench:end       ours and the fastest peer's time for a few questions
 *   docs/benchmarks.md    bench:headline:begin .. :end   the same for every question
 *                         bench:NAME:begin .. :end       the full table of each group, and of the machine (bench:plane.machine for
 *                                                        a run of the section plane alone)
 *
 * A group that docs/benchmarks.md has no place for gets one: behind the groups of its section, or under a heading of its own.
 */

import { readFile, writeFile } from "node:fs/promises";
import { formatRatio, formatTime, formatWrong, markdownTable } from "./report.js";

const fileOf = (name) => new URL(`../../${name}`, import.meta.url);

/** The questions that the README shows. */
const readmeGroups = [
  "box.intersects",
  "box.contact",
  "convex.hull-distance",
  "world.10000",
  "shapes.5000",
  "rays.10000",
  "mesh.raycast",
  "terrain",
];

export async function writeDocuments(report) {
  if (report.quick) throw new Error("the numbers of a quick run are not for the documents");
  const inReadme = report.groups.filter((group) => readmeGroups.includes(group.id));
  const inPlane = report.groups.every((group) => group.id.startsWith("plane."));
  if (inReadme.length > 0) {
    const withMachine = (text) => `${withRows(text, inReadme)}\n\n${circumstances(report)}`;
    await rewrite("README.md", { bench: withMachine });
  }
  const blocks = { [inPlane ? "bench:plane.machine" : "bench:machine"]: () => circumstances(report) };
  if (!inPlane) blocks["bench:headline"] = (text) => withRows(text, report.groups);
  for (const group of report.groups) {
    const parts = [`**${group.title}**`, ...(group.note ? [group.note] : []), markdownTable(group)];
    blocks[`bench:${group.id}`] = () => parts.join("\n\n");
  }
  await rewrite("docs/benchmarks.md", blocks, withPlace);
}

/** The text with a place for a block. @param {string} text @param {string} block "bench:NAME" @returns {string} */
export function withPlace(text, block) {
  if (text.includes(`<!-- ${block}:begin`)) return text;
  const place = `\n<!-- ${block}:begin -->\n<!-- ${block}:end -->\n`;
  const [, section] = block.split(/[:.]/);
  const last = [...text.matchAll(new RegExp(`<!-- bench:${section}(\\.[^:]*)?:end -->\n`, "g"))].at(-1);
  if (last === undefined) return `${text}\n## ${section[0].toUpperCase()}${section.slice(1)}\n${place}`;
  const at = last.index + last[0].length;
  return `${text.slice(0, at)}${place}${text.slice(at)}`;
}

/**
 * Replaces what stands between the markers of each block. A group that was not measured keeps its old table.
 * @param {string} name
 * @param {Record<string, (text: string) => string>} blocks what takes the place of a block's text
 * @param {(text: string, block: string) => string} [prepare]
 */
async function rewrite(name, blocks, prepare = (text) => text) {
  let text = await readFile(fileOf(name), "utf8");
  for (const [block, content] of Object.entries(blocks)) {
    text = prepare(text, block);
    const begin = new RegExp(`<!-- ${block.replaceAll(".", "\\.")}:begin[^>]*-->\n`).exec(text);
    const end = `<!-- ${block}:end -->`;
    const from = begin ? begin.index + begin[0].length : -1;
    const to = text.indexOf(end, from);
    if (!begin || to < 0) throw new Error(`${name} has no place for ${block}`);
    text = `${text.slice(0, from)}${content(text.slice(from, to))}\n${text.slice(to)}`;
  }
  await writeFile(fileOf(name), text);
}

/**
 * A table with a row for each group: ours, by single calls and in a batch, and the fastest peer that runs from JavaScript.
 * @param {string} text with the table; rows of groups that were not measured stay. @returns {string} the table
 */
export function withRows(text, groups) {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  if (lines.length === 0) {
    lines.push("| | one call | in a batch or prepared | fastest peer | which | its wrong answers |");
    lines.push("| :-- | --: | --: | --: | :-- | :-- |");
  }
  for (const group of groups) {
    const row = rowOf(group);
    if (row === undefined) continue;
    const place = lines.findIndex((line) => line.startsWith(`| ${group.title} |`));
    lines.splice(place < 0 ? lines.length : place, 1, row);
  }
  return lines.join("\n");
}

function rowOf(group) {
  const timed = group.rows.filter((row) => Number.isFinite(row.median) && !/, native$/.test(row.name));
  const ours = timed.filter(isOurs);
  if (ours.length === 0) return undefined;
  const single = fastest(ours.filter((row) => !isBatch(row)));
  const batch = fastest(ours.filter(isBatch));
  const peer = fastest(timed.filter((row) => !isOurs(row)));
  const best = Math.min(...ours.map((row) => row.median));
  const cells = [
    group.title,
    single ? formatTime(single.median) : "",
    batch ? formatTime(batch.median) : "",
    peer ? `${formatTime(peer.median)} (${formatRatio(peer.median / best)}x)` : "",
    peer?.name ?? "",
    peer ? formatWrong(peer.wrong) : "",
  ];
  return `| ${cells.join(" | ")} |`;
}

const isBatch = (row) => /Batch$|PreparedPairs/.test(row.name);
const isOurs = (row) => row.name.startsWith("hyperplane");

function fastest(rows) {
  return rows.reduce((best, row) => (!best || row.median < best.median ? row : best), null);
}

function circumstances(report) {
  const { cpu, system, node, date } = report.machine;
  // Two builds of a peer may come from one package.
  const packages = new Set(report.peers.map((peer) => `${peer.package} ${peer.version}`));
  const peers = [...packages].join(", ");
  const clock = report.clock === "cpu" ? "processor time, " : "";
  return `${cpu}, ${system}, ${node}, ${date}; ${clock}medians of ${report.rounds} rounds in which all take turns. Peers: ${peers}.`;
}
