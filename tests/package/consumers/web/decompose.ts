// A page that decomposes a model in a worker. Its title says how it went.
import { type Decomposition, decompose } from "hyperplane/decompose";

// An L of 1 by 1 by 1: six corners at the bottom, six at the top.
const outline = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
const corners = [0, 1, 2, 3, 4, 5];
const vertices = [0, 1].flatMap((z) =>
  corners.flatMap((i) => [outline[2 * i] as number, outline[2 * i + 1] as number, z]),
);
const sides = corners.flatMap((i) => [i, (i + 1) % 6, i + 6, (i + 1) % 6, ((i + 1) % 6) + 6, i + 6]);
const cap = [0, 1, 3, 1, 2, 3, 0, 3, 5, 3, 4, 5];
const indices = [...sides, ...cap.slice().reverse(), ...cap.map((i) => i + 6)];

async function run(): Promise<string> {
  const workers: string[] = [];
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      workers.push("worker");
      this.addEventListener("message", ({ data }: MessageEvent<{ kind: string }>) => workers.push(data.kind));
    }
  };
  const { parts }: Decomposition = await decompose(vertices, indices);
  return `parts ${parts.length}, ${workers[0]}, ${workers.at(-1)}`;
}

run().then(
  (result) => {
    document.title = result;
  },
  (error: unknown) => {
    document.title = `failed: ${error}`;
  },
);
