/** What the system wishes, as a page sees it: by the browser, or by a script in the page where the browser cannot be asked. */

import type { BrowserContextOptions, Page } from "playwright-core";
import { kind } from "./launch.js";

/** Media features and their values. */
type Wishes = Readonly<Record<string, string>>;

export interface Media {
  readonly colorScheme?: NonNullable<BrowserContextOptions["colorScheme"]> | null;
  readonly reducedMotion?: NonNullable<BrowserContextOptions["reducedMotion"]> | null;
}

const wishesOf = ({ colorScheme, reducedMotion }: Media): Wishes => ({
  "prefers-color-scheme": colorScheme ?? "light",
  ...(reducedMotion && { "prefers-reduced-motion": reducedMotion }),
});

/** Before the page loads anything. */
export async function prepareMedia(page: Page, media: Media): Promise<void> {
  if (kind !== "chromium") await page.addInitScript(answerQueries, wishesOf(media));
}

/** While the page is open. */
export async function changeMedia(page: Page, media: Media): Promise<void> {
  if (kind === "chromium") await page.emulateMedia({ colorScheme: null, ...media });
  else await page.evaluate((wishes) => dispatchEvent(new CustomEvent("wishes", { detail: wishes })), wishesOf(media));
}

/** In the page: queries of one feature are answered by the wish for it. */
function answerQueries(first: Wishes): void {
  let wishes = first;
  const lists: { readonly list: MediaQueryList; readonly was: () => boolean }[] = [];
  const original = window.matchMedia.bind(window);
  window.matchMedia = (query) => {
    const list = original(query);
    const [, feature = "", value] = /^\((prefers-[a-z-]+): ([a-z-]+)\)$/.exec(query) ?? [];
    if (!(feature in wishes)) return list;
    const matches = () => wishes[feature] === value;
    Object.defineProperty(list, "matches", { get: matches });
    lists.push({ list, was: matches });
    return list;
  };
  addEventListener("wishes", (event) => {
    const before = lists.map(({ was }) => was());
    wishes = { ...wishes, ...(event as CustomEvent<Wishes>).detail };
    lists.forEach(({ list, was }, i) => {
      if (was() !== before[i]) list.dispatchEvent(new Event("change"));
    });
  });
}
