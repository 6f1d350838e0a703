/** Collects triangles of a surface, counter-clockwise seen from outside: one list for the drawing and for the core. */

import { type Color, Vector3 } from "three";

export type Point = readonly [x: number, y: number, z: number];
export type Point2 = readonly [x: number, y: number];

export class SurfaceBuilder {
  readonly positions: number[] = [];
  /** r, g, b of each vertex, linear. */
  readonly colors: number[] = [];
  readonly indices: number[] = [];
  /** The names of ranges of triangles, in order. */
  private readonly parts: { readonly name: string; readonly from: number }[] = [];
  private readonly origin = new Vector3();
  private cos = 1;
  private sin = 0;

  get triangleCount(): number {
    return this.indices.length / 3;
  }

  /** What follows has this name, and this frame: an origin and a turn about y in radians. */
  begin(name: string, [x, y, z]: Point = [0, 0, 0], turn = 0): void {
    this.parts.push({ name, from: this.triangleCount });
    this.origin.set(x, y, z);
    this.cos = Math.cos(turn);
    this.sin = Math.sin(turn);
  }

  nameOf(triangle: number): string {
    return this.parts.findLast(({ from }) => from <= triangle)?.name ?? "";
  }

  vertex([x, y, z]: Point, { r, g, b }: Color): number {
    const { origin, cos, sin } = this;
    this.positions.push(origin.x + cos * x + sin * z, origin.y + y, origin.z - sin * x + cos * z);
    this.colors.push(r, g, b);
    return this.positions.length / 3 - 1;
  }

  /** A flat polygon with vertices of its own, which keeps its edges sharp. */
  face(color: Color, ...corners: readonly Point[]): void {
    const first = this.vertex(corners[0] as Point, color);
    for (const corner of corners.slice(1)) this.vertex(corner, color);
    for (let i = 1; i < corners.length - 1; i++) this.indices.push(first, first + i, first + i + 1);
  }

  /** A face whose front is the side of a point. */
  faceTowards(color: Color, point: Point, ...corners: readonly Point[]): void {
    const [a, b, c] = corners as [Point, Point, Point];
    along.set(b[0] - a[0], b[1] - a[1], b[2] - a[2]).cross(across.set(c[0] - a[0], c[1] - a[1], c[2] - a[2]));
    const isFront = along.dot(across.set(point[0] - a[0], point[1] - a[1], point[2] - a[2])) > 0;
    this.face(color, ...(isFront ? corners : corners.toReversed()));
  }

  /**
   * The surface of those cells of a grid that are solid, without faces between them.
   *
   * @param cuts coordinates of the grid's planes, ascending
   */
  blocks(
    cuts: readonly [xs: readonly number[], ys: readonly number[], zs: readonly number[]],
    isSolid: (i: number, j: number, k: number) => boolean,
    color: Color,
    topColor = color,
  ): void {
    const sizes = cuts.map((list) => list.length - 1);
    const has = (cell: readonly number[]) =>
      cell.every((c, axis) => c >= 0 && c < (sizes[axis] as number)) &&
      isSolid(cell[0] ?? 0, cell[1] ?? 0, cell[2] ?? 0);
    const [nx = 0, ny = 0, nz = 0] = sizes;
    for (let i = 0; i < nx; i++) {
      for (let j = 0; j < ny; j++) {
        for (let k = 0; k < nz; k++) {
          const cell = [i, j, k];
          if (has(cell)) for (let side = 0; side < 6; side++) this.blockSide(cuts, cell, side, has, color, topColor);
        }
      }
    }
  }

  private blockSide(
    cuts: readonly (readonly number[])[],
    cell: readonly number[],
    side: number,
    has: (cell: readonly number[]) => boolean,
    color: Color,
    topColor: Color,
  ): void {
    const axis = side >> 1;
    const upper = side & 1;
    if (has(cell.map((c, i) => (i === axis ? c + (upper ? 1 : -1) : c)))) return;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const corner = (du: number, dv: number): Point => {
      const steps = [0, 0, 0];
      steps[axis] = upper;
      steps[u] = du;
      steps[v] = dv;
      const at = (i: number) => cuts[i]?.[(cell[i] ?? 0) + (steps[i] ?? 0)] ?? 0;
      return [at(0), at(1), at(2)];
    };
    const corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    this.face(side === 3 ? topColor : color, ...(upper ? corners : corners.toReversed()));
  }

  /** A band between two lines of as many points, from -x over the top to +x, from z0 to z1. */
  band(
    outer: readonly Point2[],
    inner: readonly Point2[],
    z0: number,
    z1: number,
    color: Color,
    topColor = color,
  ): void {
    const at = ([x, y]: Point2, z: number): Point => [x, y, z];
    const last = outer.length - 1;
    const ends = (i: number) => [outer[i] as Point2, inner[i] as Point2] as const;
    for (let i = 0; i < last; i++) {
      const [o, n] = ends(i);
      const [p, m] = ends(i + 1);
      this.face(topColor, at(o, z1), at(p, z1), at(p, z0), at(o, z0));
      this.face(color, at(n, z0), at(m, z0), at(m, z1), at(n, z1));
      this.face(color, at(n, z1), at(m, z1), at(p, z1), at(o, z1));
      this.face(color, at(o, z0), at(p, z0), at(m, z0), at(n, z0));
    }
    const [o, n] = ends(0);
    this.face(color, at(n, z0), at(n, z1), at(o, z1), at(o, z0));
    const [p, m] = ends(last);
    this.face(color, at(p, z0), at(p, z1), at(m, z1), at(m, z0));
  }

  /** A cone or, with two radii, a cut cone about the y axis, closed. */
  cone(sides: number, y0: number, y1: number, radius0: number, radius1: number, color: Color): void {
    const ring = (y: number, radius: number) =>
      Array.from({ length: sides }, (_, i): Point => {
        const angle = (-2 * Math.PI * i) / sides;
        return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
      });
    const low = ring(y0, radius0);
    const high = radius1 > 0 ? ring(y1, radius1) : [];
    for (let i = 0; i < sides; i++) {
      const j = (i + 1) % sides;
      const [a, b] = [low[i] as Point, low[j] as Point];
      if (radius1 > 0) this.face(color, a, b, high[j] as Point, high[i] as Point);
      else this.face(color, a, b, [0, y1, 0]);
    }
    this.face(color, ...low.toReversed());
    if (radius1 > 0) this.face(color, ...high);
  }
}

const along = new Vector3();
const across = new Vector3();
