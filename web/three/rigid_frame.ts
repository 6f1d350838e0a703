import { type BatchedMesh, type InstancedMesh, Matrix4, type Object3D, Quaternion } from "three";
import type { Quat } from "../src/api.js";
import { invalid } from "../src/errors.js";

/**
 * The rigid frame of an object's matrix: the position and rotation of a collider, and the scale that a collider does
 * not have.
 *
 * Unlike Matrix4.decompose of three.js, `readFrame` rejects a singular matrix and, unless told otherwise, a sheared one,
 * for which decompose returns an invalid rotation. Shear arises easily: an object rotated within a parent of unequal
 * scale is sheared.
 */
export interface RigidFrame {
  px: number;
  py: number;
  pz: number;
  /** Unit length. */
  qx: number;
  qy: number;
  qz: number;
  qw: number;
  /** Scale along the frame's axes; the first is negative for a mirroring matrix. */
  sx: number;
  sy: number;
  sz: number;
  /** Shear: what y adds along the frame's x, z along x, and z along y. */
  xy: number;
  xz: number;
  yz: number;
}

export const newFrame = (): RigidFrame => ({
  px: 0,
  py: 0,
  pz: 0,
  qx: 0,
  qy: 0,
  qz: 0,
  qw: 1,
  sx: 1,
  sy: 1,
  sz: 1,
  xy: 0,
  xz: 0,
  yz: 0,
});

/** Cosine between two columns above which a matrix is sheared: a few hundred times the rounding of 32 bits. */
const SHEAR = 1e-4;

/** Share of a column that is left beside the other columns below which a sheared matrix is singular. */
const SINGULAR = 1e-6;

/**
 * @param e 16 numbers by column, from `at`
 * @param canShear take a sheared matrix apart by Gram and Schmidt's rule: x keeps its direction, y its plane with x
 * @returns false for a matrix without a rigid frame
 */
export function readFrame(e: ArrayLike<number>, at: number, out: RigidFrame, canShear = false): boolean {
  const n = (i: number) => e[at + i] as number;
  const ax = n(0);
  const ay = n(1);
  const az = n(2);
  const bx = n(4);
  const by = n(5);
  const bz = n(6);
  const cx = n(8);
  const cy = n(9);
  const cz = n(10);
  let sx = Math.sqrt(ax * ax + ay * ay + az * az);
  const sy = Math.sqrt(bx * bx + by * by + bz * bz);
  const sz = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  // NaN fails each of these comparisons.
  const hasNumbers = sx + sy + sz + Math.abs(n(12)) + Math.abs(n(13)) + Math.abs(n(14)) < Number.POSITIVE_INFINITY;
  const hasAxes = sx > 0 && sy > 0 && sz > 0;
  const isRight = Math.abs(ab) <= SHEAR * sx * sy && Math.abs(bc) <= SHEAR * sy * sz && Math.abs(ca) <= SHEAR * sz * sx;
  if (!hasNumbers || !hasAxes || !(isRight || canShear)) return false;
  const determinant = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  if (determinant < 0) sx = -sx;
  if (!isRight && !readShear(out, ax / sx, ay / sx, az / sx, bx, by, bz, cx, cy, cz)) return false;
  if (isRight) {
    out.xy = 0;
    out.xz = 0;
    out.yz = 0;
    out.sy = sy;
    out.sz = sz;
    writeRotation(out, ax / sx, ay / sx, az / sx, bx / sy, by / sy, bz / sy, cx / sz, cy / sz, cz / sz);
  }
  out.sx = sx;
  out.px = n(12);
  out.py = n(13);
  out.pz = n(14);
  return true;
}

/** @param xx x, y, z of the frame's x axis; then the other columns @returns false for a singular matrix */
function readShear(
  out: RigidFrame,
  xx: number,
  xy: number,
  xz: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
): boolean {
  out.xy = bx * xx + by * xy + bz * xz;
  let yx = bx - out.xy * xx;
  let yy = by - out.xy * xy;
  let yz = bz - out.xy * xz;
  out.sy = Math.sqrt(yx * yx + yy * yy + yz * yz);
  if (!(out.sy > SINGULAR * Math.abs(out.xy))) return false;
  yx /= out.sy;
  yy /= out.sy;
  yz /= out.sy;
  out.xz = cx * xx + cy * xy + cz * xz;
  out.yz = cx * yx + cy * yy + cz * yz;
  const zx = cx - out.xz * xx - out.yz * yx;
  const zy = cy - out.xz * xy - out.yz * yy;
  const zz = cz - out.xz * xz - out.yz * yz;
  out.sz = Math.sqrt(zx * zx + zy * zy + zz * zz);
  if (!(out.sz > SINGULAR * (Math.abs(out.xz) + Math.abs(out.yz)))) return false;
  writeRotation(out, xx, xy, xz, yx, yy, yz, zx / out.sz, zy / out.sz, zz / out.sz);
  return true;
}

/**
 * Source: Shepperd, "Quaternion from Rotation Matrix" (1978): starts with the largest component, which avoids
 * cancellation.
 */
function writeRotation(
  out: RigidFrame,
  xx: number,
  xy: number,
  xz: number,
  yx: number,
  yy: number,
  yz: number,
  zx: number,
  zy: number,
  zz: number,
): void {
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  if (zz < 0) {
    if (xx > yy) {
      x = 1 + xx - yy - zz;
      y = xy + yx;
      z = zx + xz;
      w = yz - zy;
    } else {
      x = xy + yx;
      y = 1 - xx + yy - zz;
      z = yz + zy;
      w = zx - xz;
    }
  } else if (xx < -yy) {
    x = zx + xz;
    y = yz + zy;
    z = 1 - xx - yy + zz;
    w = xy - yx;
  } else {
    x = yz - zy;
    y = zx - xz;
    z = xy - yx;
    w = 1 + xx + yy + zz;
  }
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out.qx = x * scale;
  out.qy = y * scale;
  out.qz = z * scale;
  out.qw = w * scale;
}

/** Share of a scale that is no change: some tens of roundings to 32 bits. */
const SAME_SCALE = 1e-5;

/** Whether two frames have the same scale and shear. */
export function isSameScale(a: RigidFrame, b: RigidFrame): boolean {
  const { sx, sy, sz } = b;
  const shear = SAME_SCALE * (Math.abs(sx) + sy + sz);
  return (
    Math.abs(a.sx - sx) <= SAME_SCALE * Math.abs(sx) &&
    Math.abs(a.sy - sy) <= SAME_SCALE * sy &&
    Math.abs(a.sz - sz) <= SAME_SCALE * sz &&
    Math.abs(a.xy - b.xy) <= shear &&
    Math.abs(a.xz - b.xz) <= shear &&
    Math.abs(a.yz - b.yz) <= shear
  );
}

/** Moves a frame along its own axes. */
export function moveBy(frame: RigidFrame, x: number, y: number, z: number): void {
  const { qx, qy, qz, qw } = frame;
  // v + 2 w (q x v) + 2 q x (q x v)
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  frame.px += x + qw * tx + qy * tz - qz * ty;
  frame.py += y + qw * ty + qz * tx - qx * tz;
  frame.pz += z + qw * tz + qx * ty - qy * tx;
}

/** Turns a frame about its own axes. @param turn of unit length */
export function turnBy(frame: RigidFrame, { x, y, z, w }: Quat): void {
  const { qx, qy, qz, qw } = frame;
  frame.qx = qx * w + qw * x + qy * z - qz * y;
  frame.qy = qy * w + qw * y + qz * x - qx * z;
  frame.qz = qz * w + qw * z + qx * y - qy * x;
  frame.qw = qw * w - qx * x - qy * y - qz * z;
}

/** Whether a matrix of finite numbers has an axis of no length: its object is to be seen as not there. */
export const isFlat = ({ elements: e }: Matrix4): boolean =>
  [0, 4, 8].some((i) => e[i] === 0 && e[i + 1] === 0 && e[i + 2] === 0) && e.every(Number.isFinite);

/** Whether a matrix leads to one point. */
export const isPoint = ({ elements: e }: Matrix4): boolean => [0, 1, 2, 4, 5, 6, 8, 9, 10].every((i) => e[i] === 0);

/** The frame's position and rotation as a matrix. */
export function rigidMatrix({ px, py, pz, qx, qy, qz, qw }: RigidFrame): Matrix4 {
  return new Matrix4().makeRotationFromQuaternion(new Quaternion(qx, qy, qz, qw)).setPosition(px, py, pz);
}

/** The frame's scale and shear as a matrix. */
export const scaleMatrix = ({ sx, sy, sz, xy, xz, yz }: RigidFrame): Matrix4 =>
  new Matrix4().set(sx, xy, xz, 0, 0, sy, yz, 0, 0, 0, sz, 0, 0, 0, 0, 1);

/** The name of an object in error messages. @param instance index in an InstancedMesh or a BatchedMesh, or -1 */
export function nameOf(object: Object3D, instance = -1): string {
  // The `type` of both is "Mesh".
  const { isInstancedMesh, isBatchedMesh } = object as Partial<InstancedMesh & BatchedMesh>;
  const type = isInstancedMesh ? "InstancedMesh" : isBatchedMesh ? "BatchedMesh" : object.type;
  const name = object.name === "" ? `the ${type}` : `the ${type} "${object.name}"`;
  return instance < 0 ? name : `instance ${instance} of ${name}`;
}

/** The error for a matrix that `readFrame` rejected. */
export function frameError(e: ArrayLike<number>, at: number, name: string): Error {
  for (let i = 0; i < 16; i++) {
    if (!Number.isFinite(e[at + i])) return invalid(`${name} has a matrix with an element of ${e[at + i]}`);
  }
  const length = (i: number) => Math.hypot(e[at + i] as number, e[at + i + 1] as number, e[at + i + 2] as number);
  if ([0, 4, 8].some((i) => length(i) === 0)) return invalid(`${name} has a scale of zero, so it has no rotation`);
  return invalid(`${name} is sheared, but colliders are rigid. Is it rotated within a parent of unequal scale?`);
}
