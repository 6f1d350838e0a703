// Reading the documents: sections, headings and links. What is code stays as it is.

/** The anchor of a heading, as on GitHub. */
export function slug(heading) {
  const text = heading
    .trim()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase();
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
}

/** Calls `change` on what is outside of code blocks, part by part. */
export function outsideCode(text, change) {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join("");
}

/** Every heading, with its level and anchor. */
export function headings(text) {
  const found = [];
  outsideCode(text, (part) => {
    for (const [, marks, heading] of part.matchAll(/^(#{1,6}) (.+)$/gm)) {
      found.push({ level: marks.length, heading, anchor: slug(heading) });
    }
    return part;
  });
  return found;
}

/** The sections of a document under headings of the second level, with what stands before the first under "". */
export function sections(text) {
  /** @type {Map<string, string>} */
  const found = new Map([["", ""]]);
  let current = "";
  const add = (part) => found.set(current, found.get(current) + part);
  for (const part of text.split(/(^ *```[\s\S]*?^ *```$)/m)) {
    if (/^ *```/.test(part)) {
      add(part);
      continue;
    }
    for (const line of part.split(/(?<=\n)/)) {
      const [, heading] = /^## (.+)$/.exec(line.trimEnd()) ?? [];
      if (heading) {
        current = heading;
        found.set(current, "");
      }
      add(line);
    }
  }
  return found;
}

/** Takes every heading up by one level. */
export const raised = (text) => outsideCode(text, (part) => part.replace(/^##/gm, "#"));

/**
 * Gives each link a new target.
 * @param {string} text
 * @param {(target: string, label: string) => string | null} find   null: the label stays, the link goes
 */
export function relink(text, find) {
  // A label may have spans of code, or be a picture. Spans are masked, so that no link is sought in them.
  const spans = [];
  const masked = (part) => part.replace(/`[^`\n]+`/g, (span) => `\uE000${spans.push(span) - 1}\uE000`);
  const unmasked = (part) => part.replace(/\uE000(\d+)\uE000/g, (_, i) => spans[Number(i)]);
  return outsideCode(text, (part) =>
    unmasked(
      masked(part).replace(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_, image, label, target) => {
        const found = find(target, label);
        return found === null ? label : `${image}[${label}](${found})`;
      }),
    ),
  );
}

/** A comment `<!-- demo: topic -->` shows a topic of the demo page on the site. */
export const withDemos = (text) =>
  outsideCode(text, (part) => part.replace(/<!-- demo: (\S+) -->/g, '<DemoFrame topic="$1" />'));

/** Comments are for those who edit the page. */
export const withoutComments = (text) => outsideCode(text, (part) => part.replace(/<!--(?! demo:)[\s\S]*?-->\n?/g, ""));
