/** Handles to move and turn an object. While one is dragged, the view stands still. */

import type { Object3D } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { themeColor } from "../shell/theme.js";
import type { Stage } from "./stage.js";

export type GizmoMode = "translate" | "rotate";

export class Gizmo {
  private readonly controls: TransformControls;
  private readonly stopColors: () => void;

  constructor(
    private readonly stage: Stage,
    onChange: () => void,
    onDragEnd: () => void,
  ) {
    this.controls = new TransformControls(stage.camera, stage.host);
    // Fingers need larger handles than a mouse.
    this.controls.size = matchMedia("(pointer: coarse)").matches ? 1.15 : 0.85;
    this.controls.addEventListener("change", () => stage.invalidate());
    this.controls.addEventListener("objectChange", onChange);
    this.controls.addEventListener("dragging-changed", (event) => {
      stage.orbit.enabled = event.value !== true;
      stage.host.classList.toggle("dragging", event.value === true);
      if (event.value !== true) onDragEnd();
    });
    stage.scene.add(this.controls.getHelper());
    this.stopColors = stage.onColors(() =>
      this.controls.setColors(
        themeColor("axis-x"),
        themeColor("axis-y"),
        themeColor("axis-z"),
        themeColor("axis-active"),
      ),
    );
  }

  attach(object: Object3D): void {
    this.controls.attach(object);
    this.stage.invalidate();
  }

  get mode(): GizmoMode {
    return this.controls.mode === "rotate" ? "rotate" : "translate";
  }

  set mode(mode: GizmoMode) {
    this.controls.setMode(mode);
    // Bodies move along the world's axes and turn about their own.
    this.controls.setSpace(mode === "rotate" ? "local" : "world");
    this.stage.invalidate();
  }

  get dragging(): boolean {
    return this.controls.dragging;
  }

  /** Whether the pointer is on a handle. */
  get busy(): boolean {
    return this.controls.dragging || this.controls.axis !== null;
  }

  dispose(): void {
    this.stopColors();
    this.controls.detach();
    this.controls.getHelper().removeFromParent();
    this.controls.dispose();
    this.stage.orbit.enabled = true;
  }
}
