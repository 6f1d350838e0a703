import { Group, Mesh, Object3D, Scene } from "three";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { fresh } from "../support/fresh.js";

/** Objects of three.js within others, as poses: their position and quaternion are not the world's. */

type Hyperplane = typeof import("hyperplane");

let warnings: MockInstance<typeof console.warn>;
beforeEach(() => {
  warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The package as if it had never been imported: it warns once. */
async function loaded(): Promise<Hyperplane> {
  const hyperplane = await fresh();
  await hyperplane.init();
  return hyperplane;
}

function within(change: (parent: Group) => void): Object3D {
  const [parent, child] = [new Group(), new Mesh()];
  change(parent);
  new Scene().add(parent.add(new Group().add(child)));
  return child;
}

const moved = () => within(({ position }) => position.setX(10));

it.each<[string, (parent: Group) => void]>([
  ["moved", ({ position }) => position.setX(10)],
  ["turned", ({ rotation }) => rotation.set(0, 0.1, 0)],
  ["scaled", ({ scale }) => scale.setZ(2)],
])("warn once where a parent is %s", async (_, change) => {
  const { Box, distance } = await loaded();
  const box = new Box(1, 1, 1);
  const child = within(change);
  for (let i = 0; i < 3; i++) distance(box, {}, box, child);
  expect(warnings.mock.calls).toEqual([[expect.stringMatching(/^hyperplane: .*SceneColliders.*docs\/from-three\.md/)]]);
});

it.each<[string, (hyperplane: Hyperplane, pose: Object3D) => void]>([
  ["collide", ({ Box, collide }, pose) => collide(new Box(1, 1, 1), pose, new Box(1, 1, 1), {})],
  ["intersects", ({ Box, intersects }, pose) => intersects(new Box(1, 1, 1), {}, new Box(1, 1, 1), pose)],
  ["raycast", ({ Box, raycast }, pose) => raycast(new Box(1, 1, 1), pose, [0, 5, 0], [0, -1, 0])],
  ["closestPoint", ({ Box, closestPoint }, pose) => closestPoint(new Box(1, 1, 1), pose, [0, 5, 0])],
  ["overlap", ({ Box, World }, pose) => new World().overlap(new Box(1, 1, 1), pose)],
  ["castShape", ({ Box, World }, pose) => new World().castShape(new Box(1, 1, 1), { from: {}, to: pose })],
  [
    "moveAndSlide",
    ({ Sphere, World, moveAndSlide }, pose) => moveAndSlide(new World(), new Sphere(1), pose, [1, 0, 0]),
  ],
])("warn in %s", async (_, ask) => {
  const hyperplane = await loaded();
  ask(hyperplane, moved());
  expect(warnings).toHaveBeenCalledTimes(1);
});

it("are right, and silent, where parents are at the origin", async () => {
  const { Box, distance } = await loaded();
  const box = new Box(1, 1, 1);
  const free = new Object3D();
  free.position.set(3, 0, 0);
  const child = within(() => {});
  child.position.set(3, 0, 0);
  child.scale.setScalar(2);
  for (const pose of [free, child, { position: moved().position }]) distance(box, {}, box, pose);
  expect(warnings).not.toHaveBeenCalled();
});

it("are not looked at in production, nor after many other poses", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const production = await loaded();
  production.distance(new production.Sphere(1), {}, new production.Sphere(1), moved());
  vi.unstubAllEnvs();
  const { Sphere, intersects } = await loaded();
  const ball = new Sphere(1);
  for (let i = 0; i < 10_000; i++) intersects(ball, {}, ball, {});
  intersects(ball, {}, ball, moved());
  expect(warnings).not.toHaveBeenCalled();
});
