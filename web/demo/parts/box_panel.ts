/** The control panel of two boxes: sizes, positions, the place in the world, and what to draw. */

import type { BoxPairView } from "../scene/box_pair_view.js";
import { origins, positionLimit, sizeLimits } from "./box_cases.js";
import { type BoxPair, sides } from "./box_pair.js";
import { createPanel } from "./panel.js";

/** The largest size that a slider offers; a field takes more. */
const sliderMost = 4;

export interface BoxPanelEvents {
  readonly onResize: () => void;
  readonly onChange: () => void;
  /** A change is complete and belongs into the link. */
  readonly onFinish: () => void;
}

export function createBoxPanel(
  host: HTMLElement,
  pair: BoxPair,
  { bodies, shown }: BoxPairView,
  { onResize, onChange, onFinish }: BoxPanelEvents,
): ReturnType<typeof createPanel> {
  const panel = createPanel(host, "Controls");
  for (const side of sides) {
    const size = pair.sizes[side];
    const folder = panel.addFolder(side === 0 ? "Box A" : "Box B").close();
    folder.domElement.classList.add(side === 0 ? "folder-a" : "folder-b");
    for (const [key, label] of [
      ["width", "width x, m"],
      ["height", "height y, m"],
      ["depth", "depth z, m"],
    ] as const) {
      folder
        .add(size, key, sizeLimits.least, sliderMost, 0.001)
        .name(label)
        .onChange(() => {
          size[key] = Math.min(sizeLimits.most, Math.max(sizeLimits.least, size[key]));
          onResize();
        })
        .onFinishChange(onFinish);
    }
    const positions = folder.addFolder("Position").close();
    for (const key of ["x", "y", "z"] as const) {
      positions
        .add(bodies[side].group.position, key, -positionLimit, positionLimit, 0.001)
        .name(`${key}, m`)
        .onChange(onChange)
        .onFinishChange(onFinish);
    }
  }
  const drawing = panel.addFolder("World and drawing").close();
  drawing.add(pair, "origin", origins).name("where").onChange(onChange).onFinishChange(onFinish);
  for (const [key, label] of [
    ["corners", "corner numbers"],
    ["projection", "axis and projections"],
    ["plane", "separating plane"],
    ["contacts", "contacts, closest points"],
    ["wayOut", "MTV"],
  ] as const) {
    drawing.add(shown, key).name(label).onChange(onChange);
  }
  return panel;
}
