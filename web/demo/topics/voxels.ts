/** Topic "Voxels": a land of blocks to dig and build in, a rain of balls on it, and the cells that a ray walks over. */

import { explainRay } from "hyperplane";
import { Color, DynamicDrawUsage, InstancedMesh, MeshLambertMaterial, SphereGeometry, Vector3 } from "three";
import { BlockLand, kinds, size } from "../../../examples/blocks/land.js";
import { AnswerCard, none } from "../parts/answer_card.js";
import { BallRain, mostBalls } from "../parts/ball_rain.js";
import { fillText } from "../parts/explanation.js";
import { createPanel } from "../parts/panel.js";
import { RunControls } from "../parts/run_controls.js";
import { Segmented } from "../parts/segmented.js";
import { addViewControls } from "../parts/view_controls.js";
import { onClick } from "../scene/clicks.js";
import { Segments } from "../scene/segments.js";
import { milliseconds, vector, whole } from "../shell/format.js";
import { unreadableLink } from "../shell/link.js";
import { prefersLessMotion } from "../shell/motion.js";
import { themeColor } from "../shell/theme.js";
import type { Page, Topic } from "../shell/topic.js";
import explanation from "../texts/voxels.html?raw";

const startView = { azimuth: 0.7, polar: 0.95 };
const stepSeconds = 1 / 60;
/** Metres of the camera from the middle: the whole land fits into a phone held upright. */
const farthest = 260;
/** Over the tower. */
const cloud = { above: 8, height: 20 };
const names = ["empty", ...Object.keys(kinds)];
/** Corners of a box whose bits select the upper end, pairwise along its edges. */
const edges = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

type Tool = "dig" | "build" | "look";

export function createTopic(page: Page): Topic {
  return new VoxelsTopic(page);
}

class VoxelsTopic implements Topic {
  private readonly land = new BlockLand();
  private readonly rain: BallRain;
  private readonly balls = new InstancedMesh(new SphereGeometry(1, 14, 9), new MeshLambertMaterial(), mostBalls);
  private readonly walked = new Segments({ width: 1, renderOrder: 4, opacity: 0.55 });
  private readonly ray = new Segments({ width: 2, renderOrder: 5 });
  private readonly hitCell = new Segments({ width: 2.5, renderOrder: 6 });
  private readonly answer: AnswerCard;
  private readonly runControls: RunControls;
  private readonly toolChoice: Segmented<Tool>;
  private readonly settings = { balls: 1000, spread: 17 };
  private readonly panel: ReturnType<typeof createPanel>;
  private readonly stops: (() => void)[] = [];
  private tool: Tool = "dig";
  private updateTime = 0;

  constructor(private readonly page: Page) {
    const { stage, regions, shortcuts } = page;
    const { land } = this;
    const reach = { x: [land.origin.x, -land.origin.x], z: [land.origin.z, -land.origin.z] } as const;
    this.rain = new BallRain(land.world, 2, null, () => ({
      reach: { x: [reach.x[0], reach.x[1]], z: [reach.z[0], reach.z[1]] },
      lowest: land.origin.y - 6,
    }));
    this.balls.instanceMatrix.setUsage(DynamicDrawUsage);
    this.balls.frustumCulled = false;
    this.balls.count = 0;
    const { maxDistance } = stage.orbit;
    stage.orbit.maxDistance = farthest;
    this.stops.push(() => {
      stage.orbit.maxDistance = maxDistance;
    });
    stage.grid.setHeight(land.origin.y - 0.02);
    stage.scene.add(land.group, this.balls, this.walked.object, this.ray.object, this.hitCell.object);

    this.answer = new AnswerCard(regions.answer);
    this.runControls = new RunControls(page, this.answer, { onStep: () => this.stepAndDraw() });
    this.answer.addButton("Rain", "B", () => this.pour());
    this.panel = createPanel(regions.controls, "Controls");
    this.panel.add(this.settings, "balls", 100, mostBalls, 100);
    this.panel.add(this.settings, "spread", 4, 20, 1).name("spread, m");
    this.toolChoice = new Segmented<Tool>(
      "What a click does",
      [
        { value: "dig", label: "Dig" },
        { value: "build", label: "Build" },
        { value: "look", label: "Look" },
      ],
      (tool) => this.choose(tool),
    );
    this.stops.push(
      addViewControls(page, {
        fit: () => this.fit(),
        legend: () => [
          this.walked.object.visible && { color: "apart", mark: "line", text: "cells the ray passed" },
          this.hitCell.object.visible && { color: "overlap", mark: "line", text: "cell it hit" },
        ],
        plates: true,
        tools: [this.toolChoice.element],
      }),
      fillText(page, explanation, (action) => this.act(action)),
      shortcuts.add(
        { keys: ["d"], shown: "D", help: "Dig", where: "page", run: () => this.choose("dig") },
        { keys: ["u"], shown: "U", help: "Build", where: "page", run: () => this.choose("build") },
        { keys: ["l"], shown: "L", help: "Look", where: "page", run: () => this.choose("look") },
        { keys: ["b"], shown: "B", help: "Drop the balls", where: "page", run: () => this.pour() },
        { keys: ["r"], shown: "R", help: "Start again", where: "page", run: () => this.reset() },
      ),
      onClick(stage.host, (x, y) => this.click(x, y)),
      stage.onColors(() => this.recolor()),
      stage.onFrame(() => this.onFrame()),
    );
    shortcuts.pointer = "Click or tap a block to dig, to build on it, or to look at it.";
    this.runControls.isRunning = !prefersLessMotion();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.runControls.dispose();
    this.panel.destroy();
    this.rain.dispose();
    this.balls.geometry.dispose();
    this.balls.material.dispose();
    this.balls.dispose();
    for (const lines of [this.walked, this.ray, this.hitCell]) {
      lines.object.removeFromParent();
      lines.dispose();
    }
    this.balls.removeFromParent();
    this.land.dispose();
    this.page.stage.invalidate();
  }

  restore(params: URLSearchParams): string | null {
    const tool = params.get("tool") ?? "dig";
    const isKnown = tool === "dig" || tool === "build" || tool === "look";
    this.reset();
    this.choose(isKnown ? tool : "dig");
    this.fit();
    return isKnown ? null : unreadableLink;
  }

  private act(action: string): void {
    if (action === "balls") this.pour();
    else if (action === "reset") this.reset();
    else if (action === "dig" || action === "build" || action === "look") this.choose(action);
  }

  private choose(tool: Tool): void {
    this.tool = tool;
    this.toolChoice.value = tool;
    this.page.saveLink(() => new URLSearchParams(tool === "dig" ? {} : { tool }));
  }

  private reset(): void {
    this.rain.clear();
    this.land.reset();
    for (const lines of [this.walked, this.ray, this.hitCell]) lines.set([]);
    this.answer.setAnswer("plain", "Blocks", "", "click one to dig");
    this.answer.setRow("cell", "cell", none);
    this.answer.setRow("passed", "cells and empty bricks passed", none);
    this.land.world.update();
    this.draw();
  }

  private fit(): void {
    const { x, y, z } = this.land.origin;
    const points = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (corner) => new Vector3(corner & 1 ? -x : x, corner & 2 ? y + 18 : y, corner & 4 ? -z : z),
    );
    this.page.stage.fit(() => points, startView);
  }

  // -------------------------------------------------------------------------------------------------------------- clicks

  private click(clientX: number, clientY: number): void {
    const { world, grid, origin } = this.land;
    const { origin: from, direction } = this.page.stage.rayAt(clientX, clientY);
    const hit = world.raycast(from, direction, { mask: 1 });
    this.showRay(from.clone(), direction.clone(), hit?.distance ?? null);
    if (hit === null) {
      this.answer.setAnswer("plain", "Nothing", "", "the ray misses the land");
      this.answer.setRow("cell", "cell", none);
      return;
    }
    const { x, y, z, kind } = grid.cell(hit.triangle);
    const began = performance.now();
    let done = "";
    if (this.tool === "dig") {
      this.land.set(x, y, z, 0);
      done = "dug";
    } else if (this.tool === "build") {
      const [u, v, w] = [x + hit.normal.x, y + hit.normal.y, z + hit.normal.z].map(Math.round) as [
        number,
        number,
        number,
      ];
      const isInside = u >= 0 && v >= 0 && w >= 0 && u < size.columns && v < size.layers && w < size.rows;
      if (isInside) this.land.set(u, v, w, kinds.plank);
      done = isInside ? "built on" : "at the end of the land";
    }
    const passed = performance.now() - began;
    this.wakeNear(origin.x + x, origin.z + z);
    this.answer.setAnswer("plain", names[kind] ?? "block", "", done);
    this.answer.setRow("cell", "cell", `${x}, ${y}, ${z}`);
    this.answer.setRow("normal", "normal", vector(hit.normal));
    this.answer.setRow("edit", "edit and new mesh", this.tool === "look" ? none : milliseconds(passed, "once"));
    this.page.announce(`${names[kind] ?? "Block"} ${done}`);
    this.stepAndDraw(0);
  }

  /** Balls that slept on what has changed fall, and others that lean on them. */
  private wakeNear(x: number, z: number): void {
    const { positions } = this.land.world;
    for (const ball of this.rain.balls) {
      const row = 3 * ball.collider.index;
      if (Math.hypot((positions[row] as number) - x, (positions[row + 2] as number) - z) < 4) ball.stillSteps = 0;
    }
  }

  /** The cells and empty bricks that the ray of the last click passed. */
  private showRay(from: Vector3, direction: Vector3, distance: number | null): void {
    const { grid, origin } = this.land;
    const { nodes, triangles } = explainRay(grid, { position: origin }, from, direction);
    const lines: number[] = [];
    const outline = (out: number[], low: Vector3, high: Vector3) => {
      for (const corner of edges) {
        out.push(
          origin.x + (corner & 1 ? high : low).x,
          origin.y + (corner & 2 ? high : low).y,
          origin.z + (corner & 4 ? high : low).z,
        );
      }
    };
    for (const { min, max } of nodes) outline(lines, new Vector3().copy(min), new Vector3().copy(max));
    const hitLines: number[] = [];
    for (const cell of triangles) {
      const { x, y, z } = grid.cell(cell);
      outline(hitLines, new Vector3(x, y, z), new Vector3(x + 1, y + 1, z + 1));
    }
    this.walked.set(lines);
    this.hitCell.set(hitLines);
    const end = from.clone().addScaledVector(direction, distance ?? 200);
    this.ray.set([...from.toArray(), ...end.toArray()]);
    this.answer.setRow("passed", "cells and empty bricks passed", whole(nodes.length));
  }

  // --------------------------------------------------------------------------------------------------------------- balls

  private pour(): void {
    this.rain.clear();
    const { balls, spread } = this.settings;
    this.rain.drop(balls, { x: 0, y: 0, z: 0 }, { reach: spread, ...cloud });
    this.runControls.isRunning = true;
    this.stepAndDraw(0);
  }

  private step(seconds: number): void {
    const { world } = this.land;
    this.rain.fall(seconds);
    const began = performance.now();
    world.update();
    this.updateTime += 0.1 * (performance.now() - began - this.updateTime);
    this.rain.collide();
  }

  private stepAndDraw(seconds = stepSeconds): void {
    this.step(seconds);
    this.draw();
  }

  private onFrame(): void {
    if (!this.runControls.isRunning || this.rain.awakeCount === 0) {
      this.runControls.rest();
      return;
    }
    const passed = this.runControls.nextFrame();
    if (passed !== null) this.step(stepSeconds);
    this.draw();
  }

  private draw(): void {
    const { balls, rain, land } = this;
    const out = balls.instanceMatrix.array;
    const { positions } = land.world;
    for (const [i, { collider, radius }] of rain.balls.entries()) {
      const row = 3 * collider.index;
      out.fill(0, 16 * i, 16 * i + 16);
      for (let k = 0; k < 3; k++) {
        out[16 * i + 5 * k] = radius;
        out[16 * i + 12 + k] = positions[row + k] as number;
      }
      out[16 * i + 15] = 1;
    }
    balls.count = rain.balls.length;
    balls.instanceMatrix.needsUpdate = true;
    const isEmpty = rain.balls.length === 0;
    this.answer.setRow(
      "balls",
      "balls",
      isEmpty ? none : `${whole(rain.balls.length)}, ${whole(rain.awakeCount)} awake`,
    );
    this.answer.setRow("contacts", "contacts", isEmpty ? none : whole(land.world.contacts.count));
    this.answer.setRow("update", "one update", isEmpty ? none : milliseconds(this.updateTime, "mean"));
    this.page.stage.invalidate();
  }

  private recolor(): void {
    this.balls.material.color = new Color(themeColor("a-scene"));
    this.walked.setColor(themeColor("apart"));
    this.ray.setColor(themeColor("ink"));
    this.hitCell.setColor(themeColor("overlap"));
  }
}
