import { Box, distance, init } from "hyperplane";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  answer,
  Demo,
  measure,
  middleOf,
  noteAfter,
  type Opened,
  type OpenOptions,
  settledHash,
  verdict,
} from "./demo.js";

let demo: Demo;
let opened: Opened | null = null;

beforeAll(async () => {
  await init();
  demo = await Demo.start();
});
afterAll(() => demo?.stop());
afterEach(async () => {
  await opened?.page.close();
  opened = null;
});

async function open(options: OpenOptions = {}): Promise<Opened> {
  opened = await demo.open(options);
  return opened;
}

/** The distance of the two boxes of a link, as the package in this process sees it. */
function distanceOfLink(hash: string): number {
  const params = new URLSearchParams(hash.slice(hash.indexOf("?") + 1));
  const read = (name: string) => {
    const [size = [], position = [], quaternion = []] = (params.get(name) ?? "")
      .split("~")
      .map((part) => part.split(",").map(Number));
    const [width = 0, height = 0, depth = 0] = size;
    return { shape: new Box(width, height, depth), pose: { position, quaternion } };
  };
  const a = read("a");
  const b = read("b");
  return distance(a.shape, a.pose, b.shape, b.pose).distance;
}

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

  it("shows every ready-made case, and each is what it is called", async () => {
    const { page, complaints } = await open();
    const expected = {
      overlapping: "Overlapping",
      apart: "Apart",
      touching: "Touching",
      contained: "Overlapping",
      parallel: "Overlapping",
      edges: "Overlapping",
      crossing: "Overlapping",
      plates: "Overlapping",
      far: "Overlapping",
    };
    expect(await page.locator(".chip").count()).toBe(Object.keys(expected).length);
    for (const [id, word] of Object.entries(expected)) {
      // From a case whose answer is another one.
      await page.locator(`.chip[data-preset=${word === "Apart" ? "touching" : "apart"}]`).click();
      await expect.poll(() => verdict(page).innerText()).toBe(word === "Apart" ? "Touching" : "Apart");
      const chip = page.locator(`.chip[data-preset=${id}]`);
      await chip.click();
      await expect.poll(() => verdict(page).innerText(), { message: id }).toBe(word);
      expect(await chip.getAttribute("aria-pressed")).toBe("true");
    }
    expect(complaints).toEqual([]);
  });

  it("says 'parallel' where an edge pair gives no axis", async () => {
    const { page } = await open({ hash: "#/separating-axes?case=parallel" });
    await expect.poll(() => page.locator("[role=option][data-state=none]").count()).toBe(3);
    expect(await page.locator("#axis-6").getAttribute("aria-label")).toContain("parallel");
  });

  it("gives a case a thousand kilometres away the same answer", async () => {
    const { page } = await open({ hash: "#/separating-axes?case=overlapping" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    const near = await answer(page);
    await page.keyboard.press("2");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    await page.keyboard.press("9");
    await expect.poll(() => answer(page)).toEqual(near);
    expect(await page.locator(".chip[data-preset=far]").getAttribute("aria-pressed")).toBe("true");
  });

  it("draws nothing while nothing changes", async () => {
    const { page } = await open({
      prepare: (page) =>
        page.addInitScript(() => {
          const counter = { calls: 0 };
          Object.assign(globalThis, { drawn: counter });
          for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"] as const) {
            const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
            Object.assign(WebGL2RenderingContext.prototype, {
              [name](this: WebGL2RenderingContext, ...args: unknown[]) {
                counter.calls++;
                original.apply(this, args);
              },
            });
          }
        }),
    });
    const calls = () => page.evaluate(() => (globalThis as unknown as { drawn: { calls: number } }).drawn.calls);
    const drawnSince = async (milliseconds: number) => {
      const before = await calls();
      await page.waitForTimeout(milliseconds);
      return (await calls()) - before;
    };
    await expect.poll(() => drawnSince(500), { timeout: 15_000 }).toBe(0);
    const before = await calls();
    expect(before).toBeGreaterThan(0);
    expect(await drawnSince(2000)).toBe(0);
    await page.keyboard.press("2");
    await expect.poll(calls).toBeGreaterThan(before);
  });
});

describe("hands on the boxes", () => {
  it("a drag of a handle moves the box and changes the answer; a drag beside it only turns the view", async () => {
    const { page, complaints } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await settledHash(page);
    const before = await answer(page);

    const stage = await page.locator("[data-region=canvas]").boundingBox();
    if (!stage) throw new Error("no stage");
    await page.mouse.move(stage.x + 40, stage.y + 120);
    await page.mouse.down();
    await page.mouse.move(stage.x + 140, stage.y + 140, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(600);
    expect(await answer(page)).toEqual(before);

    // The view glides on for a moment.
    const middle = await middleOf(page, "b");
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 60, middle.y - 20, { steps: 4 });
    await expect.poll(() => answer(page)).not.toEqual(before);
    await page.mouse.move(middle.x + 60, middle.y - 420, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    const hash = await settledHash(page);
    expect(distanceOfLink(hash)).toBeGreaterThan(0.1);
    expect(complaints).toEqual([]);
  });

  it("a finger drags a handle too, and the page does not scroll away under it", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await settledHash(page);
    const before = await answer(page);
    const middle = await middleOf(page, "b");
    const client = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await touch("touchStart", middle.x, middle.y);
    for (let i = 1; i <= 8; i++) await touch("touchMove", middle.x, middle.y - 18 * i);
    await touch("touchEnd", 0, 0);
    await expect.poll(() => answer(page)).not.toEqual(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it("a click on a box takes hold of it", async () => {
    const { page } = await open();
    await settledHash(page);
    expect(await page.getByRole("radio", { name: "B", exact: true }).isChecked()).toBe(true);
    const middle = await middleOf(page, "a");
    await page.mouse.click(middle.x, middle.y);
    expect(await page.getByRole("radio", { name: "A", exact: true }).isChecked()).toBe(true);
  });

  it("the MTV button parts the boxes, and they only touch", async () => {
    const { page } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await page.getByRole("button", { name: "Apply the MTV" }).click();
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(await measure(page).innerText()).toMatch(/^0\s*m$/);
    expect(Math.abs(distanceOfLink(await settledHash(page)))).toBeLessThan(1e-9);
    expect(await page.getByRole("button", { name: "Apply the MTV" }).isDisabled()).toBe(true);
  });

  it("a size typed into the panel changes the answer; nonsense does not", async () => {
    const { page } = await open({ hash: "#/separating-axes?case=touching" });
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    const height = page.locator(".folder-a").getByRole("textbox", { name: "height y, m" });
    await height.fill("1.5");
    await height.press("Enter");
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    await expect.poll(() => measure(page).innerText()).toMatch(/^0\.250/);
    await height.fill("-3");
    await height.press("Enter");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    await height.fill("nonsense");
    await height.press("Enter");
    expect(await verdict(page).innerText()).toBe("Apart");
  });
});

describe("the keyboard", () => {
  it("chooses cases, applies the MTV, moves and turns", async () => {
    const { page, complaints } = await open();
    await page.keyboard.press("3");
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    await page.locator("[data-region=canvas]").focus();
    await page.keyboard.press("PageDown");
    await expect.poll(() => measure(page).innerText()).toMatch(/^0\.050/);
    await page.keyboard.press("Shift+PageUp");
    await expect.poll(() => measure(page).innerText()).toMatch(/^0\.045/);
    await page.keyboard.press("m");
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    const before = await answer(page);
    await page.keyboard.press("r");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => answer(page)).not.toEqual(before);
    expect(complaints).toEqual([]);
  });

  it("walks through the axes, pins one, and lets go", async () => {
    const { page } = await open();
    const list = page.getByRole("listbox");
    await list.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => list.getAttribute("aria-activedescendant")).toBe("axis-13");
    await page.keyboard.press("Enter");
    expect(await page.locator("#axis-13").getAttribute("aria-selected")).toBe("true");
    expect(await settledHash(page)).toContain("axis=13");
    await page.keyboard.press("Escape");
    expect(await page.locator("[aria-selected=true]").count()).toBe(0);
    expect(await settledHash(page)).not.toContain("axis=");
  });

  it("leaves text fields alone, and lets itself be turned off", async () => {
    const { page } = await open();
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
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
});

describe("a link", () => {
  it("brings back the case, to the last digit", async () => {
    const first = await open();
    await first.page.keyboard.press("6");
    await first.page.locator("[data-region=canvas]").focus();
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
    const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.keyboard.press("4");
    await page.getByRole("button", { name: /copy a link/i }).click();
    await expect.poll(() => page.locator(".toast").innerText()).toMatch(/copied/);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("#/separating-axes?case=contained");
  });

  const box = "1,1,1~0,0,0~0,0,0,1";
  const rubbish: readonly (readonly [what: string, hash: string])[] = [
    ["only one box", `#/separating-axes?a=${box}`],
    ["a position that is no number", `#/separating-axes?a=${box}&b=1,1,1~0,0,NaN~0,0,0,1`],
    ["a zero quaternion", `#/separating-axes?a=${box}&b=1,1,1~0,0,0~0,0,0,0`],
    ["a negative size", `#/separating-axes?a=${box}&b=1,-1,1~0,0,0~0,0,0,1`],
    ["a size beyond all measure", `#/separating-axes?a=${box}&b=1e308,1,1~0,0,0~0,0,0,1`],
    ["an axis that is none", `#/separating-axes?a=${box}&b=${box}&axis=99`],
    ["an endless distance", `#/separating-axes?a=${box}&b=${box}&far=Infinity`],
    ["an unknown case", "#/separating-axes?case=nosuch"],
    ["a broken escape", "#/separating-axes?%E0%A4%A"],
    ["five thousand digits", `#/separating-axes?a=${"9".repeat(5000)}`],
    ["an unknown topic", "#/nosuchtopic?a=1"],
    ["markup", "#<script>alert(1)</script>"],
  ];

  it("of rubbish gives the first case and a note", async () => {
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
    ["a case", "#/separating-axes?case=nosuch"],
    ["a topic", "#/nosuchtopic?a=1"],
  ])("to %s that there is none of opens the first one, with a note", async (_, hash) => {
    const { page, complaints } = await open({ hash });
    await expect.poll(() => page.locator(".toast").textContent()).not.toBe("");
    expect(await verdict(page).innerText()).toBe("Overlapping");
    expect(complaints).toEqual([]);
  });

  it("is not lost when it is followed before the address has caught up", async () => {
    const { page } = await open();
    await page.keyboard.press("2");
    await expect.poll(() => verdict(page).innerText()).toBe("Apart");
    // The address is written before the page hears of the new one.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>(".chip[data-preset=contained]")?.click();
      location.hash = "#/separating-axes?case=touching";
      document.querySelector<HTMLElement>(".action-wide")?.click();
    });
    await expect.poll(() => verdict(page).innerText()).toBe("Touching");
    expect(await settledHash(page)).toContain("case=touching");
  });
});

describe("every screen", () => {
  const touch = [
    [360, 740],
    [390, 844],
    [430, 932],
    [844, 390],
    [820, 1180],
  ] as const;
  const mouse = [
    [1180, 820],
    [1440, 900],
    [2560, 1300],
  ] as const;
  it.each([
    ["touch", touch],
    ["a mouse", mouse],
  ] as const)("with %s has no overflow, and everything can be reached", async (pointer, sizes) => {
    const [[width, height]] = sizes;
    const { page, complaints } = await open({ viewport: { width, height }, hasTouch: pointer === "touch" });
    await expect.poll(() => verdict(page).innerText()).toBe("Overlapping");
    for (const [width, height] of sizes) {
      const size = `${width} x ${height}`;
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(() => innerWidth), { message: size }).toBe(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), size).toBeLessThanOrEqual(width);
      const stage = await page.locator("[data-region=canvas]").boundingBox();
      expect(stage?.width, size).toBeGreaterThan(0.3 * width);
      expect(stage?.height, size).toBeGreaterThan(200);
      for (const target of [".answer .button", "#axis-14", ".controls .lil-title >> nth=0", ".sources li >> nth=-1"]) {
        const place = page.locator(target);
        await place.scrollIntoViewIfNeeded();
        const box = await place.boundingBox();
        expect(box, `${size} ${target}`).not.toBeNull();
        expect(box?.x, `${size} ${target}`).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), `${size} ${target}`).toBeLessThanOrEqual(width);
      }
    }
    expect(complaints).toEqual([]);
  });

  it("follows a change of size", async () => {
    const { page } = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    const sizes = () => Promise.all(["[data-region=canvas]", "canvas"].map((name) => page.locator(name).boundingBox()));
    await expect
      .poll(async () => {
        const [stage, canvas] = await sizes();
        return stage?.width === 390 && JSON.stringify(stage) === JSON.stringify(canvas);
      })
      .toBe(true);
    const middle = await middleOf(page, "b");
    expect(middle.x).toBeGreaterThan(0);
    expect(middle.x).toBeLessThan(390);
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
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark");
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
