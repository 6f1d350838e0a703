/** The view's button, keys and legend, the same in every topic. */

import { element } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import type { Page } from "../shell/topic.js";
import { Legend, type LegendSource } from "./legend.js";

/** Radians and zoom factor of one key press. */
const turnAngle = Math.PI / 18;
const zoomFactor = 0.9;

export interface ViewOptions {
  /** Frames everything; called by the button and by F. */
  readonly fit: () => void;
  readonly legend: LegendSource;
  /** Puts the legend on plates, over a scene too colourful to read on. */
  readonly plates?: boolean;
  /** The topic's own tools, left of the button. */
  readonly tools?: readonly HTMLElement[];
}

/** Fills the tool bar and registers the view's keys. @returns a function that removes the keys, and leaves the legend as it is */
export function addViewControls({ regions, shortcuts, stage }: Page, options: ViewOptions): () => void {
  const { fit, tools = [] } = options;
  const legend = new Legend(options.legend);
  legend.element.classList.toggle("legend-plate", options.plates ?? false);
  const button = element(
    "button",
    {
      class: "tool",
      title: "Fit the view (F)",
      attributes: { type: "button", "aria-label": "Fit the view" },
      on: { click: fit },
    },
    icon("fit"),
  );
  // Without other tools the legend stands beside the button, else in a row of its own.
  const last = tools.length > 0 ? [button, legend.element] : [legend.element, button];
  regions.tools.append(...tools, ...last);
  const turn = (sign: number) => () => stage.moveView(sign * turnAngle, 1);
  const zoom = (factor: number) => () => stage.moveView(0, factor);
  const takeAway = shortcuts.add(
    { keys: ["f"], shown: "F", help: "Fit the view", where: "page", run: fit },
    { keys: ["q"], shown: "Q", help: "Turn the view left", where: "page", run: turn(-1) },
    { keys: ["e"], shown: "E", help: "Turn the view right", where: "page", run: turn(1) },
    { keys: ["+", "="], shown: "+", help: "Zoom in", where: "page", run: zoom(zoomFactor) },
    { keys: ["-"], shown: "\u2212", help: "Zoom out", where: "page", run: zoom(1 / zoomFactor) },
  );
  // After the topic, which listens to the frame, too.
  const stop = stage.onFrame(() => queueMicrotask(() => legend.refresh()));
  return () => {
    takeAway();
    stop();
  };
}
