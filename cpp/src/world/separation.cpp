#include "world/separation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hyperplane/shape_query.h>

#include "bvh/float_bounds.h"
#include "composite/shape_extent.h"
#include "core/function_ref.h"
#include "core/sort.h"
#include "depenetration/find_separation.h"
#include "depenetration/tolerances.h"
#include "math/lanes3.h"
#include "math/pose.h"
#include "narrowphase/part/part_pairs.h"
#include "query/directions.h"
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
/// above: only parts that may end later than all others so far are looked at closely, the farthest first. With many
/// parts the work is bounded: once it is done, no direction leads out any more.
class SeparationProblem {
 public:
  /// @param planes at least one. @param parts, triangles, extents scratch.
  SeparationProblem(const Storage& storage, std::span<const std::uint32_t> others, std::uint32_t row, Planes& planes,
                    Buffer<NearParts>& parts, Buffer<NearTriangles>& triangles, Buffer<float>& extents)
      : storage_(storage),
        others_(others),
        planes_(planes),
        parts_(parts),
        triangles_(triangles),
        extents_(extents),
        shape_(storage.shapes[row]),
        pose_(storage.start_pose(row)),
        back_(conjugate(normalized(pose_.rotation))) {
    const Aabb box = bounds(shape_, {{}, pose_.rotation});
    size_ = max_component(box.max - box.min);
  }

  /// @return false if memory runs out.
  bool gather() {
    parts_.clear();
    triangles_.clear();
    bool has_room = true, are_triangles = !is_composite(shape_.type);
    PairFeatures last;
    visit_parts({}, [&](const PartPair& pair) {
      const PairFeatures& of = pair.features;
      // Boxes of cells may begin with the same cell, and what stands for a half-space differs from part to part.
      const bool is_numbered = pair.surface_a.exists() || (of.part_a >= 0 && !pair.grid_a.exists());
      const bool shares_a =
          !parts_.empty() && is_numbered && of.part_a == last.part_a && of.triangle_a == last.triangle_a;
      last = of;
      has_room = parts_.push({*pair.a, *pair.b, pair.pose_a, pair.pose_b, pair.surface_a, pair.surface_b, shares_a});
      are_triangles = are_triangles && pair.b->type == ShapeType::triangle;
      return has_room;
    });
    has_room = has_room && extents_.resize_uninitialized((parts_.size() + 3) / 4 * 4);
    if (has_room && are_triangles) has_room = gather_triangles();
    // Near the golden section, and coprime to the number of parts.
    stride_ = parts_.size() * 5 / 8 + 1;
    while (std::gcd(stride_, parts_.size()) != 1) ++stride_;
    work_ = k_separation_work + k_separation_work_per_part * static_cast<std::int64_t>(parts_.size());
    work_left_ = work_;
    return has_room;
  }

  /// Adds what the collider still overlaps at the common point of all planes, until it is free there.
  void complete_planes() {
    for (int round = 0; round < k_separation_rounds && !is_crowded(); ++round) {
      bool found = false, is_free = true;
      const Vec3 at = solve(0.0, found);
      if (!found) return;
      for (const std::uint32_t other : others_) {
        const Pose pose = storage_.start_pose(other);
        const Penetration still =
            penetration(shape_, {pose_.position + at, pose_.rotation}, storage_.shapes[other], pose);
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

  /// 0 of many parts: another way is always looked for.
  double least_way() const {
    double least = 0.0;
    if (is_crowded()) return least;
    for (NearParts& parts : parts_) least = max(least, overlap_at_start(parts));
    return least;
  }

  bool is_free(const Vec3& at) const {
    if (is_crowded()) {
      // The first of many parts decides sooner than all of them.
      bool is_apart = true;
      visit_parts(at, [&](const PartPair& pair) {
        work_left_ -= k_separation_visit;
        is_apart = !overlaps_at(pair, {}) || overlap_of(pair) <= tolerance();
        is_apart = is_apart && !is_spent();
        return is_apart;
      });
      return is_apart && !is_inside(at);
    }
    for (const std::uint32_t other : others_) {
      const Pose pose = storage_.start_pose(other);
      const Pose moved{pose_.position + at, pose_.rotation};
      if (penetration(shape_, moved, storage_.shapes[other], pose).depth > tolerance()) return false;
    }
    return true;
  }

  double free_along(const Vec3& direction, double limit) const {
    const Vec3 along = rotate(back_, direction);
    work_floor_ = std::max(work_left_ - work_ / k_separation_work_shares, std::int64_t{0});
    double way = end_of_first(along, limit);
    if (way >= limit) return limit;
    for (int passed = 1; passed < k_most_separation_passes; ++passed) {
      double end = way;
      visit_parts(direction * way, [&](const PartPair& pair) {
        work_left_ -= k_separation_visit;
        const bool is_behind = leads_behind(pair, along);
        const double outside = way + extent_of(pair, along);
        if ((outside > end || is_behind) && (!is_crowded() || overlaps_at(pair, {})) &&
            overlap_of(pair) > tolerance()) {
          end = is_behind ? limit : max(end, end_of(pair, along, way, outside));
        }
        return end < limit && !is_spent();
      });
      if (end >= limit || is_spent()) return limit;
      // Inside what is solid there may be no part to meet.
      if (!(end > way)) {
        const Vec3 at = direction * way;
        return (is_crowded() ? !is_inside(at) : is_free(at)) ? way : limit;
      }
      way = end;
    }
    return limit;
  }

  double visit_directions(FunctionRef<void(const Vec3&)> visit) const {
    if (!is_crowded()) {
      for (const HalfSpace& plane : planes_.span()) visit(plane.normal);
      return visit_all_round(visit);
    }
    // The sooner a short way is found, the less work the others are.
    struct Bounded {
      Vec3 direction;
      float extent = 0.0f;
    };
    Bounded all[k_most_planes + k_directions_all_round];
    std::size_t count = 0;
    const auto add = [&](const Vec3& direction) { all[count++] = {direction, find_extents(rotate(back_, direction))}; };
    for (const HalfSpace& plane : planes_.span()) add(plane.normal);
    const double angle = visit_all_round(add);
    sort(std::span<Bounded>(all, count), [](const Bounded& l, const Bounded& r) {
      return l.extent != r.extent ? l.extent < r.extent : is_less(l.direction, r.direction);
    });
    for (const Bounded& bounded : std::span<Bounded>(all, count)) visit(bounded.direction);
    return angle;
  }
  void visit_beside(const Vec3& direction, double angle, FunctionRef<void(const Vec3&)> visit) const {
    hyperplane::visit_beside(direction, angle, visit);
  }

 private:
  double tolerance() const { return k_separation_overlap * size_; }
  bool is_crowded() const { return parts_.size() > k_separation_crowd; }
  /// Whether the work for a direction is done, or for all.
  bool is_spent() const { return is_crowded() && work_left_ <= work_floor_; }

  static PartPair pair_of(const NearParts& parts) {
    return {&parts.a, parts.pose_a, &parts.b, parts.pose_b, {}, parts.surface_a, parts.surface_b};
  }
  double overlap_of(const PartPair& pair) const {
    work_left_ -= k_separation_test;
    return penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b).depth;
  }
  /// @param at of the collider, in its frame.
  bool overlaps_at(const PartPair& pair, const Vec3& at) const {
    work_left_ -= k_separation_verdict;
    return intersects(*pair.a, pair.pose_a, *pair.b, {pair.pose_b.position - at, pair.pose_b.rotation});
  }
  double overlap_at_start(NearParts& parts) const {
    if (parts.overlap < 0.0) parts.overlap = overlap_of(pair_of(parts));
    return parts.overlap;
  }

  /// Whether a direction leads away from the front of a one-sided triangle. That of a solid may be left either way, for
  /// what is then inside overlaps it.
  static bool leads_behind(const Surface& surface, const Shape& part, const Pose& pose, const Vec3& direction) {
    if (!surface.exists() || !surface.is_one_sided() || surface.is_solid()) return false;
    const double* const p = part.parameters;
    const Vec3 normal = cross(Vec3{p[3] - p[0], p[4] - p[1], p[5] - p[2]}, Vec3{p[6] - p[0], p[7] - p[1], p[8] - p[2]});
    return !(dot(rotate(pose.rotation, normal), direction) > 0.0);
  }
  static bool leads_behind(const PartPair& pair, const Vec3& along) {
    return leads_behind(pair.surface_b, *pair.b, pair.pose_b, along) ||
           leads_behind(pair.surface_a, *pair.a, pair.pose_a, -along);
  }

  /// m: a way along a direction after which part A is beyond part B.
  static double extent_of(const PartPair& pair, const Vec3& along) {
    return dot(along, support(*pair.b, pair.pose_b, along)) - dot(along, support(*pair.a, pair.pose_a, -along));
  }
  /// m: the way along a direction after which the parts, `from` on it, are apart.
  double end_of(const PartPair& pair, const Vec3& along, double from, double outside) const {
    const auto gap_at = [&](double at, double& closing) {
      work_left_ -= k_separation_test;
      const Pose other{pair.pose_b.position - along * (at - from), pair.pose_b.rotation};
      const Distance found = distance(*pair.a, pair.pose_a, *pair.b, other);
      closing = -dot(found.normal, along);
      return found.distance;
    };
    return end_of_overlap(outside, k_separation_touch * size_, gap_at);
  }

  /// Of all parts. @return false if memory runs out.
  bool gather_triangles() {
    const std::size_t count = parts_.size();
    if (!triangles_.resize_uninitialized((count + 3) / 4)) return false;
    reach_ = reach_of(shape_);
    for (std::size_t i = 0; i < 4 * triangles_.size(); ++i) {
      NearTriangles& four = triangles_[i / 4];
      const NearParts& part = parts_[std::min(i, count - 1)];
      const double* const p = part.b.parameters;
      const Transform frame = to_transform(part.pose_b);
      Vec3 corners[3];
      for (int k = 0; k < 3; ++k) corners[k] = frame * Vec3{p[3 * k], p[3 * k + 1], p[3 * k + 2]};
      const Vec3 middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
      double radius = 0.0;
      for (const Vec3& corner : corners) radius = max(radius, length(corner - middle));
      reach_ = max(reach_, length(middle) + radius);
      for (int k = 0; k < 3; ++k) {
        for (int c = 0; c < 3; ++c) four.corners[c][k][i % 4] = static_cast<float>(component(corners[c], k));
        four.middles[k][i % 4] = static_cast<float>(component(middle, k));
      }
      four.radii[i % 4] = static_cast<float>(radius);
    }
    return true;
  }

  /// Finds ways along a direction after which the collider is beyond each part: at most so long. Those of triangles
  /// take the collider for what its extent and the ball around it have in common. @return m: the longest.
  float find_extents(const Vec3& along) const {
    float most = 0.0f;
    if (triangles_.empty()) {
      double low = 0.0;
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        const NearParts& part = parts_[i];
        if (!part.shares_a) low = dot(along, support(part.a, part.pose_a, -along));
        extents_[i] = rounded_up(dot(along, support(part.b, part.pose_b, along)) - low);
        most = std::max(most, extents_[i]);
      }
      return most;
    }
    // Above the roundings of what follows.
    const auto slack = static_cast<float>(reach_ * k_separation_extent_rounding);
    const Lanes3 to = all_lanes(along);
    const F32x4 low = splat(static_cast<float>(dot(along, support(shape_, {}, -along)))),
                radius = splat(static_cast<float>(reach_of(shape_))), none = splat(0.0f), rounding = splat(slack);
    F32x4 longest = none;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const NearTriangles& four = triangles_[i];
      const auto along_corner = [&](const float(&at)[3][4]) { return dot(lanes_at(at), to); };
      const F32x4 high =
          max(max(along_corner(four.corners[0]), along_corner(four.corners[1])), along_corner(four.corners[2]));
      const Lanes3 middle = lanes_at(four.middles);
      const F32x4 from_axis = length(middle - to * dot(middle, to));
      const F32x4 aside = max(from_axis - load(four.radii) - rounding, none);
      const F32x4 squared = radius * radius - aside * aside;
      const F32x4 out = min(high - low, high + sqrt(max(squared, none))) + rounding;
      const F32x4 extent = select(none < squared, out, none);
      store(extents_.data() + 4 * i, extent);
      longest = max(longest, extent);
    }
    float lanes[4];
    store(lanes, longest);
    for (const float lane : lanes) most = std::max(most, lane);
    return most;
  }
  static Lanes3 lanes_at(const float (&at)[3][4]) { return {load(at[0]), load(at[1]), load(at[2])}; }

  /// m: the way along a direction out of what the collider overlaps at the start; `limit` if that is not less.
  double end_of_first(const Vec3& along, double limit) const {
    const float most = find_extents(along);
    double end = 0.0;
    // @return whether the way may still be shorter than the limit.
    const auto look = [&](std::size_t i) {
      const PartPair pair = pair_of(parts_[i]);
      // Those that end at the same place differ by the rounding of 32 bits.
      const double outside = min(static_cast<double>(extents_[i]), extent_of(pair, along));
      const bool is_behind = leads_behind(pair, along);
      if (outside <= end && !is_behind) return true;
      const double before = end;
      // What is in the way at the end so far counts as well, and one verdict is all that most of many parts need.
      const bool is_in_way =
          end < limit && (is_crowded() ? overlaps_at(pair, along * end) : overlap_at_start(parts_[i]) > tolerance());
      if (is_in_way) {
        const bool is_late = is_behind || (outside > limit && overlaps_at(pair, along * limit));
        end = is_late ? limit : max(end, end_of(pair, along, 0.0, min(outside, limit)));
      }
      if (end > before) last_end_ = i;
      return end < limit && !(is_in_way && is_spent());
    };
    // What blocked the last direction is likely to block this one, and what reaches farthest is likely to end last.
    if (last_end_ < parts_.size() && !look(last_end_)) return limit;
    work_left_ -= 2 * static_cast<std::int64_t>(parts_.size());
    std::size_t farthest = 0;
    while (farthest + 1 < parts_.size() && extents_[farthest] < most) ++farthest;
    if (static_cast<double>(most) > end && !look(farthest)) return limit;
    // Neighbours end one after the other: in a scattered order few parts end later than all before them.
    const std::size_t count = parts_.size();
    for (std::size_t n = 0, i = 0; n < count; ++n, i = (i + stride_) % count) {
      if ((static_cast<double>(extents_[i]) > end || leads_behind(pair_of(parts_[i]), along)) && !look(i)) return limit;
    }
    return end;
  }

  /// Whether the middle of the collider, which touches no part, is in a solid.
  bool is_inside(const Vec3& at) const {
    for (const std::uint32_t other : others_) {
      const Shape shape = storage_.shapes[other];
      if (!is_composite(shape.type) || (is_surface(shape.type) && !Surface(shape).is_solid())) continue;
      const Pose pose = storage_.start_pose(other);
      if (penetration(shape_, {pose_.position + at, pose_.rotation}, shape, pose).depth > tolerance()) return true;
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
  /// Of the parts, if all are triangles; empty otherwise.
  Buffer<NearTriangles>& triangles_;
  /// Of the last direction.
  Buffer<float>& extents_;
  /// m: farthest point of the collider and of those triangles from its position.
  double reach_ = 0.0;
  std::size_t stride_ = 1;
  std::int64_t work_ = 0;
  mutable std::int64_t work_left_ = 0, work_floor_ = 0;
  /// Of the part at which the last direction ended.
  mutable std::size_t last_end_ = 0;
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
  SeparationProblem problem(storage, others_.span(), row, planes, parts_, triangles_, extents_);
  if (!problem.gather()) return out_of_memory();
  problem.complete_planes();
  double deepest = 0.0;
  for (const HalfSpace& plane : planes.span()) deepest = max(deepest, plane.offset);
  return {Status::ok, find_separation<Vec3>(problem, deepest), ""};
}

}  // namespace hyperplane
