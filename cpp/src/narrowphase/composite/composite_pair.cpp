#include "narrowphase/composite/composite_pair.h"

#include <limits>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/touch_bounds.h"
#include "core/first_of_many.h"
#include "math/pose.h"
#include "narrowphase/composite/convex_forms.h"
#include "narrowphase/composite/half_space_pair.h"
#include "narrowphase/composite/margin_contacts.h"
#include "narrowphase/convex/compare_poses.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/contact_patches.h"
#include "narrowphase/part/containment.h"
#include "narrowphase/part/part_pairs.h"
#include "narrowphase/union/ball_in_cells.h"
#include "narrowphase/union/body_contacts.h"
#include "narrowphase/union/raw_contact.h"

namespace hyperplane {
namespace {

bool have_surface(const Shape& a, const Shape& b) { return has_surface(a) || has_surface(b); }

/// Composites first, the larger one, or by their hashes: the union is the same whichever shape is called A, and in
/// whatever order its parts are.
bool are_composites_in_order(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (is_composite(a.type) != is_composite(b.type)) return is_composite(a.type);
  const double size_a = size_of(a), size_b = size_of(b);
  if (size_a != size_b) return size_a > size_b;
  const std::uint64_t hash_a = hash_of(a), hash_b = hash_of(b);
  return hash_a != hash_b ? hash_a < hash_b : compare_poses(pose_a, pose_b) <= 0;
}

/// What has parts is judged by those that count.
bool is_half_space_without_parts(const Shape& a, const Shape& b) {
  return are_convex_and_half_space(a, b) || are_half_spaces(a, b);
}

}  // namespace

bool composites_intersect(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (is_half_space_without_parts(a, b)) return half_space_penetration(a, pose_a, b, pose_b).intersects;
  if (const ConvexForms forms(a, b); forms.are_convex) return intersects(forms.a, pose_a, forms.b, pose_b);
  bool found = false;
  const Pose b_in_a = relative_pose(pose_a, pose_b);
  visit_touching_pairs(a, b, b_in_a, [&](const PartPair& pair) {
    found = parts_touch(pair);
    return !found;
  });
  return found || (have_surface(a, b) && find_containment(a, b, b_in_a).point_count > 0);
}

Penetration composite_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (is_half_space_without_parts(a, b)) return half_space_penetration(a, pose_a, b, pose_b);
  if (const ConvexForms forms(a, b); forms.are_convex) return penetration(forms.a, pose_a, forms.b, pose_b);
  const ContactManifold contact = composite_collide(a, pose_a, b, pose_b);
  return {contact.point_count > 0, contact.normal, contact.depth};
}

ContactManifold composite_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  ContactManifold deepest;
  static_cast<void>(composite_collide_all(a, pose_a, b, pose_b, 0.0, {&deepest, 1}));
  return deepest;
}

Distance composite_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                            double max_distance) {
  if (are_half_spaces(a, b)) return {std::numeric_limits<double>::infinity(), {}, {}, {}, {}};
  if (are_convex_and_half_space(a, b)) return half_space_distance(a, pose_a, b, pose_b);
  if (const ConvexForms forms(a, b); forms.are_convex) {
    Distance found = distance(forms.a, pose_a, forms.b, pose_b);
    found.features = forms.name(pose_a, pose_b, found.point_a, found.point_b, found.normal);
    return found;
  }
  const auto find_nearest = [&] {
    Distance nearest = nearest_parts(a, b, relative_pose(pose_a, pose_b), max_distance);
    to_world(frame_of(pose_a), nearest);
    return nearest;
  };
  // Inside a solid or behind a surface, shapes overlap however far the triangles are.
  const bool collides_first = have_surface(a, b) && overlaps(touch_bounds(a, pose_a), touch_bounds(b, pose_b));
  const Distance nearest = collides_first ? Distance{} : find_nearest();
  if (collides_first || nearest.distance <= 0.0) {
    const ContactManifold contact = composite_collide(a, pose_a, b, pose_b);
    if (contact.point_count > 0) {
      return {-contact.depth, contact.points[0].on_a, contact.points[0].on_b, contact.normal, contact.features};
    }
  }
  return collides_first ? find_nearest() : nearest;
}

void visit_part_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, BodyContacts& contacts,
                         FunctionRef<void(ContactManifold&)> visit, bool keeps_freed) {
  if (has_half_space(a, b)) {
    if (!are_half_spaces(a, b)) visit_half_space_contacts(a, pose_a, b, pose_b, visit);
    return;
  }
  if (const ConvexForms forms(a, b); forms.are_convex) {
    ContactManifold contact = forms.collide(pose_a, pose_b, 0.0);
    if (contact.point_count > 0) visit(contact);
    return;
  }
  const bool in_order = are_composites_in_order(a, pose_a, b, pose_b);
  const auto give = [&](ContactManifold& contact) {
    if (!in_order) exchange(contact);
    visit(contact);
  };
  if (in_order ? visit_ball_contacts(a, pose_a, b, pose_b, give) : visit_ball_contacts(b, pose_b, a, pose_a, give))
    return;
  contacts.begin(in_order ? size_of(b) : size_of(a), {}, keeps_freed);
  // Without memory, of the parts for which there is room.
  static_cast<void>(in_order ? contacts.add(a, pose_a, b, pose_b, 0, 0.0) : contacts.add(b, pose_b, a, pose_a, 0, 0.0));
  static_cast<void>(contacts.resolve());
  if (contacts.are_apart()) contacts.keep_all();
  static_cast<void>(contacts.visit([&](std::uint32_t, ContactManifold& contact, bool) { give(contact); }));
}

ContactManifold composite_collide_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                         double margin) {
  if (are_convex_and_half_space(a, b)) return half_space_collide(a, pose_a, b, pose_b, margin);
  ContactManifold deepest = composite_collide(a, pose_a, b, pose_b);
  if (deepest.point_count > 0 || are_half_spaces(a, b)) return deepest;
  visit_margin_contacts(a, pose_a, b, pose_b, margin, [&](const ContactManifold& contact) {
    if (deepest.point_count == 0 || is_deeper(contact, deepest)) deepest = contact;
  });
  return deepest;
}

std::size_t composite_collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                                  std::span<ContactManifold> contacts) {
  if (are_convex_and_half_space(a, b)) {
    const ContactManifold contact = half_space_collide(a, pose_a, b, pose_b, margin);
    if (contact.point_count > 0 && !contacts.empty()) contacts[0] = contact;
    return contact.point_count > 0 ? 1 : 0;
  }
  if (are_half_spaces(a, b)) return 0;
  FirstOfMany deepest(contacts, is_deeper<ContactManifold>);
  BodyContacts of_parts;
  double most = -1.0;
  const auto take = [&](const ContactManifold& found) {
    most = max(most, found.depth);
    deepest.add(found);
  };
  visit_part_contacts(a, pose_a, b, pose_b, of_parts, take, true);
  // One contact is no less deep than any part overlaps, also where it takes several to free that.
  ContactManifold left;
  if (most >= 0.0 && !has_half_space(a, b) && of_parts.find_deeper(most, left)) {
    if (!are_composites_in_order(a, pose_a, b, pose_b)) exchange(left);
    take(left);
  }
  if (margin > 0.0) visit_margin_contacts(a, pose_a, b, pose_b, margin, take);
  static_cast<void>(deepest.sorted());
  return deepest.count();
}

}  // namespace hyperplane
