/** Two finite numbers: an object with `x` and `y`, or an array or typed array. */
export type Vec2Like = { readonly x: number; readonly y: number } | ArrayLike<number>;

/** x, y of each point in turn, or vectors. */
export type PointsLike = ArrayLike<number> | readonly Vec2Like[];

/** A point in metres, or a direction. y points wherever yours does. */
export interface Vec2 {
  x: number;
  y: number;
}

/**
 * Where a shape stands: rotate, then translate. A vector is an error, and so is an object with a `rotation`: in libraries that
 * have both, such as Pixi, `angle` is in degrees. Write `{ position: sprite, angle: sprite.rotation }` there.
 */
export interface Pose {
  /** In metres, each coordinate at most 1e12 in magnitude. Default: the origin. */
  readonly position?: Vec2Like;
  /** In radians, positive from +x towards +y, at most 1e6 in magnitude. Default: 0. */
  readonly angle?: number;
}

/**
 * Motion over one step: from a pose to another at constant velocity. The turn is `to.angle - from.angle` as they are: it may be
 * more than one revolution.
 */
export interface Sweep {
  /** At time 0. */
  readonly from: Pose;
  /** At time 1. */
  readonly to: Pose;
}
