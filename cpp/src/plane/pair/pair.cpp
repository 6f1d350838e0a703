#include <hyperplane/plane_pair.h>

#include "core/first_of_many.h"
#include "plane/pair/composite_pair.h"
#include "plane/pair/convex_pair.h"
#include "plane/pair/rectangle_lanes.h"

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

/// Of a pair with a composite. @param origin of the frames.
Distance distance_at(const Shape& a, const NearFrames& frames, const Shape& b, Vec2 origin, double max_distance) {
  Distance result = composite_distance(a, frames.a, b, frames.b, max_distance);
  result.point_a = result.point_a + origin;
  result.point_b = result.point_b + origin;
  return result;
}

/// A pair of convex shapes and the frame of A. Not inlined: every query would have its copy.
struct PlacedPair {
  Frame frame;
  Pair pair;

  [[gnu::noinline]] PlacedPair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b)
      : frame(frame_of(a, pose_a)), pair(pair_of(a, frame, b, frame_of(b, pose_b))) {}
};

/// Whether four shapes, A and B of two pairs, can be tested as RectangleLanes.
bool are_rectangles(const Shape* const* shapes) {
  return is_rectangle_with_area(*shapes[0]) && is_rectangle_with_area(*shapes[1]) &&
         is_rectangle_with_area(*shapes[2]) && is_rectangle_with_area(*shapes[3]);
}

/// Answers a batch: by twos where the next two pairs are of rectangles, else one by one.
template <class Two, class One>
void answer_pairs(std::span<const Shape* const> shapes, std::span<const Pose> poses, const Two& two, const One& one) {
  const std::size_t count = shapes.size() / 2;
  for (std::size_t i = 0; i < count;) {
    if (i + 1 < count && are_rectangles(&shapes[2 * i])) {
      two(i, RectangleLanes(&shapes[2 * i], &poses[2 * i]));
      i += 2;
    } else {
      one(i, *shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]);
      i += 1;
    }
  }
}

PairAnswer without_signs_of_zeros(const PairAnswer& answer) {
  return {{answer.normal.x + 0.0, answer.normal.y + 0.0}, answer.amount + 0.0};
}

PairAnswer mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const Contact found = collide(a, pose_a, b, pose_b);
    return found.point_count > 0 ? PairAnswer{found.normal, found.depth} : PairAnswer{};
  }
  const auto [frame, pair] = PlacedPair(a, pose_a, b, pose_b);
  if (is_far(pair)) return {};
  const Separation at = separate(pair, pair.radius());
  if (at.gap > pair.radius()) return {};
  return {rotate(frame.rotation, at.normal), pair.radius() - at.gap};
}

PairAnswer signed_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const Distance found = distance(a, pose_a, b, pose_b);
    return {found.normal, found.distance};
  }
  const auto [frame, pair] = PlacedPair(a, pose_a, b, pose_b);
  const Separation at = separate(pair, HUGE_VAL);
  return {rotate(frame.rotation, at.normal), at.gap - pair.radius()};
}

}  // namespace

Contact collide_simple(const Shape& a, Frame frame_a, const Shape& b, Frame frame_b, double margin) {
  const Shape *shape_a = &a, *shape_b = &b;
  const auto lay_slab = [](const Shape*& shape, Frame& frame, const Shape& other, const Frame& frame_of_other) {
    const PlacedLeaf slab = slab_below(*shape->composite, frame, other, frame_of_other);
    shape = slab.shape;
    frame = slab.frame;
  };
  if (is_half_space(a)) lay_slab(shape_a, frame_a, b, frame_b);
  if (is_half_space(b)) lay_slab(shape_b, frame_b, a, frame_a);
  const Pair pair = pair_of(*shape_a, frame_a, *shape_b, frame_b);
  const double reach = pair.radius() + margin;
  const Separation at = separate(pair, reach);
  return at.gap > reach ? Contact{} : contact_of(pair, frame_a, at, margin);
}

bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const NearFrames frames(a, pose_a, b, pose_b);
    return composites_intersect(a, frames.a, b, frames.b);
  }
  return intersect_at(PlacedPair(a, pose_a, b, pose_b).pair);
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    return distance_at(a, NearFrames(a, pose_a, b, pose_b), b, pose_a.position, HUGE_VAL);
  }
  const PlacedPair placed(a, pose_a, b, pose_b);
  return distance_at(placed.pair, placed.frame);
}

std::optional<Distance> distance_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        double max_distance) {
  Distance found;
  // Depths have no such bound: those of composites may be greater than the overlap of the circles around them.
  const double limit = max_distance < 0.0 ? HUGE_VAL : max_distance;
  if (has_composite(a, b)) {
    const NearFrames frames(a, pose_a, b, pose_b);
    if (is_far(a, b, frames.b.origin + frames.b.centre - (frames.a.origin + frames.a.centre), limit)) {
      return std::nullopt;
    }
    found = distance_at(a, frames, b, pose_a.position, max_distance);
  } else {
    const PlacedPair placed(a, pose_a, b, pose_b);
    if (is_far(a, b, placed.pair.offset, limit)) return std::nullopt;
    found = distance_at(placed.pair, placed.frame, max_distance);
  }
  return found.distance <= max_distance ? std::optional(found) : std::nullopt;
}

Contact collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (has_composite(a, b)) {
    const NearFrames frames(a, pose_a, b, pose_b);
    Contact contact = deepest_contact(a, frames.a, b, frames.b);
    shift(contact, pose_a.position);
    return contact;
  }
  const PlacedPair placed(a, pose_a, b, pose_b);
  return collide_at(placed.pair, placed.frame);
}

Contact collide_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin) {
  if (!(margin > 0.0)) return collide(a, pose_a, b, pose_b);
  if (!has_composite(a, b)) {
    const PlacedPair placed(a, pose_a, b, pose_b);
    const Pair& pair = placed.pair;
    if (is_far(a, b, pair.offset, margin)) return {};
    const Separation at = separate(pair, margin + pair.radius());
    return at.gap > margin + pair.radius() ? Contact{} : contact_of(pair, placed.frame, at, margin);
  }
  const NearFrames frames(a, pose_a, b, pose_b);
  if (are_convex_and_half_space(a, b)) {
    Contact contact = collide_simple(a, frames.a, b, frames.b, margin);
    shift(contact, pose_a.position);
    return contact;
  }
  Contact deepest = collide(a, pose_a, b, pose_b);
  if (deepest.point_count > 0) return deepest;
  visit_margin_contacts(a, frames.a, b, frames.b, margin, [&](const Contact& contact) {
    if (deepest.point_count == 0 || is_deeper(contact, deepest)) deepest = contact;
  });
  shift(deepest, pose_a.position);
  return deepest;
}

std::size_t collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<Contact> contacts) {
  return collide_all_within(a, pose_a, b, pose_b, 0.0, contacts);
}

std::size_t collide_all_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                               std::span<Contact> contacts) {
  if (!has_composite(a, b) || are_convex_and_half_space(a, b)) {
    const Contact contact = collide_within(a, pose_a, b, pose_b, margin);
    if (contact.point_count > 0 && !contacts.empty()) contacts[0] = contact;
    return contact.point_count > 0 ? 1 : 0;
  }
  const NearFrames frames(a, pose_a, b, pose_b);
  FirstOfMany deepest(contacts, is_deeper);
  const auto take = [&](const Contact& found) { deepest.add(found); };
  visit_all_contacts(a, frames.a, b, frames.b, take);
  if (margin > 0.0) visit_margin_contacts(a, frames.a, b, frames.b, margin, take);
  for (Contact& contact : deepest.sorted()) shift(contact, pose_a.position);
  return deepest.count();
}

void distance_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    answers[i] =
        without_signs_of_zeros(signed_distance(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]));
  }
}

void mtv_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers) {
  answer_pairs(
      shapes, poses,
      [&](std::size_t i, const RectangleLanes& found) {
        const U64x2 touch = ~found.is_far & (found.gap <= splat(0.0));
        const auto part = [&](F64x2 value) { return keep_where(touch, value) + splat(0.0); };
        double x[2], y[2], depth[2];
        store(x, part(found.normal.x));
        store(y, part(found.normal.y));
        store(depth, part(-found.gap));
        for (std::size_t k = 0; k < 2; ++k) answers[i + k] = {{x[k], y[k]}, depth[k]};
      },
      [&](std::size_t i, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
        answers[i] = without_signs_of_zeros(mtv(a, pose_a, b, pose_b));
      });
}

void intersects_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                      std::span<std::uint8_t> verdicts) {
  answer_pairs(
      shapes, poses,
      [&](std::size_t i, const RectangleLanes& found) {
        const std::uint32_t touch = bits(~found.is_far & (found.gap <= splat(0.0)));
        verdicts[i] = static_cast<std::uint8_t>(touch & 1u);
        verdicts[i + 1] = static_cast<std::uint8_t>(touch >> 1);
      },
      [&](std::size_t i, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
        verdicts[i] = intersects(a, pose_a, b, pose_b) ? 1 : 0;
      });
}

}  // namespace hyperplane::plane
