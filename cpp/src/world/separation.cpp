#include "world/separation.h"

#include <algorithm>

#include <hyperplane/shape_query.h>

#include "ccd/composite_impact.h"
#include "composite/shape_extent.h"
#include "core/function_ref.h"
#include "core/sort.h"
#include "depenetration/find_separation.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "narrowphase/part/part_pairs.h"
#include "query/directions.h"
#include "shape/support.h"
#include "shape/triangle.h"
#include "world/tolerances.h"

namespace hyperplane {
namespace {

/// Most planes that are solved together: the deepest. Shallower ones of so many hardly ever count.
constexpr int k_most_planes = 24;

struct Planes {
  HalfSpace all[k_most_planes];
  int count = 0;

  std::span<const HalfSpace> span() const { return {all, static_cast<std::size_t>(count)}; }
  /// Of planes that face the same way the deeper one counts.
  void add(const HalfSpace& plane) {
    for (int i = 0; i < count; ++i) {
      if (dot(all[i].normal, plane.normal) < k_same_separation_cosine) continue;
      if (plane.offset > all[i].offset) all[i] = plane;
      return;
    }
    if (count < k_most_planes) all[count++] = plane;
  }
};

bool has_more_depth(const HalfSpace& a, const HalfSpace& b) {
  return a.offset != b.offset ? a.offset > b.offset : is_less(a.normal, b.normal);
}

/// The problem of depenetration/find_separation.h in space. Parts of shapes are in the collider's frame, all else is in
/// world space.
///
/// The parts near the collider are gathered once. Along a direction, the extents of a part bound the way past it from
/// above: only parts that may end later than all others so far are looked at closely, the farthest first. Among many
/// parts a free place is looked for far out, from which the collider is cast back: both trees are descended.
class SeparationProblem {
 public:
  /// @param planes at least one. @param parts, extents scratch.
  SeparationProblem(const Storage& storage, std::span<const std::uint32_t> others, std::uint32_t row, Planes& planes,
                    Buffer<NearParts>& parts, Buffer<double>& extents)
      : storage_(storage),
        others_(others),
        planes_(planes),
        parts_(parts),
        extents_(extents),
        shape_(storage.shapes[row]),
        pose_(storage.start_pose(row)),
        back_(conjugate(normalized(pose_.rotation))) {
    const Aabb box = bounds(shape_, {{}, pose_.rotation});
    size_ = max_component(box.max - box.min);
  }

  /// The parts, until there are many. @return false if memory runs out.
  bool gather() {
    parts_.clear();
    bool has_room = true;
    PairFeatures last;
    visit_parts({}, [&](const PartPair& pair) {
      const PairFeatures& of = pair.features;
      // Boxes of cells may begin with the same cell, and what stands for a half-space differs from part to part.
      const bool is_numbered = pair.surface_a.exists() || (of.part_a >= 0 && !pair.grid_a.exists());
      const bool shares_a =
          !parts_.empty() && is_numbered && of.part_a == last.part_a && of.triangle_a == last.triangle_a;
      last = of;
      has_room = parts_.push({*pair.a, *pair.b, pair.pose_a, pair.pose_b, pair.surface_a, pair.surface_b, shares_a});
      return has_room && !is_crowded();
    });
    if (is_crowded()) blocking_ = parts_[0];
    return has_room && extents_.resize_uninitialized(parts_.size());
  }

  /// Adds what the collider still overlaps at the common point of all planes, until it is free there.
  void complete_planes() {
    for (int round = 0; round < k_separation_rounds && !is_crowded(); ++round) {
      bool found = false, is_free = true;
      const Vec3 at = solve(0.0, found);
      if (!found) return;
      for (const std::uint32_t other : others_) {
        const Pose pose = storage_.start_pose(other);
        const Penetration still = penetration(shape_, moved_by(at), storage_.shapes[other], pose);
        if (!(still.depth > tolerance())) continue;
        is_free = false;
        planes_.add({-still.normal, still.depth - dot(still.normal, at)});
      }
      if (is_free) return;
    }
  }

  Vec3 solve(double less, bool& found) const {
    Planes relaxed = planes_;
    for (HalfSpace& plane : relaxed.all) plane.offset -= less;
    return solve_planes(relaxed.span(), {}, k_separation_slack * planes_.all[0].offset, found);
  }
  bool has_composite() const {
    bool found = is_composite(shape_.type);
    for (const std::uint32_t other : others_) found = found || is_composite(Shape(storage_.shapes[other]).type);
    return found;
  }

  double least_way() const {
    if (least_way_ >= 0.0) return least_way_;
    least_way_ = 0.0;
    for (NearParts& parts : parts_) least_way_ = max(least_way_, overlap_at_start(parts));
    // Many triangles each overlap by far less than the solids do: a point must leave the solid that it is in.
    const auto add_points = [&](const Shape& of, const Pose& at, const Shape& in, const Pose& pose) {
      if (!is_crowded() || !is_surface(in.type) || !Surface(in).is_solid() || of.type == ShapeType::half_space) return;
      const auto add = [&](const Vec3& point) {
        least_way_ = max(least_way_, -closest_point(in, pose, point).distance);
      };
      add(to_transform(at) * inner_point_of(of));
      visit_all_round([&](const Vec3& along) { add(support(of, at, along)); });
    };
    for (const std::uint32_t other : others_) {
      add_points(shape_, pose_, storage_.shapes[other], storage_.start_pose(other));
      add_points(storage_.shapes[other], storage_.start_pose(other), shape_, pose_);
    }
    return least_way_;
  }

  bool is_free(const Vec3& at) const {
    if (is_crowded()) {
      // The first of many parts decides sooner than all of them, and what was in the way last is likely to be again.
      const Vec3 there = rotate(back_, at);
      const auto is_apart = [&](const PartPair& pair, const Vec3& by) {
        return !overlaps_at(pair, by) || overlap_of(pair, by) <= tolerance();
      };
      if (!is_apart(pair_of(blocking_), there - blocking_at_)) return false;
      bool found = true;
      visit_parts(at, [&](const PartPair& pair) {
        found = is_apart(pair, {});
        if (!found) blocking_ = {*pair.a, *pair.b, pair.pose_a, pair.pose_b, {}, {}};
        return found;
      });
      if (!found) blocking_at_ = there;
      return found && !is_inside(at);
    }
    for (const std::uint32_t other : others_) {
      const Pose pose = storage_.start_pose(other);
      if (penetration(shape_, moved_by(at), storage_.shapes[other], pose).depth > tolerance()) return false;
    }
    return true;
  }

  double free_along(const Vec3& direction, double limit) const {
    if (is_crowded()) return free_from_outside(direction, limit);
    const Vec3 along = rotate(back_, direction);
    double way = end_of_first(along, limit);
    if (way >= limit) return limit;
    for (int passed = 1; passed < k_most_separation_passes; ++passed) {
      double end = way;
      visit_parts(direction * way, [&](const PartPair& pair) {
        const bool is_behind = leads_behind(pair, along);
        const double outside = way + extent_of(pair, along);
        if ((outside > end || is_behind) && overlap_of(pair) > tolerance()) {
          end = is_behind ? limit : max(end, end_of(pair, along, way, outside));
        }
        return end < limit;
      });
      if (end >= limit) return limit;
      // Inside what is solid there may be no part to meet.
      if (!(end > way)) return is_free(direction * way) ? way : limit;
      way = end;
    }
    return limit;
  }

  double visit_directions(FunctionRef<void(const Vec3&)> visit) const {
    for (const HalfSpace& plane : planes_.span()) visit(plane.normal);
    return visit_all_round(visit);
  }
  void visit_beside(const Vec3& direction, double angle, FunctionRef<void(const Vec3&)> visit) const {
    // What is nearer gains less than what is looked for.
    if (!is_crowded() || angle > k_separation_step) hyperplane::visit_beside(direction, angle, visit);
  }

 private:
  double tolerance() const { return k_separation_overlap * size_; }
  bool is_crowded() const { return parts_.size() > k_separation_crowd; }
  Pose moved_by(const Vec3& way) const { return {pose_.position + way, pose_.rotation}; }

  /// The same as `free_along` among many parts, where a free place is found at the limit or a fraction of it. What is
  /// not much shorter than the limit is not looked for.
  double free_from_outside(const Vec3& direction, double limit) const {
    double from = limit * (1.0 - k_separation_step);
    while (!is_free(direction * from)) {
      from *= 0.5;
      if (from < k_separation_least * planes_.all[0].offset) return limit;
    }
    double way = 0.0;
    // What lies beside the way holds nothing up.
    const auto opposes = [&](const Impact& impact) { return dot(impact.normal, direction) < -k_mover_graze; };
    const PartImpactFilter filter = opposes;
    for (const std::uint32_t other : others_) {
      const Pose pose = storage_.start_pose(other);
      const Impact impact = composite_time_of_impact(shape_, {moved_by(direction * from), pose_},
                                                     storage_.shapes[other], {pose, pose}, &filter);
      if (impact.hit) way = max(way, from * (1.0 - impact.time) + k_separation_touch * size_);
    }
    // Nothing holds up what comes from behind a one-sided surface.
    return is_free(direction * way) ? way : limit;
  }

  static PartPair pair_of(const NearParts& parts) {
    return {&parts.a, parts.pose_a, &parts.b, parts.pose_b, {}, parts.surface_a, parts.surface_b};
  }
  /// @param at of the collider, in its frame.
  static double overlap_of(const PartPair& pair, const Vec3& at = {}) {
    return penetration(*pair.a, pair.pose_a, *pair.b, {pair.pose_b.position - at, pair.pose_b.rotation}).depth;
  }
  static bool overlaps_at(const PartPair& pair, const Vec3& at) {
    return intersects(*pair.a, pair.pose_a, *pair.b, {pair.pose_b.position - at, pair.pose_b.rotation});
  }
  static double overlap_at_start(NearParts& parts) {
    if (parts.overlap < 0.0) parts.overlap = overlap_of(pair_of(parts));
    return parts.overlap;
  }

  /// Whether a direction leads away from the front of a one-sided triangle. That of a solid may be left either way, for
  /// what is then inside overlaps it.
  static bool leads_behind(const Surface& surface, const Shape& part, const Pose& pose, const Vec3& direction) {
    if (!surface.exists() || !surface.is_one_sided() || surface.is_solid()) return false;
    const Triangle flat(part);
    return !(dot(rotate(pose.rotation, cross(flat.to_b, flat.to_c)), direction) > 0.0);
  }
  static bool leads_behind(const PartPair& pair, const Vec3& along) {
    return leads_behind(pair.surface_b, *pair.b, pair.pose_b, along) ||
           leads_behind(pair.surface_a, *pair.a, pair.pose_a, -along);
  }

  /// m: a way along a direction after which part A is beyond part B.
  static double extent_of(const PartPair& pair, const Vec3& along) {
    return height_along(*pair.b, pair.pose_b, along) + height_along(*pair.a, pair.pose_a, -along);
  }
  /// m: the way along a direction after which the parts, `from` on it, are apart.
  double end_of(const PartPair& pair, const Vec3& along, double from, double outside) const {
    const auto gap_at = [&](double at, double& closing) {
      const Pose other{pair.pose_b.position - along * (at - from), pair.pose_b.rotation};
      const Distance found = distance(*pair.a, pair.pose_a, *pair.b, other);
      closing = -dot(found.normal, along);
      return found.distance;
    };
    return end_of_overlap(outside, k_separation_touch * size_, gap_at);
  }

  /// m: the way along a direction out of what the collider overlaps at the start; `limit` if that is not less.
  double end_of_first(const Vec3& along, double limit) const {
    double end = 0.0, low = 0.0;
    // @return whether the way may still be shorter than the limit.
    const auto look = [&](std::size_t i) {
      NearParts& parts = parts_[i];
      const PartPair pair = pair_of(parts);
      const bool is_behind = leads_behind(pair, along);
      if ((extents_[i] <= end && !is_behind) || overlap_at_start(parts) <= tolerance()) return true;
      const bool is_late = is_behind || (extents_[i] > limit && overlaps_at(pair, along * limit));
      const double before = end;
      end = is_late ? limit : max(end, end_of(pair, along, 0.0, min(extents_[i], limit)));
      if (end > before) last_end_ = i;
      return end < limit;
    };
    if (parts_.empty()) return 0.0;
    std::size_t farthest = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const NearParts& part = parts_[i];
      if (!part.shares_a) low = height_along(part.a, part.pose_a, -along);
      extents_[i] = height_along(part.b, part.pose_b, along) + low;
      if (extents_[i] > extents_[farthest]) farthest = i;
    }
    // What blocked the last direction is likely to block this one, and what reaches farthest is likely to end last.
    if (!look(last_end_) || !look(farthest)) return limit;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!look(i)) return limit;
    }
    return end;
  }

  /// Whether the middle of the collider, which touches no part, is in a solid.
  bool is_inside(const Vec3& at) const {
    for (const std::uint32_t other : others_) {
      const Shape shape = storage_.shapes[other];
      if (!is_composite(shape.type) || (is_surface(shape.type) && !Surface(shape).is_solid())) continue;
      const Pose pose = storage_.start_pose(other);
      if (penetration(shape_, moved_by(at), shape, pose).depth > tolerance()) return true;
    }
    return false;
  }

  /// Visits the parts that may overlap with the collider moved by `at`, until `visit` returns false.
  void visit_parts(const Vec3& at, PartPairSearch visit) const {
    bool goes_on = true;
    for (const std::uint32_t other : others_) {
      Pose pose = relative_pose(pose_, storage_.start_pose(other));
      pose.position -= rotate(back_, at);
      visit_touching_candidates(shape_, storage_.shapes[other], pose, [&](const PartPair& pair) {
        goes_on = visit(pair);
        return goes_on;
      });
      if (!goes_on) return;
    }
  }

  const Storage& storage_;
  std::span<const std::uint32_t> others_;
  Planes& planes_;
  Buffer<NearParts>& parts_;
  /// m: ways along the last direction after which the collider is beyond each part.
  Buffer<double>& extents_;
  /// Of the part at which the last direction ended.
  mutable std::size_t last_end_ = 0;
  /// Negative if not known yet.
  mutable double least_way_ = -1.0;
  /// Among many parts, two that overlapped last, and where the collider was, in its frame.
  mutable NearParts blocking_;
  mutable Vec3 blocking_at_;
  Shape shape_;
  Pose pose_;
  Quat back_;
  double size_ = 0.0;
};

}  // namespace

Result<Vec3> Separation::find(const Storage& storage, const ContactLists& shown, PairsByRow& contacts_by_row,
                              PairsByRow& touching_by_row, std::uint32_t row) {
  const auto out_of_memory = [] {
    return Result<Vec3>::failure(Status::out_of_memory, "no memory for the contacts of a collider");
  };
  const Result<std::span<const std::uint32_t>> contacts =
      contacts_by_row.of(row, storage.row_count, shown.pairs.span());
  const Result<std::span<const std::uint32_t>> touching =
      touching_by_row.of(row, storage.row_count, shown.touching.span());
  if (!contacts.ok() || !touching.ok()) return out_of_memory();
  planes_.clear();
  others_.clear();
  const auto is_sensor = [&](std::uint32_t of) { return (storage.flags[of] & Storage::k_sensor) != 0; };
  for (const std::size_t index : touching.value) {
    const RowPair pair = shown.touching[index];
    const std::uint32_t other = pair.a == row ? pair.b : pair.a;
    if (!storage.takes_part(other) || is_sensor(row) || is_sensor(other)) continue;
    if (storage.margin_of(row, other) > 0.0 &&
        !intersects(storage.shapes[row], storage.start_pose(row), storage.shapes[other], storage.start_pose(other))) {
      continue;
    }
    if (!others_.push(other)) return out_of_memory();
  }
  for (const std::size_t contact : contacts.value) {
    const RowPair pair = shown.pairs[contact];
    const std::uint32_t other = pair.a == row ? pair.b : pair.a;
    if (!storage.takes_part(other)) continue;
    if (shown.normals[4 * contact + 3] < 0.0f) continue;
    const float* const n = shown.normals.data() + 4 * contact;
    const Vec3 normal =
        normalized(Vec3{static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])});
    if (!planes_.push({pair.a == row ? -normal : normal, static_cast<double>(n[3])})) return out_of_memory();
  }
  sort(planes_.span(), has_more_depth);
  Planes planes;
  for (const HalfSpace& plane : planes_) planes.add(plane);
  if (planes.count == 0) return {Status::ok, {}, ""};
  // All contacts of a half-space lead along its normal, the deepest first.
  if ((storage.flags[row] & Storage::k_unbounded) != 0) {
    return {Status::ok, planes.all[0].normal * planes.all[0].offset, ""};
  }
  SeparationProblem problem(storage, others_.span(), row, planes, parts_, extents_);
  if (!problem.gather()) return out_of_memory();
  problem.complete_planes();
  double deepest = 0.0;
  for (const HalfSpace& plane : planes.span()) deepest = max(deepest, plane.offset);
  // Parts may be deeper in each other than what is left of their contacts.
  if (problem.has_composite()) deepest = max(deepest, problem.least_way());
  return {Status::ok, find_separation<Vec3>(problem, deepest), ""};
}

}  // namespace hyperplane
