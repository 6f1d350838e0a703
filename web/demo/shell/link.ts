/**
 * The state of the page in the address: #/topic?name=value&name=value. Numbers are written with the fewest digits that read
 * back as the same double, so that a shared case is the same to the last bit.
 */

export interface Link {
  readonly topic: string;
  readonly params: URLSearchParams;
}

export function readLink(hash: string): Link {
  const text = hash.replace(/^#\/?/, "");
  const cut = text.indexOf("?");
  const topic = cut < 0 ? text : text.slice(0, cut);
  return { topic: safeDecode(topic), params: new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1)) };
}

export function writeLink(link: Link): string {
  // Commas, tildes and colons are legal in a fragment, and keep the address readable.
  const query = link.params.toString().replaceAll("%2C", ",").replaceAll("%7E", "~").replaceAll("%3A", ":");
  return `#/${encodeURIComponent(link.topic)}${query === "" ? "" : `?${query}`}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function writeNumbers(values: readonly number[]): string {
  return values.map((value) => (Object.is(value, -0) ? "0" : String(value))).join(",");
}

/** `count` finite numbers within the limits; null for anything else, since a link is untrusted input. */
export function readNumbers(text: string | null, count: number, least: number, most: number): number[] | null {
  if (text === null || text.length > 40 * count) return null;
  const parts = text.split(",");
  if (parts.length !== count) return null;
  const values = parts.map((part) => (/^[-+.\deE]+$/.test(part) ? Number(part) : Number.NaN));
  return values.every((value) => value >= least && value <= most) ? values : null;
}

/** One number within the limits; `usual` where the link has none of that name, NaN where it cannot be read. */
export function readNumber(params: URLSearchParams, name: string, usual: number, least: number, most: number): number {
  if (!params.has(name)) return usual;
  return readNumbers(params.get(name), 1, least, most)?.[0] ?? Number.NaN;
}

/** The note after a link that could not be read. */
export const unreadableLink = "This link could not be read. Showing the first case instead.";
