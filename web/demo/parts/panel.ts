/** The control panel: lil-gui, placed in the page and in its colours. */

import GUI from "lil-gui";

export function createPanel(host: HTMLElement, title: string): GUI {
  return new GUI({ container: host, title, autoPlace: false });
}

/** Shows values that were changed by code. */
export function refreshPanel(panel: GUI): void {
  for (const controller of panel.controllersRecursive()) controller.updateDisplay();
}
