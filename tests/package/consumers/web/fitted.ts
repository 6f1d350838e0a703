// A page that fits convex parts to a mesh of three.js. Its title says how it went, and what was loaded before it was asked for.
import { init } from "hyperplane";
import { fitDecomposition } from "hyperplane/three";
import { BoxGeometry, Group, Mesh } from "three";

const loaded = () =>
  performance.getEntriesByType("resource").filter(({ name }) => /hyperplane_decompose[^/]*\.wasm/.test(name)).length;

async function run(): Promise<string> {
  await init();
  const model = new Group().add(new Mesh(new BoxGeometry(1, 1, 1)), new Mesh(new BoxGeometry(1, 1, 1)));
  (model.children[1] as Mesh).position.x = 3;
  const before = loaded();
  const { shape } = await fitDecomposition(model);
  return `parts ${shape.partCount}, ${before}, ${loaded()}`;
}

run().then(
  (result) => {
    document.title = result;
  },
  (error: unknown) => {
    document.title = `failed: ${error}`;
  },
);
