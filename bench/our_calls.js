/** Single calls of this package, one row each. */

import { BoxGeometry, Mesh, Object3D, Quaternion, Scene, Vector3 } from "three";
import { ownLoop, poseObjects } from "./lib/pairs.js";
import { makeShape } from "./ours.js";

/** In a constant of its own, as in ours.js. */
const ADAPTER = /** @type {string} */ ("hyperplane/three");

/** As many classes as make engines look properties up. */
const OWN_CLASSES = Array.from(
  { length: 6 },
  (_, i) =>
    class {
      constructor({ position: p, quaternion: q }) {
        this[`own${i}`] = i;
        this.position = new Vector3(p.x, p.y, p.z);
        this.quaternion = new Quaternion(q.x, q.y, q.z, q.w);
      }
    },
);

/** The same pairs with poses of one kind each. */
export function poseContenders(hyperplane, scene) {
  const shapes = scene.shapes.map((shape) => makeShape(hyperplane, shape));
  const a = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i]]);
  const b = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i + 1]]);
  const world = new hyperplane.World({ capacity: 2 * scene.count });
  const kinds = {
    "three.js objects": (pose) => {
      const object = new Object3D();
      object.position.copy(pose.position);
      object.quaternion.copy(pose.quaternion);
      return object;
    },
    "plain objects": (pose) => pose,
    arrays: ({ position: p, quaternion: q }) => ({ position: [p.x, p.y, p.z], quaternion: [q.x, q.y, q.z, q.w] }),
    "typed arrays": ({ position: p, quaternion: q }) => ({
      position: new Float64Array([p.x, p.y, p.z]),
      quaternion: new Float32Array([q.x, q.y, q.z, q.w]),
    }),
    colliders: (pose) => world.add({ shape: shapes[0], ...pose }),
    "objects of six classes": (pose, i) => new OWN_CLASSES[i % OWN_CLASSES.length](pose),
  };
  const poses = poseObjects(scene);
  return Object.entries(kinds).map(([kind, convert]) => {
    const poseA = poses.a.map(convert);
    const poseB = poses.b.map(convert);
    const act = (i) => hyperplane.intersects(a[i], poseA[i], b[i], poseB[i]);
    return {
      name: `hyperplane intersects, ${kind}`,
      count: scene.count,
      run: ownLoop("out[0] += act(i) ? 1 : 0;", act, [0], scene.count),
    };
  });
}

const REACH = { maxDistance: 100 };

/** Boxes of 1 m in rows of a hundred, 0.95 m apart. */
export async function frameContenders(hyperplane, count) {
  const world = new hyperplane.World({ capacity: count });
  const shape = new hyperplane.Box(1, 1, 1);
  const ball = new hyperplane.Sphere(1);
  const place = (i) => ({ x: 0.95 * (i % 100), y: 0, z: 0.95 * Math.floor(i / 100) });
  const colliders = Array.from({ length: count }, (_, i) => world.add({ shape, position: place(i) }));
  world.update();
  const positions = colliders.map((_, i) => place(i));
  const quaternion = { x: 0, y: 0, z: 0, w: 1 };
  const down = { x: 0, y: -1, z: 0 };
  const above = positions.map(({ x, z }) => ({ x: x + 0.2, y: 5, z: z + 0.1 }));
  const places = positions.map((position) => ({ position, quaternion }));
  const filter = (collider) => collider.index >= 0;
  const act = (name, body, act) => ({ name: `hyperplane ${name}`, count, run: ownLoop(body, act, [0], count) });
  const contactCount = world.contacts.count;
  const rows = [
    act("collider.setPose", "act(i);", (i) => colliders[i].setPose(positions[i], quaternion)),
    act("collider.position = v", "act(i);", (i) => {
      colliders[i].position = positions[i];
    }),
    {
      name: "hyperplane a contact by the cursor",
      count: contactCount,
      run: () => {
        let sum = 0;
        for (const { a, b, normal, depth, points } of world.contacts) {
          sum += a.index + b.index + normal.x + normal.y + normal.z + depth;
          for (const { onA } of points) sum += onA.x + onA.y + onA.z;
        }
        return sum;
      },
    },
    act("world.contactsOf", "out[0] += act(i).length;", (i) => world.contactsOf(colliders[i])),
    act("world.touchingOf", "out[0] += act(i).length;", (i) => world.touchingOf(colliders[i])),
    act("world.raycast", "out[0] += act(i).distance;", (i) => world.raycast(above[i], down)),
    act("world.raycast with a filter", "out[0] += act(i).distance;", (i) => world.raycast(above[i], down, { filter })),
    act("world.raycast with maxDistance", "out[0] += act(i).distance;", (i) => world.raycast(above[i], down, REACH)),
    act("world.overlap", "out[0] += act(i).length;", (i) => world.overlap(ball, places[i])),
  ];
  const { SceneColliders } = await import(ADAPTER);
  const scene = new Scene();
  const geometry = new BoxGeometry(1, 1, 1);
  const inScene = new SceneColliders(new hyperplane.World({ capacity: count }));
  for (const { x, z } of positions) {
    const mesh = new Mesh(geometry);
    mesh.position.set(x, 0, z);
    scene.add(mesh);
    inScene.add(mesh);
  }
  return [...rows, { name: "hyperplane SceneColliders.pull, an object", count, run: () => inScene.pull() }];
}

/** A frame of a game with rollback: back by eight frames, then each again, with a snapshot of it. */
export function rollbackContenders(hyperplane, count) {
  const world = new hyperplane.World({ capacity: count });
  const shape = new hyperplane.Box(1, 1, 1);
  const place = (i) => ({ x: 1.2 * (i % 20), y: 0, z: 1.2 * Math.floor(i / 20) });
  for (let i = 0; i < count; ++i) world.add({ shape, position: place(i) });
  const options = { shapes: [shape] };
  let frame = 0;
  const step = () => {
    const { positions } = world;
    const way = 0.05 * (++frame % 16 < 8 ? 1 : -1);
    for (let i = 0; i < count; ++i) positions[3 * i] += i % 2 === 0 ? way : -way;
    world.update();
  };
  const run = () => {
    const first = world.snapshot({ shapes: false });
    for (let i = 0; i < 8; ++i) {
      step();
      world.snapshot({ shapes: false });
    }
    world.rollback(first, options);
  };
  return [{ name: "hyperplane snapshot, update, rollback", count: 1, run }];
}
