/** Three finite numbers: an object with `x`, `y` and `z` (three.js's Vector3 is one), or an array or typed array. */
export type Vec3Like = { readonly x: number; readonly y: number; readonly z: number } | ArrayLike<number>;

/**
 * A rotation: an object with `x`, `y`, `z` and `w` (three.js's Quaternion is one), or an array or typed array in that
 * order. Finite, of any length but zero; it is normalised.
 */
export type QuatLike =
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
  | ArrayLike<number>;

/** A point in metres, or a direction, in a right-handed frame. */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

/** A rotation as a quaternion of unit length: x, y, z, w. */
export interface Quat {
  x: number;
  y: number;
  z: number;
  w: number;
}

/**
 * Position and rotation of a shape: rotate, then translate. No scale. A three.js Object3D is a pose; its scale and the
 * transforms of its parents are ignored. A vector, a matrix, or an object with `rotation` but no `quaternion` is an error.
 */
export interface Pose {
  /** In metres, each coordinate at most 1e12 in magnitude. Default: the origin. */
  readonly position?: Vec3Like;
  /** Default: no rotation. */
  readonly quaternion?: QuatLike;
}

/** Motion over one step: from a pose to another at constant linear and angular velocity, by the shorter rotation. */
export interface Sweep {
  /** At time 0. */
  readonly from: Pose;
  /** At time 1. */
  readonly to: Pose;
}

/** Where on a shape made of others an answer lies. */
export interface Feature {
  /** Index of a compound's part; -1 for other shapes. */
  part: number;
  /** Index of a surface's triangle; -1 for other shapes. */
  triangle: number;
}

/** Where on two shapes an answer lies. */
export interface PairFeatures {
  /** Index of a part of A, a compound; -1 for other shapes. */
  partA: number;
  /** Index of a triangle of A, a surface; -1 for other shapes. */
  triangleA: number;
  /** Index of a part of B, a compound; -1 for other shapes. */
  partB: number;
  /** Index of a triangle of B, a surface; -1 for other shapes. */
  triangleB: number;
}
