/** A lamp follows the pointer among blocks that turn, and lights what it sees. */

import { init } from "hyperplane/2d";
import { HEIGHT, LAMP, Room, WIDTH } from "./room.js";

await init();
const room = new Room();
const canvas = document.querySelector("canvas") as HTMLCanvasElement;
const context = canvas.getContext("2d") as CanvasRenderingContext2D;

/** Pixels per metre, and where the room's corner is. */
let view = { scale: 1, left: 0, top: 0 };
const resize = () => {
  [canvas.width, canvas.height] = [innerWidth * devicePixelRatio, innerHeight * devicePixelRatio];
  const scale = Math.min(canvas.width / WIDTH, canvas.height / HEIGHT);
  view = { scale, left: (canvas.width - scale * WIDTH) / 2, top: (canvas.height - scale * HEIGHT) / 2 };
};
addEventListener("resize", resize);
resize();

let towards = { x: WIDTH - 2, y: HEIGHT / 2 };
canvas.addEventListener("pointermove", ({ clientX, clientY }) => {
  towards = {
    x: (clientX * devicePixelRatio - view.left) / view.scale,
    y: (clientY * devicePixelRatio - view.top) / view.scale,
  };
});

function outline(points: ArrayLike<number>): Path2D {
  const path = new Path2D();
  for (let i = 0; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
  path.closePath();
  return path;
}
const paths = room.blocks.map(({ corners }) => outline(corners));

function draw(): void {
  const { scale, left, top } = view;
  context.setTransform(scale, 0, 0, scale, left, top);
  context.fillStyle = "#1a1f2e";
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const { x, y } = room.lamp;
  const light = context.createRadialGradient(x, y, 0, x, y, WIDTH);
  light.addColorStop(0, "#ffe9a8");
  light.addColorStop(1, "#6a5640");
  context.fillStyle = light;
  context.fill(outline(room.seen()));
  context.fillStyle = "#3c66a8";
  room.blocks.forEach(({ x, y, angle }, i) => {
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    context.fill(paths[i]);
    context.restore();
  });
  context.fillStyle = "#ffffff";
  context.beginPath();
  context.arc(x, y, LAMP, 0, 2 * Math.PI);
  context.fill();
}

let last = performance.now();
requestAnimationFrame(function frame(now) {
  // No step is so long that the lamp could pass a bar.
  room.step(Math.min(Math.max(now - last, 0) / 1000, 0.03), towards);
  last = now;
  draw();
  requestAnimationFrame(frame);
});
// For the console.
Object.assign(globalThis, { room, view: () => view });
