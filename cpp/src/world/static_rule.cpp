#include "world/static_rule.h"

#include <cmath>

#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "query/static_siblings.h"

namespace hyperplane {
namespace {

/// Above this ratio of the sizes of a mover and a static collider, the tolerances of flush_contact.h, which follow
/// both, exceed the reach of StaticNeighbours.
constexpr double k_most_ratio = 1e4;

/// Angle, rad, within which a direction is the normal of a face, so closely that the heights of neighbours along both
/// differ by less than half of the tolerance by which one must rise above a face to count.
constexpr double k_same_normal = 1e-10;

void shift(ContactManifold& contact, const Vec3& by) {
  for (int i = 0; i < contact.point_count; ++i) {
    contact.points[i].on_a += by;
    contact.points[i].on_b += by;
  }
}

}  // namespace

StaticRule::Sides StaticRule::sides_of(std::uint32_t a, std::uint32_t b) const {
  const bool static_is_a = (storage_.flags[a] & Storage::k_static) != 0;
  return {static_is_a ? a : b, static_is_a ? b : a, static_is_a};
}

bool StaticRule::may_meet(std::uint32_t mover, std::uint32_t row) const {
  if ((storage_.layers[mover] & storage_.masks[row]) == 0) return false;
  const bool may_be_ignored = (storage_.flags[mover] & storage_.flags[row] & Storage::k_ignores) != 0;
  return !may_be_ignored || !storage_.ignored.contains(mover < row ? mover : row, mover < row ? row : mover);
}

bool StaticRule::may_stop(std::uint32_t fixed, std::uint32_t mover, const Pose& pose, const Vec3& point,
                          const Vec3& way, Vec3& direction) const {
  const Shape of_fixed = storage_.shapes[fixed], of_mover = storage_.shapes[mover];
  if (is_composite(of_fixed.type)) return true;
  const auto accepts = [&](std::uint32_t row) { return may_meet(mover, row); };
  const StaticSiblings siblings(scene_, fixed, storage_.masks[mover], accepts, nullptr);
  const Vec3 local = point - siblings.position();
  const double reach = k_flush_reach * min(size_of(of_fixed), size_of(of_mover));
  if (!siblings.have_boundary_near({&local, 1}, reach)) return true;
  const SiblingSearch search = siblings;
  const FlushPart part{of_fixed, {{}, storage_.seen_pose(fixed).rotation}, &search};
  const FlushPart other{of_mover, {pose.position - siblings.position(), pose.rotation}};
  // A normal that may be that of a face beside the seam is off by as much.
  if (may_push(part, other, local, direction, k_seam_tilt)) return -dot(direction, way) > k_seam_tilt * length(way);
  return find_stopping_face(part, other, local, way, direction);
}

bool StaticRule::is_free_face(std::uint32_t row, const Vec3& direction) const {
  const Vec3 local = transpose_times(to_matrix(storage_.seen_pose(row).rotation), direction);
  for (int k = 0; k < 3; ++k) {
    const double u = component(local, (k + 1) % 3), v = component(local, (k + 2) % 3);
    if (std::fabs(u) > k_same_normal || std::fabs(v) > k_same_normal) continue;
    const unsigned face = component(local, k) > 0.0 ? 1u << k : 8u << k;
    return (neighbours_.risen_faces(row) & face) == 0;
  }
  return false;
}

bool StaticRule::apply(std::uint32_t a, std::uint32_t b, FlushFaces which, ContactManifold& contact) const {
  const Sides sides = sides_of(a, b);
  const std::uint32_t fixed = sides.fixed, mover = sides.mover;
  const Shape of_fixed = storage_.shapes[fixed];
  if (is_composite(of_fixed.type)) return true;
  const double size = size_of(of_fixed), mover_size = size_of(storage_.shapes[mover]);
  const bool has_list = !neighbours_.are_many(fixed) && mover_size <= k_most_ratio * size;
  const std::span<const std::uint32_t> near = has_list ? neighbours_.of(fixed) : std::span<const std::uint32_t>();
  if (has_list && !neighbours_.may_be_flush(fixed)) return true;
  const Vec3 outwards = sides.static_is_a ? contact.normal : -contact.normal;
  if (has_list && of_fixed.type == ShapeType::box && is_free_face(fixed, outwards)) return true;
  return decide(sides, storage_.seen_pose(mover), which, has_list ? &near : nullptr, contact);
}

bool StaticRule::apply_at(std::uint32_t a, std::uint32_t b, const Pose& mover_pose, ContactManifold& contact) const {
  return decide(sides_of(a, b), mover_pose, FlushFaces::around, nullptr, contact);
}

bool StaticRule::decide(const Sides& sides, const Pose& mover_pose, FlushFaces which,
                        const std::span<const std::uint32_t>* near, ContactManifold& contact) const {
  const std::uint32_t fixed = sides.fixed, mover = sides.mover;
  const bool static_is_a = sides.static_is_a;
  const Shape of_fixed = storage_.shapes[fixed], of_mover = storage_.shapes[mover];
  if (is_composite(of_fixed.type)) return true;
  const auto accepts = [&](std::uint32_t row) { return may_meet(mover, row); };
  const StaticSiblings siblings(scene_, fixed, storage_.masks[mover], accepts, near);
  const Vec3 position = siblings.position();
  Vec3 points[4];
  for (int i = 0; i < contact.point_count; ++i) {
    points[i] = (static_is_a ? contact.points[i].on_a : contact.points[i].on_b) - position;
  }
  const double reach = k_flush_reach * min(size_of(of_fixed), size_of(of_mover));
  if (!siblings.have_boundary_near({points, static_cast<std::size_t>(contact.point_count)}, reach)) return true;

  const PlacedPart part = part_of(of_mover, {mover_pose.position - position, mover_pose.rotation},
                                  static_is_a ? contact.features.part_b : contact.features.part_a);
  // Triangles have a rule of their own.
  if (is_composite(part.shape->type)) return true;
  const StaticSiblings all(scene_, fixed, storage_.masks[mover], accepts, nullptr);
  const SiblingSearch search = siblings, search_all = all;
  const FlushPart fixed_part{of_fixed, {{}, storage_.seen_pose(fixed).rotation}, &search, &search_all};
  const FlushPart mover_part{*part.shape, part.pose};
  ContactManifold local = contact;
  shift(local, -position);
  const FlushVerdict verdict = static_is_a ? apply_flush_rule(fixed_part, mover_part, which, local)
                                           : apply_flush_rule(mover_part, fixed_part, which, local);
  if (verdict == FlushVerdict::snapped) {
    shift(local, position);
    contact = local;
  }
  return verdict != FlushVerdict::left;
}

}  // namespace hyperplane
