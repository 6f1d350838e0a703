// hyperplane/react in one program, in strict mode: a character walks into a sensor; then all is unmounted, and mounted again.
// Returns how many worlds there were each time, and what was forgotten.
import { Canvas, useFrame } from "@react-three/fiber";
import { Capsule, debug } from "hyperplane";
import { Collisions, useCharacter, useCollider } from "hyperplane/react";
import { createElement as h, StrictMode, useRef } from "react";
import { createRoot } from "react-dom/client";

const body = () => new Capsule(0.3, 1.2);

function Hero() {
  const ref = useRef(null);
  const character = useCharacter(ref, { shape: body });
  useFrame((_, seconds) => character.step(seconds, { x: 4, y: 0, z: 0 }));
  return h("mesh", { ref, position: [-2, 0.91, 0] });
}

function Block({ size, onEnter, ...props }) {
  const ref = useRef(null);
  useCollider(ref, { static: true, sensor: onEnter !== undefined, onEnter });
  return h("mesh", { ref, ...props }, h("boxGeometry", { args: size }));
}

const scene = (onEnter) =>
  h(
    StrictMode,
    null,
    h(
      Canvas,
      null,
      h(
        Collisions,
        null,
        h(Hero),
        h(Block, { size: [40, 1, 9], position: [10, -0.5, 0] }),
        h(Block, { size: [1, 2, 9], position: [1, 1, 0], onEnter }),
      ),
    ),
  );

const worlds = async (count) => {
  while (debug().worlds.length !== count) await new Promise((resolve) => requestAnimationFrame(resolve));
  return count;
};

export async function program() {
  const element = document.createElement("div");
  document.body.append(element);
  const counts = [];
  for (let round = 0; round < 2; round++) {
    const root = createRoot(element);
    await new Promise((resolve) => root.render(scene(resolve)));
    counts.push(debug().worlds.length);
    root.unmount();
    counts.push(await worlds(0));
  }
  const { forgotten } = debug();
  return `worlds ${counts.join(" ")}, forgotten ${forgotten.worlds + forgotten.shapes}`;
}
