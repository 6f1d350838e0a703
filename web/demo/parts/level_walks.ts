/** The walks that the topic "Level" has ready. */

import { bridge, tower, tunnel } from "./level_ground.js";
import type { Preset } from "./presets.js";
import type { Place } from "./way.js";

export interface LevelWalk extends Preset {
  readonly from: Place;
  readonly way: readonly Place[];
  /** Radians of the view at the start: the camera's place about the walker, from +z towards +x. */
  readonly azimuth: number;
}

/** Up the spiral stairs, about the tower. */
const stairs = Array.from({ length: 16 }, (_, i): Place => {
  const angle = 0.55 * Math.PI + 0.12 - i * 0.233;
  return [tower.x + 2.62 * Math.cos(angle), tower.z + 2.62 * Math.sin(angle)];
});

export const levelWalks: readonly [LevelWalk, ...LevelWalk[]] = [
  {
    id: "village",
    label: "Village",
    hint: "Between houses, past the well, and in through a door",
    from: [15.2, bridge.z],
    way: [
      [12, bridge.z],
      [3.2, 3.2],
      [-2.4, 2],
      [-2.6, -2.6],
      [-0.8, -5.6],
      [-0.6, -9],
    ],
    azimuth: Math.PI / 2 + 0.12,
  },
  {
    id: "tunnel",
    label: "Tunnel",
    hint: "Through the hill: triangles below and above",
    from: [-9, -5.4],
    way: [
      [-14.5, tunnel.z],
      [-18.8, tunnel.z - 0.9],
      [-22, tunnel.z],
      [-25, tunnel.z + 0.9],
      [-28.6, tunnel.z],
      [-33, tunnel.z],
    ],
    azimuth: Math.PI / 2,
  },
  {
    id: "tower",
    label: "Tower",
    hint: "Twenty-six steps of 20 cm on a spiral",
    from: [4.6, -13.4],
    way: [[5.9, -15], ...stairs, [tower.x, tower.z]],
    azimuth: 0.6,
  },
  {
    id: "bridge",
    label: "Bridge",
    hint: "Over the ravine",
    from: [10, bridge.z],
    way: [[28.5, bridge.z]],
    azimuth: -Math.PI / 2,
  },
  {
    id: "hills",
    label: "Hills",
    hint: "Cross-country over slopes of all angles",
    from: [2, 18],
    way: [
      [-8, 24],
      [-20, 20],
      [-24, 10],
    ],
    azimuth: 0.5,
  },
];

/** Metres from a place to a path of straight pieces. */
export function distanceToPath(path: readonly Place[], x: number, z: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (const [i, [x1, z1]] of path.entries()) {
    const [x0, z0] = path[Math.max(0, i - 1)] as Place;
    const [dx, dz] = [x1 - x0, z1 - z0];
    const t = Math.max(0, Math.min(1, ((x - x0) * dx + (z - z0) * dz) / Math.max(1e-9, dx * dx + dz * dz)));
    best = Math.min(best, Math.hypot(x - x0 - t * dx, z - z0 - t * dz));
  }
  return best;
}
