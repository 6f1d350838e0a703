#include "narrowphase/composite/composite_pair.h"

#include <cmath>
#include <optional>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "core/sort.h"
#include "math/pose.h"
#include "narrowphase/composite/contact_patches.h"
#include "narrowphase/composite/containment.h"
#include "narrowphase/composite/flush_contact.h"
#include "narrowphase/composite/part_pairs.h"
#include "narrowphase/composite/surface_contact.h"
#include "narrowphase/composite/way_out_of_parts.h"
#include "narrowphase/pair/compare_poses.h"
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
    if (!found.intersects || (deepest.found.intersects && found.depth < deepest.found.depth)) return true;
    const bool is_equal = deepest.found.intersects && found.depth == deepest.found.depth;
    if (!is_equal || is_before(pair.features, deepest.pair.features)) deepest = {found, pair};
    return true;
  });
  return deepest;
}

ContactManifold contact_of_parts(const PartPair& pair) {
  ContactManifold contact = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  contact.features = pair.features;
  return contact;
}

bool has_triangle(const PartPair& pair) { return pair.surface_a.exists() || pair.surface_b.exists(); }

bool have_surface(const Shape& a, const Shape& b) { return has_surface(a) || has_surface(b); }

/// Whether the contacts of a pair depend on parts that lie beside each other.
bool have_neighbours(const Shape& a, const Shape& b) {
  const auto has_neighbours = [](const Shape& shape) {
    return has_surface(shape) || (shape.type == ShapeType::compound && shape.compound->has_neighbours());
  };
  return has_neighbours(a) || has_neighbours(b);
}

/// Applies the rule for parts that lie flush, in the frame of A.
FlushVerdict apply_flush_rule(const PairSiblings& siblings, const PartPair& pair, FlushFaces which,
                              ContactManifold& contact) {
  const std::int32_t number_a = pair.features.part_a, number_b = pair.features.part_b;
  const bool has_a = siblings.exist(true, number_a), has_b = siblings.exist(false, number_b);
  if (!has_a && !has_b) return FlushVerdict::kept;
  const auto visit_a = [&](const Vec3& point, double margin, ShapeSearch visit) {
    siblings.visit(true, number_a, point, margin, visit);
  };
  const auto visit_b = [&](const Vec3& point, double margin, ShapeSearch visit) {
    siblings.visit(false, number_b, point, margin, visit);
  };
  const auto visit_between_a = [&](const Vec3& from, const Vec3& to, ShapeSearch visit) {
    siblings.visit_between(true, number_a, from, to, visit);
  };
  const auto visit_between_b = [&](const Vec3& from, const Vec3& to, ShapeSearch visit) {
    siblings.visit_between(false, number_b, from, to, visit);
  };
  const SiblingSearch siblings_a = visit_a, siblings_b = visit_b;
  const SegmentSearch between_a = visit_between_a, between_b = visit_between_b;
  const bool has_surfaces = siblings.have_surfaces();
  const FlushPart part_a{*pair.a,
                         pair.pose_a,
                         has_a ? &siblings_a : nullptr,
                         nullptr,
                         has_surfaces ? &between_a : nullptr,
                         siblings.placing(true)};
  const FlushPart part_b{*pair.b,
                         pair.pose_b,
                         has_b ? &siblings_b : nullptr,
                         nullptr,
                         has_surfaces ? &between_b : nullptr,
                         siblings.placing(false)};
  settle_on_flush_face(part_a, part_b, contact);
  return apply_flush_rule(part_a, part_b, which, contact);
}

/// Composites first, by their hashes.
bool are_composites_in_order(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (is_composite(a.type) != is_composite(b.type)) return is_composite(a.type);
  const std::uint64_t hash_a = hash_of(a), hash_b = hash_of(b);
  return hash_a != hash_b ? hash_a < hash_b : compare_poses(pose_a, pose_b) <= 0;
}

/// Overlap of shapes that no search takes apart.
constexpr Penetration k_no_way_out{true, {}, HUGE_VAL};

/// The deepest overlap of two parts that is deeper than `rest`, m. A body that fits a gap exactly touches both sides of
/// it. Infinitely deep if none is but the shapes are not apart: of two triangles, whose overlap says nothing about that
/// of their surfaces, in the prism behind one, or inside a solid.
Penetration overlap_beyond(const Shape& a, const Shape& b, const Pose& b_in_a, double rest, double most) {
  Penetration deepest;
  bool is_inside = false;
  const bool are_surfaces = is_surface(a.type) && is_surface(b.type);
  visit_touching_candidates(a, b, b_in_a, [&](const PartPair& pair) {
    if (pair.surface_a.exists() && pair.surface_b.exists()) {
      is_inside = is_inside || parts_touch(pair);
      return !(is_inside && are_surfaces);
    }
    const Penetration overlap = penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    if (overlap.intersects && overlap.depth > rest) {
      if (overlap.depth > deepest.depth) deepest = overlap;
      return deepest.depth < most;
    }
    is_inside = is_inside || reach_into_prism(pair, rest);
    return true;
  });
  if (deepest.intersects) return deepest;
  return is_inside || find_containment(a, b, b_in_a).point_count > 0 ? k_no_way_out : Penetration{};
}

/// Whether the middle of a shape's bounds may be outside it, and so on the other side of a surface that it barely
/// touches.
bool may_lie_beside_middle(ShapeType type) {
  return is_composite(type) || type == ShapeType::convex_hull || type == ShapeType::triangle;
}

/// Contacts of two shapes with parts that lie beside each other, in the frame of A.
/// @param visit as in `visit_part_contacts`.
void visit_neighbourly_contacts(const Shape& a, const Shape& b, const Pose& b_in_a, const PairSiblings& siblings,
                                FunctionRef<void(ContactManifold&, bool)> visit) {
  SurfaceRule rule(a, b, b_in_a, siblings);
  ContactPatches patches;
  bool is_apart = true, is_left_to_siblings = false;
  // Of any two parts, as far as it is known.
  double deepest_overlap = 0.0;
  const bool may_face_away = may_lie_beside_middle(a.type) && may_lie_beside_middle(b.type);
  const auto take = [&](const ContactArea& contact, const PairFeatures& features, double overlap) {
    deepest_overlap = max(deepest_overlap, overlap);
    if (contact.point_count > 0) patches.add(contact, features);
  };
  const auto visit_pair = [&](const PartPair& pair) {
    if (!has_triangle(pair)) {
      ContactManifold contact = contact_of_parts(pair);
      if (contact.point_count == 0) return true;
      if (apply_flush_rule(siblings, pair, FlushFaces::around, contact) == FlushVerdict::left) {
        is_left_to_siblings = true;
        return true;
      }
      is_apart = false;
      visit(contact, false);
      return true;
    }
    ContactArea contact;
    const double overlap = rule.find_contact(pair, contact);
    take(contact, pair.features, overlap);
    return true;
  };
  if (!rule.visit_gathered_contacts(take)) rule.visit_candidates(visit_pair);
  is_apart = is_apart && patches.is_empty();
  const double size_a = size_of(a), size_b = size_of(b), smaller = min(size_a, size_b);
  const double margin = ContactPatches::k_way_out_margin * (size_a + size_b);
  // What is known of the parts spares most searches: no two of them may overlap by more than a way out, which may leave
  // a share of itself.
  const double least_way = deepest_overlap - k_overlap_doubt * smaller;
  const auto overlap_after = [&](const Vec3& way, double longest) {
    // No overlap changes by more than the length of the way.
    if (least_way > 2.0 * margin + (1.0 + k_way_rest) * longest) return k_no_way_out;
    return overlap_beyond(a, b, {b_in_a.position + way, b_in_a.rotation}, 2.0 * margin + k_way_rest * length(way),
                          longest);
  };
  const auto find_shortcut = [&](double most) {
    const auto visit_candidates = [&](PartPairSearch visit_one) { rule.visit_candidates(visit_one); };
    const double limit = min(most, k_barely_met * smaller);
    // Where a sibling has a contact, the least overlap leads into it.
    const bool has_none = !may_face_away || rule.is_left_to_siblings() || least_way > limit;
    return has_none ? ContactManifold{} : find_way_out_of_parts(visit_candidates, limit);
  };
  patches.finish(margin, least_way, overlap_after, find_shortcut, [&](ContactManifold& contact) {
    rule.add_hanging_point(contact);
    visit(contact, false);
  });
  if (!is_apart) return;
  if (is_left_to_siblings) {
    const auto visit_buried = [&](FunctionRef<void(FlushVerdict, ContactManifold&)> visit_one) {
      rule.visit_candidates([&](const PartPair& pair) {
        if (has_triangle(pair)) return true;
        ContactManifold contact = contact_of_parts(pair);
        if (contact.point_count == 0) return true;
        const FlushVerdict verdict = apply_flush_rule(siblings, pair, FlushFaces::all, contact);
        visit_one(verdict, contact);
        return true;
      });
    };
    // Below all faces around it, a shape has one way out: that of least depth.
    double depth = HUGE_VAL;
    Vec3 out;
    visit_buried([&](FlushVerdict verdict, const ContactManifold& contact) {
      if (verdict == FlushVerdict::left || !(contact.depth < depth)) return;
      depth = contact.depth;
      out = contact.normal;
    });
    visit_buried([&](FlushVerdict verdict, ContactManifold& contact) {
      const bool leads_out = verdict != FlushVerdict::left && dot(contact.normal, out) >= k_buried_cosine;
      if (leads_out || depth == HUGE_VAL) visit(contact, siblings.are_known());
    });
    return;
  }
  ContactArea least;
  least.point_count = 0;
  PairFeatures features;
  rule.visit_candidates([&](const PartPair& pair) {
    if (!has_triangle(pair)) return true;
    ContactArea contact;
    rule.find_forced_contact(pair, contact);
    if (contact.point_count == 0 || (least.point_count > 0 && contact.depth >= least.depth)) return true;
    least = contact;
    features = pair.features;
    return true;
  });
  if (least.point_count > 0) {
    patches.add(least, features);
    patches.finish(margin, least_way, overlap_after, find_shortcut, [&](ContactManifold& contact) {
      visit(contact, rule.is_left_to_siblings() && siblings.are_known());
    });
    return;
  }
  ContactManifold inside = find_containment(a, b, b_in_a);
  if (inside.point_count > 0) visit(inside, false);
}

}  // namespace

bool composites_intersect(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  bool found = false;
  visit_touching_candidates(a, b, relative_pose(pose_a, pose_b), [&](const PartPair& pair) {
    found = has_triangle(pair) ? parts_touch(pair) : intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    return !found;
  });
  return found || (have_surface(a, b) && find_containment(a, b, relative_pose(pose_a, pose_b)).point_count > 0);
}

Penetration composite_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (have_neighbours(a, b)) {
    const ContactManifold contact = composite_collide(a, pose_a, b, pose_b);
    return {contact.point_count > 0, contact.normal, contact.depth};
  }
  Penetration result = deepest_parts(a, b, relative_pose(pose_a, pose_b)).found;
  to_world(frame_of(pose_a), result);
  return result;
}

ContactManifold composite_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (have_neighbours(a, b)) {
    ContactManifold deepest;
    visit_part_contacts(a, pose_a, b, pose_b, nullptr, [&](const ContactManifold& contact, bool) {
      if (deepest.point_count == 0 || is_deeper(contact, deepest)) deepest = contact;
    });
    return deepest;
  }
  const auto [found, pair] = deepest_parts(a, b, relative_pose(pose_a, pose_b));
  if (!found.intersects) return {};
  ContactManifold result = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  result.features = pair.features;
  to_world(frame_of(pose_a), result);
  return result;
}

Distance composite_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto find_nearest = [&] { return nearest_parts(a, b, relative_pose(pose_a, pose_b)); };
  // Behind a triangle, shapes overlap however far the triangles are.
  const bool collides_first = have_surface(a, b);
  Distance best;
  if (!collides_first) best = find_nearest();
  if (collides_first || (best.distance <= 0.0 && have_neighbours(a, b))) {
    const ContactManifold contact = composite_collide(a, pose_a, b, pose_b);
    if (contact.point_count > 0) {
      return {-contact.depth, contact.points[0].on_a, contact.points[0].on_b, contact.normal, contact.features};
    }
  }
  if (collides_first) best = find_nearest();
  to_world(frame_of(pose_a), best);
  return best;
}

void visit_part_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const KnownSiblings* known, FunctionRef<void(ContactManifold&, bool)> visit) {
  if (known == nullptr && !have_neighbours(a, b)) {
    const Transform frame = frame_of(pose_a);
    visit_touching_candidates(a, b, relative_pose(pose_a, pose_b), [&](const PartPair& pair) {
      ContactManifold contact = contact_of_parts(pair);
      if (contact.point_count == 0) return true;
      to_world(frame, contact);
      visit(contact, false);
      return true;
    });
    return;
  }
  // In an order that does not depend on which shape is called A: neighbours decide which contacts count.
  const bool in_order = are_composites_in_order(a, pose_a, b, pose_b);
  const Shape &first = in_order ? a : b, &second = in_order ? b : a;
  const Pose &of_first = in_order ? pose_a : pose_b, &of_second = in_order ? pose_b : pose_a;
  const Pose b_in_a = relative_pose(of_first, of_second);
  const Transform frame = frame_of(of_first);
  std::optional<PairSiblings::Known> of_known;
  if (known != nullptr) {
    const Pose placed{of_first.position - known->origin, normalized(of_first.rotation)};
    of_known = {{known->of_a == in_order, known->origin, known->search, known->between, known->placing},
                placed,
                to_transform(placed)};
  }
  const PairSiblings siblings(first, second, b_in_a, of_known ? &*of_known : nullptr);
  visit_neighbourly_contacts(first, second, b_in_a, siblings, [&](ContactManifold& contact, bool is_left) {
    to_world(frame, contact);
    if (!in_order) exchange(contact);
    visit(contact, is_left);
  });
}

std::size_t composite_collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                  std::span<ContactManifold> contacts) {
  std::size_t count = 0;
  visit_part_contacts(a, pose_a, b, pose_b, nullptr, [&](const ContactManifold& found, bool) {
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
