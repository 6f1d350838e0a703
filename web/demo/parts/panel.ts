/** The control panel: lil-gui, in its place in the page instead of floating over it, in the page's colours. */

import GUI from "lil-gui";

export function createPanel(host: HTMLElement, title: string): GUI {
  return new GUI({ container: host, title, autoPlace: false });
}

/** Shows values that were changed from elsewhere. */
export function refreshPanel(panel: GUI): void {
  for (const controller of panel.controllersRecursive()) controller.updateDisplay();
}
