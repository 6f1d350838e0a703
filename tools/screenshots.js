#!/usr/bin/env node
// npm run screenshots: pictures of the demo page, as the README has them, or of given topics at given sizes.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { note, step } from "./lib/log.js";
import { buildPackage } from "./lib/package.js";
import { inRepository } from "./lib/paths.js";
import { main, ToolError } from "./lib/process.js";
import { findChromium } from "./lib/requirements.js";
import { provide } from "./lib/set_up.js";

const sizes = { desktop: "1440x900", tablet: "1024x768", landscape: "844x390", phone: "390x844" };

const help = `Usage: npm run screenshots -- [options]

Without options: takes the pictures of the README anew, into docs/images.

  --topic A,B     topics by their name in the address, such as  mover  or  "gjk-and-epa?case=deep"
  --size A,B      ${Object.keys(sizes).join(", ")}, or such as 1280x720 (default desktop)
  --scheme A,B    light, dark (default light)
  --moving        let move what moves by itself (default: as for somebody who has asked for less motion)
  --wait N        milliseconds from when the page is there to the picture (default 500)
  --out FOLDER    where to put the pictures (default build/screenshots)
  --help          this text
`;

/** A README that loads slowly is not read. */
const mostBytes = 150_000;
const quality = 78;

/** The README's first picture, and the tiles of its second one: a topic, its name, and what to press before. */
const first = { file: "demo.jpg", hash: "#/separating-axes?case=overlapping", width: 1280, height: 760 };
const strip = { file: "topics.jpg", columns: 3, width: 440, height: 300, gap: 12 };
/** @type {{ title: string, hash: string, keys?: string[] }[]} */
const tiles = [
  { title: "GJK and EPA", hash: "#/gjk-and-epa?case=deep&step=8" },
  { title: "Convex hull", hash: "#/convex-hull" },
  { title: "Broad phase", hash: "#/broad-phase?n=1500" },
  { title: "World", hash: "#/world?at=-1.1,0.3" },
  { title: "Continuous collision", hash: "#/continuous-collision?plate=20", keys: [".", "."] },
  { title: "Character", hash: "#/character?walk=stairs", keys: ["p", ...Array(95).fill(".")] },
];

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        topic: { type: "string", multiple: true },
        size: { type: "string", multiple: true },
        scheme: { type: "string", multiple: true },
        moving: { type: "boolean", default: false },
        wait: { type: "string", default: "500" },
        out: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    const list = (value) => value?.flatMap((text) => text.split(",")).filter(Boolean);
    const wait = Number(values.wait);
    if (!Number.isInteger(wait) || wait < 0) throw new Error("--wait takes a whole number.");
    const given = list(values.size) ?? ["desktop"];
    const viewports = given.map((name) => {
      const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(sizes[name] ?? name) ?? [];
      if (!width) throw new Error(`There is no size "${name}".`);
      return { name, width: Number(width), height: Number(height) };
    });
    const schemes = list(values.scheme) ?? ["light"];
    const odd = schemes.find((scheme) => scheme !== "light" && scheme !== "dark");
    if (odd) throw new Error(`There is no scheme "${odd}".`);
    // A comma within an address belongs to it: a topic is a word, and what follows its question mark.
    const topics = values.topic?.flatMap((text) => text.split(/,(?=[a-z-]+(?:[,?]|$))/)).filter(Boolean);
    return { help: values.help, topics, viewports, schemes, moving: values.moving, wait, out: values.out };
  } catch (error) {
    throw new ToolError(`${error.message}\n\n${help}`);
  }
}

/** Opens a page, gives it to `body`, and closes it. */
async function withPage(browser, { address, hash, moving = false, wait = 500, ...context }, body) {
  const page = await browser.newPage({ reducedMotion: moving ? "no-preference" : "reduce", ...context });
  try {
    await page.goto(address + hash);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await page.waitForTimeout(wait);
    return await body(page);
  } finally {
    await page.close();
  }
}

/** The README's pictures. */
async function takeReadme(browser, address) {
  const folder = inRepository("docs", "images");
  mkdirSync(folder, { recursive: true });
  const viewport = { width: first.width, height: first.height };
  const path = join(folder, first.file);
  await withPage(browser, { address, hash: first.hash, viewport }, (page) =>
    page.screenshot({ path, type: "jpeg", quality }),
  );
  const pictures = [];
  for (const { title, hash, keys = [] } of tiles) {
    const options = { address, hash, viewport: { width: 1400, height: 640 } };
    const picture = await withPage(browser, options, async (page) => {
      for (const key of keys) await page.keyboard.press(key);
      // The scene alone, without what can be pressed.
      await page.addStyleTag({
        content: `.stage { position: fixed !important; inset: 0 auto auto 0; width: ${strip.width}px; height: ${strip.height}px; z-index: 99; }
          .stage-tools, .stage-presets, .stage-caption { display: none !important; }`,
      });
      await page.waitForTimeout(1200);
      return page.locator(".stage").screenshot();
    });
    pictures.push({ title, picture });
  }
  await composeStrip(browser, pictures, join(folder, strip.file));
  for (const { file } of [first, strip]) {
    const { size } = statSync(join(folder, file));
    note(`docs/images/${file}: ${Math.round(size / 1000)} kB`);
    if (size > mostBytes) throw new ToolError(`docs/images/${file} is larger than ${mostBytes / 1000} kB.`);
  }
  step("The pictures are in docs/images");
}

/** Lays pictures side by side, each above its name. */
async function composeStrip(browser, pictures, path) {
  const { columns, width, height, gap } = strip;
  const figures = pictures.map(
    ({ title, picture }) =>
      `<figure><img src="data:image/png;base64,${picture.toString("base64")}" width="${width}" height="${height}"><figcaption>${title}</figcaption></figure>`,
  );
  const page = await browser.newPage({ viewport: { width: columns * (width + gap) + gap, height: 800 } });
  try {
    await page.setContent(`<!doctype html><style>
        body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: ${gap}px; margin: 0; padding: ${gap}px; background: #fff; }
        figure { margin: 0; } img { display: block; border: 1px solid #deded8; border-radius: 8px; box-sizing: border-box; }
        figcaption { padding: 6px 2px 2px; font: 600 15px/1.3 Inter, system-ui, sans-serif; color: #1c1e23; }
      </style>${figures.join("")}`);
    await page.waitForTimeout(200);
    await page.locator("body").screenshot({ path, type: "jpeg", quality });
  } finally {
    await page.close();
  }
}

/** Pictures to look at. */
async function takeTopics(browser, address, { topics, viewports, schemes, moving, wait, out }) {
  const folder = out ? resolve(out) : inRepository("build", "screenshots");
  mkdirSync(folder, { recursive: true });
  for (const topic of topics) {
    for (const { name, width, height } of viewports) {
      for (const colorScheme of schemes) {
        const options = { address, hash: `#/${topic}`, viewport: { width, height }, colorScheme, moving, wait };
        const file = join(folder, `${topic.replaceAll(/[^\w-]+/g, "_")}-${name}-${colorScheme}.png`);
        writeFileSync(file, await withPage(browser, options, (page) => page.screenshot()));
        note(relative(process.cwd(), file));
      }
    }
  }
}

/** The topics in the order of the menu, from the one place that lists them. */
function allTopics() {
  const source = readFileSync(inRepository("web", "demo", "topics", "index.ts"), "utf8");
  return [...source.matchAll(/id: "([\w-]+)"/g)].map(([, id]) => id);
}

await main(async () => {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(help);
    return;
  }
  const forReadme = process.argv.length === 2;
  const known = allTopics();
  const topics = options.topics ?? known;
  const unknown = topics.find((topic) => !known.includes(topic.split("?")[0]));
  if (unknown) throw new ToolError(`There is no topic "${unknown}". There are: ${known.join(", ")}.`);
  await provide(["browser"]);
  await buildPackage();
  const { build, preview } = await import("vite");
  const { chromium } = await import("playwright-core");
  // In a folder of its own: the tests, or another run of this, may be at work on theirs.
  const outDir = inRepository("build", `screenshots-page-${process.pid}`);
  /** @type {import("vite").InlineConfig} */
  const config = { configFile: inRepository("vite.config.ts"), logLevel: "error" };
  await build({ ...config, build: { outDir } });
  const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } });
  const browser = await chromium.launch({
    executablePath: findChromium() ?? "",
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--headless=new", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage"],
  });
  try {
    const address = server.resolvedUrls?.local[0];
    if (!address) throw new ToolError("The page could not be served.");
    if (forReadme) await takeReadme(browser, address);
    else await takeTopics(browser, address, { ...options, topics });
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true, force: true });
  }
});
