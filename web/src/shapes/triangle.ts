import { pointProblem } from "../arguments.js";
import { invalid, nameClass } from "../errors.js";
import { readVec3 } from "../pose.js";
import { fix } from "../properties.js";
import { limits } from "../records.js";
import { space } from "../space.js";
import type { Vec3, Vec3Like } from "../types.js";
import { adopt, adoptWaiting, Shape } from "./shape.js";

const CORNERS = ["a", "b", "c"] as const;

/** A triangle without thickness, in the frame of its corners. Both of its sides collide. */
export class Triangle extends Shape {
  static {
    nameClass(Triangle, "Triangle");
  }

  readonly type: string = "triangle";
  /** First corner, in metres. A frozen copy, like the others. */
  readonly a: Readonly<Vec3>;
  /** Second corner, in metres. */
  readonly b: Readonly<Vec3>;
  /** Third corner, in metres. */
  readonly c: Readonly<Vec3>;

  /**
   * @param a first corner, in metres
   * @param b second corner, in metres
   * @param c third corner, in metres
   * @throws HyperplaneError `degenerate-shape` for corners on a line; `invalid-argument` for a corner that is no vector or
   * beyond 1e9 m, or a longest side outside 1e-9 to 1e9 m; `out-of-memory`, `not-initialised`
   */
  constructor(a: Vec3Like, b: Vec3Like, c: Vec3Like);
  constructor(a: Vec3Like, b: Vec3Like, c: Vec3Like, ...more: unknown[]) {
    super(more);
    const corners = [a, b, c];
    const numbers = new Float64Array(9);
    if (!corners.every((corner, i) => readVec3(corner, numbers, 3 * i))) throw cornerError(corners);
    const corner = (i: number) =>
      Object.freeze({ x: numbers[i] as number, y: numbers[i + 1] as number, z: numbers[i + 2] as number });
    this.a = corner(0);
    this.b = corner(3);
    this.c = corner(6);
    fix(this, "type", ...CORNERS);
    if (adoptWaiting(this)) return;
    space.giveNumbers(numbers, "triangle: ");
    const value = space.core.createTriangle();
    space.core.releaseReport();
    if (value === 0) throw cornerError([this.a, this.b, this.c]);
    adopt(this, value);
  }
}

function cornerError(corners: readonly Vec3Like[]): Error {
  for (const [i, name] of CORNERS.entries()) {
    const problem = pointProblem(corners[i], `triangle: ${name}`, limits.shapeMax);
    if (problem !== null) return problem;
  }
  const fault = space.faultError("triangle: ");
  return fault.code === "invalid-argument" ? invalid("triangle: its longest side must be from 1e-9 to 1e9 m") : fault;
}
