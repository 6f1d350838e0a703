#include "decompose/relaxation.h"

#include <cmath>
#include <utility>

#include "core/memory.h"
#include "core/sort.h"
#include "decompose/bodies.h"
#include "decompose/principal_axes.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Maximum number of sites, and of planes of a cell: farther ones hardly ever touch it, and omitting them only enlarges
/// the cell.
constexpr std::size_t k_most_sites = 256, k_most_cell_planes = 48;

/// Power distances, and triangles, in a step.
constexpr std::size_t k_distances_a_step = 200'000, k_triangles_a_step = 100'000;

/// Growth of the weight of a part without depth in a round, in squares of its radius.
constexpr double k_weight_share = 0.05;

/// Distance of the samples on a hull, as a share of the diagonal of its bounds.
constexpr double k_sample_spacing = 0.15;

/// Samples in a step, and one triangle's more.
constexpr std::uint32_t k_hull_samples_a_step = 1000;

/// The sites of the halves of a part are this share of its radius from its middle.
constexpr double k_half_share = 0.5;

/// Triangles of a hull in a stack of halves.
constexpr int k_most_halves = 64;

struct CornerTriple {
  Vec3 a, b, c;
};

CornerTriple triangle_of(const Polytope& hull, std::size_t first_corner) {
  const auto v = hull.vertices();
  const auto corners = hull.corners();
  return {v[corners[first_corner]], v[corners[first_corner + 1]], v[corners[first_corner + 2]]};
}

Vec3 middle_of(const Polytope& hull) {
  const Vec3 origin = hull.vertices()[0];
  Vec3 sum;
  double volume = 0.0;
  for (std::size_t i = 0; i < hull.corners().size(); i += 3) {
    const CornerTriple t = triangle_of(hull, i);
    const Vec3 a = t.a - origin, b = t.b - origin, c = t.c - origin;
    const double part = dot(a, cross(b, c));
    volume += part;
    sum += (a + b + c) * (0.25 * part);
  }
  return volume > 0.0 ? origin + sum * (1.0 / volume) : origin;
}

/// The same triangle, with its longest edge from a to b.
CornerTriple turned(const CornerTriple& t) {
  const double ab = length_squared(t.b - t.a), bc = length_squared(t.c - t.b), ca = length_squared(t.a - t.c);
  if (bc > ab && bc >= ca) return {t.b, t.c, t.a};
  return ca > ab ? CornerTriple{t.c, t.a, t.b} : t;
}

/// Raises a lower bound of the depth of a hull to that of points spread over some of its triangles.
/// @param from the corners before it have been seen.
void raise_sampled_depth(const Polytope& hull, const Solid& solid, std::size_t& from, double& depth) {
  const double spacing = k_sample_spacing * length(hull.bounds().max - hull.bounds().min);
  CornerTriple stack[k_most_halves];
  for (std::uint32_t work = 0; work < k_hull_samples_a_step && from < hull.corners().size(); from += 3) {
    int top = 0;
    stack[top++] = triangle_of(hull, from);
    for (; top > 0; ++work) {
      const CornerTriple t = turned(stack[--top]);
      Vec3 point = (t.a + t.b + t.c) * (1.0 / 3.0);
      if (length_squared(t.b - t.a) > spacing * spacing && top + 2 <= k_most_halves) {
        point = (t.a + t.b) * 0.5;
        stack[top++] = {t.a, point, t.c};
        stack[top++] = {point, t.b, t.c};
      }
      const double distance = solid.nearest(point, 2.0, depth).distance;
      if (distance > depth && !solid.encloses(point)) depth = distance;
    }
  }
}

}  // namespace

Relaxation::~Relaxation() {
  for (Buffer<Piece*>* const pieces : {&bodies_, &parts_, &best_, &whole_}) destroy_all(*pieces);
}

bool Relaxation::take_parts(Buffer<Piece*>& parts) {
  if (!best_.reserve(best_.size() + whole_.size())) return false;
  for (Piece* const part : whole_) best_.push_unchecked(part);
  whole_.clear();
  parts.swap(best_);
  return true;
}

bool Relaxation::can_start(const Buffer<Piece*>& parts, std::uint32_t max_parts) {
  for (const Piece* const part : parts) {
    if (part->is_mixed) return false;
  }
  return (parts.size() >= 2 || max_parts >= 2) && parts.size() <= k_most_sites;
}

double Relaxation::power(std::uint32_t site, const Vec3& point) const {
  return length_squared(point - sites_[site].at) - sites_[site].weight;
}

Status Relaxation::start(const Model& model, const Buffer<Piece*>& parts, const Limits& limits, bool is_by_body) {
  const bool is_full = parts.size() >= limits.max_parts;
  if (make_bodies(model, is_by_body, bodies_) != Status::ok ||
      add_sites(parts, is_full ? 1e300 : limits.max_depth) != Status::ok) {
    return Status::out_of_memory;
  }
  const std::size_t most = limits.max_parts - whole_.size();
  max_sites_ = static_cast<std::uint32_t>(most < k_most_sites ? most : k_most_sites);
  if (sites_.empty()) {
    round_ = k_rounds;
    return Status::ok;
  }
  return start_body();
}

/// A site for each part, unless it is all of its body and no deeper than permitted.
Status Relaxation::add_sites(const Buffer<Piece*>& parts, double max_depth) {
  Buffer<std::uint32_t> counts;
  if (!counts.resize(bodies_.size(), 0)) return Status::out_of_memory;
  for (const Piece* const part : parts) counts[part->body] += part->depth > max_depth ? 2 : 1;
  for (const Piece* const part : parts) {
    if (counts[part->body] > 1) {
      if (!sites_.push({middle_of(part->hull), 0.0, part->body, 0.0, {}, 0.0, {}})) return Status::out_of_memory;
      continue;
    }
    Piece* const copy = make_object<Piece>();
    if (copy == nullptr || !whole_.push(copy)) {
      destroy_object(copy);
      return Status::out_of_memory;
    }
    copy->body = part->body;
    if (copy->hull.copy_from(part->hull) != Status::ok) return Status::out_of_memory;
  }
  std::size_t kept = 0;
  for (Piece* const body : bodies_) {
    if (counts[body->body] > 1) {
      bodies_[kept++] = body;
    } else {
      destroy_object(body);
    }
  }
  bodies_.truncate(kept);
  for (Piece* const body : bodies_) {
    // No longer needed.
    body->edges.release();
    body->closed.release();
    body->cell.release();
  }
  return Status::ok;
}

Status Relaxation::start_body() {
  Piece& body = *bodies_[body_at_];
  members_.clear();
  crossing_.clear();
  at_ = 0;
  stage_ = Stage::body;
  for (std::uint32_t i = 0; i < sites_.size(); ++i) {
    if (sites_[i].body == body.body && !members_.push(i)) return Status::out_of_memory;
  }
  if (!cells_.resize_uninitialized(body.surface.points.size())) return Status::out_of_memory;
  return Status::ok;
}

/// Vertices to cells.
void Relaxation::assign() {
  const Buffer<Vec3>& points = bodies_[body_at_]->surface.points;
  for (std::size_t work = 0; at_ < points.size() && work < k_distances_a_step; ++at_, work += members_.size()) {
    double least = 1e300;
    for (const std::uint32_t site : members_) {
      const double distance = power(site, points[at_]);
      if (distance < least) {
        least = distance;
        cells_[at_] = site;
      }
    }
  }
  if (at_ < points.size()) return;
  at_ = 0;
  stage_ = Stage::gather;
}

/// Finds the triangles whose vertices are not all in one cell: cells are convex, so the others are in one.
Status Relaxation::gather() {
  const Buffer<std::uint32_t>& corners = bodies_[body_at_]->surface.corners;
  const std::size_t count = corners.size() / 3;
  for (std::size_t work = 0; at_ < count && work < k_triangles_a_step; ++at_, ++work) {
    const std::uint32_t* const v = corners.data() + 3 * at_;
    if (cells_[v[0]] == cells_[v[1]] && cells_[v[1]] == cells_[v[2]]) continue;
    if (!crossing_.push(static_cast<std::uint32_t>(at_))) return Status::out_of_memory;
  }
  if (at_ < count) return Status::ok;
  at_ = 0;
  stage_ = Stage::cells;
  return Status::ok;
}

Status Relaxation::find_planes(std::uint32_t site) {
  const Site& own = sites_[site];
  planes_.clear();
  for (const std::uint32_t other : members_) {
    const Vec3 way = sites_[other].at - own.at;
    const double distance = length(way);
    if (!(distance > k_same_site)) continue;
    const double offset = length_squared(sites_[other].at) - sites_[other].weight - length_squared(own.at) + own.weight;
    if (!planes_.push({way * (1.0 / distance), offset / (2.0 * distance)})) return Status::out_of_memory;
  }
  sort(planes_.span(),
       [&](const CutPlane& a, const CutPlane& b) { return height_above(a, own.at) > height_above(b, own.at); });
  if (planes_.size() > k_most_cell_planes) planes_.truncate(k_most_cell_planes);
  return Status::ok;
}

/// Points whose hull contains the part of the body in a cell: vertices in the cell, those of triangles clipped by it,
/// and its corners that are inside. @param points empty.
Status Relaxation::find_points(std::uint32_t site, const Solid& solid, Buffer<Vec3>& points) {
  const Piece& body = *bodies_[body_at_];
  const TriangleList& surface = body.surface;
  for (std::size_t v = 0; v < cells_.size(); ++v) {
    if (cells_[v] == site && !points.push(surface.points[v])) return Status::out_of_memory;
  }
  Buffer<Vec3> polygon, spare;
  for (const std::uint32_t t : crossing_) {
    const Vec3 corners[3] = {surface.corner(t, 0), surface.corner(t, 1), surface.corner(t, 2)};
    // Most triangles are nowhere nearer to this site than to that of one of their corners.
    bool is_outside = false;
    for (std::size_t i = 0; i < 3 && !is_outside; ++i) {
      const std::uint32_t other = cells_[surface.corners[3 * std::size_t{t} + i]];
      is_outside = other != site;
      for (std::size_t k = 0; k < 3 && is_outside; ++k) {
        is_outside = power(other, corners[k]) <= power(site, corners[k]);
      }
    }
    if (is_outside) continue;
    if (!polygon.assign(corners)) return Status::out_of_memory;
    for (std::size_t i = 0; i < planes_.size() && !polygon.empty(); ++i) {
      if (clip_polygon(planes_[i], polygon, spare) != Status::ok) return Status::out_of_memory;
    }
    for (const Vec3& corner : polygon) {
      if (!points.push(corner)) return Status::out_of_memory;
    }
  }
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    // The plane itself is not among those that clip its section.
    std::swap(planes_[i], planes_[planes_.size() - 1]);
    const std::span<const CutPlane> all = planes_.span();
    if (find_section(all.back(), all.first(all.size() - 1), polygon) != Status::ok) return Status::out_of_memory;
    for (const Vec3& corner : polygon) {
      if (is_filled_corner(corner, all, body.hull, {}, solid) && !points.push(corner)) return Status::out_of_memory;
    }
  }
  return Status::ok;
}

Status Relaxation::start_cell(std::uint32_t site, const Solid& solid, double thickness) {
  Buffer<Vec3> points;
  if (find_planes(site) != Status::ok || find_points(site, solid, points) != Status::ok) return Status::out_of_memory;
  Site& own = sites_[site];
  own.depth = own.radius = 0.0;
  if (points.empty()) {
    ++at_;
    return Status::ok;
  }
  Piece* const part = make_object<Piece>();
  if (part == nullptr || !parts_.push(part)) {
    destroy_object(part);
    return Status::out_of_memory;
  }
  part->body = own.body;
  hull_.start(points, thickness);
  stage_ = Stage::hull;
  corner_ = 0;
  return Status::ok;
}

/// Measures the present cell: first the depth, then everything else.
void Relaxation::measure_cell(const Solid& solid) {
  const Polytope& hull = parts_.back()->hull;
  Site& own = sites_[members_[at_]];
  raise_sampled_depth(hull, solid, corner_, own.depth);
  if (corner_ < hull.corners().size()) return;
  own.middle = middle_of(hull);
  for (const Vec3& v : hull.vertices()) own.radius = greater(own.radius, length(v - own.middle));
  own.reach = principal_axes(hull.vertices()).columns[0] * own.radius;
  ++at_;
  stage_ = Stage::cells;
}

/// Ends a round.
Status Relaxation::move_sites() {
  std::size_t deepest = 0;
  double sum = 0.0;
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    sum += sites_[i].depth;
    if (sites_[i].depth > sites_[deepest].depth) deepest = i;
  }
  if (sites_[deepest].depth < best_depth_) {
    best_depth_ = sites_[deepest].depth;
    best_.swap(parts_);
  }
  destroy_all(parts_);
  const double mean = sum / static_cast<double>(sites_.size());
  for (Site& site : sites_) {
    if (site.radius == 0.0) continue;
    site.at = site.middle;
    const double excess = mean > 0.0 ? clamp(site.depth / mean - 1.0, -1.0, 1.0) : 0.0;
    site.weight -= k_weight_share * excess * site.radius * site.radius;
  }
  if (sites_.size() < max_sites_) {
    Site& low = sites_[deepest];
    Site high = low;
    low.at -= low.reach * k_half_share;
    high.at += high.reach * k_half_share;
    if (!sites_.push(high)) return Status::out_of_memory;
  }
  body_at_ = 0;
  ++round_;
  return start_body();
}

Status Relaxation::step(const Solid& solid, double thickness) {
  if (is_done()) return Status::ok;  // every body is one part
  switch (stage_) {
    case Stage::body: {
      Piece& body = *bodies_[body_at_];
      if (!hull_.is_done()) return hull_.step(body.hull);
      if (body.hull.vertices().empty()) return body.start_hull(hull_, thickness);
      stage_ = Stage::assign;
      return Status::ok;
    }
    case Stage::assign:
      assign();
      return Status::ok;
    case Stage::gather:
      return gather();
    case Stage::cells:
      if (at_ < members_.size()) return start_cell(members_[at_], solid, thickness);
      if (++body_at_ < bodies_.size()) return start_body();
      return move_sites();
    case Stage::hull:
      if (hull_.is_done()) {
        measure_cell(solid);
        return Status::ok;
      }
      return hull_.step(parts_.back()->hull);
  }
  return Status::ok;
}

}  // namespace hyperplane
