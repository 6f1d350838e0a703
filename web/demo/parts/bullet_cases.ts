/** What the topic of continuous collision fires: ready-made cases, and the limits of one's own. */

import type { Preset } from "./presets.js";

export interface BulletChoice {
  /** Metres a second. */
  readonly speed: number;
  /** Of the plates, millimetres. */
  readonly thickness: number;
  /** Of plates and bullets, turns a second. */
  readonly spin: number;
  /** Steps a second. */
  readonly rate: number;
}
export interface BulletCase extends Preset, BulletChoice {}

export const usual: BulletChoice = { speed: 90, thickness: 20, spin: 2, rate: 60 };
export const cases: readonly BulletCase[] = [
  { ...usual, id: "bullets", label: "Bullets", hint: "A metre and a half a step, at plates two centimetres thick" },
  {
    ...usual,
    id: "foil",
    label: "Foil",
    hint: "Plates of half a millimetre, bullets of 200 m/s",
    thickness: 0.5,
    speed: 200,
  },
  {
    ...usual,
    id: "spin",
    label: "Spinning",
    hint: "Eight turns a second: the plates hit the bullets",
    spin: 8,
    speed: 12,
  },
  {
    ...usual,
    id: "coarse",
    label: "Coarse steps",
    hint: "Twenty steps a second, as on a slow phone",
    rate: 20,
    speed: 30,
  },
  {
    ...usual,
    id: "fine",
    label: "Fine steps",
    hint: "What it takes without sweeps: slow bullets, short steps",
    rate: 240,
    speed: 10,
  },
];
/** At most 8 turns in 20 steps a second: less than half a turn a step, so that the shorter way round is the way taken. */
export const limits = {
  speed: { least: 5, most: 200 },
  thickness: { least: 0.5, most: 200 },
  spin: { least: 0, most: 8 },
  rate: { least: 20, most: 240 },
} as const;
