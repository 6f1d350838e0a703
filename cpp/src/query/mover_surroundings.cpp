#include "query/mover_surroundings.h"

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "ccd/approach.h"
#include "ccd/tolerances.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "math/pose.h"
#include "math/trigonometry.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/flush_contact.h"
#include "narrowphase/composite/surface_contact.h"
#include "query/scene_descent.h"
#include "query/static_siblings.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Looks of a cast at one part whose edges push nobody: the second settles all but blunt corners.
constexpr int k_max_seam_passes = 8;
/// Least cosine between the normals of a contact and of an edge beside it that the body may pass along the contact.
constexpr double k_least_passing_cosine = 0.7;

/// Order of contacts with equal gap or time. Rows are compared last.
bool is_before(const Contact& a, const Contact& b) {
  if (a.normal != b.normal) return is_less(a.normal, b.normal);
  if (a.point != b.point) return is_less(a.point, b.point);
  return a.row < b.row;
}

/// m: largest side of the bounds of a scene's trees.
double extent_of(const Scene& scene) {
  double extent = 0.0;
  for (const Tree* tree : scene.trees) {
    if (tree == nullptr || tree->size() == 0) continue;
    const FloatBounds bounds = bounds_of(tree->nodes()[0]);
    for (int k = 0; k < 3; ++k) {
      extent = max(extent, static_cast<double>(bounds.max[k]) - static_cast<double>(bounds.min[k]));
    }
  }
  return extent;
}

}  // namespace

void ContactSet::add(const Contact& contact) {
  const auto is_nearer = [](const Contact& a, const Contact& b) {
    return a.gap != b.gap ? a.gap < b.gap : is_before(a, b);
  };
  for (int i = 0; i < count; ++i) {
    Contact& known = contacts[i];
    if (known.row != contact.row || dot(known.normal, contact.normal) < k_same_plane_cosine) continue;
    // One of the triangles, or parts, of the same plane is enough.
    if (!is_nearer(contact, known)) return;
    for (int k = i; k + 1 < count; ++k) contacts[k] = contacts[k + 1];
    --count;
    break;
  }
  if (count == k_capacity && !is_nearer(contact, contacts[count - 1])) return;
  int at = count < k_capacity ? count++ : count - 1;
  for (; at > 0 && is_nearer(contact, contacts[at - 1]); --at) contacts[at] = contacts[at - 1];
  contacts[at] = contact;
}

Surroundings::Surroundings(const Scene& scene, const Shape& shape, const Pose& pose, const MoverOptions& options)
    : scene_(scene),
      shape_(shape),
      options_(options),
      rotation_(pose.rotation),
      middle_(rotate(pose.rotation, inner_point_of(shape))),
      up_(direction_of(options.up)),
      slop_(options.skin * k_mover_slop),
      least_cosine_(sine_cosine(options.max_slope).cosine - k_mover_slope_slack) {
  const Aabb around = bounds(shape, pose);
  const Vec3 rounding = (abs(pose.position) + max(abs(around.min), abs(around.max))) * k_bounds_rounding;
  low_ = around.min - pose.position - rounding;
  high_ = around.max - pose.position + rounding;
  size_ = length(high_ - low_);
  // The body passes steeper edges at k_mover_graze_margin of its skin.
  const double passable = std::sqrt(options.skin / (2.0 * (size_ + options.skin)));
  least_ledge_cosine_ = min(k_least_ledge_cosine, passable);
  least_gain_ = min(slop_, 0.5 * options.skin * (1.0 - least_cosine_));
  candidate_margin_ = k_impact_gap * (extent_of(scene) + size_);
}

double Surroundings::sole(const Vec3& position) const { return dot(support(shape_, {position, rotation_}, -up_), up_); }

void Surroundings::gather(const Vec3& position, const Vec3& delta, MoverCache* cache) {
  if (is_composite(shape_.type)) return;
  const Vec3 rise = up_ * options_.step_height, fall = up_ * -options_.snap_distance, none;
  // Slides turn the motion: it stays within its length. A move that pushes the body farther searches the trees.
  const double around = length(delta) + options_.skin * k_mover_gather_skins + candidate_margin_;
  const Aabb region =
      grown_by({low_ + min(rise, none) + min(fall, none), high_ + max(rise, none) + max(fall, none)}, around);
  gathered_ = region;
  gathered_from_ = position;
  span_ = 2.0 * length(region.max - region.min);
  body_.emplace(shape_, normalized(rotation_));
  if (cache != nullptr && scene_.trees[1] != nullptr && open_list(position, region, *cache)) {
    list_ = opened_;
    gathered_from_ = list_->from;
    gathered_ = {region.min + (position - list_->from), region.max + (position - list_->from)};
    span_ = 2.0 * length(list_->region.max - list_->region.min);
  }
  is_gathered_ = true;
  const auto add = [&](std::uint32_t row, const PartPair& pair) {
    is_gathered_ = part_count_ < k_capacity;
    if (is_gathered_) set_part(row, pair, parts_[part_count_++]);
    return is_gathered_;
  };
  visit_rows(position, {}, region, 0.0, list_ == nullptr ? ray_descent::Trees::all : ray_descent::Trees::movers,
             [&](std::uint32_t row) { return visit_parts(row, position, region, add); });
}

void Surroundings::leave(const Vec3& began, const Vec3& ended, MoverCache& cache) const {
  if (opened_ != nullptr) cache.close(*opened_, began, ended);
}

bool Surroundings::open_list(const Vec3& position, const Aabb& region, MoverCache& cache) {
  bool is_own = false;
  opened_ = cache.open(hash_of(shape_), position, options_.skin, scene_.static_revision, is_own);
  if (opened_ == nullptr || !is_own) return false;
  MoverList& list = *opened_;
  if (list.mask != options_.mask || list.sensors != options_.sensors || !list.covers(position, region)) {
    if (list.pause > 0) {
      --list.pause;
      return false;
    }
    fill_list(position, region, list);
    if (!list.is_complete) return false;
  }
  if (list.rotation != rotation_) {
    list.rotation = rotation_;
    for (NearPart& part : list.parts) part.has_planes = false;
  }
  return true;
}

void Surroundings::fill_list(const Vec3& position, const Aabb& region, MoverList& list) const {
  // The body is likely to go on as it did.
  const Vec3 step = position - list.began, ahead = step * list.moves_ahead, none;
  const double beside = list.moves_ahead > 0.0 ? length(step) : 0.0;
  const Aabb wanted = grown_by({region.min + min(ahead, none), region.max + max(ahead, none)}, beside);
  list.begin(position, wanted);
  list.mask = options_.mask;
  list.sensors = options_.sensors;
  const auto add = [&](std::uint32_t row, const PartPair& pair) {
    const std::size_t count = list.parts.size();
    if (count == k_most_kept || !list.parts.resize_uninitialized(count + 1)) return false;
    set_part(row, pair, list.parts[count]);
    return true;
  };
  list.is_complete = true;
  visit_rows(position, {}, wanted, 0.0, ray_descent::Trees::statics, [&](std::uint32_t row) {
    list.is_complete =
        list.watch(scene_.shape(row), scene_.packed_shapes->hash(row)) && visit_parts(row, position, wanted, add);
    return list.is_complete;
  });
  if (!list.is_complete) {
    list.parts.clear();
    if (list.moves_ahead == 0.0) list.pause = k_mover_list_pause;
    list.moves_ahead = list.moves_ahead < 2.0 ? 0.0 : 0.5 * list.moves_ahead;
  } else if (list.parts.size() <= k_most_kept / 4) {
    list.moves_ahead = clamp(2.0 * list.moves_ahead, 1.0, k_mover_list_moves);
  }
}

void Surroundings::set_part(std::uint32_t row, const PartPair& pair, NearPart& part) const {
  part.row = row;
  part.has_planes = false;
  part.shape = *pair.b;
  part.pose = pair.pose_b;
  part.features = pair.features;
  part.surface = pair.surface_b;
  Shape prism = part.shape;
  prism.thickness = thickness_of(part);
  const Vec3 rounding = abs(gathered_from_) * k_bounds_rounding;
  const Aabb bounds = touch_bounds(prism, place_of(part));
  part.bounds = {bounds.min - rounding, bounds.max + rounding};
}

void Surroundings::visit_listed(std::span<NearPart> parts, const Vec3& position, const Vec3& motion, double reach,
                                const double& time, const Aabb& swept, RowPartsVisitor visit, NearPart* first) const {
  const Vec3 from = position - gathered_from_;
  for (std::size_t i = first == nullptr ? 1 : 0; i <= parts.size(); ++i) {
    NearPart& part = i == 0 ? *first : parts[i - 1];
    if ((i > 0 && &part == first) || !overlaps(swept, part.bounds)) continue;
    if (!part.has_planes && body_) {
      part.planes = GapPlanes(*body_, part.shape, thickness_of(part), place_of(part), span_);
      part.has_planes = true;
    }
    if (part.planes.keep_farther(from, motion * time, reach)) continue;
    visit(part.row, {&shape_, {position, rotation_}, &part.shape, part.pose, part.features, {}, part.surface}, &part);
  }
}

void Surroundings::learn(NearPart* listed, const Vec3& normal) const {
  if (listed == nullptr || !body_) return;
  listed->planes.learn(*body_, listed->shape, thickness_of(*listed), place_of(*listed), span_, -normal,
                       candidate_margin_);
}

/// Visits the parts of the body and of each collider that the body may come within `reach` of on its way. A is the part
/// of the body; world space. A convex shape is one part.
/// @param time as a share of the motion, up to which it matters; `visit` may lower it.
void Surroundings::visit_near(const Vec3& position, const Vec3& motion, double reach, const double& time,
                              RowPartsVisitor visit, NearPart* first) const {
  const Aabb around = grown_by({low_, high_}, reach + candidate_margin_);
  if (is_gathered_) {
    const Vec3 from = position - gathered_from_, to = from + motion;
    const Aabb swept{min(from, to) + around.min, max(from, to) + around.max};
    if (contains(gathered_, swept)) {
      if (list_ != nullptr) visit_listed(list_->parts.span(), position, motion, reach, time, swept, visit, first);
      visit_listed(own_parts(), position, motion, reach, time, swept, visit, nullptr);
      return;
    }
  }
  visit_in_trees(position, motion, around, time, [&](std::uint32_t row, const PartPair& pair) {
    if (!is_farther(pair, motion * time, reach)) visit(row, pair, nullptr);
    return true;
  });
}

void Surroundings::visit_in_trees(const Vec3& position, const Vec3& motion, const Aabb& around, const double& time,
                                  RowPartsSearch visit) const {
  const Vec3 none;
  const Aabb swept{around.min + min(motion, none), around.max + max(motion, none)};
  visit_rows(position, motion, around, time, ray_descent::Trees::all,
             [&](std::uint32_t row) { return visit_parts(row, position, swept, visit); });
}

void Surroundings::visit_rows(const Vec3& position, const Vec3& motion, const Aabb& around, const double& time,
                              ray_descent::Trees trees, FunctionRef<bool(std::uint32_t)> visit) const {
  const double way = length(motion);
  const ray_descent::Path path{position, way > 0.0 ? direction_of(motion) : unit_axis(0), around.min, around.max};
  double end = time * way;
  bool goes_on = true;
  const auto visit_row = [&](std::uint32_t row) {
    if (!goes_on) return;
    goes_on = visit(row);
    end = goes_on ? time * way : -1.0;
  };
  ray_descent::visit_candidates(scene_, path, options_.mask, options_.sensors, end, visit_row, trees);
}

bool Surroundings::visit_parts(std::uint32_t row, const Vec3& position, const Aabb& around,
                               RowPartsSearch visit) const {
  const Shape shape = scene_.shape(row);
  if (!has_composite(shape, shape_)) [[likely]] {
    return visit(row, PartPair{&shape_, {position, rotation_}, &shape, scene_.pose(row), {}, {}, {}});
  }
  const Pose pose{scene_.pose(row).position, normalized(scene_.pose(row).rotation)};
  const Pose body{position, normalized(rotation_)};
  const Vec3 from = position - pose.position;
  const Aabb swept = rotated(transpose(to_matrix(pose.rotation)), {from + around.min, from + around.max});
  bool goes_on = true;
  // The collider comes first, whose tree finds the parts.
  visit_parts_within(shape, swept, shape_, relative_pose(pose, body), [&](const PartPair& pair) {
    // By way of the collider's frame, a convex body would have other last bits than in a list.
    const Pose there = is_composite(shape_.type) ? pose * pair.pose_b : Pose{position, rotation_};
    goes_on = visit(row, PartPair{pair.b, there, pair.a, pose * pair.pose_a, exchanged(pair.features), pair.surface_b,
                                  pair.surface_a});
    return goes_on;
  });
  return goes_on;
}

void Surroundings::visit_around(std::uint32_t row, const PartPair& pair, const Vec3& point, double distance,
                                TriangleSearch visit) const {
  if (is_gathered_) {
    const Vec3 there = pair.pose_b.position - gathered_from_ + rotate(pair.pose_b.rotation, point);
    const Aabb around = grown_by({there, there}, distance + length(point) * k_plane_rounding);
    if (contains(gathered_, around)) {
      for (const NearPart& part : is_kept(row) ? list_->parts.span() : own_parts()) {
        if (part.row != row || part.features.part_b != pair.features.part_b || !overlaps(around, part.bounds)) continue;
        if (!visit(Triangle(part.shape))) return;
      }
      return;
    }
  }
  hyperplane::visit_around(pair.surface_b, point, distance, visit);
}

namespace {

/// Whether a direction is the normal of the triangle of a pair's surface.
bool is_face_normal(const PartPair& pair, const Vec3& direction) {
  const Vec3 face = rotate(pair.pose_b.rotation, Triangle(*pair.b).normal());
  return std::fabs(dot(face, direction)) >= k_face_normal_cosine;
}

}  // namespace

bool Surroundings::may_push_at(std::uint32_t row, const PartPair& pair, const Pose& pose, const Vec3& point,
                               const Vec3& normal, double gap) const {
  if (pair.surface_a.exists()) return true;
  // What happens between the triangles of a surface is settled, but siblings may join it at its border.
  if (pair.surface_b.exists() && is_face_normal(pair, normal)) return true;
  const Shape shape = scene_.shape(row);
  const Pose where = scene_.pose(row);
  // Relative to the collider, so that nothing is lost far from the origin.
  const Vec3 local = point - where.position;
  const Quat rotation = pair.pose_b.rotation;
  if (pair.b->type == ShapeType::box) {
    // No sibling covers a face towards a body that is off it.
    const Vec3 aligned = abs(transpose_times(to_matrix(rotation), normal));
    if (max_component(aligned) > 1.0 - 0.25 * k_mover_seam_tilt * k_mover_seam_tilt) return true;
  }
  const PartSiblings own(shape, {{}, where.rotation}, pair.features.part_b);
  const auto accepts_sibling = [&](std::uint32_t other) { return accepts(other); };
  const std::span<const std::uint32_t>* const all = scene_.trees[1] == nullptr ? &scene_.rows[1] : nullptr;
  const StaticSiblings others(scene_, row, options_.mask, accepts_sibling, all);
  double placing = 0.0;
  bool is_beside_others = false;
  if (scene_.is_static(row)) {
    const double size_of_fixed = size_of(shape), size_of_mover = size_of(*pair.a);
    placing = flush_placing(where.position, size_of_fixed, size_of_mover);
    const double reach = k_flush_reach * min(size_of_fixed, size_of_mover) + placing;
    is_beside_others = others.have_boundary_near({&local, 1}, reach);
  }
  if (!own.exist() && !is_beside_others) return true;
  const auto visit_siblings = [&](const Vec3& at, double margin, ShapeSearch visit) {
    if (own.exist()) own(at, margin, visit);
    if (is_beside_others) others(at, margin, visit);
  };
  const auto visit_between = [&](const Vec3& from, const Vec3& to, ShapeSearch visit) {
    if (own.exist()) own.visit_between(from, to, visit);
    if (is_beside_others) others.visit_between(from, to, visit);
  };
  const SiblingSearch siblings = visit_siblings;
  const SegmentSearch between = visit_between;
  const FlushPart part{*pair.b,
                       {pair.pose_b.position - where.position, rotation},
                       &siblings,
                       pair.surface_b.exists() ? &between : nullptr,
                       is_beside_others ? placing : 0.0};
  const FlushPart body{*pair.a, {pose.position - where.position, pose.rotation}};
  if (may_push(part, body, local, normal, k_mover_seam_tilt)) return true;
  // A body in a sibling, as one that is pushed into a wall, leaves nothing to it.
  const Vec3 on_body = local + normal * gap;
  bool is_in_sibling = false;
  siblings(on_body, 0.0, [&](const Shape& sibling, const Pose& there) {
    is_in_sibling = is_in_sibling || distance_at(sibling, frame_of(there), on_body) < 0.0;
    return !is_in_sibling;
  });
  return is_in_sibling;
}

bool Surroundings::is_joined_at(std::uint32_t row, const PartPair& pair, const Vec3& point, double weld) const {
  const Shape shape = scene_.shape(row);
  const Pose where = scene_.pose(row);
  const Vec3 local = pair.pose_b.position - where.position + rotate(pair.pose_b.rotation, point);
  if (shape.type == ShapeType::compound) {
    const PartSiblings siblings(shape, {{}, where.rotation}, pair.features.part_b);
    bool found = false;
    if (siblings.exist()) {
      visit_parts_around(siblings, local, weld, [&](const Shape& part, const Pose& at) {
        found = std::fabs(distance_at(part, frame_of(at), local)) <= weld;
        return !found;
      });
    }
    if (found) return true;
  }
  if (!scene_.is_static(row)) return false;
  const auto accepts_sibling = [&](std::uint32_t other) { return accepts(other); };
  const std::span<const std::uint32_t>* const all = scene_.trees[1] == nullptr ? &scene_.rows[1] : nullptr;
  const double placing = flush_placing(where.position, size_of(shape), size_of(*pair.a));
  return StaticSiblings(scene_, row, options_.mask, accepts_sibling, all)
      .have_boundary_near({&local, 1}, weld + placing);
}

std::span<const Contact> Surroundings::contacts_within(const Vec3& position, double reach) {
  if (position != near_position_ || reach > near_reach_) {
    near_reach_ = max(reach, options_.skin * k_mover_reach);
    near_position_ = position;
    near_ = find_contacts(position, near_reach_);
  }
  std::size_t count = 0;
  while (count < static_cast<std::size_t>(near_.count) && near_.contacts[count].gap <= reach) ++count;
  return {near_.contacts, count};
}

ContactSet Surroundings::find_contacts(const Vec3& position, double reach) const {
  ContactSet found;
  RimExits rims;
  visit_near(position, {}, reach, 0.0, [&](std::uint32_t row, const PartPair& pair, NearPart* listed) {
    // Use the normal of casts: with another one, a motion along a contact would close in on it.
    Distance apart = Approach(*pair.a, pair.pose_a, {}, *pair.b, pair.pose_b, 0.0).at_start();
    // A body behind a one-sided triangle may overlap it however far away the triangle is.
    const bool may_be_behind = pair.surface_b.exists() && pair.surface_b.thickness() > 0.0;
    ++tested_;
    if (apart.distance > reach) learn(listed, apart.normal);
    if ((apart.distance > reach && !may_be_behind) || !accepts(row)) return;
    // Farther than all contacts of a full set.
    if (found.count == ContactSet::k_capacity && apart.distance > found.contacts[found.count - 1].gap &&
        !may_be_behind) {
      return;
    }
    const auto around = [&](const Vec3& point, double distance, TriangleSearch visit) {
      visit_around(row, pair, point, distance, visit);
    };
    const auto is_joined = [&](const Vec3& point, double weld) { return is_joined_at(row, pair, point, weld); };
    if (pair.surface_b.exists() && !snap_to_surface(pair, row, middle_at(position), around, rims, is_joined, apart)) {
      return;
    }
    if (apart.distance > reach) return;
    // The nearest of flush colliders is never in a seam. Overlaps are pushed out of as they are.
    if (apart.distance > 0.0 && !may_push_at(row, pair, pair.pose_a, apart.point_b, -apart.normal, apart.distance))
      return;
    found.add({row, -apart.normal, apart.point_b, apart.distance});
  });
  return found;
}

double Surroundings::gap_along(const Vec3& position, const Vec3& normal) const {
  if (position == near_position_) {
    for (int i = 0; i < near_.count && near_.contacts[i].gap < options_.skin; ++i) {
      if (dot(near_.contacts[i].normal, normal) > k_least_passing_cosine) return near_.contacts[i].gap;
    }
  }
  return options_.skin;
}

Stop Surroundings::cast(const Vec3& position, const Vec3& motion, double graze, int kind) const {
  Stop stop;
  if (!(length_squared(motion) > 0.0)) return stop;
  // The first impact with each part, then the later ones of parts whose edges let the body pass before it stops: few
  // do.
  if (find_stop(position, motion, graze, kind, 1, stop) < stop.time) {
    find_stop(position, motion, graze, kind, k_max_seam_passes, stop);
  }
  return stop;
}

double Surroundings::find_stop(const Vec3& position, const Vec3& motion, double graze, int kind, int passes,
                               Stop& stop) const {
  double first_passed = 2.0;
  const NearPart* stopped_by = nullptr;
  const auto look = [&](std::uint32_t row, const PartPair& pair, NearPart* listed) {
    const auto around = [&](const Vec3& point, double distance, TriangleSearch visit) {
      visit_around(row, pair, point, distance, visit);
    };
    double margin = options_.skin, passed = -1.0;
    for (int pass = 0; pass < passes && margin > 0.0; ++pass) {
      const Grazing grazing{graze, min(margin, options_.skin * k_mover_graze_margin)};
      Vec3 apart_along;
      const Impact impact =
          Approach(*pair.a, pair.pose_a, motion, *pair.b, pair.pose_b, margin)
              .first(stop.time, options_.skin * k_mover_stop, k_mover_parallel, grazing, &apart_along);
      if (!impact.hit && pass == 0 && apart_along != Vec3{}) learn(listed, apart_along);
      if (!impact.hit || !(impact.time > passed)) return;
      const Pose there{pair.pose_a.position + motion * impact.time, pair.pose_a.rotation};
      Contact contact{row, -impact.normal, impact.point, options_.skin};
      // Along a normal that the impact takes from the face beside it, the motion may not close in.
      const auto closes_in = [&] {
        const double closing = -dot(contact.normal, motion), way = length(motion);
        return closing > way * (margin > grazing.margin ? graze : k_mover_parallel);
      };
      if (!pair.surface_b.exists() ||
          (may_push(pair, middle_at(position + motion * impact.time), impact.point, margin, around, contact.normal) &&
           (contact.normal == -impact.normal || closes_in()))) {
        if (stop.hit && impact.time == stop.time && is_before(stop.contact, contact)) return;
        if (!accepts(row)) return;
        if (may_push_at(row, pair, there, impact.point, contact.normal, margin)) {
          stop = {true, impact.time, contact};
          stopped_by = listed;
          return;
        }
      }
      // The body passes an edge that pushes nobody. The face behind it may stop the body later, where the ground bends
      // upwards: once the gap is less than that at which the body passes the edge, or slides before it.
      margin =
          min(margin * length(cross(impact.normal, motion)) / length(motion), gap_along(position, contact.normal)) *
          (1.0 - k_mover_slop);
      passed = impact.time;
      first_passed = min(first_passed, passed);
    }
  };
  // Most moves end where the last one did, and other parts need not be looked at beyond that.
  NearPart* const first = list_ != nullptr ? list_->last_stop(kind) : nullptr;
  visit_near(position, motion, options_.skin + slop_, stop.time, look, first);
  if (stopped_by != nullptr && is_kept(stopped_by->row)) {
    list_->stops[kind] = static_cast<std::size_t>(stopped_by - list_->parts.data());
  }
  return first_passed;
}

Stop Surroundings::cast(const Vec3& position, const Vec3& motion) const {
  return cast(position, motion, k_mover_graze, 0);
}

Stop Surroundings::cast_upright(const Vec3& position, const Vec3& motion) const {
  return cast(position, motion, least_ledge_cosine_, 1);
}

bool Surroundings::crosses_static(const Vec3& position, const Vec3& motion) const {
  const double way = length(motion);
  if (!(way > 0.0)) return false;
  const Vec3 from = middle_at(position);
  double end = way;
  const auto visit = [&](std::uint32_t row) {
    const RayHit hit = raycast(scene_.shape(row), scene_.pose(row), from, motion, way);
    // Inside of a solid, the ray starts with a hit.
    if (hit.hit && hit.distance > 0.0 && accepts(row)) end = -1.0;
  };
  ray_descent::visit_candidates(scene_, {from, direction_of(motion), {}, {}}, options_.mask, options_.sensors, end,
                                visit, ray_descent::Trees::statics);
  return end < 0.0;
}

bool Surroundings::can_walk_on(const Contact& contact, Vec3& normal) const {
  normal = contact.normal;
  const double cosine = dot(normal, up_);
  if (cosine >= least_cosine_) return true;
  if (cosine < least_ledge_cosine_) return false;
  const Vec3 outwards = normalized(normal - up_ * cosine);
  const double beside = max(size_, options_.skin) * k_ledge_ray;
  const Vec3 above = contact.point - outwards * beside + up_ * beside;
  const RayHit hit = raycast(scene_.shape(contact.row), scene_.pose(contact.row), above, -up_, 2.0 * beside);
  if (!hit.hit || hit.distance == 0.0 || dot(hit.normal, up_) < least_cosine_) return false;
  normal = hit.normal;
  return true;
}

double Surroundings::height_behind(const Contact& contact, double from, double to) const {
  const double cosine = dot(contact.normal, up_);
  const Vec3 across = contact.normal - up_ * cosine;
  if (!(length(across) > k_least_ledge_cosine)) return 0.0;
  const Vec3 behind = contact.point - normalized(across) * (max(size_, options_.skin) * k_ledge_ray);
  const Vec3 above = behind + up_ * (to - dot(behind, up_));
  const RayHit hit = raycast(scene_.shape(contact.row), scene_.pose(contact.row), above, -up_, to - from);
  return hit.hit && hit.distance > 0.0 ? to - from - hit.distance : 0.0;
}

}  // namespace hyperplane
