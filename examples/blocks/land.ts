/** A land of blocks: a grid of cells, its world, and the visible faces of each chunk as a mesh. */

import { Voxels, World } from "hyperplane";
import { BufferAttribute, BufferGeometry, Color, Group, Mesh, MeshLambertMaterial } from "three";

export const kinds = { grass: 1, earth: 2, stone: 3, wood: 4, leaves: 5, plank: 6 } as const;

/** Of the kinds, from 1 on: readable in both themes. */
const colors = ["#7fae5c", "#9b7a57", "#8d939b", "#7a5b3e", "#5f9a6b", "#d8a860"].map((name) => new Color(name));
/** Cells of the land, and of a chunk along x and z. */
export const size = { columns: 48, layers: 24, rows: 48 } as const;
const chunkSide = 16;

interface Face {
  readonly axis: number;
  readonly sign: number;
  /** Corners of the unit cell, counter-clockwise from outside. */
  readonly corners: readonly (readonly [number, number, number])[];
  /** How much light it gets. */
  readonly light: number;
}

const faces: readonly Face[] = [0, 1, 2].flatMap((axis) =>
  [-1, 1].map((sign) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    if (sign < 0) square.reverse();
    const corners = square.map(([a = 0, b = 0]) => {
      const corner: [number, number, number] = [0, 0, 0];
      corner[axis] = sign > 0 ? 1 : 0;
      corner[u] = a;
      corner[v] = b;
      return corner;
    });
    return { axis, sign, corners, light: axis === 1 ? (sign > 0 ? 1 : 0.55) : axis === 0 ? 0.82 : 0.7 };
  }),
);

export class BlockLand {
  readonly world = new World();
  readonly grid = new Voxels(size);
  /** Centred on the origin. */
  readonly origin = { x: -size.columns / 2, y: -10, z: -size.rows / 2 } as const;
  readonly group = new Group();
  private readonly material = new MeshLambertMaterial({ vertexColors: true });
  private readonly chunks: Mesh<BufferGeometry, MeshLambertMaterial>[] = [];

  constructor() {
    this.world.add({ shape: this.grid, static: true, position: this.origin });
    this.group.position.copy(this.origin);
    for (let i = 0; i < (size.columns / chunkSide) * (size.rows / chunkSide); i++) {
      const chunk = new Mesh(new BufferGeometry(), this.material);
      this.chunks.push(chunk);
      this.group.add(chunk);
    }
    this.reset();
  }

  /** The hills, a few trees, and a tower. */
  reset(): void {
    const { grid } = this;
    grid.fill([0, 0, 0], [size.columns, size.layers, size.rows], 0);
    const heightAt = (x: number, z: number) =>
      Math.round(7 + 2.6 * Math.sin(0.19 * x) * Math.cos(0.16 * z) + 1.6 * Math.sin(0.11 * (x + z)));
    for (let z = 0; z < size.rows; z++)
      for (let x = 0; x < size.columns; x++) {
        const top = heightAt(x, z);
        grid.fill([x, 0, z], [x + 1, top - 2, z + 1], kinds.stone);
        grid.fill([x, top - 2, z], [x + 1, top, z + 1], kinds.earth);
        grid.set(x, top, z, kinds.grass);
      }
    for (const [x, z] of [
      [9, 12],
      [36, 9],
      [13, 37],
      [40, 33],
      [26, 41],
    ] as const) {
      const top = heightAt(x, z) + 1;
      grid.fill([x - 2, top + 3, z - 2], [x + 3, top + 5, z + 3], kinds.leaves);
      grid.fill([x - 1, top + 5, z - 1], [x + 2, top + 6, z + 2], kinds.leaves);
      grid.fill([x, top, z], [x + 1, top + 4, z + 1], kinds.wood);
    }
    const top = heightAt(24, 24) + 1;
    grid.fill([21, top, 21], [28, top + 5, 28], kinds.stone);
    grid.fill([22, top, 22], [27, top + 5, 27], 0);
    grid.fill([24, top, 21], [25, top + 2, 22], 0);
    this.remesh();
  }

  /** Changes a cell, and the meshes that show it. */
  set(x: number, y: number, z: number, kind: number): void {
    this.grid.set(x, y, z, kind);
    const side = size.columns / chunkSide;
    const touched = new Set<number>();
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [i, k] = [Math.floor((x + u) / chunkSide), Math.floor((z + v) / chunkSide)];
      if (i >= 0 && k >= 0 && i < side && k < size.rows / chunkSide) touched.add(k * side + i);
    }
    for (const chunk of touched) this.mesh(chunk);
  }

  private remesh(): void {
    for (let chunk = 0; chunk < this.chunks.length; chunk++) this.mesh(chunk);
  }

  /** The faces between solid and empty cells. */
  private mesh(index: number): void {
    const side = size.columns / chunkSide;
    const [left, front] = [(index % side) * chunkSide, Math.floor(index / side) * chunkSide];
    const positions: number[] = [];
    const normals: number[] = [];
    const paints: number[] = [];
    const indices: number[] = [];
    const { grid } = this;
    for (let y = 0; y < size.layers; y++)
      for (let z = front; z < front + chunkSide; z++)
        for (let x = left; x < left + chunkSide; x++) {
          const kind = grid.get(x, y, z);
          if (kind === 0) continue;
          // A little unlike its neighbours.
          const tone = 0.94 + 0.06 * (((x * 7 + y * 13 + z * 11) % 5) / 4);
          for (const { axis, sign, corners, light } of faces) {
            const next: [number, number, number] = [x, y, z];
            next[axis] = (next[axis] as number) + sign;
            if (grid.get(...next) !== 0) continue;
            const first = positions.length / 3;
            const { r, g, b } = colors[kind - 1] as Color;
            const shade = light * tone;
            for (const [u, v, w] of corners) {
              positions.push(x + u, y + v, z + w);
              normals.push(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0);
              paints.push(r * shade, g * shade, b * shade);
            }
            indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
          }
        }
    const chunk = this.chunks[index] as Mesh<BufferGeometry, MeshLambertMaterial>;
    chunk.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(Float32Array.from(normals), 3));
    geometry.setAttribute("color", new BufferAttribute(Float32Array.from(paints), 3));
    geometry.setIndex(indices);
    chunk.geometry = geometry;
  }

  dispose(): void {
    for (const { geometry } of this.chunks) geometry.dispose();
    this.material.dispose();
    this.group.removeFromParent();
    this.world.dispose();
    this.grid.dispose();
  }
}
