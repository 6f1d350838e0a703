/**
 * Taking hold of one of two bodies: by clicking it, by the tool bar, or by a key; then moving and turning it with the gizmo or
 * with the arrow keys. Every topic with a pair of shapes uses it.
 */

import { type Group, Quaternion, Vector3 } from "three";
import { Segmented } from "../parts/segmented.js";
import { element } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import type { Page } from "../shell/topic.js";
import { Gizmo, type GizmoMode } from "./gizmo.js";
import type { ShapeView } from "./shape_view.js";

export interface HandEvents {
  /** The pose of a body has changed. */
  readonly onMove: () => void;
  /** A movement has come to its end. */
  readonly onRest: () => void;
  readonly onFit: () => void;
}

/** Poses set by hand are rounded to a tenth of a millimetre and a millionth, so that links stay short. */
const positionDigits = 1e4;
const quaternionDigits = 1e6;

/** Metres and radians per press of an arrow key; shift divides by ten. */
const nudgeLength = 0.05;
const nudgeAngle = Math.PI / 36;
const fineFactor = 0.1;
/** A press that moved the pointer less than this many pixels was a click. */
const clickSlack = 5;

export class PairHands {
  private readonly gizmo: Gizmo;
  private readonly bodyChoice: Segmented<"0" | "1">;
  private readonly modeChoice: Segmented<GizmoMode>;
  private readonly stops: (() => void)[] = [];
  private chosen: 0 | 1 = 1;

  constructor(
    private readonly page: Page,
    private readonly bodies: readonly [ShapeView, ShapeView],
    private readonly events: HandEvents,
  ) {
    const { stage, regions } = page;
    this.gizmo = new Gizmo(
      stage,
      () => {
        roundPose(this.selectedBody.group);
        events.onMove();
      },
      () => events.onRest(),
    );
    this.bodyChoice = new Segmented(
      "What the handles hold",
      [
        { value: "0", label: "A", swatch: "swatch-a", title: "Hold body A (A)" },
        { value: "1", label: "B", swatch: "swatch-b", title: "Hold body B (B)" },
      ],
      (value) => this.select(value === "0" ? 0 : 1),
    );
    this.modeChoice = new Segmented(
      "What the handles do",
      [
        { value: "translate", label: "Move", icon: "move", title: "Move (T)" },
        { value: "rotate", label: "Turn", icon: "turn", title: "Turn (R)" },
      ],
      (value) => this.setMode(value),
    );
    const fit = element(
      "button",
      { class: "tool", title: "Fit the view (F)", attributes: { type: "button", "aria-label": "Fit the view" } },
      icon("fit"),
    );
    fit.addEventListener("click", () => events.onFit());
    regions.tools.append(this.bodyChoice.element, this.modeChoice.element, fit);
    page.shortcuts.pointer = "Click a body to take hold of it, and drag the coloured handles to move or turn it.";
    this.select(1);
    this.setMode("translate");
    this.addKeys();
    this.addPicking();
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
    const { shortcuts, stage } = this.page;
    const page = "page" as const;
    const scene = "scene" as const;
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];
    this.stops.push(
      shortcuts.add(
        { keys: ["a"], shown: "A", help: "Hold body A", where: page, run: () => this.select(0) },
        { keys: ["b"], shown: "B", help: "Hold body B", where: page, run: () => this.select(1) },
        { keys: ["t"], shown: "T", help: "Handles move", where: page, run: () => this.setMode("translate") },
        { keys: ["r"], shown: "R", help: "Handles turn", where: page, run: () => this.setMode("rotate") },
        { keys: ["f"], shown: "F", help: "Fit the view", where: page, run: () => this.events.onFit() },
        {
          keys: arrows,
          shown: "\u2190 \u2191 \u2192 \u2193 PgUp PgDn",
          help: "Move or turn what is held, when the scene has the focus; with shift in small steps",
          where: scene,
          run: (event) => this.nudge(event),
        },
        {
          keys: ["q"],
          shown: "Q",
          help: "Look from farther left",
          where: page,
          run: () => stage.moveView(-Math.PI / 18, 1),
        },
        {
          keys: ["e"],
          shown: "E",
          help: "Look from farther right",
          where: page,
          run: () => stage.moveView(Math.PI / 18, 1),
        },
        { keys: ["+", "="], shown: "+", help: "Come nearer", where: page, run: () => stage.moveView(0, 0.9) },
        { keys: ["-"], shown: "\u2212", help: "Go farther away", where: page, run: () => stage.moveView(0, 1 / 0.9) },
      ),
    );
  }

  private nudge(event: KeyboardEvent): void {
    const { group } = this.selectedBody;
    const fine = event.shiftKey ? fineFactor : 1;
    // The world's axis that points most to the right on screen, and the one that points away.
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
      // Right and left turn about the vertical, up and down about the axis to the right, page keys about the one away.
      const axis = direction === right ? up : direction === away ? right : away;
      const turn = direction === away ? -sign : sign;
      group.quaternion.premultiply(rotation.setFromAxisAngle(axis, turn * nudgeAngle * fine));
    }
    roundPose(group);
    this.events.onMove();
    this.events.onRest();
  }

  private addPicking(): void {
    const { stage } = this.page;
    const { host } = stage;
    let startX = 0;
    let startY = 0;
    let onHandle = false;
    const down = (event: PointerEvent) => {
      startX = event.clientX;
      startY = event.clientY;
      onHandle = this.gizmo.busy;
    };
    const release = (event: PointerEvent) => {
      if (onHandle || event.button !== 0 || Math.hypot(event.clientX - startX, event.clientY - startY) > clickSlack)
        return;
      const hit = stage.pick(event.clientX, event.clientY, [this.bodies[0].faces, this.bodies[1].faces]);
      if (hit) this.select(hit === this.bodies[0].faces ? 0 : 1);
    };
    host.addEventListener("pointerdown", down);
    host.addEventListener("pointerup", release);
    this.stops.push(() => {
      host.removeEventListener("pointerdown", down);
      host.removeEventListener("pointerup", release);
    });
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
