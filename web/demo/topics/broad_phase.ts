/** Topic "Broad phase": a swarm of moving boxes, three broad phases to find its candidate pairs, and the cost of each. */

import { World } from "hyperplane";
import { AnswerCard } from "../parts/answer_card.js";
import { BoxSwarm, reach } from "../parts/box_swarm.js";
import { fillText } from "../parts/explanation.js";
import type { Mix } from "../parts/legend.js";
import { createPanel, refreshPanel } from "../parts/panel.js";
import { PresetBar } from "../parts/presets.js";
import { RunControls } from "../parts/run_controls.js";
import { mixedColor } from "../parts/scenery.js";
import { Segmented } from "../parts/segmented.js";
import { StagePlot } from "../parts/stage_plot.js";
import {
  type Case,
  type Choice,
  cases,
  limits,
  type Method,
  methodNames,
  methods,
  mostByBruteForce,
  usual,
} from "../parts/swarm_cases.js";
import { addViewControls } from "../parts/view_controls.js";
import { BroadPhaseOverlay } from "../scene/broad_phase_overlay.js";
import { boxCorners, cornerEdges } from "../scene/corners.js";
import { order } from "../scene/order.js";
import { Segments } from "../scene/segments.js";
import type { Direction } from "../scene/stage.js";
import { Mark, SwarmView } from "../scene/swarm_view.js";
import { milliseconds, whole } from "../shell/format.js";
import { readNumber, unreadableLink } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/broad_phase.html?raw";

const startView = { azimuth: 0.6, polar: 1.12 };
const stepSeconds = 1 / 60;
/** Seconds in which the plane of the sweep crosses the space. */
const sweepSeconds = 6;
/** Between two updates of the numbers, so that they can be read. */
const writeMilliseconds = 250;
/** Frame times whose median tells what is slow. */
const rememberedFrames = 30;

/** Pale, so that touching boxes stand out. */
const freeColor: Mix = ["a-scene", "scene", 0.5];

export function createTopic(page: Page): Topic {
  return new BroadPhaseTopic(page);
}

class BroadPhaseTopic implements Topic {
  private readonly answer: AnswerCard;
  private readonly plot: StagePlot;
  private readonly presetBar: PresetBar<Case>;
  private readonly methodControl: Segmented<Method>;
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly runControls: RunControls;
  private readonly frame = new Segments({ width: 1.2, renderOrder: order.edges, opacity: 0.7 });
  private readonly overlay: BroadPhaseOverlay;
  private readonly stops: (() => void)[] = [];

  private readonly choice = {
    method: usual.method as Method,
    count: 2000,
    seed: 1,
    fill: 0.03,
    spread: 3,
    moving: 1,
    flat: false,
  };
  private readonly play = { speed: 1, overlay: true, depth: 3 };
  private world: World | null = null;
  private swarm: BoxSwarm | null = null;
  private view: SwarmView | null = null;
  private rows = new Uint32Array(0);
  private boxOfRow = new Uint32Array(0);
  private bounds = new Float64Array(0);
  /** The place of the sweep's plane, from 0 to 1. */
  private sweepAt = 0.5;
  private overlayText = "";
  private lastWrite = -1;
  private readonly frameTimes: number[] = [];
  private readonly ownTimes: number[] = [];
  private steps = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    this.overlay = new BroadPhaseOverlay(stage.scene);
    stage.scene.add(this.frame.object);

    this.answer = new AnswerCard(regions.answer);
    this.runControls = new RunControls(page, this.answer, {
      onStep: () => {
        this.advance();
        this.show();
      },
    });
    this.plot = new StagePlot(regions.details, "Time per frame", [
      { name: "bounds", title: "bounds of moved boxes", color: "apart" },
      { name: "broad", title: "broad phase: candidates", color: "a-scene" },
      { name: "narrow", title: "narrow phase: touching pairs", color: "b-scene" },
      { name: "events", title: "events: began, ended", color: "overlap" },
    ]);
    this.presetBar = new PresetBar(regions.presets, shortcuts, cases, (one) => this.useCase(one));
    this.methodControl = new Segmented(
      "Broad phase",
      methods.map((value) => ({ value, label: methodNames[value] })),
      (method) => this.useMethod(method),
    );

    this.panel = createPanel(regions.controls, "Controls");
    const { count, fill, spread } = limits;
    const rebuilds = (controller: ReturnType<typeof this.panel.add>) =>
      controller.onFinishChange(() => {
        this.build();
        this.save();
      });
    rebuilds(this.panel.add(this.choice, "count", count.least, count.most, 100).name("boxes"));
    this.panel.add(this.play, "speed", 0, 4, 0.1).name("speed, m/s");
    rebuilds(this.panel.add(this.choice, "fill", fill.least, fill.most, 0.01).name("density"));
    rebuilds(this.panel.add(this.choice, "spread", spread.least, spread.most, 1).name("size spread"));
    rebuilds(this.panel.add(this.choice, "moving", 0, 1, 0.01).name("moving share"));
    this.panel
      .add(this.play, "overlay")
      .name("overlay")
      .onChange(() => this.show());
    this.panel
      .add(this.play, "depth", 0, 6, 1)
      .name("tree depth")
      .onChange(() => this.show());

    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        tools: [this.methodControl.element],
        legend: () => [
          (this.world?.touching.count ?? 0) > 0 && { color: "overlap", mark: "area", text: "touching" },
          { color: freeColor, mark: "area", text: "touching nothing" },
          this.overlayIs("sweep-and-prune") && { color: "axis-active", mark: "area", text: "cut by the sweep" },
          this.overlayIs("bvh") && { color: "ink", mark: "line", text: "boxes of the tree" },
        ],
      }),
      fillText(page, explanation),
      shortcuts.add(
        { keys: ["b"], shown: "B", help: "Next broad phase", where: "page", run: () => this.useNextMethod() },
        { keys: ["o"], shown: "O", help: "Show or hide the overlay", where: "page", run: () => this.toggleOverlay() },
      ),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    this.runControls.isRunning = !prefersLessMotion();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.runControls.dispose();
    this.presetBar.dispose();
    this.plot.dispose();
    this.panel.destroy();
    this.frame.dispose();
    this.frame.object.removeFromParent();
    this.overlay.dispose();
    this.tearDown();
    this.page.stage.invalidate();
  }

  private tearDown(): void {
    this.world?.dispose();
    this.swarm?.dispose();
    this.view?.dispose();
    this.world = null;
    this.swarm = null;
    this.view = null;
  }

  // -------------------------------------------------------------------------------------------------------------- state

  restore(params: URLSearchParams): string | null {
    const first = cases[0] as Case;
    if (params.size === 0) {
      this.useCase(first);
      return null;
    }
    const method = methods.find((name) => name === (params.get("bp") ?? usual.method));
    const count = readNumber(params, "n", usual.count, limits.count.least, limits.count.most);
    const fill = readNumber(params, "fill", usual.fill, limits.fill.least, limits.fill.most);
    const spread = readNumber(params, "spread", usual.spread, limits.spread.least, limits.spread.most);
    const moving = readNumber(params, "moving", usual.moving, 0, 1);
    const flat = readNumber(params, "flat", 0, 0, 1);
    const readable = Number.isInteger(count) && Number.isInteger(flat) && ![fill, spread, moving].some(Number.isNaN);
    if (!method || !readable) {
      this.useCase(first);
      return unreadableLink;
    }
    this.use({ method, count, fill, spread, moving, flat: flat === 1 });
    return null;
  }

  private useCase({ method, count, fill, spread, moving, flat }: Case): void {
    this.use({ method, count, fill, spread, moving, flat });
  }

  private use(choice: Omit<Choice, "seed">): void {
    Object.assign(this.choice, choice);
    this.build();
    this.fit(startView);
    this.save();
  }

  private useMethod(method: Method): void {
    this.choice.method = method;
    if (method === "brute-force" && this.choice.count > mostByBruteForce) {
      this.page.note(
        `Brute force stops at ${whole(mostByBruteForce)} boxes: more would take about a second per frame.`,
      );
      this.build();
    } else if (this.world) {
      this.world.broadPhase = method;
      this.plot.clear();
      this.redo();
    }
    this.methodControl.value = method;
    this.markCase();
    this.save();
  }

  private useNextMethod(): void {
    this.useMethod(methods[(methods.indexOf(this.choice.method) + 1) % methods.length] as Method);
  }

  private markCase(): void {
    const keys = ["method", "count", "fill", "spread", "moving", "flat"] as const;
    this.presetBar.current = cases.find((one) => keys.every((key) => one[key] === this.choice[key]))?.id ?? null;
  }

  private save(): void {
    this.page.saveLink(() => {
      const params = new URLSearchParams();
      const { method, count, fill, spread, moving, flat } = this.choice;
      params.set("n", String(count));
      if (method !== usual.method) params.set("bp", method);
      if (fill !== usual.fill) params.set("fill", String(fill));
      if (spread !== usual.spread) params.set("spread", String(spread));
      if (moving !== usual.moving) params.set("moving", String(moving));
      if (flat) params.set("flat", "1");
      return params;
    });
  }

  // -------------------------------------------------------------------------------------------------------------- swarm

  private build(): void {
    const { choice, page } = this;
    if (choice.method === "brute-force") choice.count = Math.min(choice.count, mostByBruteForce);
    this.tearDown();
    const swarm = new BoxSwarm(choice);
    const world = new World({ capacity: swarm.count, broadPhase: choice.method, measure: true });
    this.rows = new Uint32Array(swarm.count);
    this.boxOfRow = new Uint32Array(swarm.count);
    const { places } = swarm;
    for (let i = 0; i < swarm.count; i++) {
      const shape = swarm.shapes[swarm.shapeOf[i] as number] as (typeof swarm.shapes)[number];
      const { index } = world.add({ shape, position: places.subarray(3 * i, 3 * i + 3) });
      this.rows[i] = index;
      this.boxOfRow[index] = i;
    }
    this.view = new SwarmView(swarm.count);
    page.stage.scene.add(this.view.object);
    this.world = world;
    this.swarm = swarm;
    this.steps = 0;
    this.runControls.rest();
    this.frameTimes.length = 0;
    this.ownTimes.length = 0;
    this.bounds = new Float64Array(2 * world.positions.length);
    this.plot.clear();
    this.recolor();
    this.drawFrame();
    this.methodControl.value = choice.method;
    this.markCase();
    refreshPanel(this.panel);
    world.update();
    this.place(0, swarm.count);
    this.show();
    this.page.announce(`${swarm.count} boxes, ${world.touching.count} pairs touch.`);
  }

  /** Repeats the last update with another broad phase. Without a moved row it would find nothing to do. */
  private redo(): void {
    const { world, swarm, rows } = this;
    if (!world || !swarm) return;
    if (!this.runControls.isRunning) {
      // The negated quaternion is the same rotation, but marks the row as moved.
      const { quaternions } = world;
      for (let i = 0; i < swarm.count; i++) {
        const at = 4 * (rows[i] as number);
        for (let k = at; k < at + 4; k++) quaternions[k] = -(quaternions[k] as number);
      }
      world.update();
      this.record();
      this.show();
    }
  }

  private place(from: number, to: number): void {
    const { world, swarm, view } = this;
    if (!world || !swarm || !view) return;
    const { shapes, shapeOf } = swarm;
    view.place(
      from,
      to,
      this.rows,
      world.positions,
      world.quaternions,
      (i) => shapes[shapeOf[i] as number] as (typeof shapes)[number],
    );
  }

  // ------------------------------------------------------------------------------------------------------------- frames

  /** One step of the swarm, and of the world. */
  private advance(): void {
    const { world, swarm } = this;
    if (!world || !swarm) return;
    swarm.step(stepSeconds * this.play.speed, this.rows, world.positions, world.quaternions);
    world.update();
    this.sweepAt = (this.sweepAt + stepSeconds / sweepSeconds) % 1;
    this.steps++;
    this.place(0, swarm.movingCount);
    this.record();
  }

  private record(): void {
    if (!this.world) return;
    const { bounds, broadPhase, narrowPhase, events } = this.world.timings;
    this.plot.push([bounds, broadPhase, narrowPhase, events]);
  }

  private onFrame(): void {
    if (!this.runControls.isRunning || !this.world) return;
    const begin = performance.now();
    const passed = this.runControls.nextFrame();
    // A longer gap is a page in the background, not a slow frame.
    if (passed !== null && passed < 1000) remember(this.frameTimes, passed);
    this.advance();
    const mayWrite = begin - this.lastWrite >= writeMilliseconds;
    this.show(mayWrite);
    if (mayWrite) this.lastWrite = begin;
    remember(this.ownTimes, performance.now() - begin);
    this.page.stage.invalidate();
  }

  // -------------------------------------------------------------------------------------------------------------- shown

  private show(writes = true): void {
    const { world, view, swarm } = this;
    if (!world || !view || !swarm) return;
    view.marks.fill(Mark.plain);
    this.drawOverlay(world, swarm, view);
    const { pairs } = world.touching;
    for (let i = 0; i < pairs.length; i++) view.marks[this.boxOfRow[pairs[i] as number] as number] = Mark.touching;
    view.paint();
    this.plot.draw();
    if (writes) this.write();
    this.page.stage.invalidate();
  }

  private write(): void {
    const { world, answer, choice } = this;
    if (!world) return;
    const count = world.size;
    const touching = world.touching.count;
    const { bounds, broadPhase, narrowPhase, events } = world.timings;
    answer.setAnswer("plain", "Touching", whole(touching), touching === 1 ? "pair" : "pairs");
    answer.setRow("boxes", "Boxes", whole(count));
    answer.setRow("pairs", "All pairs", whole((count * (count - 1)) / 2));
    answer.setRow("candidates", "Candidates", `${whole(world.candidateCount)} pairs`);
    answer.setRow("update", "Last update", milliseconds(bounds + broadPhase + narrowPhase + events, "once"));
    answer.setRow("overlay", choice.method === "bvh" ? "Tree" : "Sweep", this.overlayText);
    const passed = median(this.frameTimes);
    answer.setRow(
      "frame",
      "Frame",
      !this.runControls.isRunning
        ? `step ${whole(this.steps)}`
        : passed > 0
          ? `${milliseconds(passed, "once")}, ${whole(1000 / passed)} per second`
          : "\u2014",
    );
    this.plot.write(this.runControls.isRunning ? this.slowest(passed) : "");
  }

  /** Names what keeps the page below 60 frames per second; empty where nothing does. */
  private slowest(passed: number): string {
    if (passed < 1.25 * (1000 / 60)) return "";
    const own = median(this.ownTimes);
    const update = [0, 1, 2, 3].reduce((sum, k) => sum + this.plot.mean(k), 0);
    const times = `Collision detection takes ${milliseconds(update, "once")} of a ${milliseconds(passed, "once")} frame`;
    if (update > 0.5 * passed) return `${times}: it limits the frame rate.`;
    if (own > 0.5 * passed) return `${times}. Moving and colouring the boxes limits the frame rate.`;
    return `${times}. Drawing limits the frame rate.`;
  }

  private toggleOverlay(): void {
    this.play.overlay = !this.play.overlay;
    refreshPanel(this.panel);
    this.show();
  }

  private overlayIs(method: Method): boolean {
    return this.play.overlay && this.choice.method === method;
  }

  /** The plane of the sweep and the boxes that it cuts, or one level of the tree. */
  private drawOverlay(world: World, swarm: BoxSwarm, view: SwarmView): void {
    const { choice, play, overlay } = this;
    overlay.hide();
    if (choice.method === "brute-force") {
      this.overlayText = "none: every pair";
      return;
    }
    const { axis, cells, nodes } = world.explainBroadPhase(play.depth);
    if (choice.method === "sweep-and-prune") {
      this.overlayText = `along ${axis ?? "x"}, ${whole(cells)} ${cells === 1 ? "cell" : "cells"}`;
      if (!play.overlay) return;
      const k = "xyz".indexOf(axis ?? "x");
      const at = (k === 1 ? swarm.reachUp : reach) * (2 * this.sweepAt - 1);
      overlay.showPlane(k, at, reach, swarm.reachUp);
      this.overlayText += `, ${whole(this.markCut(world, view, k, at))} cut`;
      return;
    }
    const level = nodes.filter(({ depth }) => depth === play.depth);
    this.overlayText = `${whole(level.length)} ${level.length === 1 ? "box" : "boxes"} at depth ${play.depth}`;
    if (play.overlay) overlay.showLevel(level);
  }

  /** Marks the boxes that a plane across an axis cuts. @returns their number */
  private markCut(world: World, view: SwarmView, k: number, at: number): number {
    const bounds = world.bounds(this.bounds);
    let count = 0;
    for (let i = 0; i < view.count; i++) {
      const row = 6 * (this.rows[i] as number);
      if ((bounds[row + k] as number) > at || (bounds[row + 3 + k] as number) < at) continue;
      view.marks[i] = Mark.open;
      count++;
    }
    return count;
  }

  /** The edges of the space. */
  private drawFrame(): void {
    const up = this.swarm?.reachUp ?? reach;
    this.frame.set(cornerEdges(this.corners));
    this.page.stage.grid.setHeight(-up - 0.4);
  }

  private fit(direction?: Direction): void {
    const { corners } = this;
    this.page.stage.fit(() => corners, direction);
  }

  private get corners(): ReturnType<typeof boxCorners> {
    const up = this.swarm?.reachUp ?? reach;
    return boxCorners({ x: -reach, y: -up, z: -reach }, { x: reach, y: up, z: reach });
  }

  private recolor(): void {
    this.view?.setColors(mixedColor(...freeColor), themeColor("overlap"), themeColor("axis-active"));
    this.frame.setColor(themeColor("ink-3"));
    this.overlay.recolor();
    if (this.world) this.show();
  }
}

function remember(times: number[], time: number): void {
  times.push(time);
  if (times.length > rememberedFrames) times.shift();
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
}
