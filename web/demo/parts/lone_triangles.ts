/** The contacts that triangles would have one by one, without the rule for internal edges. */

import { type Contact, collide, type Pose, type Shape, Triangle, type TriangleMesh } from "hyperplane";
import { Vector3 } from "three";

/** Metres across a cell of the grid. */
const cellSize = 1;
/** Metres across a triangle that is in the cells; wider ones are in a list, and always tried. */
const widest = 50;
/** The contacts of a patch differ by so much, in degrees: a triangle alone that differs more pushes another way. */
const patchAngle = 10;
const leastCosine = Math.cos((patchAngle * Math.PI) / 180);

/** Triangles of a mesh that lies still at the origin, by the cells of a grid that they are in. */
export class LoneTriangles {
  private readonly cells = new Map<number, number[]>();
  private readonly wide: number[] = [];
  private readonly shapes = new Map<number, Triangle>();

  constructor(private readonly mesh: TriangleMesh) {
    const corners = new Float64Array(9);
    for (let i = 0; i < mesh.triangleCount; i++) {
      const [ax = 0, , az = 0, bx = 0, , bz = 0, cx = 0, , cz = 0] = mesh.triangle(i, corners);
      const [minX, minZ] = [Math.min(ax, bx, cx), Math.min(az, bz, cz)];
      const [maxX, maxZ] = [Math.max(ax, bx, cx), Math.max(az, bz, cz)];
      if (Math.max(maxX - minX, maxZ - minZ) > widest) {
        this.wide.push(i);
        continue;
      }
      eachCell(minX, minZ, maxX, maxZ, (key) => {
        const cell = this.cells.get(key);
        if (cell) cell.push(i);
        else this.cells.set(key, [i]);
      });
    }
  }

  /**
   * The contacts with single triangles whose normals differ from all contacts with the mesh.
   *
   * @param reach of the shape from its position, in metres
   * @param contacts with the mesh, which is the first of each pair
   */
  pushes(shape: Shape, pose: Pose & { position: Vector3 }, reach: number, contacts: readonly Contact[]): Contact[] {
    const found: Contact[] = [];
    for (const i of this.near(pose.position, reach)) {
      const triangle = this.shapeOf(i);
      if (!triangle || (this.mesh.sides === "front" && isBehind(triangle, pose.position))) continue;
      const push = collide(triangle, {}, shape, pose);
      if (!push) continue;
      const { x, y, z } = push.normal;
      const isKnown = contacts.some(({ normal }) => x * normal.x + y * normal.y + z * normal.z >= leastCosine);
      if (!isKnown) found.push(push);
    }
    return found;
  }

  /** The triangles in the cells around a place. */
  private near({ x, z }: Vector3, reach: number): Set<number> {
    const found = new Set<number>(this.wide);
    eachCell(x - reach, z - reach, x + reach, z + reach, (key) => {
      for (const i of this.cells.get(key) ?? []) found.add(i);
    });
    return found;
  }

  private shapeOf(i: number): Triangle | null {
    const known = this.shapes.get(i);
    if (known) return known;
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = this.mesh.triangle(i);
    try {
      const made = new Triangle([ax, ay, az], [bx, by, bz], [cx, cy, cz]);
      this.shapes.set(i, made);
      return made;
    } catch {
      // Without area: it has no contacts in the mesh either.
      return null;
    }
  }

  dispose(): void {
    for (const shape of this.shapes.values()) shape.dispose();
    this.shapes.clear();
  }
}

function isBehind({ a, b, c }: Triangle, point: Vector3): boolean {
  front.copy(c).sub(a);
  front.crossVectors(edge.copy(b).sub(a), front);
  return front.dot(edge.copy(point).sub(a)) < 0;
}

function eachCell(minX: number, minZ: number, maxX: number, maxZ: number, visit: (key: number) => void): void {
  const [firstX, firstZ] = [Math.floor(minX / cellSize), Math.floor(minZ / cellSize)];
  const [lastX, lastZ] = [Math.floor(maxX / cellSize), Math.floor(maxZ / cellSize)];
  for (let x = firstX; x <= lastX; x++) for (let z = firstZ; z <= lastZ; z++) visit(x * 2 ** 26 + z);
}

const edge = new Vector3();
const front = new Vector3();
