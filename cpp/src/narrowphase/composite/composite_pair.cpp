#include "narrowphase/composite/composite_pair.h"

#include <limits>

#include "core/safe_rotation.h"
#include "core/sort.h"
#include "math/pose.h"
#include "narrowphase/composite/part_pairs.h"
#include "narrowphase/pair/pair_table.h"

namespace hyperplane {
namespace {

/// The pair of parts with the deepest contact.
struct Deepest {
  Penetration found;
  PartPair pair;
};

Deepest deepest_parts(const Shape& a, const Shape& b, const Pose& b_in_a) {
  Deepest deepest;
  visit_touching_candidates(a, b, b_in_a, [&](const PartPair& pair) {
    const Penetration found = penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    if (!found.intersects || (deepest.found.intersects && found.depth < deepest.found.depth)) return;
    const bool is_equal = deepest.found.intersects && found.depth == deepest.found.depth;
    if (!is_equal || is_before(pair.features, deepest.pair.features)) deepest = {found, pair};
  });
  return deepest;
}

bool is_deeper(const ContactManifold& a, const ContactManifold& b) {
  return a.depth != b.depth ? a.depth > b.depth : is_before(a.features, b.features);
}

}  // namespace

bool composites_intersect(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  bool found = false;
  visit_touching_candidates(a, b, relative_pose(pose_a, pose_b), [&](const PartPair& pair) {
    found = found || intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  });
  return found;
}

Penetration composite_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  Penetration result = deepest_parts(a, b, relative_pose(pose_a, pose_b)).found;
  to_world(to_transform(with_safe_rotation(pose_a)), result);
  return result;
}

ContactManifold composite_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto [found, pair] = deepest_parts(a, b, relative_pose(pose_a, pose_b));
  if (!found.intersects) return {};
  ContactManifold result = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  result.features = pair.features;
  to_world(to_transform(with_safe_rotation(pose_a)), result);
  return result;
}

Distance composite_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  Distance best;
  best.distance = std::numeric_limits<double>::infinity();
  visit_near_candidates(a, b, relative_pose(pose_a, pose_b), best.distance, [&](const PartPair& pair) {
    Distance found = distance(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    found.features = pair.features;
    if (found.distance > best.distance) return;
    if (found.distance == best.distance && !is_before(found.features, best.features)) return;
    best = found;
  });
  to_world(to_transform(with_safe_rotation(pose_a)), best);
  return best;
}

void visit_part_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         FunctionRef<void(const ContactManifold&)> visit) {
  const Transform frame = to_transform(with_safe_rotation(pose_a));
  visit_touching_candidates(a, b, relative_pose(pose_a, pose_b), [&](const PartPair& pair) {
    ContactManifold contact = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    if (contact.point_count == 0) return;
    contact.features = pair.features;
    to_world(frame, contact);
    visit(contact);
  });
}

std::size_t composite_collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                  std::span<ContactManifold> contacts) {
  std::size_t count = 0;
  visit_part_contacts(a, pose_a, b, pose_b, [&](const ContactManifold& found) {
    if (count < contacts.size()) {
      contacts[count] = found;
    } else if (!contacts.empty()) {
      // From here on a heap, with the shallowest contact on top.
      if (count == contacts.size()) make_heap(contacts, is_deeper);
      if (is_deeper(found, contacts[0])) replace_top(contacts, found, is_deeper);
    }
    ++count;
  });
  sort(contacts.first(count < contacts.size() ? count : contacts.size()), is_deeper);
  return count;
}

}  // namespace hyperplane
