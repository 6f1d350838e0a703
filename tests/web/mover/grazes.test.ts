import { Cone, Cylinder, distance, init, moveAndSlide, type Shape, TriangleMesh, World } from "hyperplane";
import { beforeAll, expect, it } from "vitest";
import { Random, seed } from "../support/random.js";

beforeAll(() => init());

const SKIN = 0.01;

/** A hill of six triangles, its top at the origin. */
function hill(height: number): TriangleMesh {
  const foot = (i: number) => [3 * Math.cos((i * Math.PI) / 3), -height, 3 * Math.sin((i * Math.PI) / 3)];
  return new TriangleMesh(Array.from({ length: 6 }, (_, i) => [0, 0, 0, ...foot(i + 1), ...foot(i)]).flat());
}

// Where a body comes to be that turns with its up direction, or is put there: normals from a search are good to 1e-8, so that a
// walk along the ground closes in by that share of its way.
it(`is not held by ground that is nearer than where grazes stop: seed ${seed}`, () => {
  const random = new Random(seed);
  const bodies: Shape[] = [new Cylinder(0.3, 1.8), new Cone(0.3, 1.8)];
  let count = 0;
  for (let run = 0; run < 400; run++) {
    const world = new World();
    const mesh = hill(random.number(0, 0.4));
    world.add({ shape: mesh, static: true });
    const body = bodies[run % 2] as Shape;
    const quaternion = [random.number(0, 0.05), 0, random.number(0, 0.05), 1];
    const start = { position: [random.number(-1, 1), 2, random.number(-1, 1)], quaternion };
    const landed = moveAndSlide(world, body, start, [0, -3, 0]);
    const gap = SKIN * random.number(0.5005, 0.515);
    const position = { ...landed.position };
    for (let i = 0; i < 40; i++) {
      const { distance: apart, normal } = distance(body, { position, quaternion }, mesh, {});
      position.x += normal.x * (apart - gap);
      position.y += normal.y * (apart - gap);
      position.z += normal.z * (apart - gap);
    }
    const angle = random.number(0, 2 * Math.PI);
    const walked = moveAndSlide(world, body, { position, quaternion }, [
      0.05 * Math.cos(angle),
      0,
      0.05 * Math.sin(angle),
    ]);
    const way = Math.hypot(walked.position.x - position.x, walked.position.z - position.z);
    if (landed.grounded) {
      count++;
      expect(way, `run ${run}`).toBeGreaterThan(0.04);
    }
    world.dispose();
    mesh.dispose();
  }
  expect(count).toBeGreaterThan(300);
});
