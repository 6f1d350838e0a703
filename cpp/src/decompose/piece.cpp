#include "decompose/piece.h"

#include <bit>
#include <utility>

#include "core/hash.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Half the side of a square that covers every cross section.
constexpr double k_wide = 4.0;

constexpr std::uint32_t k_no_number = 0xffffffff;

Vec3 crossing(const Vec3& a, double height_a, const Vec3& b, double height_b) {
  return a + (b - a) * (height_a / (height_a - height_b));
}

/// How far corners of a solid with cracks may be outside a hull: an edge of the cell that exits through a crack has no
/// vertex there, and the hull lacks a sliver along the edge.
constexpr double k_crack = 0.02;

int side_of_height(double height) { return height > k_on_plane ? 1 : (height < -k_on_plane ? -1 : 0); }

/// Copies triangles and their vertices into a piece.
class SideBuilder {
 public:
  SideBuilder(const TriangleList& from, Piece& piece) : from_(from), piece_(piece) {}
  /// @param crossings at most as many edges are cut.
  [[nodiscard]] bool prepare(std::size_t crossings) {
    return numbers_.resize(from_.points.size(), k_no_number) && cut_edges_.resize(std::bit_ceil(2 * crossings + 2), {});
  }

  std::uint32_t keep(std::uint32_t vertex) {
    if (numbers_[vertex] == k_no_number) numbers_[vertex] = add(from_.points[vertex]);
    return numbers_[vertex];
  }
  /// The crossing of an edge, once for both of its triangles.
  std::uint32_t cut(std::uint32_t a, double height_a, std::uint32_t b, double height_b) {
    if (a > b) return cut(b, height_b, a, height_a);
    Hash hash;
    hash.add(std::uint64_t{a} << 32 | b);
    const std::size_t mask = cut_edges_.size() - 1;
    std::size_t slot = hash.value() & mask;
    while (cut_edges_[slot].vertex != k_no_number && (cut_edges_[slot].a != a || cut_edges_[slot].b != b)) {
      slot = (slot + 1) & mask;
    }
    if (cut_edges_[slot].vertex == k_no_number) {
      cut_edges_[slot] = {a, b, add(crossing(from_.points[a], height_a, from_.points[b], height_b))};
    }
    return cut_edges_[slot].vertex;
  }
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint8_t closed) {
    Buffer<std::uint32_t>& corners = piece_.surface.corners;
    ok_ = ok_ && corners.push(a) && corners.push(b) && corners.push(c) && piece_.closed.push(closed);
  }
  bool ok() const { return ok_; }

 private:
  struct CutEdge {
    std::uint32_t a = 0, b = 0, vertex = k_no_number;
  };

  std::uint32_t add(const Vec3& point) {
    ok_ = ok_ && piece_.surface.points.push(point);
    return static_cast<std::uint32_t>(piece_.surface.points.size() - 1);
  }

  const TriangleList& from_;
  Piece& piece_;
  Buffer<std::uint32_t> numbers_;
  Buffer<CutEdge> cut_edges_;
  bool ok_ = true;
};

}  // namespace

Status Piece::start_hull(HullBuild& building, double thickness) const {
  Buffer<Vec3> points;
  if (!points.assign(surface.points.span())) return Status::out_of_memory;
  for (const Vec3& corner : inner_corners) {
    if (!points.push(corner)) return Status::out_of_memory;
  }
  building.start(points, thickness);
  return Status::ok;
}

void Piece::keep_hull() {
  surface = {};
  closed.release();
  cell.release();
  inner_corners.release();
  edges.release();
}

/// Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974).
Status clip_polygon(const CutPlane& bound, Buffer<Vec3>& corners, Buffer<Vec3>& spare) {
  spare.clear();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 &a = corners[i], &b = corners[i + 1 == corners.size() ? 0 : i + 1];
    const double ha = height_above(bound, a), hb = height_above(bound, b);
    if (ha <= 0.0 && !spare.push(a)) return Status::out_of_memory;
    if ((ha < 0.0 && hb > 0.0) || (ha > 0.0 && hb < 0.0)) {
      if (!spare.push(crossing(a, ha, b, hb))) return Status::out_of_memory;
    }
  }
  corners.swap(spare);
  return Status::ok;
}

/// Clips a large square by the planes of the cell.
Status find_section(const CutPlane& plane, std::span<const CutPlane> cell, Buffer<Vec3>& corners) {
  const Vec3 u = any_perpendicular(plane.normal), v = cross(plane.normal, u), o = plane.normal * plane.offset;
  corners.clear();
  Buffer<Vec3> spare;
  for (const auto& [x, y] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
    if (!corners.push(o + u * (x * k_wide) + v * (y * k_wide))) return Status::out_of_memory;
  }
  for (const CutPlane& bound : cell) {
    if (clip_polygon(bound, corners, spare) != Status::ok) return Status::out_of_memory;
  }
  return Status::ok;
}

bool is_filled_corner(const Vec3& corner, std::span<const CutPlane> cell, const Polytope& hull, const Vec3& inwards,
                      const Solid& solid) {
  if (!hull.contains(corner, solid.is_watertight() ? k_on_plane : k_crack)) return false;
  Vec3 way = inwards;
  for (const CutPlane& bound : cell) {
    if (height_above(bound, corner) >= -k_on_plane) way -= bound.normal;
  }
  return solid.encloses(corner + way * k_corner_inwards);
}

namespace {

/// The same for a corner of the cross section of a piece. @param side normal of the plane, into the part of the cell
/// that is asked about.
bool is_inner(const Vec3& corner, const Piece& piece, const Vec3& side, const Solid& solid) {
  return is_filled_corner(corner, piece.cell.span(), piece.hull, side, solid);
}

}  // namespace

Status cut_piece(const Piece& piece, const CutPlane& plane, const Solid& solid, Piece& below, Piece& above) {
  const TriangleList& surface = piece.surface;
  Buffer<double> heights;
  SideBuilder sides[2] = {{surface, below}, {surface, above}};
  if (!heights.resize_uninitialized(surface.points.size())) return Status::out_of_memory;
  for (std::size_t i = 0; i < heights.size(); ++i) heights[i] = height_above(plane, surface.points[i]);
  std::size_t crossings = 0;
  for (std::uint32_t t = 0; t < surface.size(); ++t) {
    const std::uint32_t* const v = surface.corners.data() + 3 * std::size_t{t};
    for (int i = 0; i < 3; ++i) {
      crossings += side_of_height(heights[v[i]]) * side_of_height(heights[v[i == 2 ? 0 : i + 1]]) < 0 ? 1u : 0u;
    }
  }
  if (!sides[0].prepare(crossings) || !sides[1].prepare(crossings)) return Status::out_of_memory;
  for (std::uint32_t t = 0; t < surface.size(); ++t) {
    const std::uint32_t* const v = surface.corners.data() + 3 * std::size_t{t};
    const std::uint8_t closed = piece.closed[t];
    int side[3], lowest = 0, highest = 0;
    for (int i = 0; i < 3; ++i) {
      side[i] = side_of_height(heights[v[i]]);
      if (side[i] < lowest) lowest = side[i];
      if (side[i] > highest) highest = side[i];
    }
    if (lowest == 0 && highest == 0 && closed != 0) continue;
    if (lowest * highest == 0) {
      SideBuilder& only = sides[lowest < 0 ? 0 : 1];
      only.add_triangle(only.keep(v[0]), only.keep(v[1]), only.keep(v[2]), closed);
      continue;
    }
    for (int which = 0; which < 2; ++which) {
      SideBuilder& builder = sides[which];
      const int mine = which == 0 ? -1 : 1;
      std::uint32_t polygon[4];
      int count = 0;
      for (int i = 0; i < 3; ++i) {
        const int next = i == 2 ? 0 : i + 1;
        if (side[i] != -mine) polygon[count++] = builder.keep(v[i]);
        if (side[i] * side[next] < 0) {
          polygon[count++] = builder.cut(v[i], heights[v[i]], v[next], heights[v[next]]);
        }
      }
      for (int i = 2; i < count; ++i) builder.add_triangle(polygon[0], polygon[i - 1], polygon[i], closed);
    }
  }
  bool ok = sides[0].ok() && sides[1].ok() && below.cell.assign(piece.cell.span()) && below.cell.push(plane) &&
            above.cell.assign(piece.cell.span()) && above.cell.push({-plane.normal, -plane.offset});
  for (const Vec3& corner : piece.inner_corners) {
    const int side = side_of_height(height_above(plane, corner));
    ok = ok && (side > 0 || below.inner_corners.push(corner)) && (side < 0 || above.inner_corners.push(corner));
  }
  Buffer<Vec3> section;
  if (find_section(plane, piece.cell.span(), section) != Status::ok) return Status::out_of_memory;
  for (const Vec3& corner : section) {
    ok = ok && (!is_inner(corner, piece, -plane.normal, solid) || below.inner_corners.push(corner)) &&
         (!is_inner(corner, piece, plane.normal, solid) || above.inner_corners.push(corner));
  }
  for (const ConcaveEdge& edge : piece.edges) {
    const double ha = height_above(plane, edge.a), hb = height_above(plane, edge.b);
    const int a = side_of_height(ha), b = side_of_height(hb);
    ConcaveEdge low = edge, high = edge;
    if (a * b < 0) {
      const Vec3 middle = crossing(edge.a, ha, edge.b, hb);
      (a < 0 ? low.b : low.a) = middle;
      (a < 0 ? high.a : high.b) = middle;
    }
    ok = ok && ((a >= 0 && b >= 0) || below.edges.push(low)) && ((a <= 0 && b <= 0) || above.edges.push(high));
  }
  below.body = above.body = piece.body;
  return ok ? Status::ok : Status::out_of_memory;
}

Status collect_sides(const Piece& piece, const TriangleList& surface, const CutPlane& plane, const Solid& solid,
                     Buffer<Vec3>& below, Buffer<Vec3>& above) {
  Buffer<double> heights;
  Buffer<std::uint8_t> taken;
  below.clear();
  above.clear();
  const std::size_t count = surface.points.size();
  if (!heights.resize_uninitialized(count) || !taken.resize(count, 0)) return Status::out_of_memory;
  for (std::size_t i = 0; i < count; ++i) heights[i] = height_above(plane, surface.points[i]);
  bool ok = true;
  for (std::uint32_t t = 0; t < surface.size(); ++t) {
    const std::uint32_t* const v = surface.corners.data() + 3 * std::size_t{t};
    const int side[3] = {side_of_height(heights[v[0]]), side_of_height(heights[v[1]]), side_of_height(heights[v[2]])};
    const bool has_below = side[0] < 0 || side[1] < 0 || side[2] < 0;
    const bool has_above = side[0] > 0 || side[1] > 0 || side[2] > 0;
    for (int i = 0; i < 3; ++i) {
      const int next = i == 2 ? 0 : i + 1;
      if (has_below && side[i] <= 0 && (taken[v[i]] & 1) == 0) {
        taken[v[i]] |= 1;
        ok = ok && below.push(surface.points[v[i]]);
      }
      if (has_above && side[i] >= 0 && (taken[v[i]] & 2) == 0) {
        taken[v[i]] |= 2;
        ok = ok && above.push(surface.points[v[i]]);
      }
      if (side[i] * side[next] < 0) {
        const Vec3 point = crossing(surface.points[v[i]], heights[v[i]], surface.points[v[next]], heights[v[next]]);
        ok = ok && below.push(point) && above.push(point);
      }
    }
  }
  for (const Vec3& corner : piece.inner_corners) {
    const int side = side_of_height(height_above(plane, corner));
    ok = ok && (side > 0 || below.push(corner)) && (side < 0 || above.push(corner));
  }
  Buffer<Vec3> section;
  if (find_section(plane, piece.cell.span(), section) != Status::ok) return Status::out_of_memory;
  for (const Vec3& corner : section) {
    ok = ok && (!is_inner(corner, piece, -plane.normal, solid) || below.push(corner)) &&
         (!is_inner(corner, piece, plane.normal, solid) || above.push(corner));
  }
  return ok ? Status::ok : Status::out_of_memory;
}

/// A forest of vertices, joined by triangles; the root is the lowest vertex.
Result<std::uint32_t> find_parts(const TriangleList& surface, Buffer<std::uint32_t>& parts) {
  const auto fail = [] { return Result<std::uint32_t>::failure(Status::out_of_memory, "no memory for the parts"); };
  Buffer<std::uint32_t> parent, number;
  const auto count = static_cast<std::uint32_t>(surface.points.size());
  parts.clear();
  if (!parent.reserve(count) || !number.resize(count, k_no_number) || !parts.reserve(surface.size())) return fail();
  for (std::uint32_t v = 0; v < count; ++v) parent.push_unchecked(v);
  const auto root_of = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (std::uint32_t t = 0; t < surface.size(); ++t) {
    for (std::uint32_t i = 1; i < 3; ++i) {
      const std::uint32_t a = root_of(surface.corners[3 * std::size_t{t}]),
                          b = root_of(surface.corners[3 * std::size_t{t} + i]);
      if (a < b) parent[b] = a;
      if (b < a) parent[a] = b;
    }
  }
  std::uint32_t found = 0;
  for (std::uint32_t t = 0; t < surface.size(); ++t) {
    std::uint32_t& root_number = number[root_of(surface.corners[3 * std::size_t{t}])];
    if (root_number == k_no_number) root_number = found++;
    parts.push_unchecked(root_number);
  }
  return {Status::ok, found, ""};
}

}  // namespace hyperplane
