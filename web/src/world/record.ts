/** The layouts by which the core describes a world: the other side of cpp/bindings/world_store.h. */

// Words of the world's record.
export const POSITIONS = 0;
export const QUATERNIONS = 1;
export const CAPACITY = 2;
export const SIZE = 3;
export const CONTACT_COUNT = 4;
export const PAIRS = 5;
export const NORMALS = 6;
export const POINTS = 7;
export const BEGAN_COUNT = 8;
export const BEGAN = 9;
export const ENDED_COUNT = 10;
export const ENDED = 11;
export const TOUCHING_COUNT = 12;
export const TOUCHING = 13;
export const CANDIDATE_COUNT = 14;
export const BROAD_PHASE = 15;
/** The first of four doubles, counted in doubles from the start of the record. */
export const TIMINGS = 8;
export const IMPACT_COUNT = 24;
export const IMPACTS = 25;

// An impact: time, point, normal as seven doubles, then the rows of the continuous collider and of the other.
export const IMPACT_BYTES = 64;
export const IMPACT_ROWS_WORD = 14;

// The points of a contact: origin as three doubles, how many, then x, y, z and depth of four points and their ids in 32 bits.
export const POINTS_BYTES = 112;
export const POINTS_COUNT_WORD = 6;
export const POINTS_FIRST_FLOAT = 8;
export const POINTS_FIRST_ID_WORD = 24;

/** `BroadPhase` of the core, by number. */
export const broadPhases = ["automatic", "sweep-and-prune", "bvh", "brute-force"] as const;
/** A way of finding pairs whose bounds overlap; see `WorldOptions.broadPhase`. */
export type BroadPhaseName = (typeof broadPhases)[number];

export const STATIC_FLAG = 1;
export const SENSOR_FLAG = 2;
export const CONTINUOUS_FLAG = 4;

/** What a query returns in place of a row when nothing was found. */
export const NO_ROW = 0xfffffffe;
