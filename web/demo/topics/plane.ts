/** Topic "In the plane": hyperplane/2d, with its own module, in four subjects of which one is shown at a time. */

import { init } from "hyperplane/2d";
import { fillText } from "../parts/explanation.js";
import { Legend } from "../parts/legend.js";
import { AxesMode } from "../parts/plane_axes.js";
import { CrowdMode } from "../parts/plane_crowd.js";
import { CutMode } from "../parts/plane_cut.js";
import type { ModeHost, PlaneMode } from "../parts/plane_mode.js";
import { WalkMode } from "../parts/plane_walk.js";
import { type Preset, PresetBar } from "../parts/presets.js";
import { FlatView, type Rectangle } from "../scene/flat_view.js";
import { element } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { unreadableLink } from "../shell/link.js";
import type { Page, Topic, TopicModule } from "../shell/topic.js";
import explanation from "../texts/plane.html?raw";

const modes = { axes: AxesMode, parts: CutMode, level: WalkMode, crowd: CrowdMode } as const;
type ModeName = keyof typeof modes;
const isMode = (name: string | null): name is ModeName => name !== null && name in modes;
const zoomFactor = 0.9;

interface PlanePreset extends Preset {
  readonly mode: ModeName;
  readonly state: Readonly<Record<string, string>>;
}

const presets: readonly [PlanePreset, ...PlanePreset[]] = [
  {
    id: "level",
    label: "Tiles",
    hint: "A character walks and jumps over tiles, slopes, one-way ledges and moving platforms; draw your own",
    mode: "level",
    state: {},
  },
  {
    id: "crowd",
    label: "10\u202f000",
    hint: "What a frame costs when all of them move",
    mode: "crowd",
    state: {},
  },
  {
    id: "overlapping",
    label: "Axes",
    hint: "Two polygons that overlap, with their projections on every axis",
    mode: "axes",
    state: { a: "Pentagon", "a-at": "-0.5,-0.15,0.2", b: "Wedge", "b-at": "0.55,0.3,0.5" },
  },
  {
    id: "apart",
    label: "Apart",
    hint: "One axis on which the projections do not overlap is proof enough",
    mode: "axes",
    state: { a: "Triangle", "a-at": "-1,-0.1,0.35", b: "Octagon", "b-at": "0.8,0.35,0.1" },
  },
  {
    id: "parts",
    label: "Cut",
    hint: "A concave polygon in few convex parts; drag its corners, or draw your own",
    mode: "parts",
    state: { polygon: "Star" },
  },
  {
    id: "holes",
    label: "Holes",
    hint: "A polygon with a hole",
    mode: "parts",
    state: { polygon: "Gear" },
  },
  {
    id: "spiral",
    label: "Spiral",
    hint: "Sixty corners",
    mode: "parts",
    state: { polygon: "Spiral" },
  },
];

/** Loads the module of the plane, which no other topic needs. */
export async function start(): Promise<TopicModule> {
  await init();
  return { createTopic: (page) => new InThePlane(page) };
}

const nothing: Rectangle = { left: -1, right: 1, low: -1, high: 1 };

class InThePlane implements Topic {
  private readonly view: FlatView;
  private readonly presetBar: PresetBar<PlanePreset>;
  private readonly legend = new Legend(() => this.mode?.legend() ?? []);
  private readonly stops: (() => void)[] = [];
  private mode: PlaneMode | null = null;
  private modeName: ModeName | null = null;
  /** Null once the user has changed it. */
  private presetId: string | null = null;

  constructor(private readonly page: Page) {
    const { shortcuts, regions } = page;
    shortcuts.viewHelp = "Drag the ground to move the view; scroll or pinch to zoom.";
    this.view = new FlatView(page, {
      prepare: () => this.mode?.prepare?.(),
      draw: (paint) => {
        this.mode?.draw(paint);
        this.legend.refresh();
      },
      bounds: () => this.mode?.bounds() ?? nothing,
      grab: (at, reach) => this.mode?.grab?.(at, reach) ?? null,
    });
    this.presetBar = new PresetBar(regions.presets, shortcuts, presets, (preset) => this.usePreset(preset));
    this.stops.push(
      fillText(page, explanation, (action) => {
        const preset = presets.find(({ id }) => id === action);
        if (preset) this.usePreset(preset);
      }),
      shortcuts.add(
        { keys: ["f"], shown: "F", help: "Fit the view", where: "page", run: () => this.view.fit() },
        { keys: ["+", "="], shown: "+", help: "Zoom in", where: "page", run: () => this.view.zoom(1 / zoomFactor) },
        { keys: ["-"], shown: "\u2212", help: "Zoom out", where: "page", run: () => this.view.zoom(zoomFactor) },
      ),
    );
  }

  dispose(): void {
    this.mode?.dispose();
    for (const stop of this.stops) stop();
    this.presetBar.dispose();
    this.view.dispose();
  }

  restore(params: URLSearchParams): string | null {
    const [first] = presets;
    const preset = params.size === 0 ? first : presets.find(({ id }) => id === params.get("case"));
    if (preset) {
      this.usePreset(preset);
      return null;
    }
    const name = params.get("mode");
    if (isMode(name) && this.open(name).restore(params)) {
      this.presetId = null;
      this.presetBar.current = null;
      this.view.fit();
      return null;
    }
    this.usePreset(first);
    return unreadableLink;
  }

  private usePreset(preset: PlanePreset): void {
    this.open(preset.mode).restore(new URLSearchParams(preset.state));
    this.presetId = preset.id;
    this.view.fit();
    this.save(true);
  }

  /** The subject of that name, made anew if another one is shown. */
  private open(name: ModeName): PlaneMode {
    if (this.mode && this.modeName === name) return this.mode;
    this.mode?.dispose();
    this.mode = null;
    const { regions, shortcuts } = this.page;
    for (const place of [regions.answer, regions.details, regions.controls, regions.tools]) place.replaceChildren();
    const host: ModeHost = { page: this.page, view: this.view, onChange: () => this.save() };
    const mode: PlaneMode = new modes[name](host);
    this.mode = mode;
    this.modeName = name;
    const fit = element(
      "button",
      {
        class: "tool",
        title: "Fit the view (F)",
        attributes: { type: "button", "aria-label": "Fit the view" },
        on: { click: () => this.view.fit() },
      },
      icon("fit"),
    );
    const { tools = [] } = mode;
    // Without other tools the legend stands beside the button, else in a row of its own.
    regions.tools.append(...tools, ...(tools.length > 0 ? [fit, this.legend.element] : [this.legend.element, fit]));
    shortcuts.pointer = mode.pointer;
    return mode;
  }

  private save(isPreset = false): void {
    if (!isPreset) this.presetId = null;
    this.presetBar.current = this.presetId;
    this.page.saveLink(() => {
      if (this.presetId !== null) return new URLSearchParams({ case: this.presetId });
      const params = new URLSearchParams({ mode: this.modeName ?? "axes" });
      this.mode?.write(params);
      return params;
    });
  }
}
