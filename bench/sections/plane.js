/** hyperplane/2d: pairs, worlds of 1,000 to 100,000 rectangles, mixed and concave polygons, rays, casts, and walkers. */

import { performance } from "node:perf_hooks";
import { judge } from "../lib/judge.js";
import { race } from "../lib/race.js";
import { CHECKED_FRAME, checkWorld, timedWorld } from "../lib/worlds.js";
import {
  castsInPlane,
  judgePlane,
  pointInPlane,
  raysInPlane,
  touchingInPlane,
  walkersInTiles,
} from "../plane/oracle.js";
import {
  castContenders,
  loadPlane,
  pairContenders,
  rayContenders,
  walkContenders,
  worldContenders,
} from "../plane/ours.js";
import { movingInPlane, planeCasts, planePairs, planeRays, RAY_LENGTH, walkersOnTiles } from "../plane/scenes.js";

/** A peer that would take longer than this for a frame is left out at that size. */
const LONGEST_FRAME_MS = 4000;
/** Most peers have positions in 32 bits: closer to touching than this, in metres, both answers are right. */
const TOUCH = 2e-5;
/** Two distances of rays, or ways of casts, closer than this, in metres, are the same. */
const SAME = 2e-3;

const kinds = { rectangle: "rectangles", polygon: "convex polygons with 3 to 8 vertices", concave: "concave polygons" };

const number = (value) => value.toLocaleString("en");

export async function run(context) {
  const plane = await loadPlane();
  await runPairs(plane, context);
  await runWorlds(plane, context);
  await runRays(plane, context);
  await runCasts(plane, context);
  await runWalkers(plane, context);
}

async function runPairs(plane, { peers, quick, options, emit }) {
  const count = quick ? 500 : 16_384;
  const questions = [
    ["rectangle", "intersects", "Do two rectangles intersect?", 1.5],
    ["rectangle", "contact", "Minimum translation of two rectangles", 1.5],
    ["polygon", "contact", "Minimum translation of two convex polygons with 3 to 8 vertices", 1.2],
    ["concave", "intersects", "Do two concave polygons with 10 to 16 vertices intersect?", 1.8],
  ];
  for (const [type, question, title, spread] of questions) {
    const scene = planePairs({ type, count, spread, shapeCount: quick ? 32 : 512 });
    const truth = judgePlane(scene);
    const share = Math.round((100 * truth.overlapping) / count);
    if (share < 30 || share > 70) throw new Error(`${share} % of the pairs overlap, which is not about half`);
    const contenders = pairContenders(plane, scene, question);
    for (const peer of peers) contenders.push(...(peer.pairContenders?.(scene, question) ?? []));
    const wrong = contenders.map((contender) => {
      contender.run();
      return judge(contender, question, truth);
    });
    const rows = await race(contenders, options);
    emit({
      id: `plane.${type}-${question}`,
      title: `In the plane: ${title}`,
      note: `${number(count)} random pairs, ${share} % of them overlapping`,
      unit: "per pair",
      checked: count,
      rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
    });
  }
}

async function runWorlds(plane, { peers, quick, options, emit }) {
  // What a frame took each contender at the size before.
  const last = new Map();
  /** @type {[keyof typeof kinds, number][]} */
  const worlds = quick
    ? [
        ["rectangle", 100],
        ["polygon", 100],
        ["concave", 100],
      ]
    : [
        ["rectangle", 1000],
        ["rectangle", 10_000],
        ["rectangle", 100_000],
        ["polygon", 10_000],
        ["concave", 2000],
      ];
  for (const [type, count] of worlds) {
    const scene = movingInPlane(type, count);
    const truth = touchingInPlane(scene, CHECKED_FRAME);
    const touching = [...truth.values()].filter((distance) => distance <= 0).length;
    const runners = [];
    const absent = [];
    for (const make of [
      () => worldContenders(plane, scene),
      ...peers.map((peer) => () => peer.worldContenders(scene)),
    ]) {
      for (const world of make()) {
        const before = last.get(world.name);
        const expected = before ? (before.ms * count) / before.count : 0;
        if (world.cannot) absent.push({ name: world.name, note: world.cannot });
        else if (expected > LONGEST_FRAME_MS) {
          absent.push({ name: world.name, note: `left out: more than ${(expected / 1000).toFixed(0)} s a frame` });
        } else
          runners.push({
            ...timedWorld(world, scene),
            wrong: checkWorld(world, scene, truth, TOUCH),
            dispose: world.dispose,
          });
      }
    }
    const rows = await race(runners, options);
    for (const row of rows) last.set(row.name, { ms: row.median * 1e-6, count });
    emit({
      id: `plane.${type}.${count}`,
      title: `In the plane: ${number(count)} moving ${kinds[type]}`,
      note: `${number(touching)} touching pairs; poses written, contacts found, all normals, depths and points read`,
      unit: "per frame",
      checked: touching,
      rows: [...rows.map((row, i) => ({ ...row, wrong: runners[i].wrong })), ...absent],
    });
    for (const runner of runners) runner.dispose?.();
  }
}

async function runRays(plane, { peers, quick, options, emit }) {
  const scene = movingInPlane("rectangle", quick ? 200 : 10_000, { frameCount: 1 });
  const count = quick ? 200 : 8192;
  const rays = planeRays(scene, count, pointInPlane(scene, 0));
  const checked = Math.min(count, 500);
  const truth = raysInPlane(scene, 0, rays.subarray(0, 4 * checked)).map((distance) =>
    distance <= RAY_LENGTH ? distance : Infinity,
  );
  const contenders = rayContenders(plane, scene, rays);
  for (const peer of peers) contenders.push(...(peer.rayContenders?.(scene, rays) ?? []));
  const raced = [];
  const absent = [];
  for (const contender of contenders) {
    const begin = performance.now();
    contender.run();
    const ms = performance.now() - begin;
    const wrong = { wrongDepths: truth.filter((distance, i) => !isSame(distance, contender.distances[i])).length };
    if (ms <= LONGEST_FRAME_MS) raced.push({ ...contender, wrong });
    else absent.push({ name: contender.name, wrong, note: `left out: ${Math.round((1000 * ms) / count)} µs a ray` });
  }
  const rows = await race(raced, options);
  emit({
    id: "plane.rays",
    title: `In the plane: ${number(count)} rays into ${number(scene.count)} rectangles`,
    note: `the first hit within ${RAY_LENGTH} m; the rectangles stand still`,
    unit: "per ray",
    checked,
    rows: [...rows.map((row, i) => ({ ...row, wrong: raced[i].wrong })), ...absent],
  });
}

async function runCasts(plane, { peers, quick, options, emit }) {
  const scene = movingInPlane("rectangle", quick ? 200 : 10_000, { frameCount: 1 });
  const count = quick ? 50 : 10_000;
  const distance = 10;
  const shape = { type: "rectangle", width: 0.5, height: 0.25 };
  const oracle = castsInPlane(scene, 0, shape);
  const casts = planeCasts(scene, count, distance, oracle.free);
  const checked = Math.min(count, 300);
  const truth = Array.from({ length: checked }, (_, i) => oracle.time(casts.subarray(5 * i, 5 * i + 5)));
  const contenders = castContenders(plane, scene, casts, shape);
  for (const peer of peers) contenders.push(...(peer.castContenders?.(scene, casts, shape) ?? []));
  const wrong = contenders.map((contender) => {
    contender.run();
    return { wrongTimes: truth.filter((time, i) => !isSame(distance * time, distance * contender.times[i])).length };
  });
  const rows = await race(contenders, options);
  emit({
    id: "plane.casts",
    title: `In the plane: a rectangle cast into ${number(scene.count)} rectangles`,
    note: `${number(count)} casts over ${distance} m, without rotation; the rectangles stand still`,
    unit: "per cast",
    checked,
    rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
  });
}

async function runWalkers(plane, { peers, quick, options, emit }) {
  const scene = walkersOnTiles(quick ? 20 : 301);
  const contenders = walkContenders(plane, scene);
  for (const peer of peers) contenders.push(...(peer.walkContenders?.(scene) ?? []));
  const rows = await race(contenders, options);
  const wrong = contenders.map((contender) => {
    contender.run();
    return { stillOverlap: walkersInTiles(scene, contender.ends) };
  });
  emit({
    id: "plane.walkers",
    title: `In the plane: ${scene.count} capsules walk over ${scene.columns} x ${scene.rows} tiles`,
    note: "hills, 8 cm a frame; the ways differ from the first corner on: what is judged is that nobody ends inside a tile",
    unit: "per frame",
    checked: scene.count,
    rows: rows.map((row, i) => ({ ...row, wrong: wrong[i] })),
  });
}

const isSame = (a, b) => a === b || Math.abs(a - b) <= SAME;
