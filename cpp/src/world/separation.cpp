#include "world/separation.h"

#include "core/constants.h"
#include "core/sort.h"

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

Vec3 solve(const Planes& planes) {
  if (planes.count == 0) return {};
  const double deepest = planes.all[0].offset, slack = deepest * k_separation_slack;
  bool found = false;
  const Vec3 out = solve_planes(planes.span(), {}, slack, found);
  if (found) return out;
  // Not moving is a solution for depths that are less by the deepest.
  Vec3 best;
  double too_little = 0.0, enough = deepest;
  for (int i = 0; i < k_separation_bisections; ++i) {
    const double less = 0.5 * (too_little + enough);
    Planes relaxed = planes;
    for (HalfSpace& plane : relaxed.all) plane.offset -= less;
    bool is_enough = false;
    const Vec3 solution = solve_planes(relaxed.span(), {}, slack, is_enough);
    (is_enough ? enough : too_little) = less;
    if (is_enough) best = solution;
  }
  return best;
}

}  // namespace

Result<Vec3> Separation::find(const Storage& storage, const ContactLists& shown, PairsByRow& contacts_by_row,
                              std::uint32_t row) {
  const auto out_of_memory = [] {
    return Result<Vec3>::failure(Status::out_of_memory, "no memory for the contacts of a collider");
  };
  const Result<std::span<const std::uint32_t>> contacts =
      contacts_by_row.of(row, storage.row_count, shown.pairs.span());
  if (!contacts.ok()) return out_of_memory();
  planes_.clear();
  for (const std::size_t contact : contacts.value) {
    const RowPair pair = shown.pairs[contact];
    if (!storage.takes_part(pair.a == row ? pair.b : pair.a)) continue;
    const float* const n = shown.normals.data() + 4 * contact;
    const Vec3 normal =
        normalized(Vec3{static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])});
    if (!planes_.push({pair.a == row ? -normal : normal, static_cast<double>(n[3])})) return out_of_memory();
  }
  sort(planes_.span(), has_more_depth);
  Planes planes;
  for (const HalfSpace& plane : planes_) planes.add(plane);
  return {Status::ok, solve(planes), ""};
}

}  // namespace hyperplane
