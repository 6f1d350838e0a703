/**
 * What all contenders of a pair section have in common.
 *
 * A section asks one of three questions about every pair of a scene:
 *   "intersects"  hit[i] = 1 where the pair intersects
 *   "contact"     out[4 i ..] = normal from A to B, and depth; zeros where the pair is apart (in the plane out[3 i ..])
 *   "distance"    out[4 i ..] = normal from A to B, and distance (of pairs that are apart)
 * A contender writes its answers each time it runs: what is timed is what is checked.
 */

/** Poses as objects with x, y, z and x, y, z, w: { position, quaternion } of A and of B for each pair. */
export function poseObjects(scene) {
  const a = [];
  const b = [];
  for (let i = 0; i < scene.count; ++i) {
    a.push(poseObject(scene.poses, 14 * i));
    b.push(poseObject(scene.poses, 14 * i + 7));
  }
  return { a, b };
}

function poseObject(p, o) {
  return {
    position: { x: p[o], y: p[o + 1], z: p[o + 2] },
    quaternion: { x: p[o + 3], y: p[o + 4], z: p[o + 5], w: p[o + 6] },
  };
}

/** The same in the plane: { position, angle }. */
export function planePoses({ count, poses }) {
  const at = (o) => ({ position: { x: poses[o], y: poses[o + 1] }, angle: poses[o + 2] });
  return {
    a: Array.from({ length: count }, (_, i) => at(6 * i)),
    b: Array.from({ length: count }, (_, i) => at(6 * i + 3)),
  };
}

/**
 * A loop whose code is not shared with any other contender. V8 keeps what it has learnt of a call with the source of the
 * function that makes it: in one loop for all, the call would have as many targets as there are contenders, and none of
 * them would be inlined, as they all are in a program that uses only one.
 *
 * @param body a statement with `i`, `act` and `out` in it
 * @param act what is called
 * @param out what it writes to
 */
export function ownLoop(body, act, out, count) {
  const make = new Function("act", "out", "count", `return () => { for (let i = 0; i < count; ++i) { ${body} } };`);
  return make(act, out, count);
}

/** @param test (i) => boolean */
export function hitContender(name, scene, test) {
  const hit = new Uint8Array(scene.count);
  return {
    name,
    count: scene.count,
    hit,
    run: ownLoop("out[i] = act(i) ? 1 : 0;", test, hit, scene.count),
  };
}

/** @param solve (i, out) writes normal and depth (or distance) to out[4 i ..]; in the plane to out[3 i ..]. */
export function contactContender(name, scene, solve) {
  const out = new Float64Array(((scene.dimension ?? 3) + 1) * scene.count);
  return {
    name,
    count: scene.count,
    out,
    run: ownLoop("act(i, out);", solve, out, scene.count),
  };
}

export function writeContact(out, i, x, y, z, depth) {
  out[4 * i] = x;
  out[4 * i + 1] = y;
  out[4 * i + 2] = z;
  out[4 * i + 3] = depth;
}

export function writePlaneContact(out, i, x, y, depth) {
  out[3 * i] = x;
  out[3 * i + 1] = y;
  out[3 * i + 2] = depth;
}
