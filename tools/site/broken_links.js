// Links of a built site that lead nowhere: to a file that is not there, or to a place that its page does not have.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const decode = (text) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");

/** @returns "page.html: ./other.html#place" of each; addresses of other sites are not looked at */
export function brokenLinks(folder) {
  const pages = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = new Map(pages.map((page) => [page, readFileSync(page, "utf8")]));
  const places = new Map();
  const placesOf = (page) => {
    if (!places.has(page)) {
      const found = [...(texts.get(page) ?? "").matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => decode(id));
      places.set(page, new Set(found));
    }
    return places.get(page);
  };
  const broken = [];
  for (const [page, text] of texts) {
    const links = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => decode(link));
    for (const link of new Set(links)) {
      if (/^[a-z]+:|^\/\//.test(link)) continue;
      const [path = "", place = ""] = link.split("#");
      let target = path === "" ? page : join(dirname(page), decodeURIComponent(path.replace(/\?.*/, "")));
      if (existsSync(target) && statSync(target).isDirectory()) target = join(target, "index.html");
      const isThere = !path.startsWith("/") && existsSync(target);
      // The demo page reads what it shows from there.
      const isPlace = place === "" || place.startsWith("/") || placesOf(target).has(decodeURIComponent(place));
      if (!isThere || !isPlace) broken.push(`${relative(folder, page)}: ${link}`);
    }
  }
  return broken;
}
