/** The page around the topics, seen through one of them: start, links, keys, colours, and failures. */

import { describe, expect, it } from "vitest";
import { answer, drawCalls, fact, noteAfter, scene, settledHash, topics, useDemo, verdict } from "./demo.js";
import { changeMedia } from "./media.js";

const open = useDemo({ hash: "#/separating-axes" });

describe("the page", () => {
  it.each(["light", "dark"] as const)("comes up in %s with a clean console and fifteen axes", async (colorScheme) => {
    const { page, complaints } = await open({ colorScheme });
    expect(await page.title()).toBe("Separating axes · hyperplane");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(colorScheme);
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    expect(await page.locator("[role=option]").count()).toBe(15);
    expect(await page.locator("[role=option][data-decisive]").count()).toBe(1);
    expect(await page.locator(".stage-canvas canvas").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("opens with a level that is walked through by itself", async () => {
    const { page, complaints } = await open({ hash: "", reducedMotion: "no-preference" });
    expect(await page.title()).toBe("Level · hyperplane");
    const at = await fact(page, "at");
    await expect.poll(() => fact(page, "at")).not.toBe(at);
    expect(await fact(page, "walk")).toContain("Village");
    expect(complaints).toEqual([]);
  });

  it("has its topics in groups, and ways on: guide, API, npm, source, the command to install", async () => {
    const { page } = await open();
    const groups = await topics(page)
      .getByRole("list")
      .evaluateAll((lists) => lists.map((list) => [list.getAttribute("aria-labelledby"), list.childElementCount]));
    expect(groups.map(([, count]) => count)).toEqual([5, 4, 2]);
    for (const [id] of groups) expect(await page.locator(`#${id}`).innerText()).not.toBe("");
    const ways = await page
      .getByRole("navigation", { name: "Documentation" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]));
    expect(ways).toEqual([
      ["Guide", "site/first-collision.html"],
      ["API", "site/hyperplane.html"],
      ["npm", "https://www.npmjs.com/package/hyperplane"],
      ["Source", "https://www.npmjs.com/package/hyperplane?activeTab=code"],
    ]);
    await page.setViewportSize({ width: 1440, height: 600 });
    await page.getByRole("button", { name: "npm install hyperplane" }).click();
    await expect.poll(() => page.locator(".toast").innerText()).toBe("Copied: npm install hyperplane");
  });

  it("draws nothing while nothing changes", async () => {
    const { page } = await open({ prepare: drawCalls.prepare });
    await expect.poll(() => drawCalls.callsWithin(page, 20)).toBe(0);
    const before = await drawCalls.calls(page);
    expect(before).toBeGreaterThan(0);
    expect(await drawCalls.callsWithin(page, 60)).toBe(0);
    await page.keyboard.press("2");
    await expect.poll(() => drawCalls.calls(page)).toBeGreaterThan(before);
  });

  it("leaves keys to text fields, and lets shortcuts be turned off", async () => {
    const { page } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await page.locator(".folder-a > .lil-title").click();
    await page.locator(".folder-a").getByRole("textbox", { name: "width x, m" }).focus();
    await page.keyboard.press("m");
    await page.waitForTimeout(600);
    expect(await verdict(page).innerText()).toBe("Overlapping");
    await page.locator(".axes-hint").click();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog");
    expect(await dialog.innerText()).toContain("Apply the minimum translation vector");
    await dialog.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("m");
    await page.waitForTimeout(600);
    expect(await verdict(page).innerText()).toBe("Overlapping");
  });

  it("tells a screen reader what changed", async () => {
    const { page } = await open();
    await page.keyboard.press("2");
    await expect.poll(() => page.locator("[aria-live]").innerText()).toMatch(/^Apart by .* Separated on (face|edge)/);
  });

  it("keeps text readable: a contrast of 4.5 and more, in light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open({ colorScheme });
      const ratios = await page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement("i"));
        const luminance = (name: string) => {
          probe.style.color = `var(--${name})`;
          const [r = 0, g = 0, b = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map((text) => {
            const c = Number(text) / 255;
            return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const pairs = ["ink", "ink-2", "ink-3", "a", "b", "overlap", "apart", "touch"].flatMap((text) =>
          ["surface", "page"].map((ground) => [text, ground] as const),
        );
        pairs.push(["ink-2", "sunken"], ["button-ink", "button"], ["surface", "overlap"], ["surface", "apart"]);
        pairs.push(["a", "overlap-soft"], ["b", "overlap-soft"], ["a", "apart-soft"], ["b", "apart-soft"]);
        return pairs.map(([text, ground]) => {
          const [low = 0, high = 0] = [luminance(text), luminance(ground)].sort((x, y) => x - y);
          return { pair: `${text} on ${ground}`, ratio: (high + 0.05) / (low + 0.05) };
        });
      });
      expect(ratios.filter(({ ratio }) => !(ratio >= 4.5)).map((r) => `${r.pair} ${r.ratio.toFixed(2)}`)).toEqual([]);
      await page.close();
    }
  });

  it("changes its colours on demand, and remembers", async () => {
    const { page } = await open({ colorScheme: "light" });
    await page.getByRole("button", { name: "Dark colours" }).click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.reload();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
    await page.getByRole("button", { name: "Light colours" }).click();
    await changeMedia(page, { colorScheme: "dark" });
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
  });

  it("shows no time as zero, however coarse the clock is", async () => {
    const timed = [
      "broad-phase?n=400",
      "level",
      "convex-hull",
      "in-the-plane?mode=crowd&n=1000",
      "in-the-plane?case=parts",
    ];
    for (const topic of timed) {
      const { page } = await open({ hash: `#/${topic}` });
      const text = () => page.locator("body").innerText();
      await expect.poll(text, { message: topic }).toMatch(/\d\sms/);
      expect(await text(), topic).not.toMatch(/(?<![\d.])0(\.0+)?\sms/);
      await page.close();
    }
  });

  it("honours a wish for less motion", async () => {
    const { page } = await open({ reducedMotion: "reduce" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    const states = await page.evaluate(async () => {
      const seen: string[] = [];
      const number = document.querySelector(".verdict-number");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      document.querySelector<HTMLButtonElement>(".button-main")?.click();
      for (let i = 0; i < 20; i++) {
        await frame();
        seen.push(number?.textContent ?? "");
      }
      return [...new Set(seen)];
    });
    expect(states.length).toBeLessThanOrEqual(2);
    expect(states.at(-1)).toMatch(/^0\s*m$/);
  });
});

describe("a link", () => {
  it("brings back the case, to the last digit", async () => {
    const first = await open();
    await first.page.keyboard.press("6");
    await scene(first.page).focus();
    await first.page.keyboard.press("ArrowRight");
    await first.page.keyboard.press("r");
    await first.page.keyboard.press("ArrowLeft");
    await first.page.locator("#axis-4").click();
    const hash = await settledHash(first.page);
    const shown = await answer(first.page);
    await first.page.close();
    const { page } = await open({ hash });
    await expect.poll(() => answer(page)).toEqual(shown);
    expect(await page.locator("#axis-4").getAttribute("aria-selected")).toBe("true");
    expect(await settledHash(page)).toBe(hash);
    expect(await page.locator(".toast").isVisible()).toBe(false);
  });

  it("is followed while the page is open, and back leads back", async () => {
    const { page } = await open();
    await page.locator(".text a", { hasText: "see it" }).click();
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    await page.goBack();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
  });

  it("can be copied", async () => {
    const { page } = await open();
    await page.keyboard.press("4");
    await page.getByRole("button", { name: /copy a link/i }).click();
    await expect.poll(() => page.locator(".toast").innerText()).toMatch(/copied/);
    // As by a hand: reading the clipboard needs a permission that not every browser grants to tests.
    await page.evaluate(() => document.body.appendChild(document.createElement("textarea")).focus());
    await page.keyboard.press("Control+v");
    const pasted = () => page.evaluate(() => document.querySelector("textarea")?.value);
    await expect.poll(pasted).toContain("#/separating-axes?case=contained");
  });

  it("has the code of each topic, to be copied", async () => {
    for (const [topic, word] of [
      ["separating-axes", "collide(floor, {}, crate"],
      ["character", "new Character("],
      ["in-the-plane", 'from "hyperplane/2d"'],
    ] as const) {
      const { page, complaints } = await open({ hash: `#/${topic}` });
      await page.getByRole("button", { name: "Code for this" }).click();
      const dialog = page.locator("dialog.code");
      await expect.poll(() => dialog.locator("pre").last().innerText()).toContain(word);
      await dialog.getByRole("button", { name: "Copy code" }).click();
      await expect.poll(() => dialog.getByRole("button", { name: "Copied" }).count()).toBe(1);
      await dialog.getByRole("button", { name: "Close" }).click();
      expect(complaints).toEqual([]);
    }
  });

  const box = "1,1,1~0,0,0~0,0,0,1";
  const rubbish: readonly (readonly [what: string, hash: string])[] = [
    ["only one box", `#/separating-axes?a=${box}`],
    ["a position that is no number", `#/separating-axes?a=${box}&b=1,1,1~0,0,NaN~0,0,0,1`],
    ["a zero quaternion", `#/separating-axes?a=${box}&b=1,1,1~0,0,0~0,0,0,0`],
    ["a negative size", `#/separating-axes?a=${box}&b=1,-1,1~0,0,0~0,0,0,1`],
    ["an enormous size", `#/separating-axes?a=${box}&b=1e308,1,1~0,0,0~0,0,0,1`],
    ["an axis out of range", `#/separating-axes?a=${box}&b=${box}&axis=99`],
    ["an infinite distance", `#/separating-axes?a=${box}&b=${box}&far=Infinity`],
    ["an unknown case", "#/separating-axes?case=nosuch"],
    ["a broken escape", "#/separating-axes?%E0%A4%A"],
    ["five thousand digits", `#/separating-axes?a=${"9".repeat(5000)}`],
  ];

  it("that cannot be read gives the first case and a note", async () => {
    const { page, complaints } = await open();
    for (const [what, hash] of rubbish) {
      await page.keyboard.press("2");
      await expect.poll(() => verdict(page).innerText(), { message: what }).toBe("Apart");
      await noteAfter(page, hash);
      await expect.poll(() => verdict(page).innerText(), { message: what }).toBe("Overlapping");
      expect(await page.locator("[role=option]").count(), what).toBe(15);
    }
    expect(complaints).toEqual([]);
  });

  it.each([
    ["a case", "#/separating-axes?case=nosuch", "Separating axes"],
    ["a topic", "#/nosuchtopic?a=1", "Level"],
    ["markup", "#<script>alert(1)</script>", "Level"],
  ])("to %s that does not exist opens the first one, with a note", async (_, hash, title) => {
    const { page, complaints } = await open({ hash });
    await expect.poll(() => page.locator(".toast").textContent()).not.toBe("");
    expect(await page.locator("h1").innerText()).toBe(title);
    expect(complaints).toEqual([]);
  });

  it("is not lost when it is followed before the address has caught up", async () => {
    const { page } = await open();
    await page.keyboard.press("2");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    // "Copy link" writes the address before the page handles the new one.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>(".chip[data-preset=contained]")?.click();
      location.hash = "#/separating-axes?case=touching";
      document.querySelector<HTMLElement>(".action-wide")?.click();
    });
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(await settledHash(page)).toContain("case=touching");
  });
});

describe("when something is missing", () => {
  it("WebGL: says so, and keeps the numbers going", async () => {
    const { page } = await open({
      prepare: (page) =>
        page.addInitScript(() => {
          HTMLCanvasElement.prototype.getContext = () => null;
        }),
    });
    expect(await page.locator(".failure").innerText()).toContain("WebGL");
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await page.keyboard.press("2");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
  });

  it("the core: says so, and tries again", async () => {
    const { page } = await open({
      ready: false,
      prepare: (page) => page.route("**/*.wasm", (route) => route.abort()),
    });
    await page.locator(".failure").waitFor();
    expect(await page.locator(".failure").innerText()).toContain("could not be loaded");
    await page.unroute("**/*.wasm");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    expect(await page.locator(".failure").count()).toBe(0);
  });
});
