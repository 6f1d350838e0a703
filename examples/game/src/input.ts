/** Where the player pushes the ball: arrow keys, WASD, or a drag that begins anywhere. */

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
/** Pixels of a drag for the full push. */
const REACH = 40;

/** @returns a function that gives the push: east and south, at most 1 long */
export function listen(canvas: HTMLElement, stick: HTMLElement): () => { x: number; z: number } {
  const held = new Set<string>();
  let drag: { x: number; z: number } | null = null;
  let from = { x: 0, y: 0 };

  addEventListener("keydown", (event) => {
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
    canvas.setPointerCapture(pointerId);
    from = { x: clientX, y: clientY };
    drag = { x: 0, z: 0 };
    show();
  });
  canvas.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!drag) return;
    drag = atMostOne((clientX - from.x) / REACH, (clientY - from.y) / REACH);
    show();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, () => {
      drag = null;
      show();
    });
  }

  return () => {
    if (drag) return drag;
    const pushes = [...held].map((code) => KEYS[code] ?? [0, 0]);
    return atMostOne(
      pushes.reduce((sum, [x]) => sum + x, 0),
      pushes.reduce((sum, [, z]) => sum + z, 0),
    );
  };
}

function atMostOne(x: number, z: number): { x: number; z: number } {
  const scale = 1 / Math.max(1, Math.hypot(x, z));
  return { x: x * scale, z: z * scale };
}
