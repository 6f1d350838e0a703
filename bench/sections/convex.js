/** Convex shapes: distance of boxes and of 64-vertex hulls, and penetration of hulls, of cylinders and boxes, of capsules and boxes, of
 * rounded boxes, of tapered capsules and boxes; contacts of shapes that are apart within a margin. */

import { comparePairs } from "../lib/compare.js";
import { oracleFor } from "../lib/judge.js";
import { makePairs } from "../scenes.js";

/** @type {any[]} */
const scenes = [
  {
    id: "convex.hull-distance",
    title: "Distance of two hulls with 64 vertices",
    question: "distance",
    typeA: "hull",
    typeB: "hull",
    spread: 1.4,
  },
  {
    id: "convex.hull-contact",
    title: "Minimum translation of two overlapping hulls with 64 vertices",
    question: "contact",
    typeA: "hull",
    typeB: "hull",
    spread: 0.8,
  },
  {
    id: "convex.cylinder-box",
    title: "Minimum translation of an overlapping cylinder and box",
    question: "contact",
    typeA: "cylinder",
    typeB: "box",
    spread: 0.9,
  },
  {
    id: "convex.capsule-box",
    title: "Minimum translation of an overlapping capsule and box",
    question: "contact",
    typeA: "capsule",
    typeB: "box",
    spread: 0.9,
  },
  {
    id: "convex.round-boxes",
    title: "Minimum translation of two overlapping rounded boxes",
    question: "contact",
    typeA: "roundBox",
    typeB: "roundBox",
    spread: 0.9,
  },
  {
    id: "convex.tapered-capsule-box",
    title: "Minimum translation of an overlapping tapered capsule and box",
    question: "contact",
    typeA: "taperedCapsule",
    typeB: "box",
    spread: 0.9,
  },
  ...[
    { id: "box", title: "two boxes", typeA: "box", typeB: "box", spread: 1.3 },
    { id: "hull", title: "two hulls with 64 vertices", typeA: "hull", typeB: "hull", spread: 1.1 },
    { id: "capsule-box", title: "a capsule and a box", typeA: "capsule", typeB: "box", spread: 1.3 },
  ].flatMap(({ id, title, ...scene }) => [
    {
      ...scene,
      id: `convex.${id}-margin`,
      title: `Closest points of ${title} within a margin`,
      question: "distance",
      margin: 0.5,
    },
    {
      ...scene,
      id: `convex.${id}-margin-manifold`,
      title: `All contact points of ${title} within a margin`,
      question: "distance",
      margin: 0.5,
      manifold: true,
    },
  ]),
];

/** So many pairs are judged where the oracle has to search, which takes it milliseconds a pair. */
const SEARCHED = 150;

export async function run(context) {
  for (const { id, title, question, typeA, typeB, spread, margin, manifold } of scenes) {
    const apart = question === "distance";
    const make = (count) => {
      const made = makePairs({
        seed: 21,
        count,
        typeA,
        typeB,
        shapeCount: 32,
        spread,
        accept: (unfinished) => {
          const distance = oracleFor(unfinished);
          return (i) => distance(i) > 0 === apart && !(distance(i) > margin);
        },
      });
      return margin === undefined ? made : { ...made, margin, manifold };
    };
    const scene = make(context.quick ? 40 : 1000);
    const exact = typeA === typeB && typeA !== "roundBox";
    const checks = exact || context.quick ? scene : make(SEARCHED);
    const note = `${scene.count.toLocaleString("en")} random pairs, all of them ${apart ? "apart" : "overlapping"}${margin === undefined ? "" : `, by at most ${margin} m`}; no pair is met twice in a row${manifold ? "; of Jolt, the faces from which its worlds clip the points" : ""}`;
    await comparePairs({ id, title, note, question, scene, checks }, context);
  }
}
