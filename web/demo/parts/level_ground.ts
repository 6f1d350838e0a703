/** The ground of the topic "Level": hills, a ravine, flat places for buildings, and a cutting to a tunnel. */

import { Color } from "three";
import { seeded } from "./random.js";
import type { SurfaceBuilder } from "./surface_builder.js";

/** Half the size of the ground, in metres. */
export const groundExtent = 42;
/** Squares on each side, of two triangles each. */
const squares = 224;
const cell = (2 * groundExtent) / squares;
/** Coordinate of a grid line. */
const line = (index: number) => index * cell - groundExtent;

/** Along x. The ends are on grid lines, and so is the axis. */
export const tunnel = { west: line(37), east: line(70), z: -6, floor: 0, halfWidth: 1.4 } as const;
export const bridge = { x: 21, z: 4, bank: 0.3, halfLength: 5.2 } as const;
export const tower = { x: 7, z: -19, base: 0.8 } as const;

/** Flat places: level within the first radius, hills beyond the second. */
const flats = [
  { x: 0, z: 0, inner: 13, outer: 21, height: 0 },
  { x: bridge.x, z: bridge.z, inner: 6.5, outer: 10, height: bridge.bank },
  { x: tower.x, z: tower.z, inner: 4.5, outer: 9, height: tower.base },
  { x: tunnel.west - 4.5, z: tunnel.z, inner: 3.2, outer: 6, height: tunnel.floor },
] as const;

const smooth = (from: number, to: number, x: number) => {
  const t = Math.max(0, Math.min(1, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};
export const mix = (a: number, b: number, t: number) => a + (b - a) * t;

/** Smooth random numbers from -1 to 1 over the plane. */
function noise(seed: number): (x: number, z: number) => number {
  const random = seeded(seed);
  const size = 64;
  const values = Float32Array.from({ length: size * size }, () => 2 * random() - 1);
  const value = (i: number, j: number) => values[(i & (size - 1)) * size + (j & (size - 1))] as number;
  return (x, z) => {
    const [i, j] = [Math.floor(x), Math.floor(z)];
    const [u, v] = [smooth(0, 1, x - i), smooth(0, 1, z - j)];
    return mix(mix(value(i, j), value(i + 1, j), u), mix(value(i, j + 1), value(i + 1, j + 1), u), v);
  };
}

export class LevelGround {
  private readonly coarse: (x: number, z: number) => number;
  private readonly fine: (x: number, z: number) => number;

  constructor(seed: number) {
    this.coarse = noise(seed);
    this.fine = noise(seed + 1);
  }

  /** Metres from the middle of the ravine. */
  private ravine(x: number, z: number): number {
    return Math.abs(x - bridge.x - 2.5 * Math.sin((z - bridge.z) / 7));
  }

  /** The height of the ground in metres. */
  height(x: number, z: number): number {
    const { coarse, fine } = this;
    let y = 2.6 * coarse(x / 13, z / 13) + 1.1 * coarse(x / 5.5 + 20, z / 5.5) + 0.12 * fine(x / 1.3, z / 1.3);
    // A ring of hills keeps walkers and balls inside.
    y += 11 * smooth(31, groundExtent, Math.max(Math.abs(x), Math.abs(z)));
    for (const { x: cx, z: cz, inner, outer, height } of flats) {
      y = mix(height, y, smooth(inner, outer, Math.hypot(x - cx, z - cz)));
    }
    y -= 3.1 * (1 - smooth(0.9, 3.6, this.ravine(x, z)));
    return this.tunnelHill(x, z, y);
  }

  /** A hill over the tunnel, and a cutting to each of its ends. */
  private tunnelHill(x: number, z: number, y: number): number {
    const { west, east, floor } = tunnel;
    const aside = z - tunnel.z;
    const beyond = Math.max(west + 3.5 - x, x - (east - 3.5), 0);
    const hill = Math.max(y, y + 6.6 * (1 - smooth(3.5, 12, Math.hypot(beyond, aside))));
    const inside = Math.min(x - west, east - x);
    if (inside > 1e-6) {
      // Above the lining, but not above the portals.
      const least = floor + 3.6;
      const most = least + 1.3 * inside + Math.max(0, Math.abs(aside) - 1.7);
      return mix(Math.min(Math.max(hill, least), most), hill, smooth(4, 8, Math.abs(aside)));
    }
    return mix(floor, hill, Math.max(smooth(2.1, 4.2, Math.abs(aside)), smooth(9, 13, -inside)));
  }

  /** Whether a square is an end of the tunnel: left out. */
  private isPortal(i: number, k: number): boolean {
    const across = Math.max(Math.abs(line(k) - tunnel.z), Math.abs(line(k + 1) - tunnel.z));
    const atEnd = Math.abs(line(i) - tunnel.west) < 1e-6 || Math.abs(line(i + 1) - tunnel.east) < 1e-6;
    return atEnd && across < tunnel.halfWidth + 0.2;
  }

  build(builder: SurfaceBuilder): void {
    builder.begin("ground");
    const first = builder.positions.length / 3;
    const row = squares + 1;
    const heights = Float64Array.from({ length: row * row }, (_, at) =>
      this.height(line(at % row), line(Math.floor(at / row))),
    );
    const heightAt = (i: number, k: number) =>
      heights[Math.max(0, Math.min(squares, k)) * row + Math.max(0, Math.min(squares, i))] as number;
    for (let k = 0; k <= squares; k++) {
      for (let i = 0; i <= squares; i++) {
        const slope =
          Math.hypot(heightAt(i + 1, k) - heightAt(i - 1, k), heightAt(i, k + 1) - heightAt(i, k - 1)) / (2 * cell);
        const [x, z] = [line(i), line(k)];
        builder.vertex([x, heightAt(i, k), z], this.colorAt(x, z, slope));
      }
    }
    for (let k = 0; k < squares; k++) {
      for (let i = 0; i < squares; i++) {
        if (this.isPortal(i, k)) continue;
        const a = first + k * row + i;
        // Diagonals that alternate favour no direction.
        if ((i + k) % 2 === 0) builder.indices.push(a, a + row, a + row + 1, a, a + row + 1, a + 1);
        else builder.indices.push(a, a + row, a + 1, a + 1, a + row, a + row + 1);
      }
    }
  }

  /** Grass, rock where it is steep, sand on paths and in the ravine. */
  private colorAt(x: number, z: number, slope: number): Color {
    const path = Math.min(
      Math.abs(Math.hypot(x, z) - 3.2) - 1.1,
      Math.max(Math.abs(z - bridge.z * smooth(4, 14, x)) - 0.9, -x, x - 33),
      Math.max(Math.abs(z - tunnel.z * smooth(4, 11, -x)) - 1, x, -x - 38),
      Math.max(Math.abs(x - tower.x * smooth(4, 14, -z)) - 0.8, z, tower.z - z),
    );
    const spots = this.fine(x / 2.2 + 9, z / 2.2);
    const color = grass.clone().lerp(meadow, smooth(-0.6, 0.8, this.coarse(x / 9, z / 9) + 0.4 * spots));
    color.lerp(sand, 1 - smooth(-0.1, 0.4, path + 0.25 * spots));
    color.lerp(sand, 0.8 * (1 - smooth(1, 2, this.ravine(x, z))));
    return color.lerp(rock, smooth(0.75, 1.15, slope + 0.12 * spots));
  }
}

const grass = new Color("#8fb573");
const meadow = new Color("#bccd86");
const sand = new Color("#dfcfa6");
const rock = new Color("#a39b92");
