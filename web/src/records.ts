/**
 * The fixed layouts through which JavaScript and the core exchange what does not fit into a call's numbers. The other
 * side of cpp/bindings/records.h: the same fields in the same order, in bytes from the start of the block. They are
 * compared whenever a core is loaded, so that a .wasm file of another version is refused.
 */
export const layout = {
  size: 41208,
  blockPairs: 256,
  fault: 0,
  report: 16,
  poses: 32,
  vectors: 256,
  contactNormal: 304,
  contactDepth: 328,
  contactPoints: 344,
  distance: 600,
  distancePointA: 608,
  distancePointB: 632,
  distanceNormal: 656,
  rayDistance: 688,
  rayPoint: 696,
  rayNormal: 720,
  closestDistance: 744,
  closestPoint: 752,
  closestNormal: 776,
  points: 800,
  blockShapes: 992,
  blockPoses: 3040,
  blockAnswers: 31712,
  blockVerdicts: 39904,
  blockRays: 512,
  impactTime: 40168,
  impactPoint: 40176,
  impactNormal: 40200,
  moverPosition: 40224,
  moverGroundRow: 40252,
  moverGroundPoint: 40256,
  moverGroundNormal: 40280,
  moverHitCount: 40304,
  moverHits: 40312,
  moverHitSize: 56,
} as const;

/** Ranges that the core checks and messages name, in metres. Compared like the layout. */
export const limits = { shapeMin: 1e-9, shapeMax: 1e9, coordinate: 1e12 } as const;

/** Numbers of a pose: position x, y, z, quaternion x, y, z, w. */
export const POSE_SIZE = 7;
/** Room of a contact point, in doubles: on A, on B, depth; then the id in 32 bits. */
export const CONTACT_POINT_SIZE = 8;
export const BLOCK_PAIRS = layout.blockPairs;
export const BLOCK_RAYS = layout.blockRays;

// Indices into the view of doubles.
export const POSE_A = layout.poses / 8;
export const POSE_B = POSE_A + POSE_SIZE;
export const VECTOR_0 = layout.vectors / 8;
export const VECTOR_1 = VECTOR_0 + 3;
export const CONTACT_NORMAL = layout.contactNormal / 8;
export const CONTACT_DEPTH = layout.contactDepth / 8;
export const CONTACT_POINTS = layout.contactPoints / 8;
export const DISTANCE = layout.distance / 8;
export const DISTANCE_POINT_A = layout.distancePointA / 8;
export const DISTANCE_POINT_B = layout.distancePointB / 8;
export const DISTANCE_NORMAL = layout.distanceNormal / 8;
export const RAY_DISTANCE = layout.rayDistance / 8;
export const RAY_POINT = layout.rayPoint / 8;
export const RAY_NORMAL = layout.rayNormal / 8;
export const CLOSEST_DISTANCE = layout.closestDistance / 8;
export const CLOSEST_POINT = layout.closestPoint / 8;
export const CLOSEST_NORMAL = layout.closestNormal / 8;
export const POINTS = layout.points / 8;
export const BLOCK_POSES = layout.blockPoses / 8;
export const BLOCK_ANSWERS = layout.blockAnswers / 8;
export const IMPACT_TIME = layout.impactTime / 8;
export const IMPACT_POINT = layout.impactPoint / 8;
export const IMPACT_NORMAL = layout.impactNormal / 8;
export const MOVER_POSITION = layout.moverPosition / 8;
export const MOVER_GROUND_POINT = layout.moverGroundPoint / 8;
export const MOVER_GROUND_NORMAL = layout.moverGroundNormal / 8;
export const MOVER_HITS = layout.moverHits / 8;
export const MOVER_HIT_SIZE = layout.moverHitSize / 8;

// Indices into the view of 32-bit numbers.
export const FAULT = layout.fault / 4;
export const REPORT = layout.report / 4;
export const BLOCK_SHAPES = layout.blockShapes / 4;
export const MOVER_GROUND_ROW = layout.moverGroundRow / 4;
export const MOVER_HIT_COUNT = layout.moverHitCount / 4;

/** What a call returns instead of an answer when it failed; the fault record says why. */
export const CALL_FAILED = 0xffffffff;
/** The same from a call that embind does not stand before, which would have dropped the sign. */
export const PAIR_CALL_FAILED = -1;

/** `Status` of the core, by number. */
export const Status = { ok: 0, invalidArgument: 1, degenerateShape: 2, outOfMemory: 3, staleHandle: 4 } as const;

/** `Argument` of the bindings, by number: what a fault is about. */
export const Argument = { none: 0, shapeA: 1, poseA: 2, shapeB: 3, poseB: 4, value: 5 } as const;
