#include <hyperplane/plane_pair.h>

#include "core/constants.h"
#include "plane/contact.h"
#include "plane/separation.h"

namespace hyperplane::plane {
namespace {

/// Whether the circles around two shapes are apart.
bool is_far(const Pair& pair) {
  const double reach = pair.a.reach + pair.b.reach;
  return dot(pair.offset, pair.offset) > reach * reach * (1.0 + 8.0 * k_plane_ray_thickness);
}

bool intersects_at(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Pair pair = pair_of(a, frame_of(a, pose_a), b, frame_of(b, pose_b));
  if (is_far(pair)) return false;
  return separate(pair, pair.radius()).gap <= pair.radius();
}

}  // namespace

bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return intersects_at(a, pose_a, b, pose_b);
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Frame frame = frame_of(a, pose_a);
  const Pair pair = pair_of(a, frame, b, frame_of(b, pose_b));
  const Separation at = separate(pair, HUGE_VAL);
  const CorePoints core = witness_points(pair, at);
  Distance result;
  result.distance = at.gap - pair.radius();
  result.normal = rotate(frame.rotation, at.normal);
  result.point_a = to_world(frame, core.on_a + at.normal * a.radius);
  result.point_b = to_world(frame, core.on_b - at.normal * b.radius);
  return result;
}

Contact collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Frame frame = frame_of(a, pose_a);
  const Pair pair = pair_of(a, frame, b, frame_of(b, pose_b));
  if (is_far(pair)) return {};
  const Separation at = separate(pair, pair.radius());
  if (at.gap > pair.radius()) return {};
  return contact_of(pair, frame, at);
}

void distance_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Shape& a = *shapes[2 * i];
    const Shape& b = *shapes[2 * i + 1];
    const Frame frame = frame_of(a, poses[2 * i]);
    const Pair pair = pair_of(a, frame, b, frame_of(b, poses[2 * i + 1]));
    const Separation at = separate(pair, HUGE_VAL);
    answers[i] = {rotate(frame.rotation, at.normal), at.gap - pair.radius()};
  }
}

void mtv_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Shape& a = *shapes[2 * i];
    const Shape& b = *shapes[2 * i + 1];
    const Frame frame = frame_of(a, poses[2 * i]);
    const Pair pair = pair_of(a, frame, b, frame_of(b, poses[2 * i + 1]));
    answers[i] = {};
    if (is_far(pair)) continue;
    const Separation at = separate(pair, pair.radius());
    if (at.gap <= pair.radius()) answers[i] = {rotate(frame.rotation, at.normal), pair.radius() - at.gap};
  }
}

void intersects_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                      std::span<std::uint8_t> verdicts) {
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i] = intersects_at(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]) ? 1 : 0;
  }
}

}  // namespace hyperplane::plane
