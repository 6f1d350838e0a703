/** Speaks to build/native-bench's hyperplane_pair_bench: see bench/native/pair_bench.cpp for the commands. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../build/native-bench/bench/native/hyperplane_pair_bench", import.meta.url));
const folder = fileURLToPath(new URL("../results", import.meta.url));
/** In the order of `ShapeKind` in bench/native/pair_scene.h: the numbers that describe a shape. */
const kinds = {
  box: (s) => [s.width, s.height, s.depth],
  capsule: (s) => [s.radius, s.height],
  cylinder: (s) => [s.radius, s.height],
  hull: () => [],
  roundBox: (s) => [s.width, s.height, s.depth, s.rounding],
  taperedCapsule: (s) => [s.radiusTop, s.radiusBottom, s.height],
};
const kindNames = Object.keys(kinds);
const PARAMETERS = 4;

export const hasNative = () => existsSync(program);

/** Starts the program on a scene. Call `close` at the end. */
export async function openNative(scene) {
  await mkdir(folder, { recursive: true });
  const sceneFile = `${folder}/scene.bin`;
  const answersFile = `${folder}/answers.bin`;
  await writeFile(sceneFile, encode(scene));
  const child = spawn(program, [sceneFile], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("the native benchmark stopped");
    return value;
  };
  const ask = (command) => {
    child.stdin.write(`${command}\n`);
    return read();
  };

  const contenders = [];
  for (let line = await ask("list"); line !== ""; line = await read()) {
    const [name, question] = line.split("\t");
    const index = contenders.length;
    const out = new Float64Array(4 * scene.count);
    contenders.push({
      name,
      question,
      count: scene.count,
      out,
      hit: new Uint8Array(scene.count),
      sample: async (repetitions, clock) => Number(await ask(`time ${index} ${repetitions} ${clock}`)),
      /** Fills `out` and `hit` with its answers, for the judge. */
      async answer() {
        await ask(`answers ${index} ${answersFile}`);
        const bytes = await readFile(answersFile);
        out.set(new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)));
        for (let i = 0; i < scene.count; ++i) this.hit[i] = out[4 * i + 3];
      },
    });
  }
  return {
    contenders,
    async close() {
      child.stdin.end();
      await new Promise((resolve) => child.on("close", resolve));
      await rm(sceneFile, { force: true });
      await rm(answersFile, { force: true });
    },
  };
}

function encode(scene) {
  const numbers = [scene.shapes.length, scene.count];
  for (const shape of scene.shapes) {
    const parameters = kinds[shape.type](shape);
    numbers.push(kindNames.indexOf(shape.type), ...parameters, ...Array(PARAMETERS - parameters.length).fill(0));
    const points = shape.points ?? [];
    numbers.push(points.length / 3, ...points);
  }
  const all = new Float64Array(numbers.length + scene.pairs.length + scene.poses.length);
  all.set(numbers, 0);
  all.set(scene.pairs, numbers.length);
  all.set(scene.poses, numbers.length + scene.pairs.length);
  return new Uint8Array(all.buffer);
}
