#include "border_numbers.h"
#include "world_store.h"

/// The numbers that the borders of space and of the plane have in common; border_numbers.h has the others.

namespace hyperplane::bindings {
namespace {

constexpr BorderNumber k_common_numbers[] = {
    {"records:size", sizeof(Records)},
    HYPERPLANE_PLACE("records:", Records, fault),
    HYPERPLANE_PLACE("records:", Records, report),
    // The arguments of a call: poses, then vectors.
    {"records:input", offsetof(Records, poses) / sizeof(double)},
    {"records:input_count", (sizeof(Records::poses) + sizeof(Records::vectors)) / sizeof(double)},
    {"input_vectors", (offsetof(Records, vectors) - offsetof(Records, poses)) / sizeof(double)},
    HYPERPLANE_PLACE("", Records, poses),
    HYPERPLANE_PLACE("", Records, results),
    HYPERPLANE_PLACE("", Records, block_shapes),
    HYPERPLANE_PLACE("", Records, block_poses),
    HYPERPLANE_PLACE("", Records, block_answers),
    HYPERPLANE_PLACE("", Records, block_verdicts),
    {"pose.size", sizeof(Pose) / sizeof(double)},
    {"block_pairs", k_block_pairs},
    {"block_rays", k_block_rays},
    {"call_failed", k_fault},
    {"no_row", k_no_row},
    HYPERPLANE_PLACE("", WorldRecord, positions),
    HYPERPLANE_PLACE("", WorldRecord, rotations),
    HYPERPLANE_PLACE("", WorldRecord, capacity),
    HYPERPLANE_PLACE("", WorldRecord, size),
    HYPERPLANE_PLACE("", WorldRecord, contact_count),
    HYPERPLANE_PLACE("", WorldRecord, pairs),
    HYPERPLANE_PLACE("", WorldRecord, normals),
    HYPERPLANE_PLACE("", WorldRecord, points),
    HYPERPLANE_PLACE("", WorldRecord, began_count),
    HYPERPLANE_PLACE("", WorldRecord, began),
    HYPERPLANE_PLACE("", WorldRecord, ended_count),
    HYPERPLANE_PLACE("", WorldRecord, ended),
    HYPERPLANE_PLACE("", WorldRecord, touching_count),
    HYPERPLANE_PLACE("", WorldRecord, touching),
    HYPERPLANE_PLACE("", WorldRecord, candidate_count),
    HYPERPLANE_PLACE("", WorldRecord, broad_phase),
    HYPERPLANE_PLACE("", WorldRecord, timings),
    HYPERPLANE_PLACE("", WorldRecord, impact_count),
    HYPERPLANE_PLACE("", WorldRecord, impacts),
    HYPERPLANE_PLACE("", WorldRecord, features),
    HYPERPLANE_PLACE("", WorldRecord, point_places),
    HYPERPLANE_PLACE("", WorldRecord, point_origins),
    {"swept_impact.size", sizeof(SweptImpact) / sizeof(double)},
    HYPERPLANE_PLACE("swept_impact.", SweptImpact, time),
    HYPERPLANE_PLACE("swept_impact.", SweptImpact, point),
    HYPERPLANE_PLACE("swept_impact.", SweptImpact, normal),
    HYPERPLANE_PLACE("swept_impact.", SweptImpact, a),
    HYPERPLANE_ENUMERATOR(Status, ok),
    HYPERPLANE_ENUMERATOR(Status, invalid_argument),
    HYPERPLANE_ENUMERATOR(Status, degenerate_shape),
    HYPERPLANE_ENUMERATOR(Status, out_of_memory),
    HYPERPLANE_ENUMERATOR(Status, stale_handle),
    HYPERPLANE_ENUMERATOR(Argument, none),
    HYPERPLANE_ENUMERATOR(Argument, shape_a),
    HYPERPLANE_ENUMERATOR(Argument, pose_a),
    HYPERPLANE_ENUMERATOR(Argument, shape_b),
    HYPERPLANE_ENUMERATOR(Argument, pose_b),
    HYPERPLANE_ENUMERATOR(Argument, value),
    HYPERPLANE_ENUMERATOR(BroadPhase, automatic),
    HYPERPLANE_ENUMERATOR(BroadPhase, sweep_and_prune),
    HYPERPLANE_ENUMERATOR(BroadPhase, bvh),
    HYPERPLANE_ENUMERATOR(BroadPhase, brute_force),
    {"RowFlag:static", k_static},
    {"RowFlag:sensor", k_sensor},
    {"RowFlag:continuous", k_continuous},
    {"RowFlag:known", k_known},
    {"RowFlag:live", k_live},
    {"RowFlag:disabled", k_disabled},
    {"move_grounded", k_move_grounded},
    {"move_crushed", k_move_crushed},
    {"move_sensors", k_move_sensors},
    {"move_notes", k_move_notes},
    {},
};

}  // namespace

HYPERPLANE_BORDER(common_numbers)
HYPERPLANE_BORDER(own_numbers)

}  // namespace hyperplane::bindings
