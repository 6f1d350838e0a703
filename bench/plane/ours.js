/** hyperplane/2d, through the entry that its users import. */

import { contactContender, hitContender, planePoses, writePlaneContact } from "../lib/pairs.js";
import { castContender, rayContender } from "../lib/worlds.js";
import { RAY_LENGTH } from "./scenes.js";

/** In a constant of its own, so that these files can be type-checked before the package has been built. */
const ENTRY = /** @type {string} */ ("hyperplane/2d");

export async function loadPlane() {
  const plane = await import(ENTRY);
  await plane.init();
  return plane;
}

function makeShape(plane, shape) {
  if (shape.type === "rectangle") return new plane.Rectangle(shape.width, shape.height);
  return shape.convex ? new plane.ConvexPolygon(shape.points) : new plane.Polygon(shape.points);
}

export function pairContenders(plane, scene, question) {
  const shapes = scene.shapes.map((shape) => makeShape(plane, shape));
  const shapeA = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i]]);
  const shapeB = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i + 1]]);
  const { a, b } = planePoses(scene);
  const batch = { shapes, pairs: scene.pairs, poses: scene.poses };
  if (question === "intersects") {
    const hit = new Uint8Array(scene.count);
    return [
      hitContender("hyperplane intersects", scene, (i) => plane.intersects(shapeA[i], a[i], shapeB[i], b[i])),
      { name: "hyperplane intersectsBatch", count: scene.count, hit, run: () => plane.intersectsBatch(batch, hit) },
    ];
  }
  const out = new Float64Array(3 * scene.count);
  return [
    contactContender("hyperplane collide", scene, (i, target) => {
      const contact = plane.collide(shapeA[i], a[i], shapeB[i], b[i]);
      if (contact === null) writePlaneContact(target, i, 0, 0, 0);
      else writePlaneContact(target, i, contact.normal.x, contact.normal.y, contact.depth);
    }),
    { name: "hyperplane mtvBatch", count: scene.count, out, run: () => plane.mtvBatch(batch, out) },
  ];
}

function fillWorld(plane, { shapes, positions, angles, count }) {
  const world = new plane.World({ capacity: count });
  shapes.forEach((description, i) => {
    const shape = makeShape(plane, description);
    world.add({ shape, position: positions[0].subarray(2 * i, 2 * i + 2), angle: angles[0][i] });
    // The collider keeps the shape.
    shape.dispose();
  });
  return world;
}

/** Everything of each contact through the cursor, and normals and depths from the typed arrays, which is quickest. */
export function worldContenders(plane, scene) {
  const moved = () => {
    const world = fillWorld(plane, scene);
    const move = (positions, angles) => {
      world.positions.set(positions);
      world.angles.set(angles);
      world.update();
    };
    return { world, move, dispose: () => world.dispose() };
  };
  const isCut = scene.shapes.some(({ convex = true }) => !convex);
  const whole = moved();
  const arrays = moved();
  return [
    {
      name: "hyperplane World",
      dispose: whole.dispose,
      frame(positions, angles, visit) {
        whole.move(positions, angles);
        let last = -1;
        for (const { a, b, normal, depth, points } of whole.world.contacts) {
          visit.sum += depth + normal.x + normal.y;
          for (const { onA } of points) visit.sum += onA.x + onA.y;
          // Polygons that are cut have a contact for each pair of parts.
          const pair = a.index * scene.count + b.index;
          if (pair !== last) visit.pair(a.index, b.index, isCut ? Number.NaN : depth);
          last = pair;
        }
      },
    },
    {
      name: "hyperplane World, typed arrays",
      dispose: arrays.dispose,
      frame(positions, angles, visit) {
        arrays.move(positions, angles);
        const { pairs, normals } = arrays.world.contacts;
        let last = -1;
        for (let i = 0, at = 0; i < pairs.length; i += 2, at += 3) {
          visit.sum += normals[at] + normals[at + 1] + normals[at + 2];
          const pair = pairs[i] * scene.count + pairs[i + 1];
          if (pair !== last) visit.pair(pairs[i], pairs[i + 1], isCut ? Number.NaN : normals[at + 2]);
          last = pair;
        }
      },
    },
  ];
}

export function rayContenders(plane, scene, rays) {
  const count = rays.length / 4;
  const world = fillWorld(plane, scene);
  world.update();
  const origin = [0, 0];
  const direction = [0, 0];
  const limit = { maxDistance: RAY_LENGTH };
  const distances = new Float64Array(count);
  return [
    rayContender("hyperplane World.raycast", count, (i) => {
      for (let k = 0; k < 2; ++k) {
        origin[k] = rays[4 * i + k];
        direction[k] = rays[4 * i + 2 + k];
      }
      return world.raycast(origin, direction, limit)?.distance ?? Infinity;
    }),
    {
      name: "hyperplane World.raycastBatch",
      count,
      distances,
      run: () => distances.set(world.raycastBatch(rays, limit).distances),
    },
  ];
}

export function castContenders(plane, scene, casts, description) {
  const world = fillWorld(plane, scene);
  world.update();
  const shape = makeShape(plane, description);
  const from = { position: [0, 0], angle: 0 };
  const to = { position: [0, 0], angle: 0 };
  const sweep = { from, to };
  return [
    castContender("hyperplane World.castShape", casts.length / 5, (i) => {
      for (let k = 0; k < 2; ++k) {
        from.position[k] = casts[5 * i + k];
        to.position[k] = casts[5 * i + k] + casts[5 * i + 3 + k];
      }
      from.angle = casts[5 * i + 2];
      to.angle = from.angle;
      return world.castShape(shape, sweep)?.time ?? Infinity;
    }),
  ];
}

export function walkContenders(plane, { columns, rows, tiles, places, deltas, frames, count }) {
  const world = new plane.World();
  world.add({ shape: new plane.TileMap({ columns, rows, tiles }), static: true });
  world.update();
  const body = new plane.Capsule(0.3, 0.6);
  const positions = new Float64Array(places);
  const ends = new Float64Array(places);
  let last = new Uint8Array(count);
  const walkers = Array.from({ length: count }, (_, i) => {
    return new plane.Character(world, { shape: body, position: [places[2 * i], places[2 * i + 1]] });
  });
  const velocity = [0, 0];
  return [
    {
      name: "hyperplane moveAndSlideBatch",
      count: frames,
      ends: positions,
      run() {
        positions.set(places);
        for (let frame = 0; frame < frames; ++frame) {
          last = plane.moveAndSlideBatch(world, body, positions, deltas[Math.floor(frame / 60)], { last });
        }
        return positions[0];
      },
    },
    {
      name: "hyperplane Character.step",
      count: frames,
      ends,
      run() {
        for (const [i, walker] of walkers.entries()) walker.position = [places[2 * i], places[2 * i + 1]];
        for (let frame = 0; frame < frames; ++frame) {
          const moves = deltas[Math.floor(frame / 60)];
          for (const [i, walker] of walkers.entries()) {
            velocity[0] = 60 * moves[2 * i];
            walker.step(1 / 60, velocity);
          }
        }
        for (const [i, { position }] of walkers.entries()) ends.set([position.x, position.y], 2 * i);
        return ends[0];
      },
    },
  ];
}
