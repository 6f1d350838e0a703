/** A body that walks among boxes, low ones to step onto and high ones to slide along: one move after the other. */

import { race } from "../lib/race.js";
import { moverContenders } from "../ours.js";
import { Random } from "../scenes.js";

export async function run({ hyperplane, peers, quick, options, emit, skip }) {
  const boxCount = quick ? 100 : 1000;
  const title = `A capsule that walks among ${boxCount.toLocaleString("en")} boxes`;
  if (!hyperplane.moveAndSlide) return skip(title, "this build of the package has no mover");
  const random = new Random(5);
  const boxes = [[100, 1, 100, 0, -0.5, 0]];
  while (boxes.length < boxCount) {
    const height = random.uniform(0, 1) < 0.5 ? 0.2 : 2;
    const size = [random.uniform(0.5, 1.5), height, random.uniform(0.5, 1.5)];
    boxes.push([...size, random.uniform(-45, 45), height / 2, random.uniform(-45, 45)]);
  }
  // 3.6 m/s at 60 frames a second, with a pull downwards, turning every 40 frames.
  const moves = Array.from({ length: quick ? 100 : 2000 }, (_, i) => {
    const angle = 2.4 * Math.floor(i / 40);
    return { x: 0.06 * Math.cos(angle), y: -0.1, z: 0.06 * Math.sin(angle) };
  });
  const walk = { boxes, moves, start: { x: 0, y: 2.5, z: 0 }, radius: 0.3, height: 1.2, skin: 0.01, step: 0.3 };
  const contenders = moverContenders(hyperplane, walk);
  for (const peer of peers) contenders.push(...(peer.moverContenders?.(walk) ?? []));
  emit({
    id: "mover",
    title,
    note: "one move of 6 cm and its answer; the ways differ from the first corner on, so that answers are not compared",
    unit: "per move",
    rows: await race(contenders, options),
  });
}
