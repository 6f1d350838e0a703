/**
 * Boxes that fly about in a cube and bounce off its walls, but pass through each other. The same request makes the same swarm,
 * with the same poses after the same number of steps.
 */

import { Box } from "hyperplane";
import { seeded } from "./random.js";

export interface SwarmRequest {
  readonly count: number;
  readonly seed: number;
  /** The volume of all boxes as a share of the space. */
  readonly fill: number;
  /** The largest size over the smallest. */
  readonly spread: number;
  /** The share of boxes that move. */
  readonly moving: number;
  /** Whether all boxes lie near one plane. */
  readonly flat: boolean;
}

/** Half the side of the cube, in metres. More boxes are smaller boxes, so that the view stays the same. */
export const reach = 5;
/** Shapes are shared between boxes. */
const shapeCount = 64;
/** Thickness of a flat swarm, in boxes. */
const flatness = 1.5;

export class BoxSwarm {
  readonly count: number;
  readonly movingCount: number;
  readonly shapes: readonly Box[];
  /** By box: an index into `shapes`. */
  readonly shapeOf: Uint8Array;
  /** By box, x, y, z: the position at the start in metres. */
  readonly places: Float64Array;
  /** Metres per second. */
  private readonly velocities: Float32Array;
  /** Radians per second. */
  private readonly spins: Float32Array;
  /** Half the height of the space. */
  readonly reachUp: number;

  constructor({ count, seed, fill, spread, moving, flat }: SwarmRequest) {
    this.count = count;
    this.movingCount = Math.round(moving * count);
    const random = seeded(seed);
    const sizes = Array.from({ length: 3 * shapeCount }, () => spread ** (random() - 0.5));
    let volume = 0;
    for (let i = 0; i < sizes.length; i += 3) volume += (sizes[i] ?? 0) * (sizes[i + 1] ?? 0) * (sizes[i + 2] ?? 0);
    volume /= shapeCount;
    const side = 2 * reach;
    // fill = count * volume * scale^3 / space; the space of a flat swarm is `flatness` boxes thick.
    const scale = flat
      ? Math.sqrt((fill * side * side * flatness) / (count * volume))
      : Math.cbrt((fill * side ** 3) / (count * volume));
    this.reachUp = flat ? Math.min(reach, (flatness * scale) / 2) : reach;
    this.shapes = Array.from({ length: shapeCount }, (_, i) => {
      const size = (k: number) => scale * (sizes[3 * i + k] ?? 1);
      return new Box(size(0), size(1), size(2));
    });
    this.shapeOf = Uint8Array.from({ length: count }, () => Math.floor(random() * shapeCount));
    this.places = Float64Array.from(
      { length: 3 * count },
      (_, i) => (2 * random() - 1) * (i % 3 === 1 ? this.reachUp : reach),
    );
    this.velocities = Float32Array.from(
      { length: 3 * count },
      (_, i) => (2 * random() - 1) * (i % 3 === 1 ? this.reachUp / reach : 1),
    );
    this.spins = Float32Array.from({ length: 3 * count }, () => 2 * (2 * random() - 1));
  }

  /** Moves and rotates the moving boxes. @param rows by box, its row in the arrays of a world */
  step(seconds: number, rows: Uint32Array, positions: Float64Array, quaternions: Float32Array): void {
    const { velocities, spins, reachUp } = this;
    for (let i = 0; i < this.movingCount; i++) {
      const row = rows[i] as number;
      for (let k = 0; k < 3; k++) {
        const wall = k === 1 ? reachUp : reach;
        const at = 3 * row + k;
        const next = (positions[at] as number) + seconds * (velocities[3 * i + k] as number);
        positions[at] = next;
        if (Math.abs(next) <= wall) continue;
        // Mirrored at the wall, whatever the step was.
        positions[at] = next > 0 ? 2 * wall - next : -2 * wall - next;
        velocities[3 * i + k] = -(velocities[3 * i + k] as number);
      }
      const q = 4 * row;
      const x = quaternions[q] as number;
      const y = quaternions[q + 1] as number;
      const z = quaternions[q + 2] as number;
      const w = quaternions[q + 3] as number;
      const hx = (seconds / 2) * (spins[3 * i] as number);
      const hy = (seconds / 2) * (spins[3 * i + 1] as number);
      const hz = (seconds / 2) * (spins[3 * i + 2] as number);
      const nx = x + hx * w + hy * z - hz * y;
      const ny = y + hy * w + hz * x - hx * z;
      const nz = z + hz * w + hx * y - hy * x;
      const nw = w - hx * x - hy * y - hz * z;
      const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
      quaternions[q] = nx * scale;
      quaternions[q + 1] = ny * scale;
      quaternions[q + 2] = nz * scale;
      quaternions[q + 3] = nw * scale;
    }
  }

  dispose(): void {
    for (const shape of this.shapes) shape.dispose();
  }
}
