#include "world/separation.h"

#include <hyperplane/shape_query.h>

#include "core/constants.h"
#include "core/function_ref.h"
#include "core/sort.h"
#include "core/way_out.h"
#include "math/pose.h"
#include "narrowphase/composite/part_pairs.h"
#include "query/directions.h"

namespace hyperplane {
namespace {

/// Most planes that are solved together: the deepest. Shallower ones of so many hardly ever count.
constexpr int k_most_planes = 24;

struct Planes {
  HalfSpace all[k_most_planes];
  int count = 0;

  std::span<const HalfSpace> span() const { return {all, static_cast<std::size_t>(count)}; }
  /// @param plane not deeper than those before it.
  void add(const HalfSpace& plane) {
    if (count == k_most_planes) return;
    for (const HalfSpace& deeper : span()) {
      if (dot(deeper.normal, plane.normal) >= k_same_separation_cosine) return;
    }
    all[count++] = plane;
  }
};

bool has_more_depth(const HalfSpace& a, const HalfSpace& b) {
  if (a.offset != b.offset) return a.offset > b.offset;
  if (a.normal.x != b.normal.x) return a.normal.x < b.normal.x;
  return a.normal.y != b.normal.y ? a.normal.y < b.normal.y : a.normal.z < b.normal.z;
}

/// The problem of core/way_out.h in space. Parts of shapes are in the collider's frame, all else is in world space.
class SpatialWayOut {
 public:
  /// @param planes at least one.
  SpatialWayOut(const Storage& storage, std::span<const std::uint32_t> others, std::uint32_t row, const Planes& planes)
      : storage_(storage),
        others_(others),
        planes_(planes),
        shape_(storage.shapes[row]),
        pose_(storage.start_pose(row)),
        back_(conjugate(normalized(pose_.rotation))) {
    const Aabb box = bounds(shape_, {{}, pose_.rotation});
    size_ = max_component(box.max - box.min);
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
    double least = 0.0;
    visit_parts({}, [&](const PartPair& pair) {
      least = max(least, overlap_of(pair));
      return true;
    });
    return least;
  }

  bool is_free(const Vec3& at) const {
    for (const std::uint32_t other : others_) {
      const Pose pose = storage_.start_pose(other);
      const Pose moved{pose_.position + at, pose_.rotation};
      if (penetration(shape_, moved, storage_.shapes[other], pose).depth > tolerance()) return false;
    }
    return true;
  }

  double free_along(const Vec3& direction, double limit) const {
    const Vec3 along = rotate(back_, direction);
    double way = 0.0;
    for (int passed = 0; passed < k_most_separation_passes; ++passed) {
      double end = way;
      visit_parts(direction * way, [&](const PartPair& pair) {
        if (overlap_of(pair) <= tolerance()) return true;
        if (leads_behind(pair.surface_b, *pair.b, pair.pose_b, along) ||
            leads_behind(pair.surface_a, *pair.a, pair.pose_a, -along)) {
          end = limit;
        }
        const auto gap_at = [&](double at, double& closing) {
          const Pose other{pair.pose_b.position - along * (at - way), pair.pose_b.rotation};
          const Distance found = distance(*pair.a, pair.pose_a, *pair.b, other);
          closing = -dot(found.normal, along);
          return found.distance;
        };
        const double outside =
            way + dot(along, support(*pair.b, pair.pose_b, along)) - dot(along, support(*pair.a, pair.pose_a, -along));
        end = max(end, end_of_overlap(outside, k_separation_touch * size_, gap_at));
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
    hyperplane::visit_beside(direction, angle, visit);
  }

 private:
  double tolerance() const { return k_separation_overlap * size_; }

  static double overlap_of(const PartPair& pair) {
    return penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b).depth;
  }
  /// Whether a direction leads away from the front of a one-sided triangle. That of a solid may be left either way, for
  /// what is then inside overlaps it.
  static bool leads_behind(const Surface& surface, const Shape& part, const Pose& pose, const Vec3& direction) {
    if (!surface.exists() || !surface.is_one_sided() || surface.is_solid()) return false;
    const double* const p = part.parameters;
    const Vec3 normal = cross(Vec3{p[3] - p[0], p[4] - p[1], p[5] - p[2]}, Vec3{p[6] - p[0], p[7] - p[1], p[8] - p[2]});
    return !(dot(rotate(pose.rotation, normal), direction) > 0.0);
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
  const Planes& planes_;
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
    if (!others_.push(other)) return out_of_memory();
  }
  for (const std::size_t contact : contacts.value) {
    const RowPair pair = shown.pairs[contact];
    const std::uint32_t other = pair.a == row ? pair.b : pair.a;
    if (!storage.takes_part(other)) continue;
    const float* const n = shown.normals.data() + 4 * contact;
    const Vec3 normal =
        normalized(Vec3{static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])});
    if (!planes_.push({pair.a == row ? -normal : normal, static_cast<double>(n[3])})) return out_of_memory();
  }
  sort(planes_.span(), has_more_depth);
  Planes planes;
  for (const HalfSpace& plane : planes_) planes.add(plane);
  if (planes.count == 0) return {Status::ok, {}, ""};
  return {Status::ok, find_way_out<Vec3>(SpatialWayOut(storage, others_.span(), row, planes), planes.all[0].offset),
          ""};
}

}  // namespace hyperplane
