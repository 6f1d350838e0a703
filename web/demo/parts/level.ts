/**
 * The level of the topic "Level": ground, a village, a bridge, a tower with stairs, a tunnel, trees and boulders, as one list of
 * triangles. The same arrays are drawn and given to the core.
 */

import { TriangleMesh } from "hyperplane";
import { BufferAttribute, BufferGeometry, Color, Float32BufferAttribute } from "three";
import { bridge, LevelGround, mix, tower, tunnel } from "./level_ground.js";
import { distanceToPath, levelWalks } from "./level_walks.js";
import type { PlayedLevel } from "./played_level.js";
import { seeded } from "./random.js";
import { type Point, type Point2, SurfaceBuilder } from "./surface_builder.js";

const seed = 11;
/** Walls are thicker than this, so that the far side of a wall does not push. */
const thickness = 0.05;
const wallThickness = 0.3;
/** The heights of a house: foundation, floor, sill, top of the windows, top of the door, top of the walls. */
const houseHeights = [-0.6, 0.15, 0.95, 1.75, 2.15, 2.6] as const;
const towerSteps = { count: 26, rise: 0.2, turn: (2 * Math.PI * 7.6) / 360, inner: 2, outer: 3.3 } as const;
/** The height of the platform above the foot of the tower. */
export const towerHeight = towerSteps.count * towerSteps.rise;

const plaster = ["#f3e9d8", "#ecdcc6", "#e4e2d6", "#f1ddcf", "#dfe3df"].map((name) => new Color(name));
const tiles = ["#c8694e", "#b8563f", "#a96a4f", "#8d6b62"].map((name) => new Color(name));
const floorColor = new Color("#c9a778");
const stone = new Color("#bdb6aa");
const paleStone = new Color("#d8d2c4");
const cave = new Color("#9a8d80");
const trunk = new Color("#8a6548");
const leaves = ["#5f9163", "#6f9e62", "#4f8460"].map((name) => new Color(name));
const boulder = new Color("#a8a298");

/** Middle, width, depth and turn; the door is on +z of its own frame. */
const houses: readonly (readonly [x: number, z: number, width: number, depth: number, turn: number])[] = [
  [-7.4, -7.6, 5, 6, 0.7],
  [-0.6, -9, 5.6, 4.6, -0.05],
  [8.6, -6.2, 5, 5.4, -0.95],
  [-8.2, 3.8, 4.8, 5.6, 1.85],
  [-1.5, 9.4, 6, 4.8, 3.0],
  [8, 9, 5, 6, -2.35],
];

/** An arch of stone: legs up to `spring`, then half a circle. */
function archLine(radius: number, spring: number, foot: number): Point2[] {
  const arc = Array.from({ length: 13 }, (_, i): Point2 => {
    const angle = Math.PI * (1 - i / 12);
    return [radius * Math.cos(angle), spring + radius * Math.sin(angle)];
  });
  return [[-radius, foot], ...arc, [radius, foot]];
}

class LevelBuilder extends SurfaceBuilder {
  readonly ground = new LevelGround(seed);
  private readonly random = seeded(seed + 2);

  constructor() {
    super();
    this.ground.build(this);
    for (const [i, [x, z, width, depth, turn]] of houses.entries()) this.addHouse(i, [x, 0, z], width, depth, turn);
    this.addWell();
    this.addGate();
    this.addBridge();
    this.addTower();
    this.addTunnel();
    this.addPortal("east portal", tunnel.east, Math.PI / 2);
    this.addPortal("west portal", tunnel.west, -Math.PI / 2);
    this.scatter();
  }

  private addHouse(index: number, at: Point, width: number, depth: number, turn: number): void {
    const [w, d, t] = [width / 2, depth / 2, wallThickness];
    const color = plaster[index % plaster.length] as Color;
    this.begin(`house ${index + 1}`, at, turn);
    this.blocks(
      [[-w, t - w, -0.6, 0.6, w - t, w], houseHeights, [-d, t - d, -0.5, 0.5, d - t, d]],
      (i, j, k) => {
        if (j === 0) return true;
        const isSide = i === 0 || i === 4;
        if (!(isSide || k === 0 || k === 4)) return false;
        if (k === 4 && i === 2) return j === 4;
        return !(j === 2 && ((isSide && k === 2) || (k === 0 && i === 2)));
      },
      color,
      floorColor,
    );
    const top = houseHeights[5];
    const pitch = 0.85;
    const apex = top + pitch * w;
    this.begin(`gable of house ${index + 1}`, at, turn);
    this.face(color, [-w, top, d], [w, top, d], [0, apex, d]);
    this.face(color, [w, top, -d], [-w, top, -d], [0, apex, -d]);
    this.face(color, [-w, top, -d], [w, top, -d], [w, top, d], [-w, top, d]);
    this.begin(`roof of house ${index + 1}`, at, turn);
    const eaves = 0.45;
    const low = top - pitch * eaves;
    const slab = 0.42;
    const outer: Point2[] = [
      [-w - eaves, low + slab],
      [0, apex + slab],
      [w + eaves, low + slab],
    ];
    const inner: Point2[] = [
      [-w - eaves, low],
      [0, apex],
      [w + eaves, low],
    ];
    this.band(outer, inner, -d - 0.4, d + 0.4, tiles[index % tiles.length] as Color);
    if (index % 2 === 0) {
      this.begin(`chimney of house ${index + 1}`, at, turn);
      this.blocks(
        [
          [w / 2 - 0.3, w / 2 + 0.3],
          [top + 0.6, apex + 1],
          [-d / 2, 0.6 - d / 2],
        ],
        () => true,
        stone,
      );
    }
  }

  private addWell(): void {
    this.begin("well", [0, 0, 0]);
    const sides = 16;
    const at = (i: number, radius: number, y: number): Point => {
      const angle = (-2 * Math.PI * i) / sides;
      return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
    };
    for (let i = 0; i < sides; i++) {
      const j = i + 1;
      this.face(stone, at(i, 1.1, -0.4), at(j, 1.1, -0.4), at(j, 1.1, 0.75), at(i, 1.1, 0.75));
      this.face(stone, at(i, 0.75, 0.75), at(j, 0.75, 0.75), at(j, 0.75, -0.4), at(i, 0.75, -0.4));
      this.face(paleStone, at(i, 1.1, 0.75), at(j, 1.1, 0.75), at(j, 0.75, 0.75), at(i, 0.75, 0.75));
    }
  }

  private addGate(): void {
    this.begin("gate", [13, 0, bridge.z], Math.PI / 2);
    this.band(archLine(1.9, 1.7, -0.8), archLine(1.2, 1.7, -0.8), -0.45, 0.45, stone, paleStone);
  }

  private addBridge(): void {
    const { x, z, bank, halfLength } = bridge;
    const share = (i: number) => i / 20 - 1;
    const hump = (t: number) => 1.15 * (1 - t * t) - 0.02;
    const deck = Array.from({ length: 41 }, (_, i): Point2 => [share(i) * halfLength, hump(share(i))]);
    const arch = deck.map(
      ([u], i): Point2 => [u, Math.min(hump(share(i)) - 0.45, 3.5 * Math.sqrt(Math.max(0, 1 - (u / 3.6) ** 2)) - 3)],
    );
    this.begin("bridge", [x, bank, z]);
    this.band(deck, arch, -1.3, 1.3, stone, paleStone);
    const rail = deck.map(([u, y]): Point2 => [u, y + 0.55]);
    const foot = deck.map(([u, y]): Point2 => [u, y - 0.3]);
    for (const side of [-1, 1]) {
      this.begin("parapet", [x, bank, z + 1.45 * side]);
      this.band(rail, foot, -0.2, 0.2, stone, paleStone);
    }
  }

  private addTower(): void {
    const { count, rise, turn, inner, outer } = towerSteps;
    const at: Point = [tower.x, tower.base, tower.z];
    this.begin("tower", at);
    this.cone(36, -0.8, towerHeight, inner, inner, paleStone);
    this.begin("stairs of the tower", at);
    const start = 0.55 * Math.PI;
    const place = (i: number, radius: number, y: number): Point => {
      const angle = start - i * turn;
      return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
    };
    for (let i = 0; i < count; i++) {
      const y = rise * (i + 1);
      const j = i + 1;
      const below = i === 0 ? -0.8 : y - rise;
      // The risers face the way down.
      const ahead = place(i - 1, outer, y);
      this.faceTowards(
        stone,
        ahead,
        place(i, inner, below),
        place(i, outer, below),
        place(i, outer, y),
        place(i, inner, y),
      );
      this.faceTowards(
        paleStone,
        [0, 99, 0],
        place(i, inner, y),
        place(i, outer, y),
        place(j, outer, y),
        place(j, inner, y),
      );
      const out = place(i + 0.5, 9, y);
      this.faceTowards(
        stone,
        out,
        place(i, outer, -0.8),
        place(j, outer, -0.8),
        place(j, outer, y),
        place(i, outer, y),
      );
    }
    const end = place(count + 1, outer, 1);
    this.faceTowards(
      stone,
      end,
      place(count, inner, -0.8),
      place(count, outer, -0.8),
      place(count, outer, towerHeight),
      place(count, inner, towerHeight),
    );
    // The parapet leaves a gap at the top of the stairs.
    this.begin("battlement", at);
    const sides = 36;
    const rim = (i: number, radius: number, y: number): Point => {
      const angle = (-2 * Math.PI * i) / sides;
      return [radius * Math.cos(angle), towerHeight + y, radius * Math.sin(angle)];
    };
    const stairsEnd = start - (count - 1.5) * turn;
    for (let i = 0; i < sides; i++) {
      const angle = (-2 * Math.PI * (i + 0.5)) / sides;
      const away = Math.abs(Math.atan2(Math.sin(angle - stairsEnd), Math.cos(angle - stairsEnd)));
      if (away < 0.42) continue;
      const height = i % 3 === 2 ? 0.45 : 0.85;
      const j = i + 1;
      const block = [rim(i, 1.72, -0.1), rim(j, 1.72, -0.1), rim(j, 2.07, -0.1), rim(i, 2.07, -0.1)] as const;
      const top = [rim(i, 1.72, height), rim(j, 1.72, height), rim(j, 2.07, height), rim(i, 2.07, height)] as const;
      const middle: Point = [
        (block[0][0] + block[2][0]) / 2,
        towerHeight + height / 2,
        (block[0][2] + block[2][2]) / 2,
      ];
      this.faceAway(paleStone, middle, ...top);
      this.faceAway(stone, middle, ...block);
      for (let side = 0; side < 4; side++) {
        const next = (side + 1) % 4;
        this.faceAway(
          stone,
          middle,
          block[side] as Point,
          block[next] as Point,
          top[next] as Point,
          top[side] as Point,
        );
      }
    }
  }

  /** A face of a convex block, given a point inside. */
  private faceAway(color: Color, [x, y, z]: Point, ...corners: readonly [Point, ...Point[]]): void {
    const [[cx, cy, cz]] = corners;
    this.faceTowards(color, [2 * cx - x, 2 * cy - y, 2 * cz - z], ...corners);
  }

  /** The lining of the tunnel, seen from inside: wider in the middle, and rough. */
  private addTunnel(): void {
    this.begin("cave");
    const { west, east, z, floor, halfWidth } = tunnel;
    const stations = 44;
    const profile: Point2[] = [...archLine(1, 1.3 / halfWidth, 0), [0.5, 0], [0, 0], [-0.5, 0]];
    const random = this.random;
    const rings = Array.from({ length: stations + 1 }, (_, s) => {
      const t = s / stations;
      const wide = 1 + 0.75 * Math.sin(Math.PI * t) ** 2;
      const rough = Math.min(1, 8 * t, 8 * (1 - t));
      const bend = 1.1 * Math.sin(2 * Math.PI * t);
      return profile.map(([u, v], i): Point => {
        const isFloor = v === 0;
        const r = 1 + (isFloor ? 0 : 0.16 * rough * (random() - 0.5));
        const low = isFloor && Math.abs(u) < 1 ? 0.07 * rough * (random() - 0.5) : 0;
        return [
          mix(west, east, t),
          floor + low + v * halfWidth * (1 + 0.3 * (wide - 1)) * (i === 0 ? 1 : r),
          z + bend + u * halfWidth * wide * r,
        ];
      });
    });
    const count = profile.length;
    const first = this.positions.length / 3;
    for (const ring of rings)
      for (const [i, point] of ring.entries()) this.vertex(point, i > 14 || i === 0 ? floorColor : cave);
    for (let s = 0; s < stations; s++) {
      for (let i = 0; i < count; i++) {
        const j = (i + 1) % count;
        const [a, b] = [first + s * count + i, first + s * count + j];
        // Seen from inside.
        this.indices.push(a, a + count, b, b, a + count, b + count);
      }
    }
  }

  /** A wall with an arch that closes the ground around an end of the tunnel. */
  private addPortal(name: string, x: number, turn: number): void {
    const { halfWidth, floor, z } = tunnel;
    const inner = archLine(halfWidth - 0.04, 1.3, -0.5);
    const [wide, high] = [2.7, 4.5];
    const outer = inner.map(([u, v]): Point2 => {
      if (v < 1.3) return [Math.sign(u) * wide, v];
      const [du, dv] = [u, v - 1.3];
      const reach = Math.min(wide / Math.max(1e-9, Math.abs(du)), (high - 1.3) / Math.max(1e-9, dv));
      return [du * reach, 1.3 + dv * reach];
    });
    this.begin(name, [x, floor, z], turn);
    this.band(outer, inner, -0.5, 0.3, stone, paleStone);
  }

  /** Trees and boulders, away from paths and buildings. */
  private scatter(): void {
    const { random, ground } = this;
    let placed = 0;
    for (let i = 0; i < 700 && placed < 95; i++) {
      const [x, z] = [72 * random() - 36, 72 * random() - 36];
      const kind = random();
      const size = 0.75 + 0.6 * random();
      const y = ground.height(x, z);
      const slope = Math.hypot(ground.height(x + 0.5, z) - y, ground.height(x, z + 0.5) - y) / 0.5;
      const isFree =
        Math.hypot(x, z) > 15.5 &&
        Math.abs(x - bridge.x) > 6 &&
        Math.hypot(x - tower.x, z - tower.z) > 6 &&
        !(Math.abs(z - tunnel.z) < 5 && x < 0) &&
        slope < 0.9 &&
        levelWalks.every(({ from, way }) => distanceToPath([from, ...way], x, z) > 2.2);
      if (!isFree) continue;
      placed++;
      const at: Point = [x, y, z];
      if (kind < 0.78) this.addTree(at, size, random() * 6);
      else this.addBoulder(at, size);
    }
  }

  private addTree(at: Point, size: number, turn: number): void {
    const color = leaves[Math.floor(3 * this.random())] as Color;
    this.begin("tree", at, turn);
    this.cone(6, -0.4, 1.1 * size, 0.17 * size, 0.13 * size, trunk);
    this.cone(8, 0.9 * size, 2.5 * size, 1.05 * size, 0, color);
    this.cone(8, 1.8 * size, 3.3 * size, 0.8 * size, 0, color);
  }

  private addBoulder(at: Point, size: number): void {
    this.begin("boulder", at);
    const [rows, columns] = [6, 9];
    const first = this.positions.length / 3;
    for (let j = 0; j <= rows; j++) {
      for (let i = 0; i < columns; i++) {
        const [polar, angle] = [(Math.PI * j) / rows, (2 * Math.PI * i) / columns];
        const r = size * (j === 0 || j === rows ? 0.8 : 0.72 + 0.3 * this.random());
        this.vertex(
          [
            r * Math.sin(polar) * Math.cos(angle),
            0.15 + 0.75 * r * Math.cos(polar),
            r * Math.sin(polar) * Math.sin(angle),
          ],
          boulder,
        );
      }
    }
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const [a, b] = [first + j * columns + i, first + j * columns + ((i + 1) % columns)];
        if (j > 0) this.indices.push(a, b, a + columns);
        if (j < rows - 1) this.indices.push(b, b + columns, a + columns);
      }
    }
  }
}

/** The finished level. */
export class Level implements PlayedLevel {
  readonly mesh: TriangleMesh;
  readonly geometry = new BufferGeometry();
  readonly buildTime: number;
  readonly lowest = -8;
  readonly reach = { x: [-36, 36], z: [-36, 36] } as const;
  private readonly builder = new LevelBuilder();

  constructor() {
    const { positions, colors, indices } = this.builder;
    const vertices = new Float32Array(positions);
    const corners = new Uint32Array(indices);
    this.geometry.setAttribute("position", new BufferAttribute(vertices, 3));
    this.geometry.setAttribute("color", new Float32BufferAttribute(colors, 3));
    this.geometry.setIndex(new BufferAttribute(corners, 1));
    this.geometry.computeVertexNormals();
    const begin = performance.now();
    this.mesh = new TriangleMesh(vertices, corners, { sides: "front", thickness });
    this.buildTime = performance.now() - begin;
  }

  nameOf(triangle: number): string {
    return this.builder.nameOf(triangle);
  }

  /** The height of the ground, without buildings. */
  height(x: number, z: number): number {
    return this.builder.ground.height(x, z);
  }

  dispose(): void {
    this.mesh.dispose();
    this.geometry.dispose();
  }
}
