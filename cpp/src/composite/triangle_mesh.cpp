#include "composite/triangle_mesh.h"

#include <cmath>
#include <cstring>

#include "bvh/static_tree_build.h"
#include "composite/surface_query.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "core/hash.h"

/// What takes the time of building and refitting; the rest is in mesh_build.cpp, queries in mesh_query.cpp.

namespace hyperplane {
namespace {

constexpr std::uint32_t k_unplaced = 0xffffffff;

/// Whether two triangles have two vertices in common.
bool share_edge(const std::uint32_t* a, const std::uint32_t* b) {
  int common = 0;
  for (int i = 0; i < 3; ++i) common += a[i] == b[0] || a[i] == b[1] || a[i] == b[2] ? 1 : 0;
  return common >= 2;
}

}  // namespace

bool is_placeable(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double longest = max(length_squared(b - a), max(length_squared(c - b), length_squared(a - c)));
  return longest >= k_min_shape_size * k_min_shape_size && has_area(a, b, c, longest);
}

/// As to_tree of the bounds grown by the margin of a triangle's core_extent(), two numbers at a time. Upper ends are
/// rounded as the lower ends of the mirrored triangle.
[[gnu::noinline]] FloatBounds TriangleMesh::tree_bounds(const Vec3& a, const Vec3& b, const Vec3& c) const {
  const F64x2 a_xy = load(&a.x), b_xy = load(&b.x), c_xy = load(&c.x), middle_xy = load(&middle_.x);
  const F64x2 a_z = lanes_of(a.z, -a.z), b_z = lanes_of(b.z, -b.z), c_z = lanes_of(c.z, -c.z);
  double extents[2];
  store(extents, pair_sums(abs(b_xy - a_xy), abs(c_xy - a_xy)) + abs(lanes_of(b.z, c.z) - splat(a.z)));
  const F64x2 margin = splat(k_touch_margin * max(extents[0], extents[1]));
  const F64x2 ends[3] = {min(a_xy, min(b_xy, c_xy)) - margin - middle_xy,
                         middle_xy - (max(a_xy, max(b_xy, c_xy)) + margin),
                         min(a_z, min(b_z, c_z)) - margin - lanes_of(middle_.z, -middle_.z)};
  double wide[3][2];
  for (int i = 0; i < 3; ++i) store(wide[i], ends[i] - abs(ends[i] * splat(2.0 * k_unit_roundoff)));
  return {{rounded_down(wide[0][0]), rounded_down(wide[0][1]), rounded_down(wide[2][0]), 0.0f},
          {-rounded_down(wide[1][0]), -rounded_down(wide[1][1]), -rounded_down(wide[2][1]), 0.0f}};
}

void TriangleMesh::measure(std::span<const std::uint8_t> used) {
  const double far = ray_descent::k_infinity;
  Vec3 low{far, far, far}, high{-far, -far, -far};
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (used[v] == 0) continue;
    low = min(low, vertices_[v]);
    high = max(high, vertices_[v]);
  }
  bounds_ = {low, high};
  middle_ = (low + high) * 0.5;
  double size_squared = 0.0, reach_squared = 0.0;
  for (std::size_t v = 0; v < used.size(); ++v) {
    if (used[v] == 0) continue;
    size_squared = max(size_squared, length_squared(vertices_[v] - middle_));
    reach_squared = max(reach_squared, length_squared(vertices_[v]));
  }
  size_ = std::sqrt(size_squared) * (1.0 + k_bounds_rounding);
  reach_ = (std::sqrt(reach_squared) + thickness_) * (1.0 + k_bounds_rounding);
}

void TriangleMesh::add_prisms() {
  for (std::uint32_t place = 0; place < with_area_ && has_prisms(); ++place) {
    Vec3 c[3];
    corners_at(place, c);
    const Vec3 prism = prism_of(Triangle(c[0], c[1], c[2]));
    bounds_ = united(bounds_, {min(c[0], min(c[1], c[2])) + prism, max(c[0], max(c[1], c[2])) + prism});
  }
}

bool TriangleMesh::measure_again() {
  Buffer<std::uint8_t> used;
  if (!used.resize(vertices_.size(), 0)) return false;
  for (const std::uint32_t v : indices_.span().first(3 * std::size_t{with_area_})) used[v] = 1;
  measure(used.span());
  add_prisms();
  return true;
}

void TriangleMesh::refit_tree() {
  tree_.refit([&](std::uint32_t place) { return tree_bounds_at(place); });
}

std::uint64_t TriangleMesh::compute_hash() const {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(ShapeType::triangle_mesh));
  hash.add(static_cast<std::uint32_t>((is_solid_ ? 2u : 0u) | (is_one_sided_ ? 1u : 0u)));
  hash.add(thickness_);
  hash.add(given_vertices_);
  // A sum does not depend on the order of the tree.
  std::uint64_t triangles = 0;
  for (std::size_t place = 0; place < order_.size(); ++place) {
    const std::uint32_t* const v = indices_.data() + 3 * place;
    Hash triangle;
    triangle.add(std::uint64_t{order_[place]} << 32 | v[0]);
    triangle.add(std::uint64_t{v[1]} << 32 | v[2]);
    triangles += triangle.value();
  }
  hash.add(triangles);
  hash.add(std::uint64_t{order_.size()});
  for (const Vec3& v : vertices_) {
    hash.add(v.x);
    hash.add(v.y);
    hash.add(v.z);
  }
  return hash.value();
}

/// @param indices of welded vertices, by triangle.
Status TriangleMesh::arrange(std::span<const std::uint32_t> indices) {
  const std::size_t count = indices.size() / 3;
  Buffer<std::uint32_t> tree_order;
  Buffer<std::uint8_t> used, corners;
  StaticTreeBuild building;
  if (!building.reserve(count) || !used.resize(vertices_.size(), 1) || !corners.reserve_exactly(vertices_.size()) ||
      !order_.reserve_exactly(count) || !places_.reserve_exactly(count) || !places_.resize(count, k_unplaced) ||
      !indices_.reserve_exactly(3 * count)) {
    return Status::out_of_memory;
  }
  const auto visit_corners = [&](std::size_t triangle, const auto& visit) {
    const std::uint32_t* const v = indices.data() + 3 * triangle;
    return visit(vertices_[v[0]], vertices_[v[1]], vertices_[v[2]]);
  };
  // Bounds need the middle of all corners. Mostly these are all vertices; if not, once more. The tree is made of pairs
  // of triangles that follow each other, where most do as halves of a quad: half the work, and leaves of two pairs.
  std::uint32_t pairs = 0;
  for (bool may_pair = true, is_done = false; !is_done;) {
    measure(used.span());
    building.clear();
    corners.clear();
    static_cast<void>(corners.resize(vertices_.size(), 0));
    with_area_ = pairs = 0;
    // The first vertex of the last triangle if it is single.
    const std::uint32_t* single = nullptr;
    for (std::uint32_t t = 0; t < count; ++t) {
      const std::uint32_t* const v = indices.data() + 3 * std::size_t{t};
      const std::uint32_t* const last = single;
      single = nullptr;
      if (!visit_corners(t, is_placeable)) continue;
      ++with_area_;
      for (std::uint32_t i = 0; i < 3; ++i) corners[v[i]] = 1;
      const FloatBounds bounds =
          visit_corners(t, [&](const Vec3& a, const Vec3& b, const Vec3& c) { return tree_bounds(a, b, c); });
      if (last != nullptr && share_edge(last, v) && building.pair(bounds, t - 1)) {
        ++pairs;
        continue;
      }
      building.add(bounds, t);
      single = may_pair ? v : nullptr;
    }
    const bool has_middle = std::memcmp(used.data(), corners.data(), used.size()) == 0;
    const bool is_single = may_pair && pairs < k_least_pair_share * with_area_;
    used.swap(corners);
    is_done = has_middle && !is_single;
    may_pair = may_pair && !is_single;
  }
  used.release();
  corners.release();
  if (with_area_ == 0) return Status::degenerate_shape;
  Status built = tree_order.resize_uninitialized(with_area_)
                     ? building.start(pairs > 0 ? StaticTree::k_max_run / 2 : StaticTree::k_max_run)
                     : Status::out_of_memory;
  while (built == Status::ok && !building.is_done()) built = building.step(with_area_);
  if (built == Status::ok) built = building.finish(tree_, tree_order.span());
  if (built != Status::ok) return built;

  const auto place = [&](std::uint32_t triangle) {
    places_[triangle] = static_cast<std::uint32_t>(order_.size());
    order_.push_unchecked(triangle);
    for (std::uint32_t i = 0; i < 3; ++i) indices_.push_unchecked(indices[3 * std::size_t{triangle} + i]);
  };
  for (const std::uint32_t triangle : tree_order) place(triangle);
  for (std::uint32_t t = 0; t < count && with_area_ < count; ++t) {
    const std::uint32_t* const v = indices.data() + 3 * std::size_t{t};
    if (places_[t] == k_unplaced && !is_collapsed(v) && visit_corners(t, covers_a_line_along_x)) place(t);
  }
  with_slivers_ = static_cast<std::uint32_t>(order_.size());
  for (std::uint32_t t = 0; t < count && with_slivers_ < count; ++t) {
    if (places_[t] == k_unplaced) place(t);
  }
  add_prisms();
  return Status::ok;
}

}  // namespace hyperplane
