// For bundlers that know nothing of new URL(..., import.meta.url): the file is asked for by its name in the package.
import { Box, init, intersects } from "hyperplane";
import wasm from "hyperplane/hyperplane.wasm";

init({ wasm: new URL(wasm, import.meta.url) }).then(
  () => {
    const box = new Box(1, 1, 1);
    document.title = `intersects ${intersects(box, {}, box, { position: [0.5, 0, 0] })}`;
  },
  (error: unknown) => {
    document.title = `failed: ${error}`;
  },
);
