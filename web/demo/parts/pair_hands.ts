/**
 * Selects one of two bodies, by a click, the tool bar or a key, and moves or turns it with the gizmo or the arrow keys. Every
 * topic with a pair of shapes uses it.
 */

import { type Group, Quaternion, Vector3 } from "three";
import { onClick } from "../scene/clicks.js";
import { Gizmo, type GizmoMode } from "../scene/gizmo.js";
import type { ShapeView } from "../scene/shape_view.js";
import type { Page } from "../shell/topic.js";
import type { LegendSource } from "./legend.js";
import { Segmented } from "./segmented.js";
import { addViewControls } from "./view_controls.js";

export interface HandOptions {
  /** A pose changed. */
  readonly onMove: () => void;
  /** A movement ended. */
  readonly onRest: () => void;
  readonly onFit: () => void;
  readonly legend: LegendSource;
}

/** Poses set by hand are rounded to 0.1 mm and 1e-6, so that links stay short. */
const positionDigits = 1e4;
const quaternionDigits = 1e6;

/** Metres and radians per press of an arrow key; shift divides by ten. */
const nudgeLength = 0.05;
const nudgeAngle = Math.PI / 36;
const fineFactor = 0.1;

export class PairHands {
  private readonly gizmo: Gizmo;
  private readonly bodyChoice: Segmented<"0" | "1">;
  private readonly modeChoice: Segmented<GizmoMode>;
  private readonly stops: (() => void)[] = [];
  private chosen: 0 | 1 = 1;

  constructor(
    private readonly page: Page,
    private readonly bodies: readonly [ShapeView, ShapeView],
    private readonly options: HandOptions,
  ) {
    const { stage } = page;
    this.gizmo = new Gizmo(
      stage,
      () => {
        roundPose(this.selectedBody.group);
        options.onMove();
      },
      () => options.onRest(),
    );
    this.bodyChoice = new Segmented(
      "Selected body",
      [
        { value: "0", label: "A", swatch: "swatch-a", title: "Select body A (A)" },
        { value: "1", label: "B", swatch: "swatch-b", title: "Select body B (B)" },
      ],
      (value) => this.select(value === "0" ? 0 : 1),
    );
    this.modeChoice = new Segmented(
      "Handles",
      [
        { value: "translate", label: "Move", icon: "move", title: "Move (T)" },
        { value: "rotate", label: "Turn", icon: "turn", title: "Turn (R)" },
      ],
      (value) => this.setMode(value),
    );
    this.stops.push(
      addViewControls(page, {
        fit: options.onFit,
        legend: options.legend,
        tools: [this.bodyChoice.element, this.modeChoice.element],
      }),
    );
    page.shortcuts.pointer = "Click a body to select it; drag the coloured handles to move or turn it.";
    this.select(1);
    this.setMode("translate");
    this.addKeys();
    const faces = bodies.map((body) => body.faces);
    this.stops.push(
      onClick(
        stage.host,
        (x, y) => {
          const hit = stage.pick(x, y, faces);
          if (hit) this.select(hit === faces[0] ? 0 : 1);
        },
        () => this.gizmo.busy,
      ),
    );
  }

  get selectedBody(): ShapeView {
    return this.bodies[this.chosen];
  }

  select(index: 0 | 1): void {
    this.chosen = index;
    this.bodyChoice.value = index === 0 ? "0" : "1";
    for (const [i, body] of this.bodies.entries()) body.selected = i === index;
    this.gizmo.attach(this.selectedBody.group);
  }

  setMode(mode: GizmoMode): void {
    this.gizmo.mode = mode;
    this.modeChoice.value = mode;
  }

  private addKeys(): void {
    const { shortcuts } = this.page;
    const page = "page" as const;
    const scene = "scene" as const;
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];
    this.stops.push(
      shortcuts.add(
        { keys: ["a"], shown: "A", help: "Select body A", where: page, run: () => this.select(0) },
        { keys: ["b"], shown: "B", help: "Select body B", where: page, run: () => this.select(1) },
        { keys: ["t"], shown: "T", help: "Move with the handles", where: page, run: () => this.setMode("translate") },
        { keys: ["r"], shown: "R", help: "Turn with the handles", where: page, run: () => this.setMode("rotate") },
        {
          keys: arrows,
          shown: "\u2190 \u2191 \u2192 \u2193 PgUp PgDn",
          help: "Move or turn the selected body while the scene has the focus; Shift for small steps",
          where: scene,
          run: (event) => this.nudge(event),
        },
      ),
    );
  }

  private nudge(event: KeyboardEvent): void {
    const { group } = this.selectedBody;
    const fine = event.shiftKey ? fineFactor : 1;
    // The world axes closest to right and away on screen.
    right.setFromMatrixColumn(this.page.stage.camera.matrixWorld, 0);
    if (Math.abs(right.x) >= Math.abs(right.z)) right.set(Math.sign(right.x) || 1, 0, 0);
    else right.set(0, 0, Math.sign(right.z));
    away.set(right.z, 0, -right.x);
    const directions: Record<string, readonly [Vector3, number]> = {
      ArrowRight: [right, 1],
      ArrowLeft: [right, -1],
      ArrowUp: [away, 1],
      ArrowDown: [away, -1],
      PageUp: [up, 1],
      PageDown: [up, -1],
    };
    const [direction, sign] = directions[event.key] ?? [up, 0];
    if (this.gizmo.mode === "translate") {
      group.position.addScaledVector(direction, sign * nudgeLength * fine);
    } else {
      // Left and right turn about the vertical, up and down about the right axis, the page keys about the axis away.
      const axis = direction === right ? up : direction === away ? right : away;
      const turn = direction === away ? -sign : sign;
      group.quaternion.premultiply(rotation.setFromAxisAngle(axis, turn * nudgeAngle * fine));
    }
    roundPose(group);
    this.options.onMove();
    this.options.onRest();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.gizmo.dispose();
  }
}

function roundPose({ position, quaternion }: Group): void {
  const round = (value: number, digits: number) => Math.round(value * digits) / digits;
  position.set(round(position.x, positionDigits), round(position.y, positionDigits), round(position.z, positionDigits));
  quaternion.normalize();
  quaternion.set(
    round(quaternion.x, quaternionDigits),
    round(quaternion.y, quaternionDigits),
    round(quaternion.z, quaternionDigits),
    round(quaternion.w, quaternionDigits),
  );
}

const up = new Vector3(0, 1, 0);
const right = new Vector3();
const away = new Vector3();
const rotation = new Quaternion();
