#include "query/mover_surroundings.h"

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "ccd/tolerances.h"
#include "composite/shape_extent.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "core/safe_rotation.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "math/trigonometry.h"
#include "motion/tolerances.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/composite/half_space_pair.h"
#include "narrowphase/part/containment.h"
#include "narrowphase/part/triangle_gap.h"
#include "query/scene_descent.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

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

/// Whether the body, which is convex, stays farther from a triangle than a distance; of other parts nothing is known.
bool stays_farther(const PartPair& pair, const Vec3& way, double distance) {
  if (!pair.surface_b.exists() || pair.surface_a.exists()) return false;
  return is_farther(*pair.b, pair.surface_b.thickness(), *pair.a, relative_pose(pair.pose_b, pair.pose_a),
                    rotate(conjugate(pair.pose_b.rotation), way), distance);
}

}  // namespace

Surroundings::Surroundings(const Scene& scene, const Shape& shape, const Pose& pose, const MoverOptions& options)
    : scene_(scene),
      shape_(shape),
      options_(options),
      rotation_(pose.rotation),
      middle_(rotate(pose.rotation, inner_point_of(shape))),
      up_(direction_of(options.up)),
      slop_(options.skin * k_mover_slop),
      least_cosine_(sine_cosine(options.max_slope).cosine - k_mover_slope_slack),
      began_(pose.position) {
  const Aabb around = bounds(shape, pose);
  const Vec3 rounding = (abs(pose.position) + max(abs(around.min), abs(around.max))) * k_bounds_rounding;
  low_ = around.min - pose.position - rounding;
  high_ = around.max - pose.position + rounding;
  size_ = length(high_ - low_);
  least_gain_ = min(slop_, 0.5 * options.skin * (1.0 - least_cosine_));
  candidate_margin_ = k_impact_gap * (extent_of(scene) + size_);
}

double Surroundings::least_ledge_cosine() const {
  return min(k_least_ledge_cosine, std::sqrt(options_.skin / (2.0 * (size_ + options_.skin))));
}

double Surroundings::sole(const Vec3& position) const { return dot(support(shape_, {position, rotation_}, -up_), up_); }

void Surroundings::gather(const Vec3& position, const Vec3& delta, MoverCache* cache) {
  if (is_composite(shape_.type)) return;
  const Vec3 rise = up_ * options_.step_height, fall = up_ * -options_.snap_distance, none;
  // Slides turn the motion: it stays within its length. A move that pushes the body farther searches the trees.
  const Aabb region = grown_by({low_ + min(rise, none) + min(fall, none), high_ + max(rise, none) + max(fall, none)},
                               length(delta) + margin());
  gathered_ = region;
  gathered_from_ = position;
  span_ = 2.0 * length(region.max - region.min);
  if (cache != nullptr && scene_.trees[1] != nullptr && open_list(position, delta, region, *cache)) {
    list_ = opened_;
    gathered_from_ = list_->from;
    const Vec3 by = position - list_->from;
    gathered_ = {max(region.min + by, list_->region.min), min(region.max + by, list_->region.max)};
    span_ = 2.0 * length(list_->region.max - list_->region.min);
  }
  is_gathered_ = true;
  bool may_be_inside = list_ != nullptr && list_->may_be_inside;
  const auto add = [&](std::uint32_t row, const PartPair& pair) {
    if (row == options_.own_row) return true;
    is_gathered_ = part_count_ < k_capacity;
    if (!is_gathered_) return false;
    bounds_[part_count_] = bounds_of(pair);
    set_part(row, pair, parts_[part_count_++]);
    return true;
  };
  visit_rows(position, {}, region, 0.0, list_ == nullptr ? ray_descent::Trees::all : ray_descent::Trees::movers,
             [&](std::uint32_t row) {
               may_be_inside = may_be_inside || may_contain(scene_.shape(row));
               return visit_parts(row, position, region, add);
             });
  may_be_inside_ = may_be_inside || !is_gathered_;
}

void Surroundings::leave(const Vec3& began, const Vec3& ended, MoverCache& cache) const {
  if (opened_ != nullptr) cache.close(*opened_, began, ended);
}

bool Surroundings::open_list(const Vec3& position, const Vec3& delta, const Aabb& region, MoverCache& cache) {
  opened_ = cache.open(hash_of(shape_), position, options_.skin, scene_.static_revision);
  if (opened_ == nullptr) return false;
  MoverList& list = *opened_;
  if (list.mask != options_.mask || list.sensors != options_.sensors || list.kinds != shape_.kinds ||
      !list.covers(position, region)) {
    fill_list(position, delta, region, list);
    if (!list.is_complete) return false;
  }
  if (list.rotation != rotation_) {
    list.rotation = rotation_;
    list.contacts.reach = -1.0;
    for (NearPart& part : list.parts) part.has_planes = false;
  }
  return true;
}

void Surroundings::fill_list(const Vec3& position, const Vec3& delta, const Aabb& region, MoverList& list) const {
  // The body is likely to go on as it did.
  const Vec3 step = position - list.began, none;
  const auto region_ahead = [&] {
    const Vec3 ahead = step * list.moves_ahead;
    const double beside = list.moves_ahead > 0.0 ? length(step) : 0.0;
    return grown_by({region.min + min(ahead, none), region.max + max(ahead, none)}, beside);
  };
  // A full list looks less far ahead, and at last leaves the way up and down to the trees.
  bool is_least = false;
  const auto make_room = [&] {
    while (list.parts.size() == k_most_kept && !is_least) {
      is_least = list.moves_ahead == 0.0;
      list.moves_ahead = list.moves_ahead < 2.0 ? 0.0 : 0.5 * list.moves_ahead;
      list.shrink(is_least ? grown_by({low_ + min(delta, none), high_ + max(delta, none)}, margin()) : region_ahead());
    }
    return list.parts.size() < k_most_kept;
  };
  const Aabb wanted = region_ahead();
  list.begin(position, wanted);
  list.mask = options_.mask;
  list.sensors = options_.sensors;
  list.kinds = shape_.kinds;
  const auto add = [&](std::uint32_t row, const PartPair& pair) {
    if (!make_room()) return false;
    const Aabb bounds = bounds_of(pair);
    if (!overlaps(list.region, bounds)) return true;
    NearPart* const part = list.add(bounds);
    if (part != nullptr) set_part(row, pair, *part);
    return part != nullptr;
  };
  list.is_complete = true;
  visit_rows(position, {}, wanted, 0.0, ray_descent::Trees::statics, [&](std::uint32_t row) {
    const Shape shape = scene_.shape(row);
    list.may_be_inside = list.may_be_inside || may_contain(shape);
    list.is_complete = list.watch(shape, scene_.packed_shapes->hash(row)) && visit_parts(row, position, wanted, add);
    return list.is_complete;
  });
  if (!list.is_complete) {
    list.parts.clear();
  } else if (list.parts.size() <= k_most_kept / 4) {
    list.moves_ahead = clamp(2.0 * list.moves_ahead, 1.0, k_mover_list_moves);
  }
}

Aabb Surroundings::bounds_of(const PartPair& pair) const {
  Shape prism = *pair.b;
  prism.thickness = thickness_of(pair);
  const Vec3 rounding = abs(gathered_from_) * k_bounds_rounding;
  const Aabb bounds = touch_bounds(prism, place_of(pair));
  return {bounds.min - rounding, bounds.max + rounding};
}

void Surroundings::set_part(std::uint32_t row, const PartPair& pair, NearPart& part) {
  part.row = row;
  part.has_planes = false;
  part.shape = *pair.b;
  part.pair = pair;
}

void Surroundings::visit_listed(ListedParts near, const Vec3& position, const Vec3& motion, double reach,
                                const double& time, const Aabb& swept, RowPartsVisitor visit, NearPart* first) const {
  const Vec3 from = position - gathered_from_;
  for (std::size_t k = first == nullptr ? 1 : 0; k <= near.count; ++k) {
    const std::size_t i = k == 0 ? static_cast<std::size_t>(first - near.parts) : k - 1;
    if (!overlaps(swept, near.bounds[i]) || (k > 0 && near.parts + i == first)) continue;
    NearPart& part = near.parts[i];
    if (!part.has_planes) {
      part.planes = GapPlanes(body(), part.shape, thickness_of(part.pair), place_of(part.pair), span_);
      part.frames = pair_frames({{}, rotation_}, part.pair.pose_b);
      part.has_planes = true;
    }
    if (part.planes.keep_farther(from, motion * time, reach)) continue;
    part.pair.a = &shape_;
    part.pair.pose_a = {position, rotation_};
    part.pair.b = &part.shape;
    visit(part.row, part.pair, &part);
  }
}

void Surroundings::learn(NearPart* listed, const Vec3& normal) const {
  if (listed == nullptr || listed->shape.type == ShapeType::half_space || listed->planes.has(-normal)) return;
  listed->planes.learn(body(), listed->shape, thickness_of(listed->pair), place_of(listed->pair), span_, -normal,
                       candidate_margin_);
}

/// Visits the parts of the body and of each collider that the body may come within `reach` of on its way. A is the part
/// of the body; world space. A convex shape is one part.
/// @param time as a share of the motion, up to which it matters; `visit` may lower it.
void Surroundings::visit_near(const Vec3& position, const Vec3& motion, double reach, const double& time,
                              RowPartsVisitor visit, NearPart* first) const {
  const Aabb around = grown_by({low_, high_}, reach + candidate_margin_);
  if (const auto swept = listed_bounds(position, motion, around)) {
    if (list_ != nullptr) visit_listed(list_->near(), position, motion, reach, time, *swept, visit, first);
    visit_listed(own_parts(), position, motion, reach, time, *swept, visit);
    return;
  }
  visit_in_trees(position, motion, around, time, [&](std::uint32_t row, const PartPair& pair) {
    return stays_farther(pair, motion * time, reach) || visit(row, pair, nullptr);
  });
}

std::optional<Aabb> Surroundings::listed_bounds(const Vec3& position, const Vec3& motion, const Aabb& around) const {
  if (!is_gathered_) return std::nullopt;
  const Vec3 from = position - gathered_from_, to = from + motion;
  const Aabb swept{min(from, to) + around.min, max(from, to) + around.max};
  return contains(gathered_, swept) ? std::optional(swept) : std::nullopt;
}

void Surroundings::visit_in_trees(const Vec3& position, const Vec3& motion, const Aabb& around, const double& time,
                                  RowPartsSearch visit) const {
  const Vec3 none;
  const Aabb swept{around.min + min(motion, none), around.max + max(motion, none)};
  visit_rows(position, motion, around, time, ray_descent::Trees::all, [&](std::uint32_t row) {
    visit_parts(row, position, swept, visit);
    return true;
  });
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
  // A half-space is a part of its own: what is laid under bounds has other last bits under others.
  if (!has_composite(shape, shape_) || are_convex_and_half_space(shape, shape_)) [[likely]] {
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
    goes_on = visit(row, PartPair{pair.b,
                                  there,
                                  pair.a,
                                  pose * pair.pose_a,
                                  exchanged(pair.features),
                                  pair.surface_b,
                                  pair.surface_a,
                                  {},
                                  pair.grid_b,
                                  pair.grid_a});
    return goes_on;
  });
  return goes_on;
}

void Surroundings::visit_around(std::uint32_t row, const PartPair& pair, const Vec3& point, double distance,
                                TriangleSearch visit) const {
  if (is_gathered_) {
    const Vec3 there = pair.pose_b.position - gathered_from_ + rotate(pair.pose_b.rotation, point);
    const Aabb around = grown_by({there, there}, distance + length(point) * k_plane_rounding);
    const ListedParts near = is_kept(row) ? list_->near() : own_parts();
    if (near.count <= k_most_scanned && contains(gathered_, around)) {
      for (std::size_t i = 0; i < near.count; ++i) {
        const NearPart& part = near.parts[i];
        if (!overlaps(around, near.bounds[i]) || part.row != row || part.pair.features.part_b != pair.features.part_b)
          continue;
        if (!visit(Triangle(part.shape))) return;
      }
      return;
    }
  }
  hyperplane::visit_around(pair.surface_b, point, distance, visit);
}

RayHit Surroundings::cast_ray(std::uint32_t row, const Vec3& origin, const Vec3& direction, double reach) const {
  KindMask room;
  return raycast(scene_.shape(row, shape_.kinds, room), scene_.pose(row), origin, direction, reach);
}

RayHit Surroundings::cast_ray_at_statics(const Vec3& origin, const Vec3& direction, double reach,
                                         bool is_from_inside) const {
  RayHit nearest;
  double end = reach;
  const auto visit = [&](std::uint32_t row) {
    const RayHit hit = cast_ray(row, origin, direction, end);
    if (!hit.hit || (hit.distance == 0.0 && !is_from_inside) || !accepts(row)) return;
    const bool is_nearer = !nearest.hit || hit.distance < nearest.distance;
    if (!is_nearer && !(hit.distance == nearest.distance && is_less(hit.normal, nearest.normal))) return;
    nearest = hit;
    end = hit.distance;
  };
  ray_descent::visit_candidates(scene_, {origin, direction_of(direction), {}, {}}, options_.mask, options_.sensors, end,
                                visit, ray_descent::Trees::statics);
  return nearest;
}

RayHit Surroundings::cast_down(std::uint32_t row, const Vec3& from, double reach) const {
  return is_static(row) ? cast_ray_at_statics(from, -up_, reach, true) : cast_ray(row, from, -up_, reach);
}

bool Surroundings::crosses_static(const Vec3& position, const Vec3& motion) const {
  const double way = length(motion);
  return way > 0.0 && cast_ray_at_statics(middle_at(position), motion, way, false).hit;
}

Vec3 Surroundings::behind(const Contact& contact) const {
  return contact.point - normalized(contact.normal - up_ * dot(contact.normal, up_)) * ledge_ray();
}

bool Surroundings::can_walk_on(const Contact& contact, Vec3& normal) const {
  normal = contact.normal;
  const double cosine = dot(normal, up_);
  if (cosine >= least_cosine_) return true;
  if (cosine < least_ledge_cosine()) return false;
  const double beside = ledge_ray();
  const RayHit hit = cast_down(contact.row, behind(contact) + up_ * beside, 2.0 * beside);
  if (!hit.hit || hit.distance == 0.0 || dot(hit.normal, up_) < least_cosine_) return false;
  normal = hit.normal;
  return true;
}

double Surroundings::height_behind(const Contact& contact, double from, double to) const {
  const double cosine = dot(contact.normal, up_);
  if (!(1.0 - cosine * cosine > k_least_ledge_cosine * k_least_ledge_cosine)) return 0.0;
  const Vec3 place = behind(contact), above = place + up_ * (to - dot(place, up_));
  const RayHit hit = cast_ray(contact.row, above, -up_, to - from);
  return hit.hit && hit.distance > 0.0 ? to - from - hit.distance : 0.0;
}

}  // namespace hyperplane
