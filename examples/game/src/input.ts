/** What the player wants: arrow keys or WASD and the space bar, or a drag that begins anywhere and a tap with a second finger. */

import type { Wish } from "./game.js";

const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  KeyA: [-1, 0],
  ArrowRight: [1, 0],
  KeyD: [1, 0],
  ArrowUp: [0, -1],
  KeyW: [0, -1],
  ArrowDown: [0, 1],
  KeyS: [0, 1],
};
/** Pixels of a drag for the full speed. */
const REACH = 40;

/** @returns a function that gives the wish of a frame: east and south, at most 1 long; a jump counts once */
export function listen(canvas: HTMLElement, stick: HTMLElement): () => Wish {
  const held = new Set<string>();
  let jump = false;
  let finger: number | null = null;
  let drag: { x: number; z: number } | null = null;
  let from = { x: 0, y: 0 };

  addEventListener("keydown", (event) => {
    if (event.code === "Space" && !event.repeat && document.activeElement === document.body) jump = true;
    if (!KEYS[event.code] || event.ctrlKey || event.metaKey) return;
    held.add(event.code);
    event.preventDefault();
  });
  addEventListener("keyup", ({ code }) => held.delete(code));
  addEventListener("blur", () => held.clear());

  const show = () => {
    stick.style.visibility = drag ? "visible" : "hidden";
    stick.style.translate = `${from.x}px ${from.y}px`;
    const knob = stick.firstElementChild as HTMLElement;
    if (drag) knob.style.translate = `${drag.x * REACH}px ${drag.z * REACH}px`;
  };
  canvas.addEventListener("pointerdown", ({ clientX, clientY, pointerId }) => {
    if (drag) {
      jump = true;
      return;
    }
    canvas.setPointerCapture(pointerId);
    finger = pointerId;
    from = { x: clientX, y: clientY };
    drag = { x: 0, z: 0 };
    show();
  });
  canvas.addEventListener("pointermove", ({ clientX, clientY, pointerId }) => {
    if (!drag || pointerId !== finger) return;
    drag = atMostOne((clientX - from.x) / REACH, (clientY - from.y) / REACH);
    show();
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, ({ pointerId }) => {
      if (pointerId !== finger) return;
      drag = null;
      show();
    });
  }

  return () => {
    const keys = [...held].map((code) => KEYS[code] ?? [0, 0]);
    const east = keys.reduce((sum, [x]) => sum + x, 0);
    const south = keys.reduce((sum, [, z]) => sum + z, 0);
    const wish = { ...(drag ?? atMostOne(east, south)), jump };
    jump = false;
    return wish;
  };
}

function atMostOne(x: number, z: number): { x: number; z: number } {
  const scale = 1 / Math.max(1, Math.hypot(x, z));
  return { x: x * scale, z: z * scale };
}
