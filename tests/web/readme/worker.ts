import { Box, init, World } from "hyperplane";

// ---- worker.ts: it owns the world. In a worker the port is `self`.
async function serve(port: MessagePort) {
  await init();
  const world = new World();
  world.add({ shape: new Box(100, 1, 100), position: [0, -0.5, 0], static: true });
  const crates = Array.from({ length: 3 }, (_, i) =>
    world.add({ shape: new Box(1, 1, 1), position: [2 * i, 0.6 - 0.1 * i, 0] }),
  );

  port.onmessage = ({ data: poses }: MessageEvent<Float64Array<ArrayBuffer>>) => {
    crates.forEach(({ index }, i) => {
      world.positions.set(poses.subarray(3 * i, 3 * i + 3), 3 * index);
    });
    world.update();
    const touching = crates.map((crate) => {
      const { x, y, z } = world.separation(crate);
      return [x, y, z];
    });
    // The poses go back with the answer, so that nobody allocates: whoever has the buffer may write it.
    poses.set(touching.flat());
    port.postMessage(poses, [poses.buffer]);
  };
}

// ---- main.ts: with a file of its own this is  new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })
const { port1: worker, port2 } = new MessageChannel();
await serve(port2);

const poses = Float64Array.of(0, 0.6, 0, 2, 0.5, 0, 4, 0.4, 0);
const answer = await new Promise<Float64Array>((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.postMessage(poses, [poses.buffer]);
});
console.log(poses.length, answer[7]?.toFixed(2)); // 0 0.10: the third crate stood ten centimetres deep
worker.close();
