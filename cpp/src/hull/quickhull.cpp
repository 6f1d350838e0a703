#include "hull/quickhull.h"

#include <algorithm>

#include "hull/tolerances.h"
#include "math/simd.h"

namespace hyperplane {

namespace {

constexpr std::uint32_t k_no_index = 0xffffffff;

/// Measured on 100,000 points on a sphere, a paraboloid and two rings: no difference from 256 to 4,096.
constexpr std::size_t k_longest_queue = 1024;

/// For a heap with the greatest key on top.
constexpr auto k_is_less_urgent = [](const auto& a, const auto& b) {
  return a.key != b.key ? a.key < b.key : a.facet > b.facet;
};

/// Outside points and facets in one step: a few milliseconds.
constexpr std::size_t k_points_a_step = 10000;

}  // namespace

Quickhull::Quickhull(std::span<const Vec3> points, double tie, std::uint32_t max_vertices)
    : points_(points), radial_weight_(tie / (3.0 * k_grid_extent * k_grid_extent)), max_vertices_(max_vertices) {}

/// Makes room for a cone of `count` facets.
bool Quickhull::make_room(std::size_t count) {
  const std::size_t missing = count > free_.size() ? count - free_.size() : 0;
  cone_.clear();
  return facets_.resize_uninitialized(facets_.size() + missing) && free_.reserve(facets_.size()) &&
         cone_.reserve(count) && pairs_.resize_uninitialized((count + 1) / 2);
}

std::uint32_t Quickhull::add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t index = used_count_;
  if (free_.empty()) {
    ++used_count_;
  } else {
    index = free_.back();
    free_.pop();
  }
  Facet& facet = facets_[index];
  facet.plane = grid_plane(at(a), at(b), at(c));
  facet.farthest_key = 0.0;
  facet.vertex[0] = a;
  facet.vertex[1] = b;
  facet.vertex[2] = c;
  facet.farthest = facet.others = k_no_index;
  facet.mark = 0;
  facet.alive = true;
  cone_.push_unchecked(index);
  return index;
}

void Quickhull::wait_above(Facet& facet, std::uint32_t point, double height) {
  const double key = height + radial_weight_ * length_squared(at(point));
  if (facet.farthest == k_no_index || key > facet.farthest_key) {
    if (facet.farthest != k_no_index) {
      next_[facet.farthest] = facet.others;
      facet.others = facet.farthest;
    }
    facet.farthest = point;
    facet.farthest_key = key;
  } else {
    next_[point] = facet.others;
    facet.others = point;
  }
}

void Quickhull::pair_facets() {
  for (std::size_t i = 0; i < 2 * pairs_.size(); ++i) {
    const std::uint32_t index = cone_[std::min(i, cone_.size() - 1)];
    const auto& [normal, offset] = facets_[index].plane;
    FacetPair& pair = pairs_[i / 2];
    pair.x[i % 2] = normal.x;
    pair.y[i % 2] = normal.y;
    pair.z[i % 2] = normal.z;
    pair.offset[i % 2] = offset;
    pair.facet[i % 2] = index;
  }
}

/// Adds a point to the outside list of the first of the paired facets below it, if there is one.
void Quickhull::try_to_wait(std::uint32_t point) {
  const Vec3& p = at(point);
  const F64x2 x = splat(p.x), y = splat(p.y), z = splat(p.z), least = splat(-k_grid_plane_error);
  for (const FacetPair& pair : pairs_) {
    const F64x2 height = load(pair.x) * x + load(pair.y) * y + load(pair.z) * z - load(pair.offset);
    for (std::uint32_t maybe = bits(least <= height); maybe != 0; maybe &= maybe - 1) {
      double heights[2];
      store(heights, height);
      const std::uint32_t k = ~maybe & 1;
      Facet& facet = facets_[pair.facet[k]];
      if (!is_above(facet, point, heights[k])) continue;
      wait_above(facet, point, heights[k]);
      return;
    }
  }
}

Status Quickhull::start(const std::uint32_t (&corners)[4]) {
  const std::size_t n = points_.size();
  if (!next_.resize_uninitialized(n) || !cone_at_.resize_uninitialized(n) || !make_room(4)) {
    return Status::out_of_memory;
  }
  // Turn the tetrahedron so that corner 3 lies below the triangle of the others.
  const std::uint32_t a = corners[0], d = corners[3];
  const bool above = exact_side(at(a), at(corners[1]), at(corners[2]), at(d)) > 0;
  const std::uint32_t b = above ? corners[2] : corners[1], c = above ? corners[1] : corners[2];
  const std::uint32_t faces[4][3] = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
  const std::uint32_t neighbours[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (int i = 0; i < 4; ++i) {
    add_facet(faces[i][0], faces[i][1], faces[i][2]);
    corners_[i] = corners[i];
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) facets_[i].neighbour[k] = neighbours[i][k];
  }
  facet_count_ = 4;
  pair_facets();
  return Status::ok;
}

/// Distributes the next points among the facets of the tetrahedron.
Status Quickhull::wait_first() {
  const std::size_t n = points_.size();
  for (std::size_t work = 0; work < k_points_a_step && at_ < n; ++work, ++at_) {
    const auto p = static_cast<std::uint32_t>(at_);
    bool is_corner = false;
    for (const std::uint32_t corner : corners_) is_corner = is_corner || p == corner;
    if (!is_corner) try_to_wait(p);
  }
  if (at_ < n) return Status::ok;
  for (const std::uint32_t index : cone_) {
    if (!defer(index)) return Status::out_of_memory;
  }
  return Status::ok;
}

/// Facets are processed breadth first: the hull grows evenly and a point seldom sees more than a few facets (depth
/// first, a ring of points above an edge fills up before its counterpart below, whose points then see hundreds). When a
/// queue gets long, its facets are set aside and each starts a queue of its own, which keeps the working set small.
bool Quickhull::defer(std::uint32_t index) {
  if (facets_[index].farthest == k_no_index) return true;
  if (!queue_.push({facets_[index].farthest_key, index})) return false;
  if (max_vertices_ != 0) {
    std::push_heap(queue_.begin(), queue_.end(), k_is_less_urgent);
  } else if (queue_.size() - head_ > k_longest_queue) {
    if (!stack_.reserve(stack_.size() + queue_.size() - head_)) return false;
    while (queue_.size() > head_) {
      stack_.push_unchecked(queue_.back());
      queue_.pop();
    }
  }
  return true;
}

bool Quickhull::take_next(Pending& pending) {
  if (max_vertices_ != 0) {
    std::pop_heap(queue_.begin(), queue_.end(), k_is_less_urgent);
    pending = queue_.back();
    queue_.pop();
    return true;
  }
  if (head_ == queue_.size()) {
    queue_.clear();
    head_ = 0;
    if (!queue_.push(stack_.back())) return false;
    stack_.pop();
  }
  pending = queue_[head_++];
  return true;
}

/// Collects the connected facets visible from the eye point, and the horizon.
bool Quickhull::find_horizon(std::uint32_t first, std::uint32_t eye) {
  visible_.clear();
  horizon_.clear();
  const std::uint32_t seen = 2 * round_, unseen = seen + 1;
  facets_[first].mark = seen;
  if (!visible_.push(first)) return false;
  for (std::size_t i = 0; i < visible_.size(); ++i) {
    const std::uint32_t index = visible_[i];
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t other = facets_[index].neighbour[k];
      Facet& facet = facets_[other];
      if (facet.mark == seen) continue;
      if (facet.mark != unseen) {
        facet.mark = is_above(facet, eye, height_above(facet.plane, at(eye))) ? seen : unseen;
        if (facet.mark == seen) {
          if (!visible_.push(other)) return false;
          continue;
        }
      }
      const std::uint32_t from = facets_[index].vertex[k], to = facets_[index].vertex[k == 2 ? 0 : k + 1];
      const std::uint32_t edge = facet.vertex[0] == to ? 0 : (facet.vertex[1] == to ? 1 : 2);
      if (!horizon_.push({from, to, other, edge})) return false;
    }
  }
  return true;
}

/// Closes the hole with a fan from the horizon to the eye point.
void Quickhull::add_cone(std::uint32_t eye) {
  for (const HorizonEdge& edge : horizon_) {
    const std::uint32_t index = add_facet(edge.from, edge.to, eye);
    facets_[index].neighbour[0] = edge.beyond;
    facets_[edge.beyond].neighbour[edge.beyond_edge] = index;
    cone_at_[edge.from] = index;
  }
  for (const std::uint32_t index : cone_) {
    const std::uint32_t left = cone_at_[facets_[index].vertex[1]];
    facets_[index].neighbour[1] = left;
    facets_[left].neighbour[2] = index;
  }
  pair_facets();
}

/// Distributes the outside points of the visible facets among the new ones. A point above none of them is inside: if it
/// were above a kept facet, a horizon edge would lie between that facet and its old one, and the point would be above
/// the new facet at that edge.
std::size_t Quickhull::hand_on() {
  std::size_t handed = 0;
  for (const std::uint32_t index : visible_) {
    Facet& facet = facets_[index];
    for (std::uint32_t p = facet.others; p != k_no_index; ++handed) {
      const std::uint32_t next = next_[p];
      try_to_wait(p);
      p = next;
    }
    if (facet.farthest != k_no_index) try_to_wait(facet.farthest);
  }
  return handed;
}

bool Quickhull::is_done() const {
  // A closed surface of n triangles has n / 2 + 2 vertices.
  const bool has_enough = max_vertices_ != 0 && facet_count_ / 2 + 2 >= max_vertices_;
  return at_ == points_.size() && (has_enough || (head_ == queue_.size() && stack_.empty()));
}

Status Quickhull::step() {
  if (at_ < points_.size()) return wait_first();
  for (std::size_t work = 0; work < k_points_a_step && !is_done();) {
    Pending pending;
    if (!take_next(pending)) return Status::out_of_memory;
    const std::uint32_t first = pending.facet;
    const Facet& facet = facets_[first];
    if (!facet.alive || facet.farthest == k_no_index || facet.farthest_key != pending.key) continue;
    const std::uint32_t eye = facets_[first].farthest;
    facets_[first].farthest = k_no_index;
    ++round_;
    if (!find_horizon(first, eye) || !make_room(horizon_.size())) return Status::out_of_memory;
    add_cone(eye);
    work += hand_on() + visible_.size() + cone_.size();
    for (const std::uint32_t index : visible_) {
      facets_[index].alive = false;
      free_.push_unchecked(index);
    }
    for (const std::uint32_t index : cone_) {
      if (!defer(index)) return Status::out_of_memory;
    }
    facet_count_ += cone_.size() - visible_.size();
  }
  return Status::ok;
}

Status Quickhull::take_triangles(Buffer<HullTriangle>& triangles) {
  triangles.clear();
  Buffer<std::uint32_t> number;
  if (!number.resize_uninitialized(facets_.size())) return Status::out_of_memory;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < facets_.size(); ++i) number[i] = facets_[i].alive ? count++ : k_no_index;
  if (!triangles.reserve(count)) return Status::out_of_memory;
  for (const Facet& facet : facets_) {
    if (!facet.alive) continue;
    HullTriangle triangle;
    for (int k = 0; k < 3; ++k) {
      const Facet& other = facets_[facet.neighbour[k]];
      const std::uint32_t to = facet.vertex[k == 2 ? 0 : k + 1];
      const std::uint32_t edge = other.vertex[0] == to ? 0 : (other.vertex[1] == to ? 1 : 2);
      triangle.vertex[k] = facet.vertex[k];
      triangle.twin[k] = 3 * number[facet.neighbour[k]] + edge;
    }
    triangles.push_unchecked(triangle);
  }
  return Status::ok;
}

Status quickhull(std::span<const Vec3> points, const std::uint32_t (&corners)[4], double tie,
                 std::uint32_t max_vertices, Buffer<HullTriangle>& triangles) {
  Quickhull hull(points, tie, max_vertices);
  Status status = hull.start(corners);
  while (status == Status::ok && !hull.is_done()) status = hull.step();
  return status == Status::ok ? hull.take_triangles(triangles) : status;
}

}  // namespace hyperplane
