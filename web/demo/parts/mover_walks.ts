/** The walks that the topic "Character" has ready, and its settings with their limits. */

import { deckHeight, type Placed, type PlatformName, swing, towerHeight } from "./course_data.js";
import type { Preset } from "./presets.js";
import type { Leg, Place } from "./way.js";

/** A course, as far as walks wait for its platforms. */
export interface PlatformPlaces {
  placeOf(name: PlatformName): Placed;
}

export interface Walk extends Preset {
  /** Where it begins, and how high the ground is there. */
  readonly from: readonly [x: number, z: number, height: number];
  readonly legs: (course: PlatformPlaces) => readonly Leg[];
  /** Whether it crouches on its way. */
  readonly isLow?: boolean;
}

export const walks: readonly [Walk, ...Walk[]] = [
  {
    id: "ramp",
    label: "Ramp",
    hint: "Up a slope of 25\u00b0, and down again without a hop",
    from: [-5.2, 4.2, 0],
    legs: () => [[-5.2, -0.2]],
  },
  {
    id: "steep",
    label: "Too steep",
    hint: "A slope of 55\u00b0 is a wall until you raise the slope limit",
    from: [-2.9, 4.2, 0],
    legs: () => [[-2.9, -0.2]],
  },
  {
    id: "stairs",
    label: "Stairs",
    hint: "Steps of 20 cm, climbed with three casts each: up, forward, down",
    from: [-5.2, -4.4, 0],
    legs: () => [[-5.2, -0.2]],
  },
  {
    id: "tall",
    label: "Too tall",
    hint: "Steps of 40 cm stop the capsule until you raise the step height",
    from: [-2.9, -4.4, 0],
    legs: () => [[-2.9, -0.2]],
  },
  {
    id: "wall",
    label: "Wall",
    hint: "The remaining motion continues along the wall",
    from: [-4.4, 3.6, 0],
    legs: () => [[1, 7]],
  },
  {
    id: "corner",
    label: "Corner",
    hint: "Two walls and nowhere to slide: the capsule stops, without jitter",
    from: [-0.2, -1.4, 0],
    legs: () => [[0.15, -4.6]],
  },
  {
    id: "ceiling",
    label: "Low ceiling",
    hint: "Wedged between the floor and a sloping ceiling",
    from: [1.6, 4.6, 0],
    legs: () => [[1.6, 0.7]],
  },
  {
    id: "crouch",
    label: "Crouch",
    hint: "A lower capsule fits through, and stands up where there is room",
    from: [1.6, 4.6, 0],
    legs: () => [[1.6, 0.85]],
    isLow: true,
  },
  {
    id: "crates",
    label: "Crates",
    hint: "Hits tell how fast they are walked into; crates push each other",
    from: [-0.1, 4.2, 0],
    legs: () => [[-0.1, 1.2]],
  },
  {
    id: "disc",
    label: "Disc",
    hint: "Carried around and turned by a disc, and free to leave it",
    from: [2.9, -1.6, 0],
    legs: (course) => [[2.9, -2.5], { until: () => course.placeOf("disc").angle > 3.4 }, [1.5, -4.4]],
  },
  {
    id: "ferry",
    label: "Ferry",
    hint: "Carried by a platform, and free to walk on it",
    from: [-2.4, -0.2, deckHeight],
    legs: (course) => {
      const x = () => course.placeOf("ferry").at[0];
      const onIt = (): Place => [x(), -0.2];
      return [{ until: () => x() < -0.95 }, onIt, { until: () => x() > 1.35 }, [3, -0.2]];
    },
  },
  {
    id: "lift",
    label: "Fast lift",
    hint: "Three metres in 0.7 seconds, at up to 24 km/h",
    from: [5.4, 1.3, 0],
    legs: (course) => {
      const height = () => course.placeOf("lift").at[1];
      const isBelow = () => height() < 0;
      const isAbove = () => height() > towerHeight - 0.1;
      return [{ until: isBelow }, [5.4, -0.2], { until: isAbove }, [5.4, -1.9]];
    },
  },
  {
    id: "swing",
    label: "Swing",
    hint: "Its board tilts as it carries",
    from: [-4.3, -5.8, 0],
    legs: (course) => {
      const angle = () => course.placeOf("swing").angle;
      const isAhead = () => angle() > 0.27;
      const isBack = () => angle() < -0.27;
      const onIt = (): Place => [course.placeOf("swing").at[0], swing.z];
      const rides = [isBack, isAhead, isBack].map((until) => ({ until }));
      return [{ until: isAhead }, onIt, ...rides, [-5.8, -5.8]];
    },
  },
  {
    id: "train",
    label: "Train",
    hint: "It speeds up, brakes and turns a bend; one walks in it meanwhile",
    from: [-2.6, -8.4, 0],
    legs: (course) => {
      const angle = () => course.placeOf("train").angle;
      const isAtStart = () => course.placeOf("train").at[0] < -4.39;
      const isAtEnd = () => course.placeOf("train").at[2] > -6.21;
      const ahead = (): Place => {
        const [x, , z] = course.placeOf("train").at;
        return [x + 0.5 * Math.cos(angle()), z - 0.5 * Math.sin(angle())];
      };
      return [{ until: isAtStart }, [-5.2, -9.9], { until: () => angle() < 0 }, ahead, { until: isAtEnd }, [3.4, -6]];
    },
  },
  {
    id: "doors",
    label: "Doors",
    hint: "Crushed between two, and free again when they part",
    from: [-1.6, -5.6, 0],
    legs: (course) => {
      const gap = () => course.placeOf("rightDoor").at[0] - course.placeOf("leftDoor").at[0];
      const isOpen = () => gap() > 2.39;
      return [{ until: isOpen }, [-1.6, -7], { until: () => gap() < 0.91 }, { until: isOpen }, [-1.6, -8.6]];
    },
  },
  {
    id: "ladder",
    label: "Ladder",
    hint: "A sensor: the game flies the character up",
    from: [2.2, -5.6, 0],
    legs: () => [[2.2, -7.9]],
  },
  {
    id: "piston",
    label: "Piston",
    hint: "A one-sided mesh that rises by more than the skin in a step",
    from: [0.85, -5.6, 0],
    legs: (course) => {
      const height = () => course.placeOf("piston").at[1];
      return [{ until: () => height() < -1.17 }, [0.85, -7.9], { until: () => height() > 0.99 }, [2.2, -7.9]];
    },
  },
];

/** Degrees, metres, and metres a second. */
export const usualSettings = { slope: 45, step: 0.3, snap: 0.3, skin: 0.01, speed: 3 } as const;
export type Setting = keyof typeof usualSettings;
export type Settings = Record<Setting, number>;
export const settingNames = Object.keys(usualSettings) as Setting[];

interface SettingControl {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

export const settingControls: Readonly<Record<Setting, SettingControl>> = {
  slope: { label: "max slope, \u00b0", least: 0, most: 90, step: 1 },
  step: { label: "step height, m", least: 0, most: 0.6, step: 0.01 },
  snap: { label: "snap, m", least: 0, most: 0.6, step: 0.01 },
  skin: { label: "skin, m", least: 0.001, most: 0.1, step: 0.001 },
  speed: { label: "speed, m/s", least: 0.5, most: 30, step: 0.5 },
};
