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

/**
 * A duration. Browsers round their clocks to 0.1 ms or less: one measurement has one digit, a mean of many has two.
 */
export function milliseconds(value: number, digits: 1 | 2): string {
  const least = 10 ** -digits;
  return `${value < least / 2 ? `<${space}${least}` : fixed(value, digits)}${space}ms`;
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
