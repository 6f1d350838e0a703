// Lays the documents out as the site has them: docs/guide.md in one page a chapter, links to pages of the site, topics of the demo
// page where a comment asks for one. Everything is in one folder, so that a link is the same from every page.

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { inRepository } from "../lib/paths.js";
import { headings, raised, relink, sections, slug, withDemos, withoutComments } from "./markdown.js";
import { groups } from "./pages.js";

const guide = "docs/guide.md";
const read = (file) => readFileSync(inRepository(file), "utf8");

/** The groups of pages.js, with the chapters of the guide that it does not name, and each page's parts: a file, a section. */
export function sitePages() {
  const chapters = sections(read(guide));
  const named = groups.flatMap(({ pages }) => pages.flatMap((page) => page.sections ?? []));
  const missing = named.filter((name) => !chapters.has(name));
  if (missing.length > 0)
    throw new Error(`docs/guide.md has no section "${missing[0]}", which tools/site/pages.js names`);
  const rest = [...chapters.keys()].filter((name) => name !== "" && !named.includes(name));
  /** @type {import("./pages.js").PageEntry[]} */
  const unnamed = rest.map((name) => ({ page: `guide-${slug(name)}`, sections: [name] }));
  return groups.map((group) => ({
    ...group,
    pages: [...group.pages, ...(group.rest ? unnamed : [])].map((page) => {
      const file = page.file ?? (page.sections ? null : `docs/${page.page}.md`);
      const own = file === null ? [] : [{ file, text: read(file) }];
      const fromGuide = (page.sections ?? []).map((name) => {
        const text = chapters.get(name);
        return { file: guide, text: own.length > 0 ? text : raised(text) };
      });
      const parts = [...own, ...fromGuide];
      const heading = parts[0] && headings(parts[0].text)[0]?.heading;
      return { page: page.page, title: page.title ?? heading?.replaceAll("`", ""), parts };
    }),
  }));
}

/** Where a link to a document leads: "docs/guide.md#a-world" -> "./worlds.md#a-world". */
function targetsOf(pages) {
  const targets = new Map([["README.md", "./index.md"]]);
  for (const { page, parts } of pages) {
    for (const [i, { file, text }] of parts.entries()) {
      const found = headings(text);
      for (const { anchor } of found) targets.set(`${file}#${anchor}`, `./${page}.md#${anchor}`);
      // The heading of a page is its top.
      if (i === 0 && found[0]) targets.set(`${file}#${found[0].anchor}`, `./${page}.md`);
      if (file !== guide) targets.set(file, `./${page}.md`);
    }
  }
  targets.set(guide, "./worlds.md");
  return targets;
}

/** The README as the first page: its first lines as the hero, its list as cards, and what follows "Use" below. */
function home(readme) {
  const parts = sections(readme);
  const intro = parts.get("") ?? "";
  const [tagline = ""] = intro.split("\n\n").slice(1);
  const features = [...intro.matchAll(/^- \*\*(.+?)\.?\*\* ([\s\S]+?)(?=\n- |\n\n)/gm)].map(([, title, details]) => ({
    title,
    details: details.replace(/\s+/g, " "),
  }));
  const matter = {
    layout: "home",
    title: "hyperplane",
    titleTemplate: "Collision detection for the web",
    hero: {
      name: "hyperplane",
      text: "Collision detection for the web",
      tagline: tagline
        .replace(/\s+/g, " ")
        .replace(/^Collision detection for the web: ([a-z])/, (_, letter) => letter.toUpperCase()),
      actions: [
        { theme: "brand", text: "With three.js", link: "/three" },
        { theme: "alt", text: "In 2D", link: "/plane" },
        { theme: "alt", text: "API", link: "/hyperplane" },
      ],
    },
    features,
  };
  const [use = "", ...others] = ["Use", "What is where", "Speed"].map((name) => parts.get(name) ?? "");
  // The picture of the code above it: its two boxes.
  const picture = '<DemoFrame topic="separating-axes?a=10,0.2,10~0,0,0~0,0,0,1&amp;b=1,1,1~0,0.55,0~0,0,0,1" />\n';
  const body = [use.replace(/(?<=^```\n<!-- example:end -->\n)/m, `\n${picture}`), ...others].join("\n");
  return { matter, body };
}

/**
 * Writes the pages.
 * @param {string} folder
 * @returns the menu: groups of pages, with their addresses
 */
export function stagePages(folder) {
  const menu = sitePages();
  const pages = menu.flatMap((group) => group.pages);
  const targets = targetsOf(pages);
  mkdirSync(join(folder, "public", "images"), { recursive: true });

  const rewritten = (file, text) =>
    relink(withDemos(withoutComments(text)), (target) => {
      if (/^[a-z]+:/.test(target)) return target;
      const [path = "", anchor] = target.split("#");
      const source = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
      const key = anchor === undefined ? source : `${source}#${anchor}`;
      const found = targets.get(key);
      if (found) return found;
      if (/\.(jpg|png|svg)$/.test(source) && existsSync(inRepository(source))) {
        const name = posix.basename(source);
        cpSync(inRepository(source), join(folder, "public", "images", name));
        return `/images/${name}`;
      }
      if (anchor !== undefined && (targets.has(source) || source === guide)) {
        throw new Error(`${file}: there is no heading for ${target}`);
      }
      return null; // a source file, which the site does not have
    });

  for (const { page, title, parts } of pages) {
    const body = parts.map(({ file, text }) => rewritten(file, text)).join("\n");
    const found = headings(body);
    const heading = found.some(({ level }) => level === 1) ? "" : `# ${title}\n\n`;
    // Without sections there is nothing to list beside the page: the room is for its code.
    const front = found.some(({ level }) => level === 2 || level === 3) ? "" : "---\naside: false\n---\n\n";
    writeFileSync(join(folder, `${page}.md`), front + heading + body);
  }
  const { matter, body } = home(read("README.md"));
  const front = `---\n${JSON.stringify(matter, null, 2)}\n---\n\n`;
  writeFileSync(join(folder, "index.md"), front + rewritten("README.md", body));
  return menu.map(({ title, pages }) => ({
    text: title,
    collapsed: false,
    items: pages.map(({ page, title }) => ({ text: title, link: `/${page}` })),
  }));
}
