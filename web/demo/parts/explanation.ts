/** The text of a topic, and the buttons in it. */

import type { Page } from "../shell/topic.js";

/**
 * Fills the page's text.
 *
 * @param onAction called with the `data-action` of a pressed button
 * @returns a function that stops listening
 */
export function fillText(
  { regions: { text }, stage }: Page,
  html: string,
  onAction?: (action: string) => void,
): () => void {
  text.innerHTML = html;
  const click = ({ target }: Event) => {
    const action = target instanceof Element ? target.closest("button")?.dataset.action : undefined;
    if (action === undefined) return;
    onAction?.(action);
    // On a small screen it may be out of view.
    stage.host.closest("section")?.scrollIntoView({ block: "nearest" });
  };
  text.addEventListener("click", click);
  return () => text.removeEventListener("click", click);
}
