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

bool Separation::list_contacts(std::uint32_t row_count, const ContactLists& shown) {
  starts_.clear();
  if (!starts_.resize(row_count + std::size_t{1}, 0) || !contacts_.resize_uninitialized(2 * shown.pairs.size())) {
    return false;
  }
  for (const RowPair pair : shown.pairs) {
    ++starts_[pair.a];
    ++starts_[pair.b];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts_) {
    sum += start;
    start = sum;
  }
  // Filled from the end of each list to its start.
  for (std::size_t i = shown.pairs.size(); i-- > 0;) {
    const RowPair pair = shown.pairs[i];
    contacts_[--starts_[pair.a]] = static_cast<std::uint32_t>(i);
    contacts_[--starts_[pair.b]] = static_cast<std::uint32_t>(i);
  }
  is_listed_ = true;
  return true;
}

Result<Vec3> Separation::find(const Storage& storage, const ContactLists& shown, std::uint32_t row) {
  const auto out_of_memory = [] {
    return Result<Vec3>::failure(Status::out_of_memory, "no memory for the contacts of a collider");
  };
  if (!is_listed_ && !list_contacts(storage.row_count, shown)) return out_of_memory();
  planes_.clear();
  // Rows that were added since the update have no contacts.
  if (row + std::size_t{1} >= starts_.size()) return {};
  for (std::uint32_t i = starts_[row]; i < starts_[row + 1]; ++i) {
    const std::size_t contact = contacts_[i];
    const RowPair pair = shown.pairs[contact];
    if ((storage.flags[pair.a == row ? pair.b : pair.a] & Storage::k_live) == 0) continue;
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

void Separation::release() {
  starts_.release();
  contacts_.release();
  planes_.release();
  is_listed_ = false;
}

}  // namespace hyperplane
