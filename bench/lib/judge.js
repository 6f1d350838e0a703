/**
 * Compares a contender's answers with the oracle's. s is the larger of the two shapes' diameters, as in the accuracy terms.
 *
 *   wrongHits      yes or no is wrong, and the shapes are farther than 1e-6 s from touching
 *   wrongDepths    depth or distance is off by more than 1e-3 s (a missed overlap has depth 0)
 *   stillOverlap   after the minimum translation the shapes overlap by more than 1e-3 s
 *   worst          the largest error of depth or distance, as a share of s
 */

import { convexDistance, placeConvex } from "../oracle/convex.js";
import { boxPolytope, hullPolytope, placePolytope, polytopeDistance } from "../oracle/polytope.js";

const TOUCH = 1e-6;
const WRONG = 1e-3;

/**
 * The oracle for a scene, as a function: (i, offsetB) to the signed distance of pair i with B moved by offsetB.
 * The scene's shapes must be there already; its pairs need not.
 */
export function oracleFor(scene) {
  const exact = scene.shapes.every((shape) => shape.type === "box" || shape.type === "hull");
  const bodies = exact
    ? scene.shapes.map((s) => (s.type === "box" ? boxPolytope(s.width, s.height, s.depth) : hullPolytope(s.points)))
    : scene.shapes;
  const place = exact ? placePolytope : placeConvex;
  /** @type {(a: any, b: any, offsetB?: number[]) => { distance: number }} */
  const measure = exact ? polytopeDistance : convexDistance;
  return (i, offsetB) => {
    const a = place(bodies[scene.pairs[2 * i]], scene.poses, 14 * i);
    const b = place(bodies[scene.pairs[2 * i + 1]], scene.poses, 14 * i + 7);
    return measure(a, b, offsetB).distance;
  };
}

/** The truth about a scene: signed distance and size of each pair, and how to ask again with B moved. */
export function judgeScene(scene) {
  const ask = oracleFor(scene);
  const diameters = scene.shapes.map(diameter);
  const signed = new Float64Array(scene.count);
  const size = new Float64Array(scene.count);
  let overlapping = 0;
  for (let i = 0; i < scene.count; ++i) {
    signed[i] = ask(i);
    size[i] = Math.max(diameters[scene.pairs[2 * i]], diameters[scene.pairs[2 * i + 1]]);
    if (signed[i] <= 0) ++overlapping;
  }
  return { scene, signed, size, ask, overlapping };
}

function diameter(shape) {
  switch (shape.type) {
    case "box":
      return Math.hypot(shape.width, shape.height, shape.depth);
    case "roundBox":
      return Math.hypot(shape.width, shape.height, shape.depth) + 2 * shape.rounding;
    case "taperedCapsule":
      return shape.radiusTop + shape.height + shape.radiusBottom;
    case "sphere":
      return 2 * shape.radius;
    case "capsule":
      return shape.height + 2 * shape.radius;
    case "cylinder":
      return Math.hypot(shape.height, 2 * shape.radius);
    case "hull": {
      let most = 0;
      for (let i = 0; i < shape.points.length; i += 3) {
        for (let j = 0; j < i; j += 3) {
          most = Math.max(
            most,
            Math.hypot(
              shape.points[i] - shape.points[j],
              shape.points[i + 1] - shape.points[j + 1],
              shape.points[i + 2] - shape.points[j + 2],
            ),
          );
        }
      }
      return most;
    }
    default:
      throw new Error(`no diameter for ${shape.type}`);
  }
}

/** Counts what the contender got wrong when it last ran. */
export function judge(contender, question, truth) {
  if (question === "intersects") return judgeHits(contender.hit, truth);
  return question === "contact" ? judgeContacts(contender.out, truth) : judgeDistances(contender.out, truth);
}

function judgeHits(hit, { signed, size }) {
  let wrongHits = 0;
  for (let i = 0; i < hit.length; ++i) {
    if (Math.abs(signed[i]) > TOUCH * size[i] && (hit[i] === 1) !== signed[i] <= 0) ++wrongHits;
  }
  return { wrongHits };
}

function judgeContacts(out, { scene, signed, size, ask }) {
  let wrongHits = 0;
  let wrongDepths = 0;
  let stillOverlap = 0;
  let worst = 0;
  const { dimension = 3 } = scene;
  for (let i = 0; i < scene.count; ++i) {
    const at = (dimension + 1) * i;
    const normal = out.subarray(at, at + dimension);
    const depth = out[at + dimension];
    const said = normal.some((value) => value !== 0);
    if (Math.abs(signed[i]) > TOUCH * size[i] && said !== signed[i] <= 0) ++wrongHits;
    const error = Math.abs(depth - Math.max(0, -signed[i])) / size[i];
    if (!(error <= WRONG)) ++wrongDepths;
    if (!(error <= worst)) worst = error;
    if (
      signed[i] < 0 &&
      !(
        ask(
          i,
          [...normal].map((value) => value * depth),
        ) >=
        -WRONG * size[i]
      )
    )
      ++stillOverlap;
  }
  return { wrongHits, wrongDepths, stillOverlap, worst };
}

function judgeDistances(out, { scene, signed, size }) {
  let wrongDepths = 0;
  let worst = 0;
  for (let i = 0; i < scene.count; ++i) {
    const error = Math.abs(out[4 * i + 3] - signed[i]) / size[i];
    if (!(error <= WRONG)) ++wrongDepths;
    if (!(error <= worst)) worst = error;
  }
  return { wrongDepths, worst };
}
