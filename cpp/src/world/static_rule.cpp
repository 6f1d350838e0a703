#include "world/static_rule.h"

#include <cmath>

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/surface_part.h"
#include "query/static_siblings.h"
#include "shape/triangle.h"

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
  return (storage_.layers[mover] & storage_.masks[row]) != 0 && !storage_.are_ignored(mover, row);
}

bool StaticRule::may_stop(std::uint32_t fixed, std::uint32_t mover, bool static_is_a, const Pose& pose,
                          const Impact& impact, const Vec3& way, Vec3& direction) const {
  const Shape of_fixed = storage_.shapes[fixed], of_mover = storage_.shapes[mover];
  const auto accepts = [&](std::uint32_t row) { return may_meet(mover, row); };
  const StaticSiblings siblings(scene_, fixed, storage_.masks[mover], accepts, nullptr);
  const Vec3 local = impact.point - siblings.position();
  const PairFeatures& where = impact.features;
  const std::int32_t number = static_is_a ? where.part_a : where.part_b;
  const Quat placed_in = normalized(storage_.seen_pose(fixed).rotation);
  const PlacedPart placed = part_of(of_fixed, {{}, placed_in}, number);
  const Surface surface(*placed.shape);
  const std::int32_t triangle = static_is_a ? where.triangle_a : where.triangle_b;
  const Shape shape =
      surface.exists() ? surface.triangle_shape(static_cast<std::uint32_t>(max(triangle, 0))) : *placed.shape;
  const FlushPart other{of_mover, {pose.position - siblings.position(), pose.rotation}};
  const Vec3 middle = frame_of(other.pose) * inner_point_of(of_mover);
  const double size_of_fixed = size_of(of_fixed), size_of_mover = size_of(of_mover),
               placing = flush_placing(siblings.position(), size_of_fixed, size_of_mover),
               reach = k_flush_reach * min(size_of_fixed, size_of_mover) + placing;
  // On the side that the mover comes from, also where it lies flat in the plane of what it meets.
  const Vec3 before = direction * reach;
  // An edge inside the surface.
  if (triangle >= 0 && !can_push({surface, triangle, placed.pose, local + before}, local, direction)) return false;
  const PartSiblings own(of_fixed, {{}, placed_in}, number);
  const auto visit_all = [&](const Vec3& at, double margin, ShapeSearch visit) {
    if (own.exist()) own(at, margin, visit);
    siblings(at, margin, visit);
  };
  const SiblingSearch search = visit_all;
  const bool is_beside = siblings.have_boundary_near({&local, 1}, reach);
  // Whether the top of a tile hides its own sides: where another tile lies beside them.
  bool hides_itself = is_beside || !surface.exists();
  for (int i = 0; i < 3 && !hides_itself; ++i) {
    const Triangle flat(shape);
    const Vec3 corner = frame_of(placed.pose) * (flat.origin + flat.corner(i));
    hides_itself = siblings.have_boundary_near({&corner, 1}, reach);
    if (hides_itself || !own.exist()) continue;
    visit_parts_around(own, corner, reach, [&](const Shape& beside, const Pose& at) {
      hides_itself = std::fabs(distance_at(beside, frame_of(at), corner)) <= reach;
      return !hides_itself;
    });
  }
  // What touches the side of a convex part for the first time has no middle behind the top.
  const auto visit_between = [&](const Vec3& from, const Vec3& to, ShapeSearch visit) {
    if (hides_itself && !visit(*placed.shape, placed.pose)) return;
    if (own.exist()) own.visit_between(from, to, visit);
    siblings.visit_between(from, to, visit);
  };
  const SegmentSearch between = visit_between;
  if (!own.exist() && !is_beside &&
      !is_hidden(between, shape, frame_of(placed.pose), local, direction, middle + before, reach)) {
    return true;
  }
  const FlushPart part{shape, placed.pose, &search, nullptr, &between, placing};
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

void StaticRule::visit_part_contacts(std::uint32_t a, std::uint32_t b,
                                     FunctionRef<void(ContactManifold&, bool)> visit) const {
  const Sides sides = sides_of(a, b);
  const bool has_list = !neighbours_.are_many(sides.fixed);
  const std::span<const std::uint32_t> near = has_list ? neighbours_.of(sides.fixed) : std::span<const std::uint32_t>();
  visit_part_contacts(a, b, storage_.seen_pose(sides.mover), has_list ? &near : nullptr, visit);
}

void StaticRule::visit_part_contacts_at(std::uint32_t a, std::uint32_t b, const Pose& mover_pose,
                                        FunctionRef<void(ContactManifold&, bool)> visit) const {
  visit_part_contacts(a, b, mover_pose, nullptr, visit);
}

void StaticRule::visit_part_contacts(std::uint32_t a, std::uint32_t b, const Pose& mover_pose,
                                     const std::span<const std::uint32_t>* near,
                                     FunctionRef<void(ContactManifold&, bool)> visit) const {
  const Shape shape_a = storage_.shapes[a], shape_b = storage_.shapes[b];
  const Sides sides = sides_of(a, b);
  const bool static_is_a = sides.static_is_a;
  const Pose pose_a = static_is_a ? storage_.seen_pose(a) : mover_pose;
  const Pose pose_b = static_is_a ? mover_pose : storage_.seen_pose(b);
  if (!is_composite(storage_.shapes.type(sides.fixed)) || (near != nullptr && near->empty())) {
    hyperplane::visit_part_contacts(shape_a, pose_a, shape_b, pose_b, nullptr, visit);
    return;
  }
  const auto accepts = [&](std::uint32_t row) { return may_meet(sides.mover, row); };
  const StaticSiblings siblings(scene_, sides.fixed, storage_.masks[sides.mover], accepts, near);
  const Shape& of_mover = static_is_a ? shape_b : shape_a;
  const double size_of_fixed = size_of(static_is_a ? shape_a : shape_b), size_of_mover = size_of(of_mover);
  const Aabb around =
      grown_by(bounds(of_mover, {mover_pose.position - siblings.position(), mover_pose.rotation}), size_of_mover);
  if (!siblings.are_within(around)) {
    hyperplane::visit_part_contacts(shape_a, pose_a, shape_b, pose_b, nullptr, visit);
    return;
  }
  // As everywhere, what is farther from a body than its size is not beside it: disturb_movers counts on that.
  const auto visit_near = [&](const Vec3& point, double margin, ShapeSearch visit_one) {
    if (overlaps({point, point}, around)) siblings(point, margin, visit_one);
  };
  const auto visit_between = [&](const Vec3& from, const Vec3& to, ShapeSearch visit_one) {
    siblings.visit_between(from, to, visit_one);
  };
  const KnownSiblings known{static_is_a, siblings.position(), visit_near, visit_between,
                            flush_placing(siblings.position(), size_of_fixed, size_of_mover)};
  hyperplane::visit_part_contacts(shape_a, pose_a, shape_b, pose_b, &known, visit);
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
  const double size_of_fixed = size_of(of_fixed), size_of_mover = size_of(of_mover),
               placing = flush_placing(position, size_of_fixed, size_of_mover),
               reach = k_flush_reach * min(size_of_fixed, size_of_mover) + placing;
  const std::span<const Vec3> all_points{points, static_cast<std::size_t>(contact.point_count)};
  const Pose fixed_pose{{}, storage_.seen_pose(fixed).rotation},
      there{mover_pose.position - position, mover_pose.rotation};
  const SiblingSearch search = siblings;
  const auto visit_between = [&](const Vec3& from, const Vec3& to, ShapeSearch visit) {
    siblings.visit_between(from, to, visit);
  };
  const SegmentSearch between = visit_between;
  const bool may_hide = near == nullptr || neighbours_.have_composites(fixed);
  const auto is_any_hidden = [&] {
    const Aabb body = bounds(of_mover, there);
    const Vec3 middle = (body.min + body.max) * 0.5, outwards = static_is_a ? contact.normal : -contact.normal;
    bool found = false;
    for (const Vec3& point : all_points) {
      found = found || is_hidden(between, of_fixed, frame_of(fixed_pose), point, outwards, middle, reach);
    }
    return found;
  };
  if (!siblings.have_boundary_near(all_points, reach) && !(may_hide && is_any_hidden())) return true;

  const PlacedPart part = part_of(of_mover, there, static_is_a ? contact.features.part_b : contact.features.part_a);
  // Triangles have a rule of their own.
  if (is_composite(part.shape->type)) return true;
  const StaticSiblings all(scene_, fixed, storage_.masks[mover], accepts, nullptr);
  const SiblingSearch search_all = all;
  const FlushPart fixed_part{of_fixed, fixed_pose, &search, &search_all, may_hide ? &between : nullptr, placing};
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
