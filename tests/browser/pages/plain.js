// The package without a bundler: its files beside the page, and one import.
import { Box, collide, HyperplaneError, init } from "./hyperplane.js";

const out = document.querySelector("#out");
try {
  await init();
  const box = new Box(2, 2, 2);
  const contact = collide(box, {}, box, { position: [1.5, 0.1, 0] });
  out.textContent = `depth ${contact.depth}, mtv ${contact.mtv.x} ${contact.mtv.y} ${contact.mtv.z}`;
} catch (error) {
  out.textContent = error instanceof HyperplaneError ? `${error.code}: ${error.message}` : `other: ${error}`;
}
out.dataset.done = "true";
