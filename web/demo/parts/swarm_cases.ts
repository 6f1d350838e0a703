/** The presets of the topic "Broad phase", and the limits of its controls. */

import type { BroadPhaseName } from "hyperplane";
import type { SwarmRequest } from "./box_swarm.js";
import type { Preset } from "./presets.js";

export type Method = Exclude<BroadPhaseName, "automatic">;
export interface Choice extends SwarmRequest {
  readonly method: Method;
}
export interface Case extends Preset, Omit<Choice, "seed"> {}

export const usual = { method: "sweep-and-prune", count: 2000, fill: 0.03, spread: 3, moving: 1, flat: false } as const;
export const cases: readonly Case[] = [
  { ...usual, id: "crowd", label: "2\u202f000", hint: "Every box moves: sort, sweep, done" },
  {
    ...usual,
    id: "ten",
    label: "10\u202f000",
    hint: "Five times the boxes, hardly more than five times the work",
    count: 10_000,
  },
  {
    ...usual,
    id: "fifty",
    label: "50\u202f000",
    hint: "1,250 million pairs, some twenty thousand candidates",
    count: 50_000,
  },
  {
    ...usual,
    id: "rest",
    label: "At rest",
    hint: "Where little moves, trees have little to do",
    count: 10_000,
    moving: 0.02,
    method: "bvh",
  },
  { ...usual, id: "sizes", label: "Big and small", hint: "Sizes from 1 to 30", spread: 30 },
  {
    ...usual,
    id: "flat",
    label: "Flat",
    hint: "All boxes at one height, as in most games",
    flat: true,
    fill: 0.1,
  },
];
export const limits = {
  count: { least: 100, most: 50_000 },
  fill: { least: 0.01, most: 0.4 },
  spread: { least: 1, most: 100 },
};
/** Comparing all pairs of more boxes takes about a second. */
export const mostByBruteForce = 10_000;
export const methodNames: Readonly<Record<Method, string>> = {
  "sweep-and-prune": "Sweep",
  bvh: "Trees",
  "brute-force": "Brute force",
};
export const methods = Object.keys(methodNames) as Method[];
