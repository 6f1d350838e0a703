/** This package, through the same entry that its users import. */

import { meshContender } from "./lib/meshes.js";
import { contactContender, hitContender, poseObjects, writeContact } from "./lib/pairs.js";
import { quantile } from "./lib/race.js";
import { castContender, rayContender } from "./lib/worlds.js";
import { shapeAt } from "./scenes.js";

/** In a constant of its own, so that these files can be type-checked before the package has been built. */
const PACKAGE = /** @type {string} */ ("hyperplane");

/** @returns {Promise<any>} null where the package has not been built. */
export async function loadOurs() {
  /** @type {any} */
  let hyperplane;
  try {
    hyperplane = await import(PACKAGE);
  } catch (error) {
    if (error.code === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
  await hyperplane.init();
  return hyperplane;
}

/** @throws HyperplaneError where this build has no such shape. */
export function makeShape(hyperplane, shape) {
  switch (shape.type) {
    case "box":
      return new hyperplane.Box(shape.width, shape.height, shape.depth);
    case "roundBox":
      return new hyperplane.Box(shape.width, shape.height, shape.depth, { radius: shape.rounding });
    case "taperedCapsule":
      return new hyperplane.TaperedCapsule(shape.radiusTop, shape.radiusBottom, shape.height);
    case "capsule":
      return new hyperplane.Capsule(shape.radius, shape.height);
    case "cone":
      return new hyperplane.Cone(shape.radius, shape.height);
    case "ellipsoid":
      return new hyperplane.Ellipsoid(...shape.radii);
    case "cylinder":
      return new hyperplane.Cylinder(shape.radius, shape.height);
    case "hull":
      return new hyperplane.ConvexHull(shape.points);
    case "sphere":
      return new hyperplane.Sphere(shape.radius);
    case "half-space":
      return new hyperplane.HalfSpace();
    case "mesh":
      return new hyperplane.TriangleMesh(shape.vertices, shape.indices);
    case "field":
      return new hyperplane.HeightField(shape.heights, shape.options);
    default:
      throw new Error(`no shape for ${shape.type}`);
  }
}

/** The first contender is the one that the others are compared with: the single call. */
export function pairContenders(hyperplane, scene, question) {
  const shapes = scene.shapes.map((shape) => makeShape(hyperplane, shape));
  const shapeA = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i]]);
  const shapeB = Array.from({ length: scene.count }, (_, i) => shapes[scene.pairs[2 * i + 1]]);
  const { a, b } = poseObjects(scene);
  const batch = { shapes, pairs: scene.pairs, poses: scene.poses };
  // The poses are in the core's memory already, as those of peers that are measured from prepared data.
  const prepared = new hyperplane.PreparedPairs(shapes, scene.pairs);
  prepared.poses.set(scene.poses);

  if (question === "intersects") {
    const hit = new Uint8Array(scene.count);
    return [
      hitContender("hyperplane intersects", scene, (i) => hyperplane.intersects(shapeA[i], a[i], shapeB[i], b[i])),
      {
        name: "hyperplane intersectsBatch",
        count: scene.count,
        hit,
        run: () => hyperplane.intersectsBatch(batch, hit),
      },
      {
        name: "hyperplane PreparedPairs.intersects",
        count: scene.count,
        // A view, which a growth of memory detaches: taken when it is judged.
        get hit() {
          return prepared.intersects();
        },
        run: () => prepared.intersects(),
      },
    ];
  }

  const out = new Float64Array(4 * scene.count);
  const preparedContender = (call) => ({
    name: `hyperplane PreparedPairs.${call}`,
    count: scene.count,
    get out() {
      return prepared[call]();
    },
    run: () => prepared[call](),
  });
  if (question === "contact") {
    return [
      contactContender("hyperplane collide", scene, (i, target) => {
        const contact = hyperplane.collide(shapeA[i], a[i], shapeB[i], b[i]);
        if (contact === null) writeContact(target, i, 0, 0, 0, 0);
        else writeContact(target, i, contact.normal.x, contact.normal.y, contact.normal.z, contact.depth);
      }),
      // One pair of points, as peers without a manifold give it.
      contactContender("hyperplane distance, negative", scene, (i, target) => {
        const { normal, distance } = hyperplane.distance(shapeA[i], a[i], shapeB[i], b[i]);
        if (distance > 0) writeContact(target, i, 0, 0, 0, 0);
        else writeContact(target, i, normal.x, normal.y, normal.z, -distance);
      }),
      { name: "hyperplane mtvBatch", count: scene.count, out, run: () => hyperplane.mtvBatch(batch, out) },
      preparedContender("mtvs"),
    ];
  }
  const { margin } = scene;
  if (scene.manifold) {
    return [
      contactContender("hyperplane collide, with a margin", scene, (i, target) => {
        const contact = hyperplane.collide(shapeA[i], a[i], shapeB[i], b[i], { margin });
        if (contact === null) writeContact(target, i, 0, 0, 0, 0);
        else writeContact(target, i, contact.normal.x, contact.normal.y, contact.normal.z, -contact.depth);
      }),
    ];
  }
  if (margin !== undefined) {
    return [
      contactContender("hyperplane distance, with maxDistance", scene, (i, target) => {
        const found = hyperplane.distance(shapeA[i], a[i], shapeB[i], b[i], { maxDistance: margin });
        if (found === null) writeContact(target, i, 0, 0, 0, 0);
        else writeContact(target, i, found.normal.x, found.normal.y, found.normal.z, found.distance);
      }),
    ];
  }
  return [
    contactContender("hyperplane distance", scene, (i, target) => {
      const { normal, distance } = hyperplane.distance(shapeA[i], a[i], shapeB[i], b[i]);
      writeContact(target, i, normal.x, normal.y, normal.z, distance);
    }),
    { name: "hyperplane distanceBatch", count: scene.count, out, run: () => hyperplane.distanceBatch(batch, out) },
    preparedContender("distances"),
  ];
}

/** One world for each broad phase that the package offers, the default first. */
export function worldContenders(hyperplane, scene) {
  return [undefined, "sweep-and-prune", "bvh"].map((broadPhase) => worldContender(hyperplane, scene, broadPhase));
}

function worldContender(hyperplane, scene, broadPhase) {
  const { world } = fillWorld(hyperplane, scene, broadPhase);
  return contenderOf(broadPhase ? `hyperplane World, ${broadPhase}` : "hyperplane World", world);
}

/** A terrain as a mesh, and as a height field: pairs of name and shape. */
const groundsOf = (hyperplane, { vertices, indices, heights, columns, width }) => [
  ["TriangleMesh", new hyperplane.TriangleMesh(vertices, indices)],
  ["HeightField", new hyperplane.HeightField(heights, { columns, rows: columns, width, depth: width, sides: "both" })],
];

/** A scene with ground. */
export function terrainContenders(hyperplane, scene) {
  return groundsOf(hyperplane, scene.ground).map(([name, shape]) => {
    const { world } = fillWorld(hyperplane, scene);
    world.add({ shape, static: true });
    return contenderOf(`hyperplane World, ${name}`, world);
  });
}

/** A scene whose ground is a shape. */
export function groundContenders(hyperplane, scene) {
  const { world } = fillWorld(hyperplane, scene);
  world.add({ shape: makeShape(hyperplane, scene.ground), position: [0, scene.ground.y, 0], static: true });
  return [contenderOf("hyperplane World", world)];
}

function contenderOf(name, world) {
  return {
    name,
    dispose: () => world.dispose(),
    frame(positions, quaternions, visit) {
      // Nothing was removed, so the rows are in the order of adding; ground comes last, and stays.
      world.positions.set(positions);
      world.quaternions.set(quaternions);
      world.update();
      for (const { a, b, normal, depth, points } of world.contacts) {
        visit.sum += depth + normal.x + normal.y + normal.z;
        for (const { onA } of points) visit.sum += onA.x + onA.y + onA.z;
        visit.pair(a.index, b.index);
      }
    },
  };
}

export function fillWorld(hyperplane, scene, broadPhase) {
  const world = new hyperplane.World({ capacity: scene.count, ...(broadPhase ? { broadPhase } : {}) });
  const colliders = [];
  for (let i = 0; i < scene.count; ++i) {
    const shape = makeShape(hyperplane, shapeAt(scene, i));
    colliders.push(
      world.add({
        shape,
        position: scene.positions[0].subarray(3 * i, 3 * i + 3),
        quaternion: scene.quaternions[0].subarray(4 * i, 4 * i + 4),
      }),
    );
    // The collider keeps the shape.
    shape.dispose();
  }
  return { world, colliders };
}

export function hullBuilders(hyperplane, points) {
  const build = () => new hyperplane.ConvexHull(points);
  build().dispose();
  return [
    {
      name: "hyperplane ConvexHull",
      build,
      run: () => build().dispose(),
      faces: (hull) => hull.faces,
      coordinate:
        ({ vertices }) =>
        (i, k) =>
          vertices[3 * i + k],
    },
  ];
}

export function rayContenders(hyperplane, scene, rays) {
  const count = rays.length / 6;
  const { world } = fillWorld(hyperplane, scene);
  world.update();
  const origin = [0, 0, 0];
  const direction = [0, 0, 0];
  const batch = new Float64Array(count);
  return [
    rayContender("hyperplane World.raycast", count, (i) => {
      for (let k = 0; k < 3; ++k) {
        origin[k] = rays[6 * i + k];
        direction[k] = rays[6 * i + 3 + k];
      }
      return world.raycast(origin, direction)?.distance ?? Infinity;
    }),
    {
      name: "hyperplane World.raycastBatch",
      count,
      distances: batch,
      run: () => batch.set(world.raycastBatch(rays).distances),
    },
  ];
}

export function churnContenders(hyperplane, scene) {
  const { world } = fillWorld(hyperplane, scene);
  const bullets = [];
  let shape = null;
  return [
    {
      name: "hyperplane World",
      frame(positions, radius, most) {
        shape ??= new hyperplane.Sphere(radius);
        for (let i = 0; i < positions.length; i += 3) {
          bullets.push(world.add({ shape, position: [positions[i], positions[i + 1], positions[i + 2]] }));
        }
        while (bullets.length > most) world.remove(bullets.shift());
        world.update();
        let began = 0;
        for (const _ of world.began) ++began;
        return began;
      },
    },
  ];
}

export function castContenders(hyperplane, scene, casts, description) {
  const { world } = fillWorld(hyperplane, scene);
  world.update();
  const shape = makeShape(hyperplane, description);
  const from = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  const to = { position: [0, 0, 0], quaternion: from.quaternion };
  const sweep = { from, to };
  return [
    castContender("hyperplane World.castShape", casts.length / 10, (i) => {
      for (let k = 0; k < 3; ++k) {
        from.position[k] = casts[10 * i + k];
        to.position[k] = casts[10 * i + k] + casts[10 * i + 7 + k];
      }
      for (let k = 0; k < 4; ++k) from.quaternion[k] = casts[10 * i + 3 + k];
      return world.castShape(shape, sweep)?.time ?? Infinity;
    }),
    ...castBatchContender(world, shape, casts),
  ];
}

function castBatchContender(world, shape, casts) {
  if (!world.castShapes) return [];
  const count = casts.length / 10;
  const times = new Float64Array(count);
  const sweeps = new Float64Array(14 * count);
  for (let i = 0; i < count; ++i) {
    const cast = casts.subarray(10 * i, 10 * i + 10);
    sweeps.set(cast.subarray(0, 7), 14 * i);
    sweeps.set(cast.subarray(0, 7), 14 * i + 7);
    for (let k = 0; k < 3; ++k) sweeps[14 * i + 7 + k] += cast[7 + k];
  }
  const run = () => times.set(world.castShapes(shape, sweeps).times);
  return [{ name: "hyperplane World.castShapes", count, times, run }];
}

/** Queries one by one and as a batch: what a box overlaps, and the closest point. @param poses 7 numbers each */
export function queryContenders(hyperplane, scene, poses) {
  const { world } = fillWorld(hyperplane, scene);
  world.update();
  const shape = new hyperplane.Box(0.8, 0.5, 0.4);
  const count = poses.length / 7;
  const points = new Float64Array(3 * count);
  for (let i = 0; i < count; ++i) points.set(poses.subarray(7 * i, 7 * i + 3), 3 * i);
  const pose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  const { position, quaternion } = pose;
  const alone = (name, act) => {
    const run = () => {
      let found = 0;
      for (let i = 0; i < count; ++i) {
        for (let k = 0; k < 3; ++k) position[k] = poses[7 * i + k];
        for (let k = 0; k < 4; ++k) quaternion[k] = poses[7 * i + 3 + k];
        found += act();
      }
      return found;
    };
    return { name, count, run };
  };
  return {
    overlap: [
      alone("hyperplane World.overlap", () => world.overlap(shape, pose).length),
      { name: "hyperplane World.overlaps", count, run: () => world.overlaps(shape, poses).colliders.length },
    ],
    nearest: [
      alone("hyperplane World.nearest", () => world.nearest(shape, pose)?.distance ?? 0),
      {
        name: "hyperplane World.nearests",
        count,
        run: () => world.nearests(shape, poses).distances.reduce((a, b) => a + b, 0),
      },
    ],
    closest: [
      alone("hyperplane World.closest", () => world.closest(position)?.distance ?? 0),
      {
        name: "hyperplane World.closests",
        count,
        run: () => world.closests(points).distances.reduce((a, b) => a + b, 0),
      },
    ],
  };
}

/** Both shapes of each pair move from where they stand in one scene to where they stand in another. */
export function impactContenders(hyperplane, scene, after) {
  const shapes = scene.shapes.map((shape) => makeShape(hyperplane, shape));
  const first = poseObjects(scene);
  const last = poseObjects(after);
  const sweepsA = first.a.map((from, i) => ({ from, to: last.a[i] }));
  const sweepsB = first.b.map((from, i) => ({ from, to: last.b[i] }));
  return [
    castContender("hyperplane timeOfImpact", scene.count, (i) => {
      const a = shapes[scene.pairs[2 * i]];
      const b = shapes[scene.pairs[2 * i + 1]];
      return hyperplane.timeOfImpact(a, sweepsA[i], b, sweepsB[i])?.time ?? Infinity;
    }),
  ];
}

/** @param walk with `boxes`, or with `ground`, a terrain of terrain_scene.js */
export function moverContenders(hyperplane, { boxes, ground, moves, start, radius, height, skin, step }) {
  const shape = new hyperplane.Capsule(radius, height);
  const options = { skin, stepHeight: step, snapDistance: step };
  const walkers = (kind, statics) => {
    const world = new hyperplane.World();
    for (const body of statics) world.add({ ...body, static: true });
    world.update();
    const run = () => {
      const pose = { position: start };
      for (const delta of moves) pose.position = hyperplane.moveAndSlide(world, shape, pose, delta, options).position;
      return pose.position;
    };
    const rows = [{ name: `hyperplane moveAndSlide${kind}`, count: moves.length, run }];
    if (!hyperplane.Character) return rows;
    const character = new hyperplane.Character(world, { ...options, shape, position: start });
    const steps = () => {
      character.position = start;
      for (const { x, z } of moves) character.step(1 / 60, { x: 60 * x, y: 0, z: 60 * z });
      return character.position;
    };
    return [...rows, { name: `hyperplane Character.step${kind}`, count: moves.length, run: steps }];
  };
  if (!ground) {
    const solids = boxes.map(([w, h, d, ...position]) => ({ shape: new hyperplane.Box(w, h, d), position }));
    return walkers("", solids);
  }
  return groundsOf(hyperplane, ground).flatMap(([kind, shape]) => walkers(`, ${kind}`, [{ shape }]));
}

/** A character in a scene of character_scenes.js, and what a frame of its walk does. */
function characterIn(hyperplane, { boxes, grounds, lift, moves, starts, radius, height, skin, step }) {
  const world = new hyperplane.World();
  for (const [w, h, d, ...position] of boxes) world.add({ shape: new hyperplane.Box(w, h, d), position, static: true });
  for (const { vertices, indices } of grounds) {
    world.add({ shape: new hyperplane.TriangleMesh(vertices, indices), static: true });
  }
  const moved = lift && world.add({ shape: new hyperplane.Box(...lift.size), position: lift.at(0) });
  world.update();
  const shape = new hyperplane.Capsule(radius, height);
  const [position] = starts;
  const character = new hyperplane.Character(world, { shape, position, skin, stepHeight: step, snapDistance: step });
  const each = moves.length / starts.length;
  const frame = (i) => {
    if (i % each === 0) character.position = starts[i / each];
    if (moved) {
      moved.setPose(lift.at(i));
      world.update();
    }
    const { x, z } = moves[i];
    character.step(1 / 60, { x: 60 * x, y: 0, z: 60 * z });
  };
  return { character, frame };
}

/** Walks in a scene, all in: what moves is placed, and the world brought up to date. */
export function characterContenders(hyperplane, scene) {
  const { character, frame } = characterIn(hyperplane, scene);
  const run = () => {
    for (let i = 0; i < scene.moves.length; ++i) frame(i);
    return character.position;
  };
  return [{ name: "hyperplane Character.step", count: scene.moves.length, run }];
}

/**
 * The dearest frame of a walk, as a row. Each frame counts with its best of several walks, which are the same to the bit: what
 * collects garbage or waits for other processes hits another one each time.
 */
export function dearestFrame(hyperplane, name, scene, { rounds, walks }) {
  const { frame } = characterIn(hyperplane, scene);
  const times = Array.from({ length: rounds }, () => {
    const best = new Float64Array(scene.moves.length).fill(Infinity);
    for (let walk = 0; walk < walks; ++walk) {
      for (let i = 0; i < best.length; ++i) {
        const start = performance.now();
        frame(i);
        best[i] = Math.min(best[i], performance.now() - start);
      }
    }
    return 1e6 * best.reduce((most, time) => Math.max(most, time), 0);
  });
  const [median, low, high] = [0.5, 0.25, 0.75].map((share) => quantile(times, share));
  return { name, median, low, high, rounds };
}

/** Bodies that overlap most of a mesh: the way out, and a move. */
export function insideContenders(hyperplane, { vertices, indices }) {
  const world = new hyperplane.World();
  const mesh = new hyperplane.TriangleMesh(vertices, indices);
  world.add({ shape: mesh, static: true });
  const position = [0, 0.1, 0.1];
  const bodies = [
    ["box", new hyperplane.Box(1, 1, 1)],
    ["sphere", new hyperplane.Sphere(0.5)],
    ["cone", new hyperplane.Cone(0.5, 1)],
  ];
  const moves = bodies.map(([name, shape]) => ({
    name: `moveAndSlide, ${name}`,
    count: 1,
    run: () => hyperplane.moveAndSlide(world, shape, { position }, [0, -0.01, 0]),
  }));
  const ways = bodies.map(([name, shape]) => {
    const apart = new hyperplane.World();
    apart.add({ shape: mesh, static: true });
    const collider = apart.add({ shape, position });
    apart.update();
    return { name: `separation, ${name}`, count: 1, run: () => apart.separation(collider) };
  });
  return [...ways, ...moves];
}

/** A world with the mesh alone in it for rays and casts, the mesh itself for closest points and overlaps. */
export function meshContenders(hyperplane, { vertices, indices }, question, { values, count, radius, half }) {
  const mesh = new hyperplane.TriangleMesh(vertices, indices);
  const world = new hyperplane.World();
  world.add({ shape: mesh, static: true });
  world.update();
  const at = [0, 0, 0];
  const place = (target, from) => {
    for (let k = 0; k < 3; ++k) target[k] = values[from + k];
  };
  if (question === "raycast") {
    const along = [0, 0, 0];
    const batch = new Float64Array(count);
    return [
      meshContender("hyperplane World.raycast", count, (i) => {
        place(at, 6 * i);
        place(along, 6 * i + 3);
        return world.raycast(at, along)?.distance ?? Infinity;
      }),
      {
        name: "hyperplane raycastBatch",
        count,
        answers: batch,
        run: () => batch.set(world.raycastBatch(values).distances),
      },
    ];
  }
  if (question === "closest") {
    return [
      meshContender("hyperplane closestPoint", count, (i) => {
        place(at, 3 * i);
        return hyperplane.closestPoint(mesh, {}, at).distance;
      }),
    ];
  }
  if (question === "cast") {
    const ball = new hyperplane.Sphere(radius);
    const sweep = { from: { position: at }, to: { position: [0, 0, 0] } };
    return [
      meshContender("hyperplane World.castShape", count, (i) => {
        place(at, 6 * i);
        place(sweep.to.position, 6 * i + 3);
        return world.castShape(ball, sweep)?.time ?? Infinity;
      }),
    ];
  }
  const box = new hyperplane.Box(2 * half[0], 2 * half[1], 2 * half[2]);
  const pose = { position: at, quaternion: [0, 0, 0, 1] };
  return [
    meshContender("hyperplane intersects", count, (i) => {
      place(at, 7 * i);
      for (let k = 0; k < 4; ++k) pose.quaternion[k] = values[7 * i + 3 + k];
      return hyperplane.intersects(mesh, {}, box, pose) ? 1 : 0;
    }),
  ];
}

/**
 * Queries of worlds with a reach in metres: `ask(i, reach)` is the distance of the answer, Infinity for none.
 * @param data of sections/limits.js
 */
export function limitQuestions(hyperplane, { mesh, scene, meshRays, points, meshCasts, rays, casts }) {
  const knot = new hyperplane.World();
  knot.add({ shape: new hyperplane.TriangleMesh(mesh.vertices, mesh.indices), static: true });
  knot.update();
  const { world } = fillWorld(hyperplane, scene);
  world.update();
  const at = [0, 0, 0];
  const along = [0, 0, 0];
  const place = (target, values, from) => {
    for (let k = 0; k < 3; ++k) target[k] = values[from + k];
  };
  const rayQuestion = (id, title, into, values) => ({
    id,
    title,
    count: values.length / 6,
    ask(i, maxDistance) {
      place(at, values, 6 * i);
      place(along, values, 6 * i + 3);
      return into.raycast(at, along, { maxDistance })?.distance ?? Infinity;
    },
  });
  const sweep = { from: { position: at }, to: { position: along } };
  const castQuestion = (id, title, into, radius, count, place) => {
    const ball = new hyperplane.Sphere(radius);
    return {
      id,
      title,
      count,
      ask(i, reach) {
        const length = place(i);
        const share = Math.min(reach / length, 1);
        for (let k = 0; k < 3; ++k) along[k] = at[k] + share * (along[k] - at[k]);
        return (into.castShape(ball, sweep)?.time ?? Infinity) * share * length;
      },
    };
  };
  const length = () => Math.hypot(along[0] - at[0], along[1] - at[1], along[2] - at[2]);
  return [
    rayQuestion("knot-ray", "A ray into the torus knot", knot, meshRays),
    rayQuestion("box-ray", "A ray into the boxes", world, rays),
    {
      id: "knot-point",
      title: "The closest point on the torus knot",
      count: points.length / 3,
      ask(i, maxDistance) {
        place(at, points, 3 * i);
        return knot.closest(at, { maxDistance })?.distance ?? Infinity;
      },
    },
    castQuestion("knot-cast", "A ball cast against the torus knot", knot, meshCasts.radius, meshCasts.count, (i) => {
      place(at, meshCasts.values, 6 * i);
      place(along, meshCasts.values, 6 * i + 3);
      return length();
    }),
    castQuestion("box-cast", "A ball cast into the boxes", world, 0.3, casts.length / 10, (i) => {
      place(at, casts, 10 * i);
      for (let k = 0; k < 3; ++k) along[k] = at[k] + casts[10 * i + 7 + k];
      return length();
    }),
  ];
}

export function meshBuilders(hyperplane, { vertices, indices }) {
  return [
    {
      name: "hyperplane TriangleMesh",
      count: 1,
      run: () => new hyperplane.TriangleMesh(vertices, indices).dispose(),
    },
  ];
}

/** A world of blocks. @param scene of sections/voxels.js */
export function voxelContenders(hyperplane, { grid, rays, balls, moves }, question) {
  const { columns, layers, rows, cells, heightAt } = grid;
  const name = { build: "new Voxels", edit: "Voxels.set", ray: "World.raycast", balls: "World.update" };
  const contender = (count, run) => [{ name: `hyperplane ${name[question] ?? "Character.step"}`, count, run }];
  if (question === "build") {
    return contender(1, () => new hyperplane.Voxels({ columns, layers, rows, cells }).dispose());
  }
  const voxels = new hyperplane.Voxels({ columns, layers, rows, cells });
  const world = new hyperplane.World();
  world.add({ shape: voxels, static: true });
  const [x, z] = [30, 30];
  const top = heightAt(x, z);
  switch (question) {
    case "edit": {
      const origin = [x + 0.5, 31, z + 0.5];
      let isSet = false;
      return contender(1, () => {
        isSet = !isSet;
        voxels.set(x, top, z, isSet ? 1 : 0);
        return world.raycast(origin, [0, -1, 0]).distance;
      });
    }
    case "ray": {
      const origin = { x: 0, y: 0, z: 0 };
      const direction = { x: 0, y: 0, z: 0 };
      return contender(rays.length / 6, () => {
        let sum = 0;
        for (let i = 0; i < rays.length; i += 6) {
          origin.x = rays[i];
          origin.y = rays[i + 1];
          origin.z = rays[i + 2];
          direction.x = rays[i + 3];
          direction.y = rays[i + 4];
          direction.z = rays[i + 5];
          sum += world.raycast(origin, direction)?.distance ?? 0;
        }
        return sum;
      });
    }
    case "walk": {
      const options = { stepHeight: 1.1, snapDistance: 1.1 };
      const position = [x + 0.5, top + 0.91, z + 0.5];
      const walker = new hyperplane.Character(world, { ...options, shape: new hyperplane.Capsule(0.3, 1.2), position });
      return contender(moves.length, () => {
        walker.position = position;
        for (const move of moves) walker.step(1 / 60, { x: 60 * move.x, y: 0, z: 60 * move.z });
        return walker.position;
      });
    }
    default: {
      const ball = new hyperplane.Sphere(balls.radius);
      const first = balls.frames[0];
      for (let i = 0; i < balls.count; ++i) world.add({ shape: ball, position: first.subarray(3 * i, 3 * i + 3) });
      let frame = 0;
      return contender(1, () => {
        frame = (frame + 1) % balls.frames.length;
        world.positions.set(balls.frames[frame], 3);
        world.update();
        let sum = 0;
        for (const { normal, depth, points } of world.contacts) sum += normal.y + depth + points.length;
        return sum;
      });
    }
  }
}
