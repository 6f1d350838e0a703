/** What the topic "Level" asks of a level, the built-in one or the visitor's. */

import type { TriangleMesh } from "hyperplane";
import type { BufferGeometry } from "three";

/** The level that is walked on. */
export interface PlayedLevel {
  readonly mesh: TriangleMesh;
  /** The triangles of the mesh. */
  readonly geometry: BufferGeometry;
  /** Milliseconds that the core took to build the mesh. */
  readonly buildTime: number;
  /** Metres; a walker that falls below starts again, and a ball is lost. */
  readonly lowest: number;
  /** Where balls fall, in metres. */
  readonly reach: Readonly<Record<"x" | "z", readonly [least: number, most: number]>>;
  /** What a triangle belongs to. */
  nameOf(triangle: number): string;
}
