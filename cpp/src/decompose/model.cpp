#include "decompose/model.h"

#include <bit>
#include <cmath>

#include "bvh/descent.h"
#include "core/hash.h"
#include "decompose/adjacency.h"
#include "decompose/hole_caps.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Vertices in one step: about 10 ms of a soup.
constexpr std::size_t k_vertices_a_step = 8000;

/// Sine of the angle by which a triangle must rise above its neighbour's plane for the edge to be concave.
constexpr double k_concave_sine = 0.05;

/// Samples along each axis that decide whether open surfaces enclose something, and the share of undecided ones among
/// those in or near it above which they do not: a closed surface with a few holes has less, half a sphere more.
constexpr int k_closing_samples = 14;
constexpr int k_all_samples = k_closing_samples * k_closing_samples * k_closing_samples;
constexpr double k_open_share = 0.25;

/// Open bodies with closed holes enclose this share by themselves of what they enclose together; below it they are
/// patches of one surface.
constexpr double k_own_share = 0.5;

constexpr std::uint32_t k_without_number = 0xffffffff;

/// Triangles seen from a point in one step: a few milliseconds.
constexpr std::size_t k_turns_a_step = 20000;

/// Samples in one step.
constexpr int k_closing_a_step = 200;

Solid::Source open_source(const Model& model) { return {model.surface, model.closed.span(), false, {}}; }

/// Twice the area of a triangle times its outward normal.
Vec3 area_of_triangle(const Model& model, std::uint32_t t) {
  const Vec3& a = model.surface.corner(t, 0);
  return cross(model.surface.corner(t, 1) - a, model.surface.corner(t, 2) - a);
}

}  // namespace

/// Takes the triangles with an area.
Status ModelPreparation::take_triangles(std::span<const std::uint32_t> indices, Model& model) {
  const std::span<const std::uint32_t> numbers = welded_.welded.span();
  const std::size_t corner_count = indices.empty() ? numbers.size() : indices.size();
  Buffer<std::uint32_t>& corners = model.surface.corners;
  if (!corners.reserve_exactly(corner_count)) return Status::out_of_memory;
  for (std::size_t i = 0; i < corner_count; i += 3) {
    std::uint32_t v[3];
    for (std::size_t k = 0; k < 3; ++k) v[k] = numbers[indices.empty() ? i + k : indices[i + k]];
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    if (!has_area(welded_.vertices[v[0]], welded_.vertices[v[1]], welded_.vertices[v[2]])) continue;
    for (const std::uint32_t vertex : v) corners.push_unchecked(vertex);
  }
  return corners.empty() ? Status::degenerate_shape : Status::ok;
}

/// The frame and the vertices of the remaining triangles.
Status ModelPreparation::find_frame(Model& model) {
  Buffer<std::uint32_t> numbers;
  Buffer<Vec3>& points = model.surface.points;
  if (!numbers.resize(welded_.vertices.size(), k_without_number)) return Status::out_of_memory;
  for (std::uint32_t& c : model.surface.corners) {
    const std::uint32_t old = c;
    if (numbers[old] == k_without_number) {
      numbers[old] = static_cast<std::uint32_t>(points.size());
      if (!points.push(welded_.vertices[old])) return Status::out_of_memory;
    }
    c = numbers[old];
  }
  Aabb bounds{points[0], points[0]};
  for (const Vec3& p : points) bounds = united(bounds, {p, p});
  const double diagonal = length(bounds.max - bounds.min);
  const double largest = max_component(bounds.max - bounds.min);
  if (largest < k_min_shape_size) return Status::degenerate_shape;
  if (largest > k_max_shape_size) return Status::invalid_argument;
  constexpr std::uint64_t k_exponent = 0x7ff0000000000000;
  model.centre = bounds.min + (bounds.max - bounds.min) * 0.5;
  model.scale = 2.0 * std::bit_cast<double>(std::bit_cast<std::uint64_t>(diagonal) & k_exponent);
  const double shrink = 1.0 / model.scale;
  for (Vec3& p : points) p = (p - model.centre) * shrink;
  model.diagonal = diagonal * shrink;
  model.bounds = {(bounds.min - model.centre) * shrink, (bounds.max - model.centre) * shrink};
  welded_ = {};
  return Status::ok;
}

void ModelPreparation::flip(Model& model, std::uint32_t t) {
  std::uint32_t* const c = model.surface.corners.data() + 3 * std::size_t{t};
  const std::uint32_t second = c[1];
  c[1] = c[2];
  c[2] = second;
  // Half-edges 0 and 2 swap places, too: corners 0, 2, 1 have the edges 2, 1, 0 backwards.
  std::uint32_t* const w = twins_.data() + 3 * std::size_t{t};
  const std::uint32_t first = w[0];
  w[0] = w[2];
  w[2] = first;
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (w[i] != k_no_twin) twins_[w[i]] = 3 * t + i;
  }
}

/// Flood-fills each body over its edges and flips triangles that disagree with the one they were reached from.
Status ModelPreparation::find_bodies(Model& model) {
  const std::uint32_t count = model.surface.size();
  const std::span<const std::uint32_t> corners = model.surface.corners.span();
  Buffer<std::uint32_t> queue;
  if (!model.bodies.resize(count, k_without_number) || !queue.reserve(count)) return Status::out_of_memory;
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    if (model.bodies[seed] != k_without_number) continue;
    const std::uint32_t body = model.body_count++;
    queue.clear();
    model.bodies[seed] = body;
    queue.push_unchecked(seed);
    double volume = 0.0;
    std::uint64_t gap = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::uint32_t t = queue[at];
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        const std::uint32_t twin = twins_[h];
        if (twin == k_no_twin) {
          // Edges traversed equally often both ways cancel out.
          const std::uint32_t from = corners[h], to = end_of(corners, h);
          Hash hash;
          hash.add(from < to ? from : to);
          hash.add(from < to ? to : from);
          gap += from < to ? hash.value() : 0 - hash.value();
        } else if (model.bodies[twin / 3] == k_without_number) {
          if (corners[twin] == corners[h]) flip(model, twin / 3);
          model.bodies[twin / 3] = body;
          queue.push_unchecked(twin / 3);
        }
      }
      volume += dot(area_of_triangle(model, t), model.surface.corner(t, 0));
    }
    if (!volumes_.push(volume) || !gaps_.push(gap)) return Status::out_of_memory;
  }
  // One-sided surfaces cannot be oriented.
  for (std::uint32_t h = 0; h < 3 * count; ++h) {
    if (twins_[h] != k_no_twin && corners[twins_[h]] == corners[h]) gaps_[model.bodies[h / 3]] |= 1;
  }
  return Status::ok;
}

/// Runs once; the searches for twins and opposite triangles then restart.
Status ModelPreparation::split_junctions(Model& model) {
  if (!junctions_.is_done()) return junctions_.step(model.surface);
  const bool has_split = junctions_.has_split();
  junctions_ = {};
  stage_ = has_split ? Stage::twins : Stage::bodies;
  if (!has_split) return Status::ok;
  opposites_.clear();
  return drop_duplicates(model.surface.corners, opposites_);
}

/// Two coincident triangles that face opposite ways both remain if they are a wall between two distinct bodies, and are
/// dropped if the bodies need not be distinct. Otherwise they are a sheet, or one is a copy: the first remains. Then
/// the search for bodies restarts.
Status ModelPreparation::judge_walls(Model& model) {
  const std::uint32_t count = model.surface.size();
  /// A body's number of triangles, of those that face another body's, and that body if unique.
  struct Facing {
    std::uint32_t size = 0, opposite = 0, body = k_without_number;
    bool is_mixed = false;
  };
  Buffer<Facing> facing;
  Buffer<std::uint8_t> dropped;
  if (!facing.resize(model.body_count, {}) || !dropped.resize(count, 0)) return Status::out_of_memory;
  for (const std::uint32_t body : model.bodies) ++facing[body].size;
  const auto meet = [&](std::uint32_t body, std::uint32_t other) {
    Facing& own = facing[body];
    own.is_mixed = own.is_mixed || (own.opposite++ > 0 && own.body != other);
    own.body = other;
  };
  for (const auto& [first, second] : opposites_) {
    meet(model.bodies[first], model.bodies[second]);
    meet(model.bodies[second], model.bodies[first]);
  }
  const auto is_solid = [&](std::uint32_t body) {
    const bool is_copy = facing[body].opposite == facing[body].size && !facing[body].is_mixed;
    return volumes_[body] != 0.0 && !is_copy;
  };
  bool has_dropped = false;
  for (const auto& [first, second] : opposites_) {
    const std::uint32_t a = model.bodies[first], b = model.bodies[second];
    const bool is_wall = a != b && is_solid(a) && is_solid(b);
    if (is_wall && model.body_count <= most_bodies_) continue;
    dropped[second] = 1;
    dropped[first] = is_wall ? 1 : dropped[first];
    has_dropped = true;
  }
  opposites_.release();
  if (!has_dropped) return Status::ok;
  Buffer<std::uint32_t>& corners = model.surface.corners;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (dropped[i / 3] == 0) corners[kept++] = corners[i];
  }
  corners.truncate(kept);
  model.bodies.clear();
  model.body_count = 0;
  volumes_.clear();
  gaps_.clear();
  stage_ = Stage::twins;
  return Status::ok;
}

/// A model is inside out if its largest closed body is.
void ModelPreparation::turn_inside_out(Model& model) {
  double largest = 0.0;
  for (std::uint32_t b = 0; b < model.body_count; ++b) {
    if (gaps_[b] == 0 && std::fabs(volumes_[b]) > std::fabs(largest)) largest = volumes_[b];
  }
  if (largest >= 0.0) return;
  for (std::uint32_t t = 0; t < model.surface.size(); ++t) {
    if (gaps_[model.bodies[t]] == 0) flip(model, t);
  }
  for (std::uint32_t b = 0; b < model.body_count; ++b) volumes_[b] = gaps_[b] == 0 ? -volumes_[b] : volumes_[b];
}

/// A closed inside-out body is the cavity of the smallest body around it, or just inside out.
Status ModelPreparation::find_cavities(Model& model) {
  turn_inside_out(model);
  if (!owners_.resize(model.body_count, k_without_number)) return Status::out_of_memory;
  body_at_ = model.body_count;
  Buffer<Aabb> bounds;
  Buffer<std::uint32_t> order;
  bool has_inverted = false;
  for (std::uint32_t b = 0; b < model.body_count; ++b) {
    has_inverted = has_inverted || (gaps_[b] == 0 && volumes_[b] < 0.0);
    if (gaps_[b] == 0 && volumes_[b] > 0.0 && !order.push(b)) return Status::out_of_memory;
  }
  if (!has_inverted || order.empty()) return Status::ok;
  body_at_ = 0;
  const std::uint32_t count = model.surface.size();
  Buffer<std::uint32_t>&begin = outsides_.begin, &triangles = outsides_.triangles;
  constexpr Vec3 k_far{1e300, 1e300, 1e300};
  if (!begin.resize(model.body_count + 1, 0) || !triangles.resize_uninitialized(count) ||
      !bounds.resize(model.body_count, {k_far, -k_far}) || !outsides_.bodies.resize_uninitialized(order.size())) {
    return Status::out_of_memory;
  }
  for (std::uint32_t t = 0; t < count; ++t) ++begin[model.bodies[t] + 1];
  for (std::uint32_t b = 0; b < model.body_count; ++b) begin[b + 1] += begin[b];
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::uint32_t b = model.bodies[t];
    triangles[begin[b]++] = t;
    for (std::uint32_t i = 0; i < 3; ++i) {
      bounds[b] = united(bounds[b], {model.surface.corner(t, i), model.surface.corner(t, i)});
    }
  }
  for (std::uint32_t b = model.body_count; b > 0; --b) begin[b] = begin[b - 1];
  begin[0] = 0;
  const auto bounds_of = [&](std::uint32_t i) { return to_float_bounds(bounds[order[i]], {}); };
  if (outsides_.tree.build(bounds_of, outsides_.bodies.span()) != Status::ok) return Status::out_of_memory;
  for (std::uint32_t& b : outsides_.bodies) b = order[b];
  return Status::ok;
}

/// @param work grows by the number of triangles that are looked at.
std::uint32_t ModelPreparation::owner_of(const Model& model, std::uint32_t cavity, std::size_t& work) const {
  std::uint32_t owner = k_without_number;
  const std::span<const std::uint32_t> begin = outsides_.begin.span(), triangles = outsides_.triangles.span();
  const Vec3 point = model.surface.corner(triangles[begin[cavity]], 0);
  const auto look_at = [&](std::uint32_t body) {
    if (volumes_[body] <= -volumes_[cavity]) return;
    const bool is_smaller = owner == k_without_number || volumes_[body] < volumes_[owner] ||
                            (volumes_[body] == volumes_[owner] && body < owner);
    if (!is_smaller) return;
    double turns = 0.0;
    for (const std::uint32_t t : triangles.subspan(begin[body], begin[body + 1] - begin[body])) {
      turns += turn_of(point, model.surface.corner(t, 0), model.surface.corner(t, 1), model.surface.corner(t, 2));
    }
    work += begin[body + 1] - begin[body];
    if (turns >= 0.5) owner = body;
  };
  descend_overlapping(outsides_.tree.nodes(), to_float_bounds({point, point}, {}), AcceptAll{},
                      [&](std::uint32_t leaf) {
                        const StaticTree::Run run = StaticTree::run_of(leaf);
                        for (std::uint32_t place = run.begin; place < run.end; ++place) {
                          look_at(outsides_.bodies[place]);
                        }
                        return true;
                      });
  return owner;
}

void ModelPreparation::find_owners(const Model& model) {
  for (std::size_t work = 0; work < k_turns_a_step && body_at_ < model.body_count; ++work, ++body_at_) {
    const bool is_inverted = gaps_[body_at_] == 0 && volumes_[body_at_] < 0.0;
    if (is_inverted) owners_[body_at_] = owner_of(model, body_at_, work);
  }
}

Status ModelPreparation::number_bodies(Model& model) {
  outsides_ = {};
  const std::uint32_t count = model.surface.size();
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::uint32_t b = model.bodies[t];
    if (gaps_[b] == 0 && volumes_[b] < 0.0 && owners_[b] == k_without_number) flip(model, t);
    if (owners_[b] != k_without_number) model.bodies[t] = owners_[b];
  }
  // Numbers without holes.
  Buffer<std::uint32_t> number;
  Buffer<std::uint64_t> gaps;
  if (!number.resize(model.body_count, k_without_number)) return Status::out_of_memory;
  for (std::uint32_t& b : model.bodies) {
    if (number[b] == k_without_number) {
      number[b] = static_cast<std::uint32_t>(gaps.size());
      if (!gaps.push(gaps_[b])) return Status::out_of_memory;
    }
    b = number[b];
  }
  gaps_.swap(gaps);
  model.body_count = static_cast<std::uint32_t>(gaps_.size());
  return Status::ok;
}

/// Decides by a lattice whether open bodies enclose something together.
Status ModelPreparation::find_openings(Model& model) {
  const std::uint32_t count = model.surface.size();
  if (!model.closed.resize(count, 0)) return Status::out_of_memory;
  bool has_open = false;
  for (std::uint32_t t = 0; t < count; ++t) {
    const bool is_open = gaps_[model.bodies[t]] != 0;
    model.closed[t] = is_open ? 1 : 0;
    for (std::uint32_t i = 0; is_open && i < 3; ++i) {
      const Aabb point{model.surface.corner(t, i), model.surface.corner(t, i)};
      open_bounds_ = has_open ? united(open_bounds_, point) : point;
      has_open = true;
    }
  }
  sample_ = has_open ? 0 : k_all_samples;
  return has_open ? open_.start(open_source(model)) : Status::ok;
}

Status ModelPreparation::close_open_bodies(Model& model) {
  const auto place = [](int k) { return (k % k_closing_samples + 0.5) / k_closing_samples; };
  for (int i = 0; i < k_closing_a_step && sample_ < k_all_samples; ++i, ++sample_) {
    const Vec3 share{place(sample_), place(sample_ / k_closing_samples),
                     place(sample_ / (k_closing_samples * k_closing_samples))};
    const Vec3 point = open_bounds_.min + scale(open_bounds_.max - open_bounds_.min, share);
    const double turns = std::fabs(open_.winding(point));
    if (turns >= 0.75) ++decided_;
    if (turns >= 0.25 && turns < 0.75) ++undecided_;
  }
  if (sample_ < k_all_samples) return Status::ok;
  const bool encloses = decided_ > 0 && undecided_ < k_open_share * (decided_ + undecided_);
  for (std::uint32_t t = 0; t < model.surface.size(); ++t) {
    const bool is_open = gaps_[model.bodies[t]] != 0;
    model.closed[t] = !is_open || encloses ? 1 : 0;
  }
  open_ = {};
  if (!encloses) return Status::ok;
  const std::size_t corner_count = model.surface.corners.size(), point_count = model.surface.points.size();
  const Result<bool> capped = cap_holes(model, twins_.span(), gaps_.span());
  model.is_watertight = capped.ok() && capped.value;
  if (!capped.ok()) return capped.status;
  double volume = 0.0;
  if (sum_open_volumes(model, volume) != Status::ok) return Status::out_of_memory;
  const Vec3 size = open_bounds_.max - open_bounds_.min;
  const double sampled = size.x * size.y * size.z * decided_ / k_all_samples;
  if (volume >= k_own_share * sampled) return Status::ok;
  model.is_watertight = false;
  model.surface.corners.truncate(corner_count);
  model.surface.points.truncate(point_count);
  model.bodies.truncate(corner_count / 3);
  model.closed.truncate(corner_count / 3);
  return join_open_bodies(model);
}

/// Sums the volumes that the open bodies enclose separately.
Status ModelPreparation::sum_open_volumes(const Model& model, double& sum) const {
  Buffer<double> volumes;
  if (!volumes.resize(model.body_count, 0.0)) return Status::out_of_memory;
  for (std::uint32_t t = 0; t < model.surface.size(); ++t) {
    const std::uint32_t body = model.bodies[t];
    if (gaps_[body] != 0) volumes[body] += dot(area_of_triangle(model, t), model.surface.corner(t, 0));
  }
  for (const double volume : volumes) sum += std::fabs(volume) * (1.0 / 6.0);
  return Status::ok;
}

/// Makes one body of all that are open.
Status ModelPreparation::join_open_bodies(Model& model) {
  Buffer<std::uint32_t> numbers;
  if (!numbers.resize_uninitialized(model.body_count)) return Status::out_of_memory;
  std::uint32_t count = 0, open = k_without_number;
  for (std::uint32_t b = 0; b < model.body_count; ++b) {
    const bool is_open = gaps_[b] != 0;
    numbers[b] = is_open && open != k_without_number ? open : count++;
    if (is_open) open = numbers[b];
  }
  for (std::uint32_t& body : model.bodies) body = numbers[body];
  model.body_count = count;
  return Status::ok;
}

Status ModelPreparation::find_concave_edges(Model& model) {
  for (std::uint32_t h = 0; h < twins_.size(); ++h) {
    const std::uint32_t twin = twins_[h], t = h / 3;
    if (twin == k_no_twin || twin < h || model.closed[t] == 0) continue;
    const Vec3 n = normalized(area_of_triangle(model, t)), m = normalized(area_of_triangle(model, twin / 3));
    const Vec3& beyond = model.surface.corner(twin / 3, (twin % 3 + 2) % 3);
    const Vec3 rise = beyond - model.surface.corner(t, 0);
    if (dot(n, rise) <= 0.0 || length_squared(cross(n, m)) < k_concave_sine * k_concave_sine) continue;
    const ConcaveEdge edge{
        model.surface.corner(t, h % 3), model.surface.corner(t, (h + 1) % 3), {n, m}, model.bodies[t]};
    if (!model.concave_edges.push(edge)) return Status::out_of_memory;
  }
  return Status::ok;
}

Status ModelPreparation::start(std::span<const double> vertices, Model& model, std::uint32_t most_bodies) {
  most_bodies_ = most_bodies;
  Vec3 low{vertices[0], vertices[1], vertices[2]}, high = low;
  for (std::size_t i = 3; i < vertices.size(); i += 3) {
    low = min(low, {vertices[i], vertices[i + 1], vertices[i + 2]});
    high = max(high, {vertices[i], vertices[i + 1], vertices[i + 2]});
  }
  model.diagonal = length(high - low);
  return welding_.start(vertices.size() / 3, k_model_weld * model.diagonal, welded_);
}

Status ModelPreparation::step(std::span<const double> vertices, std::span<const std::uint32_t> indices, Model& model) {
  const auto next = [&](Stage stage, Status status) {
    stage_ = stage;
    return status;
  };
  switch (stage_) {
    case Stage::weld:
      welding_.step(vertices, k_vertices_a_step, welded_);
      if (3 * welded_.welded.size() < vertices.size()) return Status::ok;
      welding_ = {};
      return next(Stage::triangles, Status::ok);
    case Stage::triangles:
      return next(Stage::duplicates, take_triangles(indices, model));
    case Stage::duplicates:
      return next(Stage::frame, drop_duplicates(model.surface.corners, opposites_));
    case Stage::frame:
      return next(Stage::twins, find_frame(model));
    case Stage::twins:
      return next(Stage::pairs, twin_search_.start(model.surface.corners.size(), twins_));
    case Stage::pairs:
      if (!twin_search_.is_done()) {
        return twin_search_.step(model.surface.points.span(), model.surface.corners.span(), twins_);
      }
      twin_search_ = {};
      if (has_split_) return next(Stage::bodies, Status::ok);
      has_split_ = true;
      return next(Stage::junctions, junctions_.start(model.surface, twins_.span()));
    case Stage::junctions:
      return split_junctions(model);
    case Stage::bodies:
      return next(opposites_.empty() ? Stage::cavities : Stage::walls, find_bodies(model));
    case Stage::walls:
      stage_ = Stage::cavities;
      return judge_walls(model);
    case Stage::cavities:
      return next(Stage::owners, find_cavities(model));
    case Stage::owners:
      find_owners(model);
      return next(body_at_ < model.body_count ? Stage::owners : Stage::numbers, Status::ok);
    case Stage::numbers:
      return next(Stage::openings, number_bodies(model));
    case Stage::openings:
      return next(Stage::closing, find_openings(model));
    case Stage::closing:
      if (sample_ < k_all_samples && !open_.is_built()) return open_.step(open_source(model));
      if (const Status status = close_open_bodies(model); status != Status::ok) return status;
      return next(sample_ < k_all_samples ? Stage::closing : Stage::edges, Status::ok);
    case Stage::edges:
      return next(Stage::done, find_concave_edges(model));
    case Stage::done:
      return Status::ok;
  }
  return Status::ok;
}

}  // namespace hyperplane
