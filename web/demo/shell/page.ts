/**
 * The page around the topics: menu, theme, link, notes, and the change of topics. It is small and appears first; three.js,
 * the core and the topic load afterwards.
 */

import type { Stage } from "../scene/stage.js";
import { groups, topics } from "../topics/index.js";
import { installCommand, showCode } from "./code_dialog.js";
import { element, region, setText } from "./dom.js";
import { icon } from "./icons.js";
import { type Link, readLink, writeLink } from "./link.js";
import { orbitHelp, Shortcuts } from "./shortcuts.js";
import { chooseTheme, currentTheme, onThemeChange } from "./theme.js";
import type { Page, Regions, Topic, TopicEntry } from "./topic.js";

const noteMilliseconds = 6000;
const announceMilliseconds = 500;
/** Safari allows 100 changes of the address in 30 seconds. */
const saveMilliseconds = 350;

/** @returns false without a permission, and where the page is not served securely */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export class PageShell {
  private readonly regions: Regions = {
    tools: region("tools"),
    presets: region("presets"),
    answer: region("answer"),
    details: region("details"),
    controls: region("controls"),
    text: region("text"),
  };
  private readonly canvas = region("canvas");
  private readonly secondHost = region("second");
  private readonly caption = element("div", { class: "stage-caption", attributes: { "aria-hidden": "true" } });
  private readonly message = region("message");
  private readonly shortcuts = new Shortcuts(this.canvas);
  private readonly menu = new Map<string, HTMLAnchorElement>();
  private stage: Stage | null = null;
  private second: Stage | null = null;
  private makeStage: ((host: HTMLElement) => Stage) | null = null;
  private topic: Topic | null = null;
  private entry: TopicEntry | null = null;
  private params: (() => URLSearchParams) | null = null;
  /** The address followed or written last, and the number of addresses followed. */
  private address = "";
  private turn = 0;
  private saveTimer = 0;
  private noteTimer = 0;
  private announceTimer = 0;

  constructor() {
    this.fillMenu();
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "group");
    this.canvas.setAttribute("aria-label", "Scene. Press the question mark for all keys.");
    region("install").addEventListener("click", () => void this.copyInstall());
    region("actions").append(this.codeButton(), this.linkButton(), this.themeButton(), this.helpButton());
    this.shortcuts.add(
      { keys: ["?"], shown: "?", help: "Show this help", where: "page", run: () => this.shortcuts.showHelp() },
      {
        keys: ["c"],
        shown: "C",
        help: "Copy a link to this case",
        where: "page",
        run: () => void this.copyLink(),
      },
    );
    addEventListener("hashchange", () => {
      this.follow().catch((error) => this.fail(error));
    });
    const measure = new ResizeObserver(() => this.measureInsets());
    for (const place of [this.regions.tools, this.regions.presets]) measure.observe(place);
  }

  private fillMenu(): void {
    for (const [i, { title, topics }] of groups.entries()) {
      const id = `topics-${i}`;
      const links = topics.map((topic) => {
        const link = element("a", { text: topic.title, attributes: { href: `#/${topic.id}` } });
        this.menu.set(topic.id, link);
        return element("li", {}, link);
      });
      region("topics").append(
        element("span", { class: "topics-title", text: title, attributes: { id } }),
        element("ul", { attributes: { "aria-labelledby": id } }, ...links),
      );
    }
  }

  /** Loads everything and shows the topic in the address. */
  async start(): Promise<void> {
    try {
      const entry = this.entryOf(readLink(location.hash));
      const [{ Stage }, { init }] = await Promise.all([
        import("../scene/stage.js"),
        import("hyperplane"),
        entry.load(),
      ]);
      await init();
      this.makeStage = (host) => new Stage(host);
      this.stage ??= this.makeStage(this.canvas);
      this.message.replaceChildren();
      if (this.stage.failure !== null) {
        this.message.append(element("p", { class: "failure", text: this.stage.failure }));
      }
      await this.follow();
      document.documentElement.dataset.ready = "true";
    } catch (error) {
      this.fail(error);
    }
  }

  private entryOf(link: Link): TopicEntry {
    const found = topics.find((topic) => topic.id === link.topic) ?? topics[0];
    if (!found) throw new Error("no topic is registered");
    return found;
  }

  /** Shows the topic and the state in the address. */
  private async follow(): Promise<void> {
    const stage = this.stage;
    if (!stage) return;
    const turn = ++this.turn;
    this.address = location.hash;
    const link = readLink(this.address);
    const entry = this.entryOf(link);
    if (link.topic !== "" && link.topic !== entry.id) {
      this.note(`There is no topic \u201c${link.topic.slice(0, 40)}\u201d. Showing the first one instead.`);
    }
    if (entry !== this.entry) {
      const loaded = await entry.load();
      // Another topic was chosen while this one was loading.
      if (turn !== this.turn) return;
      this.close();
      this.entry = entry;
      document.title = `${entry.title} \u00b7 hyperplane`;
      for (const [id, item] of this.menu) {
        if (id !== entry.id) {
          item.removeAttribute("aria-current");
          continue;
        }
        item.setAttribute("aria-current", "page");
        // On a phone the menu is wider than the screen.
        const menu = region("topics");
        menu.scrollLeft = item.offsetLeft - menu.offsetLeft - (menu.clientWidth - item.offsetWidth) / 2;
      }
      this.topic = loaded.createTopic(this.pageFor(stage));
    }
    this.measureInsets();
    const complaint = this.topic?.restore(link.params) ?? null;
    if (complaint !== null) this.note(complaint);
  }

  private close(): void {
    clearTimeout(this.saveTimer);
    this.params = null;
    delete document.documentElement.dataset.address;
    this.topic?.dispose();
    this.topic = null;
    this.stage?.forgetFit();
    this.second?.forgetFit();
    this.secondHost.hidden = true;
    this.shortcuts.pointer = "";
    this.shortcuts.viewHelp = orbitHelp;
    for (const place of Object.values(this.regions)) place.replaceChildren();
  }

  private pageFor(stage: Stage): Page {
    return {
      stage,
      secondStage: (label, legend) => this.showSecond(label, legend),
      regions: this.regions,
      shortcuts: this.shortcuts,
      saveLink: (params) => {
        this.params = params;
        document.documentElement.dataset.address = "behind";
        clearTimeout(this.saveTimer);
        this.saveTimer = window.setTimeout(() => this.saveNow(), saveMilliseconds);
      },
      announce: (sentence) => {
        clearTimeout(this.announceTimer);
        this.announceTimer = window.setTimeout(() => setText(region("live"), sentence), announceMilliseconds);
      },
      note: (sentence) => this.note(sentence),
    };
  }

  private showSecond(label: string, legend?: HTMLElement): Stage {
    const host = this.secondHost;
    host.hidden = false;
    host.tabIndex = 0;
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", label);
    this.second ??= this.makeStage?.(host) ?? null;
    if (!this.second) throw new Error("a topic runs before the page has started");
    this.caption.replaceChildren(element("span", { text: label }), ...(legend ? [legend] : []));
    host.append(this.caption);
    return this.second;
  }

  /** The tool bar covers the first view, the presets the lower one. */
  private measureInsets(): void {
    const top = this.regions.tools.offsetHeight;
    const bottom = this.regions.presets.offsetHeight;
    const two = !this.secondHost.hidden;
    this.stage?.setInsets({ top, bottom: two ? 0 : bottom });
    if (!two || !this.second) return;
    // The caption is above the drawing, or below it on a low screen.
    const { offsetTop, offsetHeight } = this.caption;
    const above = offsetTop < this.secondHost.clientHeight / 2;
    this.second.setInsets(
      above ? { top: offsetTop + offsetHeight, bottom } : { top: 0, bottom: bottom + offsetHeight },
    );
  }

  private saveNow(): void {
    clearTimeout(this.saveTimer);
    // An address not yet followed, or with a topic still loading, must not be overwritten.
    const isHere = location.hash === this.address && this.entryOf(readLink(this.address)) === this.entry;
    if (this.entry && this.params && isHere) {
      history.replaceState(null, "", writeLink({ topic: this.entry.id, params: this.params() }));
      this.address = location.hash;
      delete document.documentElement.dataset.address;
    }
  }

  // -------------------------------------------------------------------------------------------------- errors

  private fail(error: unknown): void {
    const code = error instanceof Error && "code" in error ? String(error.code) : null;
    const reason = error instanceof Error ? error.message : String(error);
    const text =
      code === "load-failed"
        ? "The collision core, a WebAssembly file, could not be loaded. Check the network, and whether this browser allows WebAssembly."
        : "The page could not start.";
    const again = element("button", { class: "button", text: "Try again", attributes: { type: "button" } });
    again.addEventListener("click", () => {
      this.message.replaceChildren(element("p", { class: "loading", text: "Loading again\u2026" }));
      void this.start();
    });
    this.message.replaceChildren(
      element(
        "div",
        { class: "failure" },
        element("p", { text }),
        element("p", { class: "failure-reason", text: reason }),
        again,
      ),
    );
  }

  private note(sentence: string): void {
    const toast = region("toast");
    toast.hidden = false;
    setText(toast, sentence);
    clearTimeout(this.noteTimer);
    this.noteTimer = window.setTimeout(() => {
      toast.hidden = true;
    }, noteMilliseconds);
  }

  // ------------------------------------------------------------------------------------------------------------ actions

  private helpButton(): HTMLButtonElement {
    return this.actionButton("Mouse, touch and keys", "help", () => this.shortcuts.showHelp());
  }

  private codeButton(): HTMLButtonElement {
    const button = this.actionButton("Code for this", "code", () => {
      this.showCode().catch((error) => this.fail(error));
    });
    button.classList.add("action-wide");
    button.append(element("span", { text: "Code for this" }));
    return button;
  }

  private async showCode(): Promise<void> {
    const { entry } = this;
    if (!entry) return;
    const { default: code } = await entry.code();
    showCode(entry.title, code, copyText);
  }

  private linkButton(): HTMLButtonElement {
    const button = this.actionButton("Copy a link to this case", "link", () => void this.copyLink());
    button.classList.add("action-wide");
    button.append(element("span", { text: "Copy link" }));
    return button;
  }

  private themeButton(): HTMLButtonElement {
    const button = this.actionButton("", "moon", () => chooseTheme(currentTheme() === "dark" ? "light" : "dark"));
    const show = () => {
      const dark = currentTheme() === "dark";
      button.replaceChildren(icon(dark ? "sun" : "moon"));
      button.title = dark ? "Light colours" : "Dark colours";
      button.setAttribute("aria-label", button.title);
    };
    onThemeChange(show);
    show();
    return button;
  }

  private actionButton(label: string, name: Parameters<typeof icon>[0], run: () => void): HTMLButtonElement {
    const button = element(
      "button",
      { class: "action", title: label, attributes: { type: "button", "aria-label": label, "data-action": name } },
      icon(name),
    );
    button.addEventListener("click", run);
    return button;
  }

  private async copyInstall(): Promise<void> {
    const isCopied = await copyText(installCommand);
    this.note(isCopied ? `Copied: ${installCommand}` : `The browser does not allow copying: ${installCommand}`);
  }

  private async copyLink(): Promise<void> {
    this.saveNow();
    const isCopied = await copyText(location.href);
    const refusal = "The browser does not allow copying. The address bar holds the link.";
    this.note(isCopied ? "Link copied. It opens exactly this case." : refusal);
  }
}
