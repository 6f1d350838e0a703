/**
 * The hash of a seeded scene with every shape after a few frames. It uses only operations that are exact everywhere (no sine,
 * no hypot), so Node and every browser must return the same 16 digits.
 *
 * @param {typeof import("hyperplane")} hyperplane
 * @param {boolean} [backwards] adds the colliders in the opposite order
 * @returns {{ hash: string, contacts: number }}
 */
export function goldenScene(hyperplane, backwards = false) {
  const { Box, Capsule, Cone, ConvexHull, Cylinder, Ellipsoid, Sphere, World } = hyperplane;
  let state = 20_251;
  const number = (low, high) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return low + (state >>> 0) * 2 ** -32 * (high - low);
  };
  const pose = () => ({
    position: [number(-4, 4), number(-4, 4), number(-4, 4)],
    quaternion: [number(-1, 1), number(-1, 1), number(-1, 1), number(0.1, 1)],
  });
  const shapes = [
    new Sphere(0.5),
    new Box(1, 0.7, 1.3),
    new Capsule(0.3, 0.8),
    new Cylinder(0.4, 1),
    new Cone(0.5, 1),
    new Ellipsoid(0.3, 0.5, 0.7),
    new ConvexHull(Array.from({ length: 60 }, () => number(-0.6, 0.6))),
  ];
  const world = new World();
  const descriptions = Array.from({ length: 350 }, (_, i) => ({
    ...pose(),
    shape: shapes[i % shapes.length],
    static: number(0, 1) < 0.2,
    sensor: number(0, 1) < 0.1,
  }));
  const order = descriptions.map((_, i) => (backwards ? descriptions.length - 1 - i : i));
  const colliders = [];
  for (const i of order) colliders[i] = world.add(descriptions[i]);
  for (let frame = 0; frame < 6; ++frame) {
    world.update();
    for (const { index } of colliders) {
      for (let k = 0; k < 3; ++k) world.positions[3 * index + k] += number(-0.1, 0.1);
      for (let k = 0; k < 4; ++k) world.quaternions[4 * index + k] += number(-0.05, 0.05);
    }
  }
  world.update();
  const result = { hash: world.hash(), contacts: world.contacts.count };
  world.dispose();
  return result;
}
