import { goldenScene } from "./golden_scene.js";
import * as hyperplane from "./hyperplane.js";

const out = document.querySelector("#out");
try {
  await hyperplane.init();
  out.textContent = goldenScene(hyperplane).hash;
} catch (error) {
  out.textContent = String(error);
}
out.dataset.done = "true";
