#include <hyperplane/plane_pair.h>

#include "core/sort.h"
#include "plane/composite_pair.h"
#include "plane/convex_pair.h"

namespace hyperplane::plane {
namespace {

bool has_composite(const Shape& a, const Shape& b) { return is_composite(a) || is_composite(b); }

/// The frames of a pair with a composite: A stands at the origin.
struct NearFrames {
  Frame a, b;

  NearFrames(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b)
      : a(frame_of_any(shape_a, {{}, pose_a.angle})),
        b(frame_of_any(shape_b, {pose_b.position - pose_a.position, pose_b.angle})) {}
};

Pair pair_at(const Shape& a, const Frame& frame_a, const Shape& b, const Pose& pose_b) {
  return pair_of(a, frame_a, b, frame_of(b, pose_b));
}

}  // namespace

bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const NearFrames frames(a, pose_a, b, pose_b);
    return composites_intersect(a, frames.a, b, frames.b);
  }
  return intersect_at(pair_at(a, frame_of(a, pose_a), b, pose_b));
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const NearFrames frames(a, pose_a, b, pose_b);
    Distance result = composite_distance(a, frames.a, b, frames.b);
    result.point_a = result.point_a + pose_a.position;
    result.point_b = result.point_b + pose_a.position;
    return result;
  }
  const Frame frame = frame_of(a, pose_a);
  return distance_at(pair_at(a, frame, b, pose_b), frame);
}

Contact collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const NearFrames frames(a, pose_a, b, pose_b);
    Contact contact = deepest_contact(a, frames.a, b, frames.b);
    shift(contact, pose_a.position);
    return contact;
  }
  const Frame frame = frame_of(a, pose_a);
  return collide_at(pair_at(a, frame, b, pose_b), frame);
}

std::size_t collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<Contact> contacts) {
  if (!has_composite(a, b)) {
    const Contact contact = collide(a, pose_a, b, pose_b);
    if (contact.point_count > 0 && !contacts.empty()) contacts[0] = contact;
    return contact.point_count > 0 ? 1 : 0;
  }
  const NearFrames frames(a, pose_a, b, pose_b);
  std::size_t count = 0;
  visit_contacts(a, frames.a, b, frames.b, [&](const Contact& found) {
    if (count < contacts.size()) {
      contacts[count] = found;
    } else if (!contacts.empty()) {
      // From here on a heap, with the shallowest contact on top.
      if (count == contacts.size()) make_heap(contacts, is_deeper);
      if (is_deeper(found, contacts[0])) replace_top(contacts, found, is_deeper);
    }
    ++count;
  });
  const std::span<Contact> filled = contacts.first(count < contacts.size() ? count : contacts.size());
  sort(filled, is_deeper);
  for (Contact& contact : filled) shift(contact, pose_a.position);
  return count;
}

void distance_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Shape& a = *shapes[2 * i];
    const Shape& b = *shapes[2 * i + 1];
    if (has_composite(a, b)) {
      const Distance found = distance(a, poses[2 * i], b, poses[2 * i + 1]);
      answers[i] = {found.normal, found.distance};
      continue;
    }
    const Frame frame = frame_of(a, poses[2 * i]);
    const Pair pair = pair_at(a, frame, b, poses[2 * i + 1]);
    const Separation at = separate(pair, HUGE_VAL);
    answers[i] = {rotate(frame.rotation, at.normal), at.gap - pair.radius()};
  }
}

void mtv_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Shape& a = *shapes[2 * i];
    const Shape& b = *shapes[2 * i + 1];
    answers[i] = {};
    if (has_composite(a, b)) {
      const Contact found = collide(a, poses[2 * i], b, poses[2 * i + 1]);
      if (found.point_count > 0) answers[i] = {found.normal, found.depth};
      continue;
    }
    const Frame frame = frame_of(a, poses[2 * i]);
    const Pair pair = pair_at(a, frame, b, poses[2 * i + 1]);
    if (is_far(pair)) continue;
    const Separation at = separate(pair, pair.radius());
    if (at.gap <= pair.radius()) answers[i] = {rotate(frame.rotation, at.normal), pair.radius() - at.gap};
  }
}

void intersects_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                      std::span<std::uint8_t> verdicts) {
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    verdicts[i] = intersects(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]) ? 1 : 0;
  }
}

}  // namespace hyperplane::plane
