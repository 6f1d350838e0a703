#include "decompose/solid.h"

#include <cmath>

#include "bvh/descent.h"
#include "math/trigonometry.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// A triangle, or a group of them, counts as one dipole from this many times its radius. The error of a winding number
/// is then a few hundredths, far from the half at which verdicts turn.
constexpr double k_far_radii = 2.0;

/// Triangles sorted, copied or summed up in one step: some milliseconds.
constexpr std::uint32_t k_built_a_step = 50000;

/// Cells along each axis, and their size: they cover a model of diagonal 1 around the origin.
constexpr int k_cells = 96;
constexpr std::size_t k_grid_cell_count = std::size_t{k_cells} * k_cells * k_cells;
constexpr double k_cell_size = 1.0 / k_cells;

Vec3 area_of(const Vec3& a, const Vec3& b, const Vec3& c) { return cross(b - a, c - a) * 0.5; }

}  // namespace

/// van Oosterom and Strackee, "The Solid Angle of a Plane Triangle" (1983).
double turn_of(const Vec3& point, const Vec3& corner_a, const Vec3& corner_b, const Vec3& corner_c) {
  const Vec3 a = corner_a - point, b = corner_b - point, c = corner_c - point;
  const double volume = dot(a, cross(b, c));
  const double la = length(a), lb = length(b), lc = length(c);
  const double cosine = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  const double height = std::fabs(volume);
  if (height == 0.0) return 0.0;  // in the plane of the triangle
  const double angle = cosine >= 0.0 ? arc_tangent(height, cosine) : k_pi - arc_tangent(height, -cosine);
  const double share = angle * (1.0 / (2.0 * k_pi));
  return volume > 0.0 ? share : -share;
}

namespace {

/// The same; a triangle that is far for its size counts as a dipole.
double quick_turn_of(const Vec3& point, const Vec3* corners) {
  const Vec3 &a = corners[0], &b = corners[1], &c = corners[2];
  const Vec3 middle = (a + b + c) * (1.0 / 3.0), away = middle - point;
  const double squared = length_squared(away);
  const double radius_squared =
      max(length_squared(a - middle), max(length_squared(b - middle), length_squared(c - middle)));
  if (squared <= k_far_radii * k_far_radii * radius_squared) return turn_of(point, a, b, c);
  return dot(area_of(a, b, c), away) / (4.0 * k_pi * squared * std::sqrt(squared));
}

}  // namespace

/// Ericson, "Real-Time Collision Detection" (2005), section 5.1.5: by the Voronoi region of the point.
double distance_squared(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = point - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) return length_squared(ap);
  const Vec3 bp = point - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0.0 && d4 <= d3) return length_squared(bp);
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return length_squared(ap - ab * (d1 / (d1 - d3)));
  const Vec3 cp = point - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0.0 && d5 <= d6) return length_squared(cp);
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return length_squared(ap - ac * (d2 / (d2 - d6)));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    return length_squared(bp - (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))));
  }
  const double sum = va + vb + vc;
  if (!(sum > 0.0)) return length_squared(ap);  // no area, by rounding
  return length_squared(ap - (ab * (vb / sum) + ac * (vc / sum)));
}

Status Solid::start(const Source& source) {
  is_watertight_ = source.is_watertight;
  const TriangleList& surface = source.surface;
  const std::uint32_t count = surface.size();
  if (!building_.order.resize_uninitialized(count) || !corners_.resize_uninitialized(3 * std::size_t{count}) ||
      !closed_.resize_uninitialized(count) || !bodies_.resize_uninitialized(source.bodies.size())) {
    return Status::out_of_memory;
  }
  const auto bounds_of = [&](std::uint32_t t) {
    const Vec3 &a = surface.corner(t, 0), &b = surface.corner(t, 1), &c = surface.corner(t, 2);
    return to_float_bounds({min(a, min(b, c)), max(a, max(b, c))}, {});
  };
  return building_.tree.start(bounds_of, count);
}

Status Solid::step(const Source& source) {
  switch (building_.stage) {
    case Stage::tree:
      if (building_.tree.step(k_built_a_step) != Status::ok) return Status::out_of_memory;
      return building_.tree.is_done() ? end_tree() : Status::ok;
    case Stage::places:
      return fill_places(source);
    case Stage::dipoles:
      fill_dipoles();
      return Status::ok;
    case Stage::done:
      return Status::ok;
  }
  return Status::ok;
}

Status Solid::end_tree() {
  if (building_.tree.finish(tree_, building_.order.span()) != Status::ok) return Status::out_of_memory;
  building_.tree = {};
  building_.stage = Stage::places;
  return Status::ok;
}

Status Solid::fill_places(const Source& source) {
  const std::size_t count = building_.order.size();
  for (std::uint32_t n = 0; n < k_built_a_step && building_.at < count; ++n, ++building_.at) {
    const std::size_t place = building_.at;
    const std::uint32_t t = building_.order[place];
    for (std::uint32_t i = 0; i < 3; ++i) corners_[3 * place + i] = source.surface.corner(t, i);
    closed_[place] = source.closed[t];
    if (!source.bodies.empty()) bodies_[place] = source.bodies[t];
  }
  if (building_.at < count) return Status::ok;
  const std::size_t nodes = tree_.nodes().size();
  if (!dipoles_.resize_uninitialized(4 * nodes) ||
      !building_.runs.resize(nodes, {static_cast<std::uint32_t>(count), 0})) {
    return Status::out_of_memory;
  }
  building_.at = nodes;
  building_.stage = Stage::dipoles;
  return Status::ok;
}

/// A node's triangles are those of a run of places; nodes come before their children.
void Solid::fill_dipoles() {
  for (std::uint32_t work = 0; work < k_built_a_step && building_.at > 0;) {
    const std::size_t i = --building_.at;
    const LaneNode& node = tree_.nodes()[i];
    StaticTree::Run& whole = building_.runs[i];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const std::uint32_t child = node.child[lane];
      if (child == LaneNode::k_none) continue;
      const StaticTree::Run run = is_leaf(child) ? StaticTree::run_of(child) : building_.runs[child];
      dipoles_[4 * i + lane] = dipole_of(run.begin, run.end);
      if (run.begin < whole.begin) whole.begin = run.begin;
      if (run.end > whole.end) whole.end = run.end;
    }
    work += whole.end - whole.begin;
  }
  if (building_.at > 0) return;
  building_ = {};
  building_.stage = Stage::done;
  // Without the memory every point is tested separately.
  if (is_watertight_ && !cells_.resize(k_grid_cell_count, CellSide::unknown)) cells_.release();
}

Solid::Dipole Solid::dipole_of(std::uint32_t begin, std::uint32_t end) const {
  Dipole dipole{};
  dipole.body = bodies_.empty() || begin == end ? 0 : bodies_[begin];
  double weight = 0.0;
  for (std::uint32_t place = begin; place < end; ++place) {
    if (!bodies_.empty() && bodies_[place] != dipole.body) dipole.body = k_mixed;
    if (closed_[place] == 0) continue;
    const Vec3* const c = corners_.data() + 3 * std::size_t{place};
    const Vec3 area = area_of(c[0], c[1], c[2]);
    const double size = length(area);
    dipole.area += area;
    dipole.middle += (c[0] + c[1] + c[2]) * (size / 3.0);
    weight += size;
  }
  if (weight > 0.0) dipole.middle = dipole.middle * (1.0 / weight);
  double radius_squared = 0.0;
  for (std::size_t i = 3 * std::size_t{begin}; i < 3 * std::size_t{end}; ++i) {
    if (closed_[i / 3] != 0) radius_squared = max(radius_squared, length_squared(corners_[i] - dipole.middle));
  }
  dipole.radius = std::sqrt(radius_squared);
  return dipole;
}

Solid::Nearest Solid::nearest(const Vec3& point, double reach, double enough) const {
  double nearest = reach * reach, end = reach, found_at = reach;
  std::uint32_t found = k_no_place;
  const FloatBounds bounds = to_float_bounds({point, point}, {});
  descend_nearest(tree_.nodes(), bounds, end, AcceptAll{}, [&](std::uint32_t leaf) {
    const StaticTree::Run run = StaticTree::run_of(leaf);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      const Vec3* const c = corners_.data() + 3 * std::size_t{place};
      const double squared = distance_squared(point, c[0], c[1], c[2]);
      if (squared < nearest) {
        nearest = squared;
        found_at = std::sqrt(squared);
        end = found_at <= enough ? -1.0 : found_at;
        found = place;
      }
    }
  });
  return {found_at, found};
}

void Solid::visit_within(const Aabb& bounds, FunctionRef<bool(std::uint32_t)> visit) const {
  bool goes_on = true;
  descend_overlapping(tree_.nodes(), to_float_bounds(bounds, {}), AcceptAll{}, [&](std::uint32_t leaf) {
    const StaticTree::Run run = StaticTree::run_of(leaf);
    for (std::uint32_t place = run.begin; place < run.end && goes_on; ++place) goes_on = visit(place);
    return goes_on;
  });
}

template <typename Skip>
double Solid::winding_of(const Vec3& point, bool opens_mixed, const Skip& skips) const {
  const auto nodes = tree_.nodes();
  std::uint32_t stack[LaneNode::k_stack_size];
  int top = 0;
  stack[top++] = 0;
  double turns = 0.0;
  while (top > 0) {
    const std::uint32_t node = stack[--top];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const std::uint32_t child = nodes[node].child[lane];
      if (child == LaneNode::k_none) continue;
      const Dipole& dipole = dipoles_[4 * std::size_t{node} + lane];
      if (skips(dipole.body)) continue;
      const Vec3 away = dipole.middle - point;
      const double squared = length_squared(away), far = k_far_radii * dipole.radius;
      if (squared > far * far && !(opens_mixed && dipole.body == k_mixed)) {
        turns += dot(dipole.area, away) / (4.0 * k_pi * squared * std::sqrt(squared));
      } else if (!is_leaf(child)) {
        stack[top++] = child;
      } else {
        const StaticTree::Run run = StaticTree::run_of(child);
        for (std::uint32_t place = run.begin; place < run.end; ++place) {
          const Vec3* const c = corners_.data() + 3 * std::size_t{place};
          if (closed_[place] == 0 || (opens_mixed && skips(bodies_[place]))) continue;
          turns += quick_turn_of(point, c);
        }
      }
    }
  }
  return turns;
}

double Solid::winding(const Vec3& point) const {
  return winding_of(point, false, [](std::uint32_t) { return false; });
}

Solid::CellSide Solid::side_of_cell(const Vec3& middle) const {
  constexpr double k_reach = 0.5 * k_cell_size * 1.7320508075688773 / k_same_side;
  if (distance(middle, 2.0 * k_reach) <= k_reach) return CellSide::mixed;
  return winds_around(middle) ? CellSide::inside : CellSide::outside;
}

bool Solid::encloses(const Vec3& point) const {
  if (cells_.empty()) return winds_around(point);
  const double most = 0.5 - k_cell_size;
  const Vec3 size = abs(point);
  if (!(size.x < most && size.y < most && size.z < most)) return winds_around(point);
  const auto number = [](double c) { return static_cast<int>((c + 0.5) * k_cells); };
  const int x = number(point.x), y = number(point.y), z = number(point.z);
  CellSide& side = cells_[(static_cast<std::size_t>(x) * k_cells + static_cast<std::size_t>(y)) * k_cells +
                          static_cast<std::size_t>(z)];
  if (side == CellSide::unknown)
    side = side_of_cell(Vec3{x + 0.5, y + 0.5, z + 0.5} * k_cell_size - Vec3{0.5, 0.5, 0.5});
  return side == CellSide::mixed ? winds_around(point) : side == CellSide::inside;
}

double Solid::winding_without(std::span<const std::uint32_t> bodies, const Vec3& point) const {
  return winding_of(point, true, [&](std::uint32_t body) {
    bool is_left_out = false;
    for (const std::uint32_t left_out : bodies) is_left_out = is_left_out || left_out == body;
    return is_left_out;
  });
}

}  // namespace hyperplane
