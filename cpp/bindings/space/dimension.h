#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <hyperplane/character.h>

#include "../address.h"
#include "../query_rows.h"
#include "../report.h"
#include "../world_record.h"
#include "math/vec3.h"
#include "narrowphase/pair/plain_pose.h"
#include "records.h"
#include "shape_store.h"

/// What the sources that both modules compile know of space: its types, and how they cross the border. The counterpart
/// is plane/dimension.h.

namespace hyperplane::bindings {

using Vector = Vec3;
/// Numbers of a vector.
inline constexpr std::size_t k_axes = 3;
/// The part of a shape that an answer is about, and the numbers that say so; for an impact, those of both shapes.
using Part = PartFeature;
inline constexpr std::size_t k_part_numbers = 2, k_impact_part_numbers = 4;

inline bool is_direction(const Vec3& vector) { return is_finite(vector) && max_component(abs(vector)) > 0.0; }

/// Whether vectors are certainly the origin and the direction of a ray, as nearly all are.
inline bool is_plain_ray(const Vec3& origin, const Vec3& direction) {
  const auto sum = [](const Vec3& vector) { return std::fabs(vector.x) + std::fabs(vector.y) + std::fabs(vector.z); };
  const double along = sum(direction);
  return sum(origin) <= k_max_coordinate && along > 0.0 && along <= std::numeric_limits<double>::max();
}

inline double* put(double* out, const Vec3& vector) { return put(put(put(out, vector.x), vector.y), vector.z); }
inline double* put(double* out, const PartFeature& feature) { return put(put(out, feature.part), feature.triangle); }
template <class Answer>
const PartFeature& part_of(const Answer& answer) {
  return answer.feature;
}
/// @param answer about two shapes.
template <class Answer>
double* put_parts(double* out, const Answer& answer) {
  const PairFeatures& features = answer.features;
  return put(put(out, PartFeature{features.part_a, features.triangle_a}),
             PartFeature{features.part_b, features.triangle_b});
}

/// The place of results that are only numbers.
inline double* results() { return &records().results[0].x; }

// Each result has a place of its own in the records.
/// Member by member: for copies of more than 64 bytes the compiler calls a function of the engine.
inline void keep(const RayHit& hit) {
  RayHit& ray = records().ray;
  ray.distance = hit.distance;
  ray.point = hit.point;
  ray.normal = hit.normal;
  ray.feature = hit.feature;
}
inline void keep(const ClosestPoint& closest) { records().closest = closest; }
inline void keep(const Impact& impact) { records().impact = impact; }
inline void keep(const Distance& distance) { records().distance = distance; }
/// The report receives the rows that the move tested, if it notes them. @return false if memory runs out.
inline bool keep(const MoverResult& result, std::span<const std::uint32_t> tested, bool notes) {
  if (notes) {
    const std::span<double> report = make_report(tested.size());
    if (report.size() != tested.size()) return false;
    std::copy(tested.begin(), tested.end(), report.begin());
  }
  records().mover = result;
  return true;
}

/// Sets what the record says of rotations and contacts.
inline void describe_arrays(World& world, WorldRecord& record) {
  const ContactList contacts = world.contacts();
  record.rotations = address_of(world.quaternions());
  record.points = address_of(contacts.points.points);
  record.point_places = address_of(contacts.points.places);
  record.point_origins = address_of(contacts.points.origins);
  record.features = contacts.features.empty() ? 0 : address_of(contacts.features);
}
/// Frees what a closed world need not keep.
inline void shrink(World& world) { world.keep_only_rows(); }
inline Result<Snapshot> snapshot_of(const World& world, bool with_shapes) { return world.snapshot({with_shapes}); }

}  // namespace hyperplane::bindings
