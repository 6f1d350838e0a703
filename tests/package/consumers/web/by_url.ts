// For bundlers that know nothing of new URL(..., import.meta.url): the file is asked for by its name in the package.
import { Box, init, intersects } from "hyperplane";
import wasm from "hyperplane/hyperplane.wasm";

try {
  await init({ wasm: new URL(wasm, import.meta.url) });
  const box = new Box(1, 1, 1);
  document.title = `intersects ${intersects(box, {}, box, { position: [0.5, 0, 0] })}`;
} catch (error) {
  document.title = `failed: ${error}`;
}
