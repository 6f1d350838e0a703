#include <utility>

#include "broadphase/broad_phase.h"
#include "broadphase/tree_pairs.h"
#include "colliders/bounds_above.h"
#include "colliders/update_stages.h"
#include "core/fetch_ahead.h"
#include "core/sort.h"
#include "plane/pair/convex_pair.h"
#include "plane/shape/tolerances.h"
#include "plane/world/rectangle_contact.h"
#include "plane/world/world_impl.h"

/// The stages of World::update (colliders/update_stages.h). Every candidate is tested anew: a pair in the plane
/// costs less than to find out whether it has changed. The impacts of continuous colliders are in impacts.cpp.

namespace hyperplane::plane {
namespace {

bool is_by_parts(const Contact& a, const Contact& b) {
  if (a.part_a != b.part_a) return a.part_a < b.part_a;
  return a.part_b != b.part_b ? a.part_b < b.part_b : is_deeper(a, b);
}

/// How many pairs ahead bodies are fetched: one costs less than a cache miss.
constexpr std::size_t k_fetch_distance = 12;

}  // namespace

UpdateResult World::update() { return update_in_stages(*impl_); }

UpdateResult World::refit() { return impl_->sync_poses(); }

Status World::Impl::find_candidates() {
  const BroadPhaseInput input = broad_phase_input();
  used_broad_phase = choose_broad_phase(colliders.members[0].size());
  candidates.clear();
  Status status = Status::ok;
  switch (used_broad_phase) {
    case BroadPhase::brute_force:
      status = find_pairs_by_brute_force(input, candidates);
      break;
    case BroadPhase::bvh:
      if (!colliders.bring_up_to_date(0) || !colliders.bring_up_to_date(1)) return Status::out_of_memory;
      status = find_pairs_in_trees(input, colliders.tree(0), colliders.tree(1), candidates);
      break;
    default:
      status = sweep.find_pairs(input, candidates);
      break;
  }
  if (status != Status::ok) return status;
  if (!find_pairs_of_half_spaces(input)) return Status::out_of_memory;
  candidate_count = static_cast<std::uint32_t>(candidates.size());
  drop_distant_pairs();
  return sort_pairs(candidates.pairs(), colliders.row_count, pair_scratch, sort_starts);
}

bool World::Impl::find_pairs_of_half_spaces(const BroadPhaseInput& input) {
  bool has_room = true;
  for (const std::uint32_t plane : colliders.members[Colliders::k_unbounded_list]) {
    const Body& body = colliders.bodies[plane];
    const Vec2 normal = rotate(body.rotation, {0.0, 1.0});
    const Vec2 from = body.position - colliders.origin + normal * colliders.margin(plane);
    const BoundsAbove above({normal.x, normal.y, 0.0}, {from.x, from.y, 0.0},
                            length(body.position) + length(colliders.origin));
    const int lists = (colliders.flags[plane] & Colliders::k_static) != 0 ? 1 : 2;
    for (int list = 0; list < lists; ++list) {
      for (const std::uint32_t row : colliders.members[list]) {
        if (above.are_apart(colliders.bounds[row]) || !input.accepts(plane, row)) continue;
        has_room = has_room && candidates.push(plane, row);
      }
    }
  }
  return has_room;
}

/// Leaves the pairs that may touch. Candidates come in the order of space, in which bodies are in the cache, and fewer
/// are left to be sorted.
void World::Impl::drop_distant_pairs() {
  Buffer<RowPair>& pairs = candidates.pairs();
  const Buffer<Body>& bodies = colliders.bodies;
  const std::size_t count = pairs.size();
  std::size_t kept = 0;
  const auto keep = [&](RowPair pair, bool stays) {
    pairs[kept] = pair;
    kept += stays ? 1 : 0;
  };
  const auto are_rectangles = [&](RowPair pair) {
    return bodies[pair.a].is_rectangle() && bodies[pair.b].is_rectangle();
  };
  for (std::size_t i = 0; i < count; i += 2) {
    const std::size_t ahead = i + k_fetch_distance + 1 < count ? i + k_fetch_distance : i;
    for (std::size_t k = ahead; k <= ahead + 1 && k < count; ++k) {
      fetch_ahead(&bodies[pairs[k].a]);
      fetch_ahead(&bodies[pairs[k].b]);
    }
    const RowPair two[2] = {pairs[i], pairs[i + 1 < count ? i + 1 : i]};
    const bool is_first = are_rectangles(two[0]), is_second = are_rectangles(two[1]);
    std::uint32_t stay = 0;
    if (is_first || is_second) {
      const RowPair &first = two[is_first ? 0 : 1], &second = two[is_second ? 1 : 0];
      stay = RectanglePairs(bodies[first.a], bodies[first.b], bodies[second.a], bodies[second.b]).may_touch();
    }
    keep(two[0], is_first ? (stay & 1u) != 0 : are_near(two[0]));
    if (i + 1 < count) keep(two[1], is_second ? (stay & 2u) != 0 : are_near(two[1]));
  }
  pairs.truncate(kept);
}

/// Whether the circles around two bodies meet.
bool World::Impl::are_near(RowPair pair) const {
  const Body &a = colliders.bodies[pair.a], &b = colliders.bodies[pair.b];
  const Vec2 apart = b.position - a.position;
  const double reach = a.reach + b.reach + colliders.margin_of(pair.a, pair.b);
  return dot(apart, apart) <= reach * reach * (1.0 + k_plane_point);
}

Status World::Impl::find_contacts() {
  next.pairs.clear();
  next.normals.clear();
  next.points.clear();
  next.touching.clear();
  waiting_count = 0;
  if (!resolve_unions()) return Status::out_of_memory;
  const bool has_unions = !of_unions.empty();
  const Buffer<RowPair>& pairs = candidates.pairs();
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const RowPair ahead = pairs[i + k_fetch_distance < pairs.size() ? i + k_fetch_distance : i];
    fetch_ahead(&colliders.bodies[ahead.a]);
    fetch_ahead(&colliders.bodies[ahead.b]);
    const bool is_run = has_unions && of_unions[i] != k_no_union
                            ? run_rectangles() && report_union(pairs[i], of_unions[i])
                            : run_pair(pairs[i].a, pairs[i].b);
    if (!is_run) return Status::out_of_memory;
  }
  return run_rectangles() ? Status::ok : Status::out_of_memory;
}

/// Finds the contacts of bodies with several static colliders, which are one union to them. Those of shapes that are
/// apart, but within a margin, count if none of the other static colliders hides them.
bool World::Impl::resolve_unions() {
  of_unions.clear();
  union_contacts.clear();
  if (!colliders.has_statics_beside()) return true;
  const Buffer<RowPair>& pairs = candidates.pairs();
  const auto is_static = [&](std::uint32_t row) { return (colliders.flags[row] & Colliders::k_static) != 0; };
  const auto body_of = [&](RowPair pair) { return is_static(pair.a) ? pair.b : pair.a; };
  // Lists of pairs: the first of each body, and the next one after each.
  first_of_body.clear();
  if (!first_of_body.resize(colliders.row_count, k_no_union) || !of_unions.resize(pairs.size(), k_no_union) ||
      !next_of_body.resize_uninitialized(pairs.size())) {
    return false;
  }
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const RowPair pair = pairs[i];
    const std::uint32_t either = colliders.flags[pair.a] | colliders.flags[pair.b];
    // All contacts of a half-space lead along its normal.
    if (is_static(pair.a) == is_static(pair.b) || (either & Colliders::k_sensor) != 0 ||
        (colliders.flags[body_of(pair)] & Colliders::k_unbounded) != 0 || colliders.are_ignored(pair.a, pair.b)) {
      continue;
    }
    std::uint32_t& first = first_of_body[body_of(pair)];
    next_of_body[i] = first;
    first = i;
  }
  for (std::uint32_t body = 0; body < colliders.row_count; ++body) {
    const std::uint32_t first = first_of_body[body];
    if (first == k_no_union || next_of_body[first] == k_no_union) continue;
    in_union.clear();
    for (std::uint32_t i = first; i != k_no_union; i = next_of_body[i]) {
      if (!in_union.push(i)) return false;
    }
    const auto fixed_of = [&](std::uint32_t i) { return pairs[i].a == body ? pairs[i].b : pairs[i].a; };
    sort(in_union.span(), [&](std::uint32_t l, std::uint32_t r) { return comes_before(fixed_of(l), fixed_of(r)); });
    const Shape& shape = colliders.shapes[body];
    const Frame frame = colliders.frame_at(body, colliders.bodies[body].position);
    const StaticAround around(colliders, colliders.masks[body], shape.kinds, colliders.bodies[body].position,
                              middle_of(shape, frame));
    const BodyContacts::Around parts = around;
    body_contacts.begin(size_of(shape), &parts);
    for (const std::uint32_t i : in_union) {
      if (!add_to_union(fixed_of(i), body, i)) return false;
      of_unions[i] = k_apart;
    }
    const auto keep = [&](std::uint32_t i, const Contact& contact) {
      if (!union_contacts.push({pairs[i].a == body ? exchanged(contact) : contact, of_unions[i]})) return false;
      of_unions[i] = static_cast<std::uint32_t>(union_contacts.size() - 1);
      return true;
    };
    std::uint32_t touching = 0, last = 0;
    body_contacts.visit_owners([&](std::uint32_t i) {
      ++touching;
      last = i;
    });
    if (touching == 1 && !is_composite(colliders.shapes[fixed_of(last)]) && !is_composite(colliders.shapes[body])) {
      of_unions[last] = k_no_union;
      if (!colliders.margins.empty() && !add_margin_contacts(body, keep)) return false;
      continue;
    }
    if (!body_contacts.resolve()) return false;
    body_contacts.visit_owners([&](std::uint32_t i) { of_unions[i] = k_end; });
    bool has_room = true;
    body_contacts.visit([&](std::uint32_t i, const Contact& contact) {
      has_room = has_room && keep(i, with_points_within(contact, fixed_of(i), body));
    });
    if (!has_room || (!colliders.margins.empty() && !add_margin_contacts(body, keep))) return false;
  }
  return true;
}

/// The contact of a static collider and a body that overlaps it, with the points within their margin, if it is that of
/// both by themselves.
Contact World::Impl::with_points_within(const Contact& contact, std::uint32_t fixed, std::uint32_t body) const {
  const double margin = colliders.margin_of(fixed, body);
  const Shape &shape_a = colliders.shapes[fixed], &shape_b = colliders.shapes[body];
  if (!(margin > 0.0) || is_composite(shape_a) || is_composite(shape_b)) return contact;
  const Vec2 base = colliders.bodies[body].position;
  const Frame frame = colliders.frame_at(fixed, base);
  const Pair pair = pair_of(shape_a, frame, shape_b, colliders.frame_at(body, base));
  const Contact whole = contact_of(pair, frame, separate(pair, pair.radius()), margin);
  return whole.depth == contact.depth && whole.normal == contact.normal ? whole : contact;
}

/// Adds the contacts of a body with static colliders that it is apart from, and marks those as touching.
bool World::Impl::add_margin_contacts(std::uint32_t body, FunctionRef<bool(std::uint32_t, const Contact&)> keep) {
  const Shape& shape = colliders.shapes[body];
  const Vec2 base = colliders.bodies[body].position;
  const Frame frame = colliders.frame_at(body, base);
  const Vec2 middle = middle_of(shape, frame);
  const auto fixed_of = [&](std::uint32_t i) {
    const RowPair pair = candidates.pairs()[i];
    return pair.a == body ? pair.b : pair.a;
  };
  double placing = 0.0;
  for (const std::uint32_t i : in_union) {
    placing = larger(placing, placing_of(colliders.farthest(fixed_of(i)), size_of(shape)));
  }
  for (const std::uint32_t i : in_union) {
    const std::uint32_t fixed = fixed_of(i);
    const double margin = colliders.margin_of(fixed, body);
    if (!(margin > 0.0) || of_unions[i] == k_no_union) continue;
    const auto hides = [&](const NearPoint& at, double near) {
      bool found = false;
      const Box2 box = Box2{at.point, at.point}.grown(near);
      colliders.visit_overlapping(1, box, base, colliders.masks[body], [&](std::uint32_t row) {
        if (row == fixed || (colliders.flags[row] & Colliders::k_sensor) != 0 || !colliders.may_touch(body, row)) {
          return true;
        }
        found = any_leaf_hides(colliders.shapes[row], colliders.frame_at(row, base), at, middle, shape.kinds, near,
                               nullptr);
        return !found;
      });
      return found;
    };
    const BesideUnion beside{true, placing, hides};
    bool has_room = true;
    const std::uint32_t found = of_unions[i];
    if (found == k_apart) of_unions[i] = k_end;
    const bool touches = visit_margin_contacts(
        colliders.shapes[fixed], colliders.frame_at(fixed, base), shape, frame, margin,
        [&](const Contact& contact) { has_room = has_room && keep(i, contact); }, &beside);
    if (!has_room) return false;
    if (found == k_apart && !touches) of_unions[i] = k_apart;
  }
  return true;
}

bool World::Impl::add_to_union(std::uint32_t fixed, std::uint32_t body, std::uint32_t owner) {
  const Vec2 base = colliders.bodies[body].position;
  const Shape& shape = colliders.shapes[body];
  return body_contacts.add(colliders.shapes[fixed], colliders.frame_at(fixed, base), shape,
                           colliders.frame_at(body, base), owner,
                           placing_of(colliders.farthest(fixed), size_of(shape)));
}

/// Of colliders that a body meets at once: the one farther left, then lower; the same for all orders of rows.
bool World::Impl::comes_before(std::uint32_t row, std::uint32_t other) const {
  const Body &a = colliders.bodies[row], &b = colliders.bodies[other];
  if (a.position.x != b.position.x) return a.position.x < b.position.x;
  if (a.position.y != b.position.y) return a.position.y < b.position.y;
  if (a.angle != b.angle) return a.angle < b.angle;
  const std::uint64_t hash_a = colliders.shape_hash(row), hash_b = colliders.shape_hash(other);
  return hash_a != hash_b ? hash_a < hash_b : row < other;
}

/// @param first the last of its contacts that were found; k_end: none; k_apart: it does not touch.
bool World::Impl::report_union(RowPair pair, std::uint32_t first) {
  if (first == k_apart) return true;
  const bool is_static_a = (colliders.flags[pair.a] & Colliders::k_static) != 0;
  const Vec2 base = colliders.bodies[is_static_a ? pair.b : pair.a].position;
  part_contacts.clear();
  for (std::uint32_t i = first; i != k_end; i = union_contacts[i].next) {
    if (!part_contacts.push(union_contacts[i].contact)) return false;
    shift(part_contacts.back(), base - colliders.bodies[pair.a].position);
  }
  return next.touching.push(pair) && report_parts(pair.a, pair.b);
}

bool World::Impl::run_pair(std::uint32_t a, std::uint32_t b) {
  if (colliders.are_ignored(a, b)) return true;
  const std::uint32_t either = colliders.flags[a] | colliders.flags[b];
  const bool is_sensor = (either & Colliders::k_sensor) != 0;
  const Body &body_a = colliders.bodies[a], &body_b = colliders.bodies[b];
  const bool has_half_space = (either & Colliders::k_unbounded) != 0;
  // A body with a margin of its own is none of these.
  const bool are_rectangles = has_half_space
                                  ? (body_a.is_rectangle() || body_b.is_rectangle()) && colliders.margin_of(a, b) == 0.0
                                  : body_a.is_rectangle() && body_b.is_rectangle();
  if (!is_sensor && are_rectangles) {
    waiting[waiting_count++] = {a, b};
    return waiting_count < 2 || run_rectangles();
  }
  if (!run_rectangles()) return false;
  const Shape &shape_a = colliders.shapes[a], &shape_b = colliders.shapes[b];
  const double margin = colliders.margin_of(a, b);
  if (is_sensor) {
    const Frame frame_a = colliders.frame_at(a, body_a.position), frame_b = colliders.frame_at(b, body_a.position);
    const bool touches = is_composite(shape_a) || is_composite(shape_b)
                             ? composites_intersect(shape_a, frame_a, shape_b, frame_b, margin)
                             : intersect_at(pair_of(shape_a, frame_a, shape_b, frame_b), margin);
    return !touches || next.touching.push({a, b});
  }
  const int composites = (is_composite(shape_a) ? 1 : 0) + (is_composite(shape_b) ? 1 : 0);
  if (composites <= (has_half_space ? 1 : 0)) return run_convex_pair(a, b);
  const Vec2 base = body_a.position;
  const Frame frame_a = colliders.frame_at(a, base), frame_b = colliders.frame_at(b, base);
  part_contacts.clear();
  bool has_room = true;
  const auto take = [&](const Contact& contact) { has_room = has_room && part_contacts.push(contact); };
  has_room = visit_contacts(body_contacts, shape_a, frame_a, shape_b, frame_b, take) && has_room;
  const bool is_near = margin > 0.0 && visit_margin_contacts(shape_a, frame_a, shape_b, frame_b, margin, take);
  if (!has_room || (part_contacts.empty() && !is_near)) return has_room;
  return next.touching.push({a, b}) && report_parts(a, b);
}

/// The rectangles that wait.
bool World::Impl::run_rectangles() {
  const std::uint32_t count = waiting_count;
  if (count == 0) return true;
  waiting_count = 0;
  const RowPair first = waiting[0], second = waiting[count - 1];
  Body slabs[2];
  const auto body_of = [&](std::uint32_t row, std::uint32_t other, Body& slab) -> const Body& {
    if ((colliders.flags[row] & Colliders::k_unbounded) == 0) return colliders.bodies[row];
    slab = colliders.slab_below(row, other);
    return slab;
  };
  const Body *const bodies_a[2] = {&body_of(first.a, first.b, slabs[0]), &body_of(second.a, second.b, slabs[1])},
                    *const bodies_b[2] = {&body_of(first.b, first.a, slabs[0]), &body_of(second.b, second.a, slabs[1])};
  const RectangleContacts found(RectanglePairs(*bodies_a[0], *bodies_b[0], *bodies_a[1], *bodies_b[1]));
  for (std::uint32_t lane = 0; lane < count; ++lane) {
    if ((found.touching >> lane & 1u) == 0) continue;
    const RowPair pair = waiting[lane];
    if ((found.undecided >> lane & 1u) != 0) {
      if (!run_convex_pair(pair.a, pair.b)) return false;
      continue;
    }
    const std::size_t number = next.pairs.size();
    if (!next.touching.push(pair) || !add_contact(pair)) return false;
    found.write(lane, bodies_a[lane]->position, next.normals.data() + 3 * number, next.points[number]);
  }
  return true;
}

/// A pair by itself, of convex shapes or half-spaces; the latter are slabs below the other shape.
bool World::Impl::run_convex_pair(std::uint32_t a, std::uint32_t b) {
  const Vec2 base = colliders.bodies[a].position;
  const Contact contact = collide_simple(colliders.shapes[a], colliders.frame_at(a, base), colliders.shapes[b],
                                         colliders.frame_at(b, base), colliders.margin_of(a, b));
  if (contact.point_count == 0) return true;
  return next.touching.push({a, b}) && report(a, b, contact);
}

/// Reports the contacts of `part_contacts`, about the position of a.
bool World::Impl::report_parts(std::uint32_t a, std::uint32_t b) {
  sort(part_contacts.span(), is_by_parts);
  for (const Contact& contact : part_contacts) {
    if (!report(a, b, contact)) return false;
  }
  return true;
}

/// Makes room for a contact of a pair, to be written.
bool World::Impl::add_contact(RowPair pair) {
  const std::size_t number = next.pairs.size();
  return number < options.max_contacts && next.pairs.push(pair) &&
         next.normals.resize_uninitialized(3 * (number + 1)) && next.points.resize_uninitialized(number + 1);
}

/// @param contact about the position of a.
bool World::Impl::report(std::uint32_t a, std::uint32_t b, const Contact& contact) {
  const std::size_t number = next.pairs.size();
  if (!add_contact({a, b})) return false;
  float* const normal = next.normals.data() + 3 * number;
  // Adding 0 turns -0 into +0.
  normal[0] = 0.0f + static_cast<float>(contact.normal.x);
  normal[1] = 0.0f + static_cast<float>(contact.normal.y);
  normal[2] = static_cast<float>(contact.depth);
  ContactPointsRecord& record = next.points[number];
  const Vec2 origin = colliders.bodies[a].position;
  record.origin[0] = origin.x;
  record.origin[1] = origin.y;
  record.count = static_cast<std::uint32_t>(contact.point_count);
  record.part_a = contact.part_a;
  record.part_b = contact.part_b;
  record.padding = 0;
  for (int i = 0; i < 2; ++i) {
    const ContactPoint& point = contact.points[i];
    const bool exists = i < contact.point_count;
    const Vec2 middle = (point.on_a + point.on_b) * 0.5;
    record.points[i][0] = exists ? static_cast<float>(middle.x) : 0.0f;
    record.points[i][1] = exists ? static_cast<float>(middle.y) : 0.0f;
    record.points[i][2] = exists ? static_cast<float>(point.depth) : 0.0f;
    record.ids[i] = exists ? point.id : 0;
  }
  return true;
}

void World::Impl::show_contacts() {
  colliders.end_of_update();
  set_reported(colliders, shown, false);
  std::swap(shown, next);
  contacts_by_row.mark_stale();
  touching_by_row.mark_stale();
  set_reported(colliders, shown, true);
  knows_fast_rows = false;
}

}  // namespace hyperplane::plane
