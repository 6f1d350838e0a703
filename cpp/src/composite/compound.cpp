#include "composite/compound.h"

#include "bvh/visit.h"
#include "composite/raycast_at.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "composite/tolerances.h"
#include "composite/touch_bounds.h"
#include "core/hash.h"
#include "core/memory.h"
#include "math/pose.h"
#include "shape/bounds.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Layers of the rows of a tree without filters.
constexpr std::uint32_t k_all_layers = 0xffffffff;

/// Up to this many parts, bounds at a pose are those of the parts at that pose, which are tighter than those of the
/// compound's own bounds.
constexpr std::size_t k_few_parts = 16;

const char* problem_of(const CompoundPart& part) {
  if (part.shape.type == ShapeType::compound) return "a part of a compound is a compound";
  if (part.shape.type == ShapeType::half_space) return "a part of a compound is a half-space, which has no bounds";
  const Vec3 p = abs(part.pose.position);
  // Written so that NaN fails every comparison.
  if (!(p.x <= k_max_shape_size && p.y <= k_max_shape_size && p.z <= k_max_shape_size)) {
    return "a coordinate of the position of a part is not a number up to 1e9 m";
  }
  const Quat& q = part.pose.rotation;
  if (!is_finite(q)) return "a component of the quaternion of a part is not a finite number";
  if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0 && q.w == 0.0) return "the quaternion of a part is zero";
  return nullptr;
}

}  // namespace

Status Compound::build(std::span<const CompoundPart> parts) {
  const auto count = static_cast<std::uint32_t>(parts.size());
  Buffer<FloatBounds> bounds;
  Buffer<std::uint32_t> members, layers;
  if (!parts_.reserve_exactly(count) || !bounds.resize(count, k_empty_bounds) || !members.reserve_exactly(count) ||
      !layers.resize(count, k_all_layers)) {
    return Status::out_of_memory;
  }
  for (const CompoundPart& part : parts) {
    const Quat& q = part.pose.rotation;
    // Normalising twice may change the last bits, and with them the hash of a restored compound.
    const bool is_unit = std::fabs(length_squared(q) - 1.0) <= k_unit_quaternion_slack;
    parts_.push_unchecked({part.shape, {part.pose.position, is_unit ? q : normalized(q)}});
    parts_.back().shape.kinds = nullptr;
    has_surface_ = has_surface_ || is_surface(part.shape.type);
    may_change_ = may_change_ || hyperplane::may_change(part.shape);
    members.push_unchecked(static_cast<std::uint32_t>(members.size()));
  }
  measure(bounds.span());
  const Status status = tree_.build(members.span(), {bounds.span(), layers.span(), layers.span()});
  if (status == Status::ok) find_neighbours(bounds.span());
  if (may_change_) {
    part_bounds_.swap(bounds);
    part_layers_.swap(layers);
  }
  return status;
}

void Compound::measure(std::span<FloatBounds> bounds) {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(ShapeType::compound));
  reach_ = 0.0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const auto& [shape, pose] = parts_[i];
    const Aabb around = hyperplane::bounds(shape, pose);
    bounds_ = i == 0 ? around : united(bounds_, around);
    hash.add(hash_of(shape));
    const double numbers[] = {pose.position.x, pose.position.y, pose.position.z, pose.rotation.x,
                              pose.rotation.y, pose.rotation.z, pose.rotation.w};
    // Adding zero drops the sign of a negative zero.
    for (const double number : numbers) hash.add(number + 0.0);
    reach_ = max(reach_, length(pose.position) + reach_of(shape));
  }
  hash_ = hash.value();
  middle_ = (bounds_.min + bounds_.max) * 0.5;
  size_ = 0.5 * length(bounds_.max - bounds_.min);
  for (std::size_t i = 0; i < parts_.size(); ++i) bounds[i] = to_tree(touch_bounds(parts_[i].shape, parts_[i].pose));
}

void Compound::refresh() {
  if (!may_change_) return;
  measure(part_bounds_.span());
  tree_.refit_all({part_bounds_.span(), part_layers_.span(), part_layers_.span()});
  find_neighbours(part_bounds_.span());
}

void Compound::find_neighbours(std::span<const FloatBounds> bounds) {
  has_neighbours_ = false;
  for (std::uint32_t i = 0; i < bounds.size() && !has_neighbours_; ++i) {
    visit_overlapping(tree_, bounds[i], k_all_layers, [&](std::uint32_t other) {
      has_neighbours_ = other != i;
      return !has_neighbours_;
    });
  }
}

Aabb Compound::bounds_at(const Pose& pose) const {
  if (parts_.size() <= k_few_parts) {
    Aabb all = hyperplane::bounds(parts_[0].shape, pose * parts_[0].pose);
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      all = united(all, hyperplane::bounds(parts_[i].shape, pose * parts_[i].pose));
    }
    return all;
  }
  const Aabb turned = rotated(to_matrix(pose.rotation), bounds_);
  return rounded_outwards(pose.position, turned.min, turned.max, reach_);
}

void Compound::visit_within(const Aabb& bounds, RowSearch visit) const {
  visit_overlapping(tree_, to_tree(bounds), k_all_layers, visit);
}

void Compound::visit_near(const Aabb& bounds, const double& end, RowVisitor visit, const BoundsFilter* accepts) const {
  if (accepts != nullptr) return visit_nearest(tree_, to_tree(bounds), middle_, end, *accepts, visit);
  visit_nearest(tree_, to_tree(bounds), k_all_layers, end, visit);
}

void Compound::visit_along(ray_descent::Path path, const double& end, RowVisitor visit) const {
  path.origin -= middle_;
  hyperplane::visit_along(tree_, path, k_all_layers, end, visit);
}

RayHit Compound::raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates,
                         const KindMask* kinds) const {
  RayHit best;
  best.distance = max_distance;
  // Half the thickness of flat parts for a ray: their bounds have none. Twice, as their axes are oblique.
  const double thickness = 2.0 * k_flat_ray_margin * (coordinates + length(origin) + 3.0 * reach_);
  const Vec3 margin{thickness, thickness, thickness}, along = direction_of(direction);
  visit_along({origin, direction, -margin, margin}, best.distance, [&](std::uint32_t i) {
    auto [shape, pose] = parts_[i];
    shape.kinds = kinds;
    RayHit hit = raycast_at(shape, pose, origin, along, best.distance, coordinates + length(pose.position));
    hit.feature.part = static_cast<std::int32_t>(i);
    if (!hit.hit || hit.distance > best.distance) return;
    if (best.hit && hit.distance == best.distance && hit.feature.part > best.feature.part) return;
    best = hit;
  });
  return best.hit ? best : RayHit{};
}

ClosestPoint Compound::closest_point(const Vec3& point, double within, const KindMask* kinds) const {
  ClosestPoint best;
  best.distance = within;
  visit_near({point, point}, best.distance, [&](std::uint32_t i) {
    auto [shape, pose] = parts_[i];
    shape.kinds = kinds;
    ClosestPoint closest = closest_point_within(shape, pose, point, best.distance);
    closest.feature.part = static_cast<std::int32_t>(i);
    if (closest.distance > best.distance) return;
    if (closest.distance == best.distance && best.feature.part >= 0 && closest.feature.part > best.feature.part) return;
    best = closest;
  });
  if (best.feature.part < 0) best.distance = ray_descent::k_infinity;
  return best;
}

Vec3 Compound::support(const Vec3& direction) const {
  Vec3 farthest;
  double most = -ray_descent::k_infinity;
  for (const CompoundPart& part : parts_) {
    const Vec3 point = hyperplane::support(part.shape, part.pose, direction);
    const double along = dot(point, direction);
    if (along > most) {
      most = along;
      farthest = point;
    }
  }
  return farthest;
}

void CompoundDeleter::operator()(const Compound* compound) const { destroy_object(const_cast<Compound*>(compound)); }

Result<CompoundPtr> build_compound(std::span<const CompoundPart> parts) {
  const auto fail = [](Status status, const char* message) { return Result<CompoundPtr>::failure(status, message); };
  if (parts.empty()) return fail(Status::invalid_argument, "a compound has no parts");
  if (parts.size() > k_max_compound_parts)
    return fail(Status::invalid_argument, "a compound has more than 65,536 parts");
  for (const CompoundPart& part : parts) {
    if (const char* problem = problem_of(part)) return fail(Status::invalid_argument, problem);
  }
  auto* const compound = make_object<Compound>();
  CompoundPtr owner(compound);
  if (compound == nullptr || compound->build(parts) != Status::ok) {
    return fail(Status::out_of_memory, "no memory for the compound");
  }
  return {Status::ok, std::move(owner), ""};
}

Shape make_compound(const Compound& compound) {
  Shape shape{ShapeType::compound, {0.0}};
  shape.compound = &compound;
  return shape;
}

void refresh_compound(Compound& compound) { compound.refresh(); }

std::span<const CompoundPart> compound_parts(const Compound& compound) { return compound.parts(); }

}  // namespace hyperplane
