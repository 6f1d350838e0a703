import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenLinks } from "../../tools/site/broken_links.js";
import { complaintsOf, launchBrowser, type StaticServer, serveFolders } from "../browser/launch.js";

/** The site as `npm run docs` has built it, served under a path that it does not know. */
const site = fileURLToPath(new URL("../../build/site", import.meta.url));
let parent: string;
let server: StaticServer;
let browser: Browser;

beforeAll(async () => {
  if (!existsSync(site)) throw new Error("There is no build/site: run  npm run docs");
  parent = mkdtempSync(join(tmpdir(), "hyperplane-site-"));
  symlinkSync(site, join(parent, "some"));
  server = await serveFolders([parent]);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(parent, { recursive: true, force: true });
});

async function withPage(path: string, use: (page: Page) => Promise<void>, width = 1280): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  const complaints = complaintsOf(page);
  try {
    await page.goto(`${server.url}some/${path}`);
    await use(page);
    // Drawing without a graphics card is slow, as Chromium remarks. What a page still loads when it is left is aborted.
    expect(complaints.filter((text) => !/GPU stall|software WebGL|ERR_ABORTED/i.test(text))).toEqual([]);
  } finally {
    await page.close();
  }
}

const heading = (page: Page) => page.locator("h1").first();

describe("the built site", () => {
  it("has the guide, the reference and the demo page", () => {
    const pages = readdirSync(site).filter((name) => name.endsWith(".html"));
    expect(pages).toEqual(
      expect.arrayContaining([
        "index.html",
        "first-collision.html",
        "worlds.html",
        "from-rapier.html",
        "hyperplane.Class.World.html",
        "hyperplane.2d.Class.Polygon.html",
        "hyperplane.three.Class.SceneColliders.html",
        "hyperplane.decompose.Function.decompose.html",
      ]),
    );
    expect(existsSync(join(site, "demo", "index.html"))).toBe(true);
  });

  it("has no dead link, and would notice one", () => {
    expect(brokenLinks(site)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), "hyperplane-links-"));
    try {
      copyFileSync(join(site, "favicon.svg"), join(folder, "favicon.svg"));
      writeFileSync(
        join(folder, "a.html"),
        '<h1 id="top"></h1><a href="#top"></a><a href="#none"></a><a href="./b.html"></a><a href="/a.html"></a><img src="favicon.svg"><a href="https://example.org/x">',
      );
      expect(brokenLinks(folder)).toEqual(["a.html: #none", "a.html: ./b.html", "a.html: /a.html"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("asks no other server for anything", () => {
    for (const name of readdirSync(site).filter((file) => file.endsWith(".html"))) {
      const html = readFileSync(join(site, name), "utf8");
      expect(html).not.toMatch(/<(?:script|img|iframe|link)[^>]+(?:src|href)="(?:https?:)?\/\//);
    }
  });

  it("runs under any path: from page to page, with demo topics", async () => {
    await withPage("index.html", async (page) => {
      const frame = page.frameLocator("iframe").first();
      await frame.locator("html[data-ready]").waitFor({ timeout: 60_000 });
      // The boxes of the code above it.
      expect(await frame.locator(".answer").innerText()).toMatch(/0\.050/);
      // The scene and the instruments, without the page around them.
      expect(await frame.locator(".header").isVisible()).toBe(false);
      expect(await frame.locator(".answer").isVisible()).toBe(true);
      await page.getByRole("link", { name: "First collision" }).first().click();
      await expect.poll(() => heading(page).innerText()).toContain("First collision");
      expect(page.url()).toBe(`${server.url}some/first-collision.html`);
      await page.locator(".vp-doc").getByRole("link", { name: "World", exact: true }).click();
      await expect.poll(() => heading(page).innerText()).toContain("A world");
      await page.goBack();
      await expect.poll(() => heading(page).innerText()).toContain("First collision");
    });
  });

  it("finds pages by their words", async () => {
    await withPage("hyperplane.Class.World.html", async (page) => {
      await page.locator(".DocSearch-Button").click();
      await page.locator("input.search-input").fill("rollback netcode");
      await page.locator(".results .result").first().click();
      await expect.poll(() => page.url()).toContain(`${server.url}some/networking.html`);
      await expect.poll(() => heading(page).innerText()).toContain("Networking");
    });
  });

  it("finds explanations before the reference, but for a name itself", async () => {
    await withPage("index.html", async (page) => {
      await page.locator(".DocSearch-Button").click();
      const found = async (words: string, first: RegExp) => {
        await page.locator("input.search-input").fill(words);
        const titles = page.locator(".results .result .titles");
        await expect.poll(() => titles.first().innerText(), { message: words }).toMatch(first);
        return titles.allInnerTexts();
      };
      const isReference = /Properties|Methods|Parameters|Returns|Options|\(\)/;
      const sensors = await found("sensor", /A trigger is silent/);
      expect(sensors.slice(0, 3).filter((title) => isReference.test(title))).toEqual([]);
      await found("snapshot", /Networking with snapshots/);
      await found("ContactList", /ContactList/);
      await found("raycast", /raycast\(\)/);
    });
  });

  it("finds recipes by the words of beginners", async () => {
    await withPage("index.html", async (page) => {
      await page.locator(".DocSearch-Button").click();
      const words: [string, RegExp][] = [
        ["does not collide", /does not collide/i],
        ["trigger", /trigger/i],
        ["infinite plane", /infinite plane/i],
        ["crouch", /crouch/i],
        ["one-way platform", /one-way platform/i],
        ["voxel", /voxel/i],
        ["lift", /platform|apart|recipes/i],
        ["stuck", /stuck/i],
        ["falls through", /falls through/i],
        ["platformer", /platformer/i],
        ["bullet", /bullet/i],
        ["tile map", /tile map/i],
        ["netcode", /netcode|networking/i],
        ["react", /react-three-fiber/i],
        ["half extents", /touches on screen/i],
        ["multiplayer", /multiplayer/i],
      ];
      for (const [word, title] of words) {
        await page.locator("input.search-input").fill(word);
        const titles = page.locator(".results .result .titles");
        await expect
          .poll(async () => (await titles.allInnerTexts()).slice(0, 3).join(" | "), { message: word, timeout: 8000 })
          .toMatch(title);
      }
    });
  });

  it("says on the page of a class what it is for", async () => {
    for (const [path, words] of [
      ["hyperplane.Class.World.html", "A set of colliders"],
      ["hyperplane.2d.Class.World.html", "A set of colliders"],
      ["hyperplane.Interface.Collider.html", "A shape at a pose"],
    ] as const) {
      await withPage(path, async (page) => {
        expect(await heading(page).innerText()).toMatch(/^(World|Collider)( of hyperplane.2d)?\W*$/);
        expect(await page.locator("h1 + p").innerText()).toContain(words);
        expect(await page.locator("main").innerText()).not.toMatch(/Base\w*World</);
      });
    }
  });

  it("has tables that fit the column on a laptop", async () => {
    for (const path of ["runs-on.html", "comparison.html", "from-three.html", "from-rapier.html", "conventions.html"]) {
      const wide = async (page: Page) =>
        expect(
          await page
            .locator(".vp-doc table")
            .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth).length),
          path,
        ).toBe(0);
      await withPage(path, wide, 1280);
    }
  });

  it("fits a phone", async () => {
    for (const path of ["index.html", "worlds.html", "comparison.html", "hyperplane.Class.World.html"]) {
      await withPage(
        path,
        async (page) => {
          await page.locator("h1").first().waitFor();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        },
        390,
      );
    }
  });
});
