#include <limits>
#include <type_traits>

#include <hyperplane/pair.h>

#include "composite/shape_extent.h"
#include "core/safe_rotation.h"
#include "hull/hull.h"
#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_pair_filter.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/half_space_pair.h"
#include "narrowphase/convex/compare_poses.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/convex/curved_distance.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/separation_cache.h"
#include "narrowphase/convex/tolerances.h"
#include "narrowphase/pair/collide_near.h"
#include "narrowphase/table/pair_table.h"
#include "shape/box.h"

/// The public queries about one pair: from world space to the frame of A, through the pair table, and back.
///
/// Every answer is computed in an order of the two shapes that does not depend on which of them is A, and flipped if
/// that order is (B, A). So shapes that touch within rounding get the same verdict when they are exchanged. Pairs of
/// boxes pass a 32-bit filter to box_box.h instead, and use the order only if the verdict is in doubt.

namespace hyperplane {
namespace {

bool are_boxes(const Shape& a, const Shape& b) { return a.type == ShapeType::box && b.type == ShapeType::box; }

bool are_in_order(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (a.type != b.type) return a.type < b.type;
  const int by_size = compare_numbers(a.parameters, b.parameters, parameter_count(a.type));
  if (by_size != 0) return by_size < 0;
  if (a.hull != b.hull && a.hull->hash() != b.hull->hash()) return a.hull->hash() < b.hull->hash();
  return compare_poses(pose_a, pose_b) <= 0;
}

/// Calls the pair table. Not inlined: one copy serves both orders, between which the caller branches.
/// @param is_exchanged whether the question was about (B, A).
template <class Answer>
[[gnu::noinline]] Answer ask_in_order(Answer (*PairFunctions::*function)(const Shape&, const Shape&, const Transform&),
                                      const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      bool is_exchanged) {
  const PairFrames frames = inlined_pair_frames(pose_a, pose_b);
  Answer result = (pair_functions(a.type, b.type).*function)(a, b, frames.b_in_a);
  if constexpr (!std::is_same_v<Answer, bool>) {
    to_world(frames.a, result);
    if (is_exchanged) exchange(result);
  }
  return result;
}

/// Calls the pair table in order.
template <class Answer>
Answer ask(Answer (*PairFunctions::*function)(const Shape&, const Shape&, const Transform&), const Shape& a,
           const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (are_in_order(a, pose_a, b, pose_b)) return ask_in_order(function, a, pose_a, b, pose_b, false);
  return ask_in_order(function, b, pose_b, a, pose_a, true);
}

/// Whether the distance of two convex shapes in order comes from GJK, which may end at a bound.
bool is_general(const Shape& a, const Shape& b) {
  return pair_functions(a.type, b.type).distance == &ConvexConvex::distance;
}

/// Whether a distance is as soon known as that it is beyond a bound: by closed forms, or because GJK ends there.
/// @param for_contact with cores that have curves, only the distance of a contact is: `distance` has the same bits with
/// and without a bound.
bool is_quick(const Shape& a, const Shape& b, bool for_contact) {
  const auto is_box = [](const Shape& shape) {
    return shape.type == ShapeType::box || shape.type == ShapeType::round_box || shape.type == ShapeType::capsule;
  };
  return a.type == ShapeType::sphere || b.type == ShapeType::sphere || (is_box(a) && is_box(b)) ||
         (is_general(a, b) && (for_contact || !has_curved_core(a, b)));
}

/// No less than the radius of the ball around a shape's origin: of boxes half of the sum of their edges.
double ball_around(const Shape& shape) {
  const double* const size = shape.parameters;
  if (shape.type == ShapeType::box) return 0.5 * (size[0] + size[1] + size[2]);
  return shape.type == ShapeType::capsule ? size[0] + 0.5 * size[1] : reach_of(shape);
}

/// Whether two shapes are certainly farther apart than a distance. @param distance m, at least 0 and finite.
bool are_apart_by(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double distance,
                  bool for_contact) {
  if (has_half_space(a, b)) return false;
  const double reach = (ball_around(a) + ball_around(b) + distance) * (1.0 + k_separation_margin);
  if (length_squared(pose_b.position - pose_a.position) > reach * reach) return true;
  Vec3 axis;
  return !has_composite(a, b) && !is_quick(a, b, for_contact) && still_separated(a, pose_a, b, pose_b, axis, distance);
}

/// @param most m: GJK ends where the distance is certainly above it, with infinity.
/// @param is_exchanged whether the question was about (B, A).
[[gnu::noinline]] Distance general_distance_in_order(const Shape& a, const Pose& pose_a, const Shape& b,
                                                     const Pose& pose_b, double most, bool is_exchanged) {
  const PairFrames frames = pair_frames(pose_a, pose_b);
  Distance result = ConvexConvex::distance_within(a, b, frames.b_in_a, most);
  to_world(frames.a, result);
  if (is_exchanged) exchange(result);
  return result;
}

Distance general_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double most) {
  if (are_in_order(a, pose_a, b, pose_b)) return general_distance_in_order(a, pose_a, b, pose_b, most, false);
  return general_distance_in_order(b, pose_b, a, pose_a, most, true);
}

/// @param is_exchanged whether the question was about (B, A).
[[gnu::noinline]] ContactManifold collide_near_in_order(const Shape& a, const Pose& pose_a, const Shape& b,
                                                        const Pose& pose_b, double margin, bool is_exchanged) {
  const PairFrames frames = pair_frames(pose_a, pose_b);
  ContactManifold contact;
  if (is_general(a, b)) {
    ConvexConvex::collide_within(a, b, frames.b_in_a, margin, contact);
    if (contact.point_count == 0) return contact;
  } else {
    const bool are_two_boxes = are_boxes(a, b);
    const Vec3 half_a = Box(a).half;
    const Distance apart = are_two_boxes ? box_distance(half_a, Box(b).half, frames.b_in_a, margin)
                                         : pair_functions(a.type, b.type).distance(a, b, frames.b_in_a);
    if (apart.distance > margin) return contact;
    const bool is_found =
        are_two_boxes ? box_manifold_within(half_a, Box(b).half, frames, apart, margin, is_exchanged, contact)
                      : a.type == ShapeType::box && b.type == ShapeType::capsule &&
                            box_capsule_manifold_within(half_a, b, frames, apart, margin, is_exchanged, contact);
    if (is_found) return contact;
    ConvexConvex::collide_at(a, b, frames.b_in_a, apart, margin, contact);
  }
  to_world(frames.a, contact);
  if (is_exchanged) exchange(contact);
  return contact;
}

}  // namespace

Result<bool> check_pose(const Pose& pose) {
  const Vec3 p = abs(pose.position);
  // Written so that NaN fails every comparison.
  if (!(p.x <= k_max_coordinate && p.y <= k_max_coordinate && p.z <= k_max_coordinate)) {
    return Result<bool>::failure(Status::invalid_argument, is_finite(pose.position)
                                                               ? "a coordinate of the position is beyond 1e12 m"
                                                               : "a coordinate of the position is not a finite number");
  }
  if (!is_finite(pose.rotation)) {
    return Result<bool>::failure(Status::invalid_argument, "a component of the quaternion is not a finite number");
  }
  if (pose.rotation.x == 0.0 && pose.rotation.y == 0.0 && pose.rotation.z == 0.0 && pose.rotation.w == 0.0) {
    return Result<bool>::failure(Status::invalid_argument, "the quaternion is zero");
  }
  return {Status::ok, true, ""};
}

bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (are_boxes(a, b)) {
    const BoxPairVerdict verdict = filter_separation(a.parameters, pose_a, b.parameters, pose_b);
    if (verdict != BoxPairVerdict::open) [[likely]]
      return verdict == BoxPairVerdict::intersect;
    return boxes_intersect_settled(Box(a).half, pose_a, Box(b).half, pose_b);
  }
  if (has_composite(a, b)) [[unlikely]]
    return composites_intersect(a, pose_a, b, pose_b);
  return ask(&PairFunctions::intersects, a, pose_a, b, pose_b);
}

Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!are_boxes(a, b)) {
    if (has_composite(a, b)) [[unlikely]]
      return composite_penetration(a, pose_a, b, pose_b);
    return ask(&PairFunctions::penetration, a, pose_a, b, pose_b);
  }
  const std::uint32_t candidates = filter_least_overlap(a.parameters, pose_a, b.parameters, pose_b);
  if (candidates == 0) return {};
  return penetration_of_open_boxes(Box(a).half, Box(b).half, inlined_pair_frames(pose_a, pose_b), candidates,
                                   [&] { return PosePair{pose_a, pose_b}; });
}

ContactManifold collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!are_boxes(a, b)) {
    if (has_composite(a, b)) [[unlikely]]
      return composite_collide(a, pose_a, b, pose_b);
    return ask(&PairFunctions::collide, a, pose_a, b, pose_b);
  }
  ContactManifold result;
  const std::uint32_t candidates = filter_least_overlap(a.parameters, pose_a, b.parameters, pose_b);
  if (candidates == 0) return result;
  collide_open_boxes(
      Box(a).half, Box(b).half, inlined_pair_frames(pose_a, pose_b), candidates,
      [&] { return PosePair{pose_a, pose_b}; }, result);
  return result;
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (!are_boxes(a, b)) {
    if (has_composite(a, b)) [[unlikely]]
      return composite_distance(a, pose_a, b, pose_b, std::numeric_limits<double>::infinity());
    return ask(&PairFunctions::distance, a, pose_a, b, pose_b);
  }
  const PairFrames frames = pair_frames(pose_a, pose_b);
  const Vec3 half_a = Box(a).half, half_b = Box(b).half;
  Distance result = box_distance(half_a, half_b, frames.b_in_a,
                                 [&] { return signed_box_sat_settled(half_a, pose_a, half_b, pose_b, frames.b_in_a); });
  to_world(frames.a, result);
  return result;
}

std::optional<Distance> distance_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        double max_distance) {
  // Depths have no such bound: those of composites may be greater than the overlap of the balls around them.
  const bool is_bounded = max_distance >= 0.0 && max_distance < std::numeric_limits<double>::infinity();
  if (is_bounded && are_apart_by(a, pose_a, b, pose_b, max_distance, false)) return std::nullopt;
  // Shapes may overlap deeper than any two parts of them.
  const Distance found = has_composite(a, b) ? composite_distance(a, pose_a, b, pose_b, max(max_distance, 0.0))
                         : is_bounded && is_general(a, b) && !has_curved_core(a, b)
                             ? general_distance(a, pose_a, b, pose_b, max_distance)
                             : distance(a, pose_a, b, pose_b);
  return found.distance <= max_distance ? std::optional(found) : std::nullopt;
}

std::size_t collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<ContactManifold> contacts) {
  return collide_all_within(a, pose_a, b, pose_b, 0.0, contacts);
}

ContactManifold collide_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin) {
  if (!(margin > 0.0)) return collide(a, pose_a, b, pose_b);
  if (has_composite(a, b)) return composite_collide_within(a, pose_a, b, pose_b, margin);
  if (are_apart_by(a, pose_a, b, pose_b, margin, true)) return {};
  return collide_near(a, pose_a, b, pose_b, margin);
}

ContactManifold collide_near(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin) {
  if (are_in_order(a, pose_a, b, pose_b)) return collide_near_in_order(a, pose_a, b, pose_b, margin, false);
  return collide_near_in_order(b, pose_b, a, pose_a, margin, true);
}

std::size_t collide_all_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                               std::span<ContactManifold> contacts) {
  if (has_composite(a, b)) return composite_collide_all(a, pose_a, b, pose_b, margin, contacts);
  const ContactManifold contact = collide_within(a, pose_a, b, pose_b, margin);
  if (contact.point_count == 0) return 0;
  if (!contacts.empty()) contacts[0] = contact;
  return 1;
}

}  // namespace hyperplane
