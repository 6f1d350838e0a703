// What the tools say. One line a step, so that a person can follow along.

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const yellow = paint(33);

/** @type {NodeJS.WritableStream} */
let stream = process.stdout;

/** For commands whose standard output is read by another program. */
export function logToStandardError() {
  stream = process.stderr;
}

export function step(text) {
  stream.write(`${bold("==>")} ${text}\n`);
}

export function note(text) {
  stream.write(`    ${text}\n`);
}

/** Seconds for people: "0.4 s", "12 s", "2 min 5 s". */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
