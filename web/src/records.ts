/**
 * The fixed layouts through which JavaScript and the core exchange everything that does not fit into a call's numbers, and the
 * constants that both sides share. The counterpart of cpp/bindings/space/record_numbers.h, in the same order. `recordNumbers` is
 * compared whenever a core is loaded, so that a .wasm file of another version is refused.
 */

/** Offsets and sizes in bytes; `blockPairs` and `blockRays` are counts. */
export const layout = {
  size: 41296,
  blockPairs: 256,
  fault: 0,
  report: 16,
  poses: 32,
  vectors: 256,
  contactNormal: 304,
  contactDepth: 328,
  contactFeatures: 340,
  contactPoints: 360,
  distance: 616,
  distancePointA: 624,
  distancePointB: 648,
  distanceNormal: 672,
  distanceFeatures: 696,
  rayDistance: 720,
  rayPoint: 728,
  rayNormal: 752,
  rayFeature: 776,
  closestDistance: 784,
  closestPoint: 792,
  closestNormal: 816,
  closestFeature: 840,
  points: 848,
  blockShapes: 1040,
  blockPoses: 3088,
  blockAnswers: 31760,
  blockVerdicts: 39952,
  blockRays: 512,
  impactTime: 40216,
  impactPoint: 40224,
  impactNormal: 40248,
  impactFeatures: 40272,
  moverPosition: 40288,
  moverGroundRow: 40316,
  moverGroundPoint: 40320,
  moverGroundNormal: 40344,
  moverRemaining: 40368,
  moverHitCount: 40392,
  moverHits: 40400,
  moverHitSize: 56,
  // Of a world's own record, from its start.
  worldPositions: 0,
  worldQuaternions: 4,
  worldCapacity: 8,
  worldSize: 12,
  worldContactCount: 16,
  worldPairs: 20,
  worldNormals: 24,
  worldPoints: 28,
  worldBeganCount: 32,
  worldBegan: 36,
  worldEndedCount: 40,
  worldEnded: 44,
  worldTouchingCount: 48,
  worldTouching: 52,
  worldCandidateCount: 56,
  worldBroadPhase: 60,
  worldTimings: 64,
  worldImpactCount: 96,
  worldImpacts: 100,
  worldFeatures: 104,
  worldPointPlaces: 108,
  worldPointOrigins: 112,
  // Of the elements of a world's lists.
  sweptImpactSize: 64,
  sweptImpactTime: 0,
  sweptImpactPoint: 8,
  sweptImpactNormal: 32,
  sweptImpactRows: 56,
  contactPointSize: 20,
  contactPointDepth: 12,
  contactPointId: 16,
} as const;

/** Ranges that the core checks and messages name, in metres. */
export const limits = { shapeMin: 1e-9, shapeMax: 1e9, coordinate: 1e12 } as const;

/** What a call returns instead of an answer when it failed; the fault record says why. */
export const CALL_FAILED = 0xffffffff;
/** Bits of the return value of a move. */
export const MOVE_GROUNDED = 1;
export const MOVE_CRUSHED = 2;
/** The same from a call that bypasses embind, which would have dropped the sign. */
export const PAIR_CALL_FAILED = -1;
/** What a query returns in place of a row when it found nothing. */
export const NO_ROW = 0xfffffffe;

/** `Status` of the core. */
export const Status = { ok: 0, invalidArgument: 1, degenerateShape: 2, outOfMemory: 3, staleHandle: 4 } as const;

/** `Argument` of the bindings: which argument a fault is about. */
export const Argument = { none: 0, shapeA: 1, poseA: 2, shapeB: 3, poseB: 4, value: 5 } as const;

/** `ShapeType` of the core. */
export const ShapeType = {
  sphere: 0,
  box: 1,
  capsule: 2,
  cylinder: 3,
  cone: 4,
  ellipsoid: 5,
  convexHull: 6,
  triangle: 7,
  roundBox: 8,
  taperedCapsule: 9,
  compound: 10,
  triangleMesh: 11,
  heightField: 12,
  voxels: 13,
  halfSpace: 14,
} as const;

/** `BroadPhase` of the core: the index is the number. */
export const broadPhases = ["automatic", "sweep-and-prune", "bvh", "brute-force"] as const;

/** Bits that say which kind of collider a row is; `known` and `live` are those of a snapshot's rows. */
export const RowFlag = { static: 1, sensor: 2, continuous: 4, known: 8, live: 16, disabled: 32 } as const;

/** Everything above as the core lists it. */
export const recordNumbers: readonly number[] = [
  ...[layout, limits].flatMap((numbers) => Object.values<number>(numbers)),
  CALL_FAILED,
  NO_ROW,
  ...[Status, Argument, ShapeType].flatMap((numbers) => Object.values<number>(numbers)),
  ...broadPhases.keys(),
  ...Object.values(RowFlag),
];

/** Numbers of a pose: position x, y, z, quaternion x, y, z, w. */
export const POSE_SIZE = 7;
/** Room of a contact point, in doubles: on A, on B, depth; then the id in 32 bits. */
export const CONTACT_POINT_SIZE = 8;
export const BLOCK_PAIRS = layout.blockPairs;
export const BLOCK_RAYS = layout.blockRays;

/** The records as `CoreMemory` uses them. The arguments of a call are up to four poses, then up to two vectors. */
export const RECORDS = {
  size: layout.size,
  fault: layout.fault,
  report: layout.report,
  input: layout.poses,
  inputCount: (layout.vectors - layout.poses) / 8 + 6,
} as const;
/** Index of the vectors among the arguments. */
export const INPUT_VECTORS = (layout.vectors - layout.poses) / 8;

// Indices into the view of doubles.
export const POSE_A = layout.poses / 8;
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
export const MOVER_REMAINING = layout.moverRemaining / 8;
export const MOVER_HITS = layout.moverHits / 8;
export const MOVER_HIT_SIZE = layout.moverHitSize / 8;

// Indices into the view of 32-bit numbers. Features are part and triangle, of A then of B where there are two shapes.
export const CONTACT_FEATURES = layout.contactFeatures / 4;
export const DISTANCE_FEATURES = layout.distanceFeatures / 4;
export const RAY_FEATURE = layout.rayFeature / 4;
export const CLOSEST_FEATURE = layout.closestFeature / 4;
export const IMPACT_FEATURES = layout.impactFeatures / 4;
export const MOVER_GROUND_ROW = layout.moverGroundRow / 4;
export const MOVER_HIT_COUNT = layout.moverHitCount / 4;

// Words of a world's record.
export const POSITIONS = layout.worldPositions / 4;
export const QUATERNIONS = layout.worldQuaternions / 4;
export const CAPACITY = layout.worldCapacity / 4;
export const SIZE = layout.worldSize / 4;
export const CONTACT_COUNT = layout.worldContactCount / 4;
export const PAIRS = layout.worldPairs / 4;
export const NORMALS = layout.worldNormals / 4;
export const WORLD_POINTS = layout.worldPoints / 4;
export const BEGAN_COUNT = layout.worldBeganCount / 4;
export const BEGAN = layout.worldBegan / 4;
export const ENDED_COUNT = layout.worldEndedCount / 4;
export const ENDED = layout.worldEnded / 4;
export const TOUCHING_COUNT = layout.worldTouchingCount / 4;
export const TOUCHING = layout.worldTouching / 4;
export const CANDIDATE_COUNT = layout.worldCandidateCount / 4;
export const BROAD_PHASE = layout.worldBroadPhase / 4;
export const IMPACT_COUNT = layout.worldImpactCount / 4;
export const IMPACTS = layout.worldImpacts / 4;
export const FEATURES = layout.worldFeatures / 4;
export const POINT_PLACES = layout.worldPointPlaces / 4;
export const POINT_ORIGINS = layout.worldPointOrigins / 4;
/** The first of four doubles of a world's record. */
export const TIMINGS = layout.worldTimings / 8;
