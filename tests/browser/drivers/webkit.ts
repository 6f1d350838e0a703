/**
 * WebKitGTK for the browser tests: as much of Playwright's Browser, Page and Locator as they use, over WebDriver. Playwright drives a
 * WebKit of its own only, and Debian's has neither WebDriver BiDi nor a way to run a script before those of a page: through.ts
 * puts one into each page.
 */

import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import type { Driven, Step, Text } from "./in_page.js";
import { type ElementReference, Session } from "./session.js";
import { Through } from "./through.js";

const usualTimeout = 180_000;
const pause = 40;

// biome-ignore lint/suspicious/noExplicitAny: functions that run in a page take and give any JSON
type InPage = (...args: any[]) => unknown;
type Listener = (what: unknown) => void;

/** JSON has no NaN, infinities or undefined; answers of a page may be any of them. */
const encode = `const encode = (value) => JSON.stringify(value, (_, part) =>
  part === undefined ? { special: "undefined" } : typeof part === "number" && !Number.isFinite(part) ? { special: String(part) } : part);`;

function decode(text: string): unknown {
  const special = (value: string) => (value === "undefined" ? undefined : Number(value));
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk);
    if (part === null || typeof part !== "object") return part;
    if ("special" in part) return special(String(part.special));
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, walk(value)]));
  };
  return walk(JSON.parse(text));
}

const literal = (value: unknown) => JSON.stringify(value) ?? "undefined";
const called = (run: InPage | string, args: readonly unknown[]) =>
  typeof run === "string" ? run : `(${run})(${args.map(literal).join(", ")})`;

let prelude: Promise<string> | undefined;
/** What every page loads first. */
function preludeCode(): Promise<string> {
  const entryPoints = [new URL("in_page.ts", import.meta.url).pathname];
  prelude ??= build({ entryPoints, bundle: true, write: false, format: "iife" }).then(
    ({ outputFiles: [file] }) => file?.text ?? "",
  );
  return prelude;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

class Page {
  readonly keyboard = new Keyboard(this);
  readonly mouse = new Mouse(this);
  private readonly through = new Through();
  private readonly scripts: string[] = [];
  private readonly listeners = new Map<string, Listener[]>();
  timeout = usualTimeout;

  constructor(readonly session: Session) {
    this.through.saw = (path, status) => {
      this.tell("request", { url: () => path });
      if (status >= 400) this.tell("response", { status: () => status, url: () => path });
      if (status === 0) this.tell("requestfailed", { url: () => path, failure: () => ({ errorText: "refused" }) });
    };
  }

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  private tell(event: string, what: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(what);
  }

  setDefaultTimeout(timeout: number): void {
    this.timeout = timeout;
  }

  async addInitScript(run: InPage, ...args: unknown[]): Promise<void> {
    this.scripts.push(called(run, args));
  }

  async route(glob: string, _refuse: unknown): Promise<void> {
    this.through.refused.add(patternOf(glob));
  }

  async unroute(glob: string): Promise<void> {
    for (const pattern of this.through.refused) {
      if (pattern.source === patternOf(glob).source) this.through.refused.delete(pattern);
    }
  }

  async goto(url: string): Promise<void> {
    this.through.script = [await preludeCode(), ...this.scripts].join(";\n");
    await this.session.post("url", { url: await this.through.open(url) });
  }

  async reload(): Promise<void> {
    await this.session.post("refresh");
  }

  async goBack(): Promise<void> {
    await this.session.post("back");
  }

  title(): Promise<string> {
    return this.evaluate(() => document.title) as Promise<string>;
  }

  waitForTimeout(time: number): Promise<void> {
    return wait(time);
  }

  async close(): Promise<void> {
    await this.session.close();
    this.through.close();
  }

  /** Runs a function in the page, and hands on what the page complained of. */
  async evaluate(run: InPage | string, ...args: unknown[]): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1]; ${encode}
      const complaints = () => globalThis.driven?.takeComplaints() ?? [];
      (async () => ${called(run, args)})().then(
        (value) => done(encode({ value, complaints: complaints() })),
        (error) => done(encode({ error: String(error), complaints: complaints() })));`;
    const answer = decode(await this.session.post<string>("execute/async", { script, args: [] })) as {
      value?: unknown;
      error?: string;
      complaints: string[];
    };
    for (const text of answer.complaints) {
      const [type = "", ...rest] = text.split(": ");
      if (type === "uncaught") this.tell("pageerror", new Error(rest.join(": ")));
      else this.tell("console", { type: () => type, text: () => rest.join(": ") });
    }
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  /** WebKit says that it has acted before the page has: two frames later it has, too. */
  async act(path: string, body: object = {}): Promise<void> {
    await this.session.post(path, body);
    await this.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    });
  }

  /** The inside of the window gets this size; its frame has one of its own. */
  async setViewportSize({ width, height }: Size): Promise<void> {
    let [extraWidth, extraHeight] = [0, 0];
    for (let tries = 0; tries < 50; tries++) {
      const size = { width: width + extraWidth, height: height + extraHeight };
      const outer = await this.session.post<Size>("window/rect", { x: 0, y: 0, ...size });
      const inner = (await this.evaluate(() => ({ width: innerWidth, height: innerHeight }))) as Size;
      if (inner.width === width && inner.height === height) return;
      [extraWidth, extraHeight] = [outer.width - inner.width, outer.height - inner.height];
      await wait(pause);
    }
    throw new Error(`the window does not become ${width} x ${height}`);
  }

  locator(selector: string, options?: { hasText?: string }): Locator {
    return new Locator(this, []).locator(selector, options);
  }

  getByRole(role: string, options?: NameOptions): Locator {
    return new Locator(this, []).getByRole(role, options);
  }

  getByLabel(text: string): Locator {
    return new Locator(this, [{ by: "label", text: textOf(text, false) }]);
  }
}

const patternOf = (glob: string) => new RegExp(`${glob.replaceAll(".", "\\.").replaceAll(/\*+\/?\*?/g, ".*")}$`);

interface NameOptions {
  readonly name?: string | RegExp;
  readonly exact?: boolean;
}

function textOf(text: string | RegExp, exact: boolean): Text {
  if (text instanceof RegExp) return { source: text.source, how: "pattern" };
  return { source: text, how: exact ? "exact" : "within" };
}

class Locator {
  constructor(
    private readonly page: Page,
    private readonly steps: readonly Step[],
  ) {}

  private with(...more: readonly Step[]): Locator {
    return new Locator(this.page, [...this.steps, ...more]);
  }

  locator(selector: string, { hasText }: { hasText?: string } = {}): Locator {
    const parts = selector.split(" >> ").map((part): Step => {
      const [, index] = /^nth=(-?\d+)$/.exec(part) ?? [];
      return index === undefined ? { by: "css", selector: part } : { by: "nth", index: Number(index) };
    });
    return this.with(...parts, ...(hasText ? [{ by: "text", text: textOf(hasText, false) } as const] : []));
  }

  getByRole(role: string, { name, exact = false }: NameOptions = {}): Locator {
    return this.with({ by: "role", role, name: name === undefined ? null : textOf(name, exact) });
  }

  nth = (index: number): Locator => this.with({ by: "nth", index });
  first = (): Locator => this.nth(0);
  last = (): Locator => this.nth(-1);

  async all(): Promise<Locator[]> {
    return Array.from({ length: await this.count() }, (_, i) => this.nth(i));
  }

  evaluateAll(run: InPage, ...args: unknown[]): Promise<unknown> {
    const found = `globalThis.driven.find(${literal(this.steps)})`;
    return this.page.evaluate(`(${run})(${[found, ...args.map(literal)].join(", ")})`);
  }

  count = () => this.evaluateAll((found: Element[]) => found.length) as Promise<number>;
  allInnerTexts = () => this.evaluateAll((found: HTMLElement[]) => found.map((element) => element.innerText));

  /** Tries until it succeeds, or for as long as the page is patient. */
  private async until<T>(what: () => Promise<T>): Promise<T> {
    const end = performance.now() + this.page.timeout;
    for (;;) {
      try {
        return await what();
      } catch (error) {
        if (performance.now() > end || /matches \d+ elements/.test(String(error))) throw error;
        await wait(pause);
      }
    }
  }

  /** Waits for the one element, and runs a function with it. */
  evaluate(run: InPage, ...args: unknown[]): Promise<unknown> {
    const one = `((found) => {
      if (found.length === 0) throw "nothing is there yet";
      if (found.length > 1) throw ${literal(JSON.stringify(this.steps))} + " matches " + found.length + " elements";
      return found[0];
    })(globalThis.driven.find(${literal(this.steps)}))`;
    return this.until(() => this.page.evaluate(`(${run})(${[one, ...args.map(literal)].join(", ")})`));
  }

  innerText = () => this.evaluate((element: HTMLElement) => element.innerText);
  textContent = () => this.evaluate((element: Element) => element.textContent);
  getAttribute = (name: string) => this.evaluate((element: Element, name) => element.getAttribute(name), name);
  isChecked = () => this.evaluate((element: HTMLInputElement) => element.checked) as Promise<boolean>;
  isDisabled = () => this.evaluate((element: HTMLInputElement) => element.disabled);
  focus = () => this.evaluate((element: HTMLElement) => element.focus());
  scrollIntoViewIfNeeded = () =>
    this.evaluate((element: Element) => element.scrollIntoView({ block: "center", behavior: "instant" }));

  isVisible = () =>
    this.evaluateAll((found: Element[]) => {
      const { driven } = globalThis as unknown as { driven: Driven };
      return found.length > 0 && found.every(driven.isVisible);
    }) as Promise<boolean>;

  boundingBox = () =>
    this.evaluate((element: Element) => {
      const { driven } = globalThis as unknown as { driven: Driven };
      const { x, y, width, height } = element.getBoundingClientRect();
      return driven.isVisible(element) ? { x, y, width, height } : null;
    }) as Promise<(Size & { x: number; y: number }) | null>;

  async waitFor({ state = "visible" }: { state?: string } = {}): Promise<void> {
    await this.until(async () => {
      if (!(state === "visible" ? await this.isVisible() : await this.count())) throw new Error(`waiting for ${state}`);
    });
  }

  async click(): Promise<void> {
    await this.until(async () => {
      await this.evaluate(() => {});
      const script = `return globalThis.driven.find(${literal(this.steps)})[0]`;
      const reference = await this.page.session.post<ElementReference>("execute/sync", { script, args: [] });
      await this.page.act(`element/${Object.values(reference)[0]}/click`);
    });
  }

  async hover(): Promise<void> {
    await this.scrollIntoViewIfNeeded();
    const box = await this.boundingBox();
    if (!box) throw new Error("what is hovered over is not on screen");
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }

  private async set(checked: boolean): Promise<void> {
    if ((await this.isChecked()) !== checked) await this.click();
  }
  check = () => this.set(true);
  uncheck = () => this.set(false);

  fill = (value: string) =>
    this.evaluate((element: HTMLInputElement, value) => {
      element.focus();
      element.value = value;
      for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
    }, value);

  async press(key: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press(key);
  }

  selectOption = (option: string | { label: string }) =>
    this.evaluate(
      (element: HTMLSelectElement, label) => {
        const index = [...element.options].findIndex((option) => option.label === label || option.value === label);
        if (index < 0) throw `there is no option ${label}`;
        element.selectedIndex = index;
        for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
      },
      typeof option === "string" ? option : option.label,
    );

  setInputFiles = ({ name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer }) =>
    this.evaluate(
      (element: HTMLInputElement, { name, type, base64 }) => {
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter: string) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
        element.files = data.files;
        for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
      },
      { name, type: mimeType, base64: buffer.toString("base64") },
    );
}

/** Keys by Playwright's names (W3C, WebDriver, "Keyboard actions"). */
const keys: Readonly<Record<string, string>> = {
  ...{ Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004", Space: " ", Shift: "\uE008", PageUp: "\uE00E" },
  ...{ PageDown: "\uE00F", End: "\uE010", Home: "\uE011", ArrowLeft: "\uE012", ArrowUp: "\uE013" },
  ...{ ArrowRight: "\uE014", ArrowDown: "\uE015", Control: "\uE009", Alt: "\uE00A", Delete: "\uE017" },
};

class Keyboard {
  constructor(private readonly page: Page) {}

  private async act(...actions: { type: "keyDown" | "keyUp"; value: string }[]): Promise<void> {
    await this.page.act("actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  down = (key: string) => this.act({ type: "keyDown", value: keys[key] ?? key });
  up = (key: string) => this.act({ type: "keyUp", value: keys[key] ?? key });

  /** Of keys such as "Shift+PageUp", the last is pressed while the others are held. */
  async press(names: string): Promise<void> {
    const held = names.split("+");
    for (const key of held) await this.down(key);
    for (const key of held.reverse()) await this.up(key);
  }
}

class Mouse {
  private at = { x: 0, y: 0 };

  constructor(private readonly page: Page) {}

  private async act(...actions: object[]): Promise<void> {
    const pointer = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
    await this.page.act("actions", { actions: [pointer] });
  }

  async move(x: number, y: number, { steps = 1 } = {}): Promise<void> {
    const { x: x0, y: y0 } = this.at;
    for (let i = 1; i <= steps; i++) {
      const [toX, toY] = [x0 + ((x - x0) * i) / steps, y0 + ((y - y0) * i) / steps].map(Math.round);
      await this.act({ type: "pointerMove", duration: 0, origin: "viewport", x: toX, y: toY });
    }
    this.at = { x, y };
  }

  down = () => this.act({ type: "pointerDown", button: 0 });
  up = () => this.act({ type: "pointerUp", button: 0 });

  async click(x: number, y: number): Promise<void> {
    await this.move(x, y);
    await this.down();
    await this.up();
  }
}

/** @param program WebKitWebDriver @param display what belongs into the variable DISPLAY */
export function connectWebKit(program: string, display: string): Browser {
  const pages = new Set<Page>();
  const browser = {
    async newPage({ viewport = { width: 1280, height: 720 } }: { viewport?: Size } = {}): Promise<Page> {
      const page = new Page(await Session.start(program, display));
      pages.add(page);
      await page.setViewportSize(viewport);
      return page;
    },
    async close(): Promise<void> {
      await Promise.all([...pages].map((page) => page.close()));
    },
  };
  return browser as unknown as Browser;
}
