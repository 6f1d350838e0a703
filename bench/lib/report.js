/** Results as a table on the terminal, and as Markdown. */

/** Short for a time: ns, µs, ms or s with three digits. */
export function formatTime(ns) {
  if (!Number.isFinite(ns)) return "-";
  const units = ["ns", "µs", "ms", "s"];
  let value = ns;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    ++unit;
  }
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

/** "1.00", "12.3", "140": how many times as long. */
export function formatRatio(ratio) {
  if (!Number.isFinite(ratio)) return "-";
  return ratio < 9.995 ? ratio.toFixed(2) : ratio < 99.95 ? ratio.toFixed(1) : ratio.toFixed(0);
}

/** What the oracle found, in words: "none" where all was checked and right, "" where nothing was checked. */
export function formatWrong(wrong) {
  if (!wrong) return "";
  const parts = [];
  if (wrong.wrongHits > 0) parts.push(`${wrong.wrongHits} yes/no`);
  if (wrong.wrongDepths > 0)
    parts.push(`${wrong.wrongDepths} ${wrong.stillOverlap === undefined ? "distance" : "depth"}`);
  if (wrong.stillOverlap > 0) parts.push(`${wrong.stillOverlap} still overlap`);
  if (wrong.wrongAnswers > 0) parts.push(`${wrong.wrongAnswers}`);
  if (wrong.wrongTimes > 0) parts.push(`${wrong.wrongTimes} times`);
  if (wrong.missing > 0) parts.push(`${wrong.missing} missed`);
  if (wrong.extra > 0) parts.push(`${wrong.extra} extra`);
  if (wrong.invalid > 0) parts.push(`${wrong.invalid} outside`);
  return parts.length > 0 ? parts.join(", ") : "none";
}

/** The columns of a group: [heading, alignment, cell of a row]. */
function columnsOf(group) {
  const columns = [
    ["", "left", (row) => row.name],
    [group.unit, "right", (row) => formatTime(row.median)],
    ["quartiles", "right", (row) => `${formatTime(row.low)} - ${formatTime(row.high)}`],
    [`to ${group.rows[0]?.name ?? "the first"}`, "right", (row) => `${formatRatio(row.ratio)}x`],
  ];
  if (group.rows.some((row) => row.wrong)) {
    columns.push([`wrong of ${group.checked.toLocaleString("en")}`, "left", (row) => formatWrong(row.wrong)]);
  }
  if (group.rows.some((row) => row.note)) columns.push(["", "left", (row) => row.note ?? ""]);
  return columns;
}

/** Aligned, for a terminal. */
export function terminalTable(group) {
  const columns = columnsOf(group);
  const lines = [
    columns.map(([heading]) => heading),
    ...group.rows.map((row) => columns.map(([, , cell]) => cell(row))),
  ];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  const text = lines.map((line) =>
    line
      .map((cell, i) => (columns[i][1] === "right" ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd(),
  );
  text.splice(1, 0, "-".repeat(Math.max(...text.map((line) => line.length))));
  return [`${group.title}`, ...(group.note ? [group.note] : []), ...text, ""].join("\n");
}

/** Without the quartiles, which the JSON has. */
export function markdownTable(group) {
  const columns = columnsOf(group).filter(([heading]) => heading !== "quartiles");
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(([heading]) => heading)),
    line(columns.map(([, alignment]) => (alignment === "right" ? "--:" : ":--"))),
    ...group.rows.map((row) => line(columns.map(([, , cell]) => cell(row)))),
  ].join("\n");
}
