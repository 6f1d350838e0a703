/** The control panel: lil-gui, placed in the page and in its colours. */

import GUI from "lil-gui";

/** Closed on small screens, where it would be between the scene and its explanation. */
export function createPanel(host: HTMLElement, title: string): GUI {
  const panel = new GUI({ container: host, title, autoPlace: false });
  return matchMedia("(max-width: 859px)").matches ? panel.close() : panel;
}

/** Shows values that were changed by code. */
export function refreshPanel(panel: GUI): void {
  for (const controller of panel.controllersRecursive()) controller.updateDisplay();
}
