#include "decompose/cut_search.h"

#include <cmath>

#include "core/sort.h"
#include "decompose/principal_axes.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Number of planes at concave edges, and of edges considered for them, the longest and sharpest first.
constexpr std::size_t k_most_edge_planes = 30, k_most_edges = 64;
/// Planes across each coordinate axis and each principal axis.
constexpr int k_axis_planes = 7, k_principal_planes = 5;
/// Two planes count as one if their normals differ by less than this, and their offsets by less than this share of the
/// piece.
constexpr double k_same_plane_normal = 0.05, k_same_offset = 0.01;
/// Halvings of the distance between candidates around the best.
constexpr int k_refinements = 4;
/// Number of vertices of the surface from which cuts are judged on a simplified one, and its resolution.
constexpr std::size_t k_many_vertices = 4000;
constexpr std::uint32_t k_proxy_cells = 56;
/// Vertices of the hulls by which cuts are judged.
constexpr std::uint32_t k_judged_vertices = 96;
/// Weights relative to the remaining void: of remaining concave edges, and of an uneven cut.
constexpr double k_edge_share = 0.15, k_balance_share = 0.05;

/// Squared difference of the normals at a sharp edge: 45 degrees.
constexpr double k_sharp_turn = 0.586;

double weight_of(const ConcaveEdge& edge) {
  return length(edge.b - edge.a) * length_squared(edge.normals[0] - edge.normals[1]);
}

}  // namespace

bool CutSearch::add_plane(const Vec3& normal, const Vec3& point) {
  const CutPlane plane{normal, dot(normal, point)};
  for (const CutPlane& other : planes_) {
    const bool is_turned = dot(other.normal, normal) < 0.0;
    const Vec3 turn = is_turned ? other.normal + normal : other.normal - normal;
    const double shift = is_turned ? other.offset + plane.offset : other.offset - plane.offset;
    if (length_squared(turn) < k_same_plane_normal * k_same_plane_normal && std::fabs(shift) < k_same_offset * extent_)
      return true;
  }
  return planes_.push(plane);
}

bool CutSearch::add_edges(const Piece& piece) {
  struct Ranked {
    double weight;
    std::uint32_t edge;
  };
  Buffer<Ranked> ranked;
  double sharp_length = 0.0;
  for (std::uint32_t i = 0; i < piece.edges.size(); ++i) {
    if (!ranked.push({weight_of(piece.edges[i]), i})) return false;
    edge_weight_ += ranked[i].weight;
    const ConcaveEdge& edge = piece.edges[i];
    if (length_squared(edge.normals[0] - edge.normals[1]) > k_sharp_turn) sharp_length += length(edge.b - edge.a);
  }
  sharpness_ = lesser(1.0, sharp_length / extent_);
  sort(ranked.span(),
       [](const Ranked& a, const Ranked& b) { return a.weight != b.weight ? a.weight > b.weight : a.edge < b.edge; });
  for (std::size_t i = 0; i < ranked.size() && i < k_most_edges && planes_.size() < k_most_edge_planes; ++i) {
    const ConcaveEdge& edge = piece.edges[ranked[i].edge];
    if (!add_plane(edge.normals[0], edge.a) || !add_plane(edge.normals[1], edge.a)) return false;
    if (!add_plane(direction_of(edge.normals[0] - edge.normals[1]), edge.a)) return false;
  }
  return true;
}

bool CutSearch::add_across(const Vec3& normal, const Piece& piece, int count) {
  double low = 1e300, high = -1e300;
  for (const Vec3& v : piece.hull.vertices()) {
    const double at = dot(normal, v);
    low = lesser(low, at);
    high = greater(high, at);
  }
  for (int i = 1; i <= count; ++i) {
    if (!add_plane(normal, normal * (low + (high - low) * i / (count + 1)))) return false;
  }
  return true;
}

/// Rossignac and Borrel, "Multi-resolution 3D approximations for rendering complex scenes" (1993): the vertices in a
/// cell of a grid become the first of them.
Status CutSearch::simplify(const TriangleList& surface) {
  proxy_.points.clear();
  proxy_.corners.clear();
  has_proxy_ = surface.points.size() > k_many_vertices;
  if (!has_proxy_) return Status::ok;
  constexpr std::uint32_t k_none = 0xffffffff;
  Aabb bounds{surface.points[0], surface.points[0]};
  for (const Vec3& p : surface.points) bounds = united(bounds, {p, p});
  const double cells_per_length = (k_proxy_cells - k_grid_slack) / max_component(bounds.max - bounds.min);
  Buffer<std::uint32_t> cells, numbers;
  if (!cells.resize(k_proxy_cells * k_proxy_cells * k_proxy_cells, k_none) ||
      !numbers.resize_uninitialized(surface.points.size())) {
    return Status::out_of_memory;
  }
  for (std::size_t i = 0; i < surface.points.size(); ++i) {
    const Vec3 place = (surface.points[i] - bounds.min) * cells_per_length;
    std::uint32_t& cell =
        cells[(static_cast<std::uint32_t>(place.x) * k_proxy_cells + static_cast<std::uint32_t>(place.y)) *
                  k_proxy_cells +
              static_cast<std::uint32_t>(place.z)];
    if (cell == k_none) {
      cell = static_cast<std::uint32_t>(proxy_.points.size());
      if (!proxy_.points.push(surface.points[i])) return Status::out_of_memory;
    }
    numbers[i] = cell;
  }
  for (std::size_t i = 0; i < surface.corners.size(); i += 3) {
    const std::uint32_t a = numbers[surface.corners[i]], b = numbers[surface.corners[i + 1]],
                        c = numbers[surface.corners[i + 2]];
    if (a == b && b == c) continue;
    for (const std::uint32_t v : {a, b, c}) {
      if (!proxy_.corners.push(v)) return Status::out_of_memory;
    }
  }
  return Status::ok;
}

Status CutSearch::start(const Piece& piece, const VoidSamples& samples) {
  planes_.clear();
  at_ = 0;
  refinements_ = k_refinements;
  best_score_ = 1e300;
  edge_weight_ = 0.0;
  const Vec3 size = piece.hull.bounds().max - piece.hull.bounds().min;
  extent_ = max_component(size);
  refine_step_ = extent_ / (2 * (k_axis_planes + 1));
  bool ok = add_edges(piece);
  for (int axis = 0; axis < 3; ++axis) ok = ok && add_across(unit_axis(axis), piece, k_axis_planes);
  const Mat3 axes = principal_axes(piece.hull.vertices());
  for (const Vec3& axis : axes.columns) ok = ok && add_across(axis, piece, k_principal_planes);
  const VoidSamples::Sample* deepest = nullptr;
  for (const VoidSamples::Sample& sample : samples.outside()) {
    if (deepest == nullptr || sample.weight > deepest->weight) deepest = &sample;
  }
  for (int axis = 0; axis < 3 && deepest != nullptr; ++axis) {
    ok = ok && add_plane(unit_axis(axis), deepest->point) && add_plane(axes.columns[axis], deepest->point);
  }
  return ok ? Status::ok : Status::out_of_memory;
}

Status CutSearch::judge(const CutPlane& plane, const Piece& piece, const VoidSamples& samples, const Solid& solid,
                        double thickness, double& score) {
  score = 1e300;
  const TriangleList& surface = has_proxy_ ? proxy_ : piece.surface;
  if (collect_sides(piece, surface, plane, solid, below_, above_) != Status::ok) return Status::out_of_memory;
  if (below_.empty() || above_.empty()) return Status::ok;
  if (below_hull_.build(below_.span(), thickness, k_judged_vertices) != Status::ok ||
      above_hull_.build(above_.span(), thickness, k_judged_vertices) != Status::ok) {
    return Status::out_of_memory;
  }
  double remaining[2] = {};
  const double unit = samples.total() > 0.0 ? 1.0 / samples.total() : 0.0;
  // Samples come in rows along x.
  Vec3 row{1e300, 1e300, 1e300};
  Polytope::Section below_row{}, above_row{};
  for (const VoidSamples::Sample& sample : samples.outside()) {
    const Vec3& point = sample.point;
    if (point.y != row.y || point.z != row.z) {
      row = point;
      below_row = below_hull_.section_along_x(point);
      above_row = above_hull_.section_along_x(point);
    }
    const bool is_below = height_above(plane, point) < 0.0;
    const auto& [from, to] = is_below ? below_row : above_row;
    if (from <= point.x && point.x <= to) remaining[is_below ? 0 : 1] += sample.weight;
  }
  // Gives credit for halving the void of a smooth piece.
  double kept = 0.0;
  for (const double part : remaining) {
    const double share = part * unit;
    kept += share * (sharpness_ + (1.0 - sharpness_) * share);
  }
  double edges = 0.0;
  for (const ConcaveEdge& edge : piece.edges) {
    const bool is_on_plane =
        std::fabs(height_above(plane, edge.a)) <= k_on_plane && std::fabs(height_above(plane, edge.b)) <= k_on_plane;
    if (!is_on_plane) edges += weight_of(edge);
  }
  const double below = below_hull_.volume(), above = above_hull_.volume();
  score = kept + k_balance_share * std::fabs(below - above) / (below + above + k_least_volume);
  if (edge_weight_ > 0.0) score += k_edge_share * edges / edge_weight_;
  return Status::ok;
}

Status CutSearch::step(const Piece& piece, const VoidSamples& samples, const Solid& solid, double thickness) {
  const auto attempt = [&](const CutPlane& plane, bool& is_better) {
    double score = 0.0;
    if (judge(plane, piece, samples, solid, thickness, score) != Status::ok) return false;
    is_better = score < best_score_;
    if (is_better) {
      best_score_ = score;
      best_ = plane;
    }
    return true;
  };
  bool is_better = false;
  if (at_ < planes_.size()) return attempt(planes_[at_++], is_better) ? Status::ok : Status::out_of_memory;
  if (refinements_ == 0) return Status::ok;
  if (!has_plane()) {
    refinements_ = 0;
    return Status::ok;
  }
  --refinements_;
  const CutPlane centre = best_;
  for (const double sign : {-1.0, 1.0}) {
    if (!attempt({centre.normal, centre.offset + sign * refine_step_}, is_better)) return Status::out_of_memory;
  }
  refine_step_ *= 0.5;
  return Status::ok;
}

}  // namespace hyperplane
