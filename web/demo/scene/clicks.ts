/** Click or drag: a press that moves less than a few pixels is a click on the scene; any other press turns the view. */

/** CSS pixels between press and release. */
const clickSlack = 5;

/**
 * Calls `listener` for each click or tap on `host`.
 *
 * @param ignorePress asked when the pointer goes down; true ignores that press, such as one that starts on a gizmo
 * @returns a function that stops listening
 */
export function onClick(
  host: HTMLElement,
  listener: (clientX: number, clientY: number) => void,
  ignorePress: () => boolean = () => false,
): () => void {
  let start: PointerEvent | null = null;
  const press = (event: PointerEvent) => {
    start = ignorePress() ? null : event;
  };
  const release = ({ button, clientX, clientY }: PointerEvent) => {
    if (!start || button !== 0) return;
    if (Math.hypot(clientX - start.clientX, clientY - start.clientY) <= clickSlack) listener(clientX, clientY);
  };
  host.addEventListener("pointerdown", press);
  host.addEventListener("pointerup", release);
  return () => {
    host.removeEventListener("pointerdown", press);
    host.removeEventListener("pointerup", release);
  };
}
