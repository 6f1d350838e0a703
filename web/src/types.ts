/** Three numbers: an object with `x`, `y` and `z` (three.js's Vector3 is one), or an array or typed array. */
export type Vec3Like = { readonly x: number; readonly y: number; readonly z: number } | ArrayLike<number>;

/**
 * A rotation: an object with `x`, `y`, `z` and `w` (three.js's Quaternion is one), or an array or typed array in that
 * order. Any length but zero; it is used as if it were 1.
 */
export type QuatLike =
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
  | ArrayLike<number>;

/** A point in metres, or a direction. */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

/** A rotation as a quaternion of unit length. */
export interface Quat {
  x: number;
  y: number;
  z: number;
  w: number;
}

/**
 * Where a shape stands: rotate, then translate. It has no scale. A three.js Object3D is a pose as it stands; what its
 * parents do to it is not looked at.
 */
export interface Pose {
  /** In metres, each coordinate at most 1e12 in size. Left out: the origin. */
  readonly position?: Vec3Like;
  /** Left out: no rotation. */
  readonly quaternion?: QuatLike;
}

/** Motion over one step: from a pose to another at constant linear and angular velocity, the shorter way round. */
export interface Sweep {
  /** At time 0. */
  readonly from: Pose;
  /** At time 1. */
  readonly to: Pose;
}
