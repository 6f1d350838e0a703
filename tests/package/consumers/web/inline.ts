import { Box, init, intersects } from "hyperplane/inline";

init().then(
  () => {
    const box = new Box(1, 1, 1);
    document.title = `intersects ${intersects(box, {}, box, { position: [0.5, 0, 0] })}`;
  },
  (error: unknown) => {
    document.title = `failed: ${error}`;
  },
);
