/** Numbers on the page: SI units, few digits, a real minus sign. */

const minus = "\u2212";
const space = "\u202f";

function signed(text: string): string {
  return text.startsWith("-") ? minus + text.slice(1) : text;
}

function fixed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return signed(Number(text) === 0 ? text.replace("-", "") : text);
}

/** Three or four significant digits: 0.0421, 4.21, 42.1, 421. */
function significant(value: number): string {
  const size = Math.abs(value);
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** A length in metres, or in a smaller unit where metres would show only zeros. */
export function length(metres: number): string {
  const size = Math.abs(metres);
  if (!Number.isFinite(metres)) return "\u2014";
  if (size < 1e-12) return `0${space}m`;
  if (size < 1e-6) return `${significant(metres * 1e9)}${space}nm`;
  if (size < 1e-3) return `${significant(metres * 1e6)}${space}\u00b5m`;
  if (size < 1e-2) return `${significant(metres * 1e3)}${space}mm`;
  if (size < 1e3) return `${fixed(metres, 3)}${space}m`;
  return `${signed(metres.toLocaleString("en", { maximumFractionDigits: 2 })).replaceAll(",", space)}${space}m`;
}

let step = 0;

/** The step of the browser's clock in milliseconds: 0.1 or less in Chromium, 1 in Firefox and WebKit. Measured once. */
function clockStep(): number {
  if (step > 0) return step;
  step = Number.POSITIVE_INFINITY;
  let last = performance.now();
  for (let changes = 0; changes < 3; ) {
    const now = performance.now();
    if (now === last) continue;
    step = Math.min(step, now - last);
    last = now;
    changes++;
  }
  return step;
}

/** What `milliseconds` takes the mean of, at least. */
const many = 30;

/**
 * A duration: one measurement, or a mean of thirty or more. It has no digits that the clock does not give, and is never shown as 0:
 * what is too short for the clock is less than its step.
 */
export function milliseconds(value: number, kind: "once" | "mean"): string {
  const finest = kind === "once" ? clockStep() : clockStep() / many;
  const digits = kind === "mean" ? 2 : finest >= 0.5 ? 0 : 1;
  const least = Math.max(10 ** -digits, finest);
  return `${value < least / 2 ? `<${space}${fixed(least, digits)}` : fixed(value, digits)}${space}ms`;
}

/** A whole number with its thousands set apart. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en").replaceAll(",", space);
}

/** A round length, such as the end of a scale, without trailing zeros. */
export function roundLength(metres: number): string {
  return length(metres).replace(/\.0+(?!\d)|(\.\d*[1-9])0+(?!\d)/, "$1");
}

/** One component of a vector. */
export function component(value: number): string {
  const size = Math.abs(value);
  if (size < 1e4) return fixed(value, 3);
  return signed(value.toLocaleString("en", { minimumFractionDigits: 3, maximumFractionDigits: 3 })).replaceAll(
    ",",
    space,
  );
}

export function vector(v: { readonly x: number; readonly y: number; readonly z: number }): string {
  return `${component(v.x)}, ${component(v.y)}, ${component(v.z)}`;
}

/** The next 1, 2 or 5 times a power of ten: a scale that stays put while something is dragged. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const step of [1, 2, 5, 10]) {
    if (value <= step * power * (1 + 1e-12)) return step * power;
  }
  return 10 * power;
}
