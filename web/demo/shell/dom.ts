/** Small helpers for building elements. */

type Child = Node | string | null | undefined | false;

interface Props {
  readonly class?: string;
  readonly text?: string;
  readonly title?: string;
  readonly hidden?: boolean;
  readonly on?: { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Makes an element. `attributes` takes everything without a shorthand: aria-*, data-*, type, href. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (props.class !== undefined) made.className = props.class;
  if (props.text !== undefined) made.textContent = props.text;
  if (props.title !== undefined) made.title = props.title;
  if (props.hidden !== undefined) made.hidden = props.hidden;
  for (const [name, value] of Object.entries(props.attributes ?? {})) made.setAttribute(name, value);
  for (const [type, listener] of Object.entries(props.on ?? {})) {
    made.addEventListener(type, listener as EventListener);
  }
  made.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return made;
}

/** The key of a button, as it is drawn on it. Screen readers skip it: the help lists the keys. */
export function keyHint(key: string): HTMLElement {
  return element("kbd", { text: key, attributes: { "aria-hidden": "true" } });
}

/** Writes text only if it differs, to avoid a layout. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Opens a dialog for as long as nobody closes it, which a click beside it does, too. */
export function showDialog(dialog: HTMLDialogElement): void {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The element that index.html marks with data-region. */
export function region(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  if (!found) throw new Error(`index.html has no region "${name}"`);
  return found;
}
