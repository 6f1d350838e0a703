/** The presets of the topic "Continuous collision", and the limits of its controls. */

import type { Preset } from "./presets.js";

export interface BulletChoice {
  /** Metres per second. */
  readonly speed: number;
  /** Of the plates, in millimetres. */
  readonly thickness: number;
  /** Of plates and bullets, turns per second. */
  readonly spin: number;
  /** Steps per second. */
  readonly rate: number;
}
export interface BulletCase extends Preset, BulletChoice {}

export const usual: BulletChoice = { speed: 90, thickness: 20, spin: 2, rate: 60 };
export const cases: readonly BulletCase[] = [
  { ...usual, id: "bullets", label: "Bullets", hint: "A metre and a half per step, plates two centimetres thick" },
  {
    ...usual,
    id: "foil",
    label: "Foil",
    hint: "Plates half a millimetre thick, bullets at 200 m/s",
    thickness: 0.5,
    speed: 200,
  },
  {
    ...usual,
    id: "spin",
    label: "Spinning",
    hint: "Eight turns per second: the plates hit the bullets",
    spin: 8,
    speed: 12,
  },
  {
    ...usual,
    id: "coarse",
    label: "Coarse steps",
    hint: "Twenty steps per second, as on a slow phone",
    rate: 20,
    speed: 30,
  },
  {
    ...usual,
    id: "fine",
    label: "Fine steps",
    hint: "Discrete tests suffice for slow bullets and short steps",
    rate: 240,
    speed: 10,
  },
];
/** At most 8 turns in 20 steps: less than half a turn per step, so that the shorter rotation is the real one. */
export const limits = {
  speed: { least: 5, most: 200 },
  thickness: { least: 0.5, most: 200 },
  spin: { least: 0, most: 8 },
  rate: { least: 20, most: 240 },
} as const;
