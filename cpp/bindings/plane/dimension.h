#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/plane_character.h>

#include "../address.h"
#include "../held_shapes.h"
#include "../query_rows.h"
#include "../report.h"
#include "../world_record.h"
#include "records.h"

/// What the sources that both modules compile know of the plane; see space/dimension.h.

namespace hyperplane::bindings {

using plane::CharacterHits;
using plane::CharacterOptions;
using plane::CharacterState;
using plane::ClosestPoint;
using plane::ColliderOptions;
using plane::ContactList;
using plane::Distance;
using plane::Impact;
using plane::k_last_shape_type;
using plane::make_world;
using plane::MoverHit;
using plane::MoverOptions;
using plane::MoverResult;
using plane::Pose;
using plane::RayHit;
using plane::RestoredWorld;
using plane::Shape;
using plane::Sweep;
using plane::SweptImpact;
using plane::World;
using plane::WorldClosestPoint;
using plane::WorldDistance;
using plane::WorldImpact;
using plane::WorldPtr;
using plane::WorldRayHit;

using Vector = plane::Vec2;
inline constexpr std::size_t k_axes = 2;
/// -1: the shape has no parts.
using Part = std::int32_t;
/// For an impact, both parts, and 1 if the search converged.
inline constexpr std::size_t k_part_numbers = 1, k_impact_part_numbers = 3;

/// The item of a fault that is about none.
inline constexpr std::uint32_t k_no_item = 0xffffffff;

/// Frees the polygon or composite that a shape points to, which the store owns.
inline void free_data(const Shape& shape) {
  plane::PolygonDeleter{}(shape.polygon);
  plane::CompositeDeleter{}(shape.composite);
}

/// The shapes that JavaScript refers to. It holds each that it made, a compound those of its parts.
extern HeldShapes<Shape, &free_data> shape_store;

/// `check_pose` is quick enough.
constexpr bool is_plainly_valid(const Pose& /*pose*/) { return false; }
inline bool is_direction(Vector vector) {
  return std::isfinite(vector.x) && std::isfinite(vector.y) && (vector.x != 0.0 || vector.y != 0.0);
}

/// `accept_ray` is quick enough.
constexpr bool is_plain_ray(Vector /*origin*/, Vector /*direction*/) { return false; }

inline double* put(double* out, Vector vector) { return put(put(out, vector.x), vector.y); }
template <class Answer>
Part part_of(const Answer& answer) {
  return answer.part;
}
inline double* put_parts(double* out, const Impact& impact) {
  return put(put(put(out, impact.part_a), impact.part_b), impact.converged ? 1.0 : 0.0);
}

inline double* put_parts(double* out, const Distance& distance) {
  return put(put(out, distance.part_a), distance.part_b);
}

inline double* results() { return records().results; }

/// Which parts the results are about.
inline void keep_parts(Part a, Part b = -1) {
  records().parts[0] = a;
  records().parts[1] = b;
}
inline void keep(const RayHit& hit) {
  put(put(put(results(), hit.distance), hit.point), hit.normal);
  keep_parts(hit.part);
}
inline void keep(const ClosestPoint& closest) {
  put(put(put(results(), closest.distance), closest.point), closest.normal);
  keep_parts(closest.part);
}
/// Distance, point on A, on B, normal.
inline void keep(const Distance& distance) {
  put(put(put(put(results(), distance.distance), distance.point_a), distance.point_b), distance.normal);
  keep_parts(distance.part_a, distance.part_b);
}
inline void keep(const Impact& impact) {
  put(put(put(put(results(), impact.time), impact.point), impact.normal), impact.converged ? 1.0 : 0.0);
  keep_parts(impact.part_a, impact.part_b);
}
/// The report: position and remaining motion; row, point and normal of the ground; number of hits, and row, point and
/// normal of each; then the rows that the move tested, if it notes them. @return false if memory runs out.
inline bool keep(const MoverResult& result, std::span<const std::uint32_t> tested, bool notes) {
  const std::span<const MoverHit> hits(result.hits, static_cast<std::size_t>(result.hit_count));
  double* out = make_report(10 + 5 * hits.size() + (notes ? tested.size() : 0)).data();
  if (out == nullptr) return false;
  out = put(put(put(out, result.position), result.remaining), result.ground_row);
  out = put(put(put(out, result.ground_point), result.ground_normal), result.hit_count);
  for (const MoverHit& hit : hits) out = put(put(put(out, hit.row), hit.point), hit.normal);
  for (std::size_t i = 0; notes && i < tested.size(); ++i) out = put(out, tested[i]);
  return true;
}

inline void describe_arrays(World& world, WorldRecord& record) {
  record.rotations = address_of(world.angles());
  record.points = address_of(world.contacts().points);
}
inline void shrink(World& /*world*/) {}
inline Result<Snapshot> snapshot_of(const World& world, bool /*with_shapes*/) { return world.snapshot(); }

}  // namespace hyperplane::bindings
