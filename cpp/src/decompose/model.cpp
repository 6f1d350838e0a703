#include "decompose/model.h"

#include <bit>
#include <cmath>

#include "composite/weld.h"
#include "core/constants.h"
#include "core/hash.h"
#include "decompose/adjacency.h"
#include "math/vec3.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Share of the diagonal within which vertices are one: what files lose that store coordinates in 32 bits.
constexpr double k_weld = 1e-7;

/// Sine of the angle by which a triangle must rise above its neighbour's plane for the edge to be concave.
constexpr double k_concave_sine = 0.05;

/// Samples along each axis that decide whether open surfaces enclose something, and the share of undecided ones among
/// those in or near it from which on they do not: a closed surface with a few holes has less, half a sphere more.
constexpr int k_closing_samples = 14;
constexpr double k_open_share = 0.25;

constexpr std::uint32_t k_without_number = 0xffffffff;

class ModelBuilder {
 public:
  explicit ModelBuilder(Model& model) : model_(model) {}

  Result<bool> run(std::span<const double> vertices, std::span<const std::uint32_t> indices);

 private:
  [[nodiscard]] Status take_triangles(std::span<const double> vertices, std::span<const std::uint32_t> indices);
  [[nodiscard]] Status find_bodies();
  [[nodiscard]] Status find_cavities();
  [[nodiscard]] Status close_open_bodies();
  [[nodiscard]] Status find_concave_edges();

  const Vec3& corner(std::uint32_t triangle, std::uint32_t i) const { return model_.surface.corner(triangle, i); }
  /// Twice the area times the outward normal.
  Vec3 area_of(std::uint32_t t) const { return cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0)); }
  void flip(std::uint32_t t);

  Model& model_;
  Buffer<std::uint32_t> twins_;
  /// By body: six times the enclosed volume, and a sum over its edges that is zero if the body is closed.
  Buffer<double> volumes_;
  Buffer<std::uint64_t> gaps_;
};

Status ModelBuilder::take_triangles(std::span<const double> vertices, std::span<const std::uint32_t> indices) {
  WeldedVertices welded;
  if (weld_vertices(vertices, k_weld * model_.diagonal, welded) != Status::ok) return Status::out_of_memory;
  const std::size_t corner_count = indices.empty() ? vertices.size() / 3 : indices.size();
  Buffer<std::uint32_t>& corners = model_.surface.corners;
  if (!corners.reserve_exactly(corner_count)) return Status::out_of_memory;
  for (std::size_t i = 0; i < corner_count; i += 3) {
    std::uint32_t v[3];
    for (std::size_t k = 0; k < 3; ++k) v[k] = welded.welded[indices.empty() ? i + k : indices[i + k]];
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    if (!has_area(welded.vertices[v[0]], welded.vertices[v[1]], welded.vertices[v[2]])) continue;
    for (const std::uint32_t vertex : v) corners.push_unchecked(vertex);
  }
  if (corners.empty()) return Status::degenerate_shape;
  if (drop_duplicates(corners) != Status::ok) return Status::out_of_memory;
  // The frame and the vertices of the remaining triangles.
  Buffer<std::uint32_t> numbers;
  Buffer<Vec3>& points = model_.surface.points;
  if (!numbers.resize(welded.vertices.size(), k_without_number)) return Status::out_of_memory;
  for (std::uint32_t& c : corners) {
    const std::uint32_t old = c;
    if (numbers[old] == k_without_number) {
      numbers[old] = static_cast<std::uint32_t>(points.size());
      if (!points.push(welded.vertices[old])) return Status::out_of_memory;
    }
    c = numbers[old];
  }
  Aabb bounds{points[0], points[0]};
  for (const Vec3& p : points) bounds = united(bounds, {p, p});
  const double diagonal = length(bounds.max - bounds.min);
  if (max_component(bounds.max - bounds.min) < k_min_shape_size) return Status::degenerate_shape;
  constexpr std::uint64_t k_exponent = 0x7ff0000000000000;
  model_.centre = bounds.min + (bounds.max - bounds.min) * 0.5;
  model_.scale = 2.0 * std::bit_cast<double>(std::bit_cast<std::uint64_t>(diagonal) & k_exponent);
  const double shrink = 1.0 / model_.scale;
  for (Vec3& p : points) p = (p - model_.centre) * shrink;
  model_.diagonal = diagonal * shrink;
  model_.bounds = {(bounds.min - model_.centre) * shrink, (bounds.max - model_.centre) * shrink};
  return Status::ok;
}

void ModelBuilder::flip(std::uint32_t t) {
  std::uint32_t* const c = model_.surface.corners.data() + 3 * std::size_t{t};
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

/// Floods each body over its edges and turns triangles round that disagree with the one they were reached from.
Status ModelBuilder::find_bodies() {
  const std::uint32_t count = model_.surface.size();
  const std::span<const std::uint32_t> corners = model_.surface.corners.span();
  Buffer<std::uint32_t> queue;
  if (find_twins(corners, twins_) != Status::ok || !model_.bodies.resize(count, k_without_number) ||
      !queue.reserve(count)) {
    return Status::out_of_memory;
  }
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    if (model_.bodies[seed] != k_without_number) continue;
    const std::uint32_t body = model_.body_count++;
    queue.clear();
    model_.bodies[seed] = body;
    queue.push_unchecked(seed);
    double volume = 0.0;
    std::uint64_t gap = 0;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const std::uint32_t t = queue[at];
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        const std::uint32_t twin = twins_[h];
        if (twin == k_no_twin) {
          // Edges that the body runs along as often one way as the other cancel out.
          const std::uint32_t from = corners[h], to = end_of(corners, h);
          Hash hash;
          hash.add(from < to ? from : to);
          hash.add(from < to ? to : from);
          gap += from < to ? hash.value() : 0 - hash.value();
        } else if (model_.bodies[twin / 3] == k_without_number) {
          if (corners[twin] == corners[h]) flip(twin / 3);
          model_.bodies[twin / 3] = body;
          queue.push_unchecked(twin / 3);
        }
      }
      volume += dot(area_of(t), corner(t, 0));
    }
    if (!volumes_.push(volume) || !gaps_.push(gap)) return Status::out_of_memory;
  }
  // One-sided surfaces cannot be oriented.
  for (std::uint32_t h = 0; h < 3 * count; ++h) {
    if (twins_[h] != k_no_twin && corners[twins_[h]] == corners[h]) gaps_[model_.bodies[h / 3]] |= 1;
  }
  return Status::ok;
}

/// A closed body that is inside out is the cavity of the smallest body around it, or just inside out.
Status ModelBuilder::find_cavities() {
  bool has_outside = false, has_inverted = false;
  for (std::uint32_t b = 0; b < model_.body_count; ++b) {
    has_outside = has_outside || (gaps_[b] == 0 && volumes_[b] > 0.0);
    has_inverted = has_inverted || (gaps_[b] == 0 && volumes_[b] < 0.0);
  }
  const std::uint32_t count = model_.surface.size();
  Buffer<std::uint32_t> owner;
  if (!owner.resize(model_.body_count, k_without_number)) return Status::out_of_memory;
  if (has_inverted && has_outside) {
    Buffer<std::uint32_t> first;
    Buffer<double> turns;
    if (!first.resize(model_.body_count, k_without_number) || !turns.resize(model_.body_count, 0.0))
      return Status::out_of_memory;
    for (std::uint32_t t = count; t-- > 0;) first[model_.bodies[t]] = t;
    for (std::uint32_t b = 0; b < model_.body_count; ++b) {
      if (gaps_[b] != 0 || volumes_[b] >= 0.0) continue;
      const Vec3 point = corner(first[b], 0);
      for (double& turn : turns) turn = 0.0;
      for (std::uint32_t t = 0; t < count; ++t) {
        const std::uint32_t other = model_.bodies[t];
        if (other == b || gaps_[other] != 0 || volumes_[other] <= -volumes_[b]) continue;
        turns[other] += turn_of(point, corner(t, 0), corner(t, 1), corner(t, 2));
      }
      for (std::uint32_t other = 0; other < model_.body_count; ++other) {
        if (turns[other] < 0.5) continue;
        if (owner[b] == k_without_number || volumes_[other] < volumes_[owner[b]]) owner[b] = other;
      }
    }
  }
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::uint32_t b = model_.bodies[t];
    if (gaps_[b] == 0 && volumes_[b] < 0.0 && owner[b] == k_without_number) flip(t);
    if (owner[b] != k_without_number) model_.bodies[t] = owner[b];
  }
  // Numbers without holes.
  Buffer<std::uint32_t> number;
  Buffer<std::uint64_t> gaps;
  if (!number.resize(model_.body_count, k_without_number)) return Status::out_of_memory;
  for (std::uint32_t& b : model_.bodies) {
    if (number[b] == k_without_number) {
      number[b] = static_cast<std::uint32_t>(gaps.size());
      if (!gaps.push(gaps_[b])) return Status::out_of_memory;
    }
    b = number[b];
  }
  gaps_.swap(gaps);
  model_.body_count = static_cast<std::uint32_t>(gaps_.size());
  return Status::ok;
}

/// Open bodies enclose something together, or nothing.
Status ModelBuilder::close_open_bodies() {
  const std::uint32_t count = model_.surface.size();
  if (!model_.closed.resize(count, 0)) return Status::out_of_memory;
  Aabb bounds;
  bool has_open = false;
  for (std::uint32_t t = 0; t < count; ++t) {
    const bool is_open = gaps_[model_.bodies[t]] != 0;
    model_.closed[t] = is_open ? 1 : 0;
    for (std::uint32_t i = 0; is_open && i < 3; ++i) {
      const Aabb point{corner(t, i), corner(t, i)};
      bounds = has_open ? united(bounds, point) : point;
      has_open = true;
    }
  }
  std::uint8_t encloses = 0;
  if (has_open) {
    Solid open;
    if (open.build(model_.surface, model_.closed.span(), false) != Status::ok) return Status::out_of_memory;
    int decided = 0, undecided = 0;
    for (int i = 0; i < k_closing_samples * k_closing_samples * k_closing_samples; ++i) {
      const auto place = [](int k) { return (k % k_closing_samples + 0.5) / k_closing_samples; };
      const Vec3 share{place(i), place(i / k_closing_samples), place(i / (k_closing_samples * k_closing_samples))};
      const double turns = std::fabs(open.winding(bounds.min + scale(bounds.max - bounds.min, share)));
      if (turns >= 0.75) ++decided;
      if (turns >= 0.25 && turns < 0.75) ++undecided;
    }
    encloses = decided > 0 && undecided < k_open_share * (decided + undecided) ? 1 : 0;
    model_.is_watertight = encloses == 0;
  }
  for (std::uint32_t t = 0; t < count; ++t) model_.closed[t] = gaps_[model_.bodies[t]] == 0 ? 1 : encloses;
  return Status::ok;
}

Status ModelBuilder::find_concave_edges() {
  for (std::uint32_t h = 0; h < twins_.size(); ++h) {
    const std::uint32_t twin = twins_[h], t = h / 3;
    if (twin == k_no_twin || twin < h || model_.closed[t] == 0) continue;
    const Vec3 n = normalized(area_of(t)), m = normalized(area_of(twin / 3));
    const Vec3& beyond = corner(twin / 3, (twin % 3 + 2) % 3);
    const Vec3 rise = beyond - corner(t, 0);
    if (dot(n, rise) <= 0.0 || length_squared(cross(n, m)) < k_concave_sine * k_concave_sine) continue;
    const ConcaveEdge edge{corner(t, h % 3), corner(t, (h + 1) % 3), {n, m}, model_.bodies[t]};
    if (!model_.concave_edges.push(edge)) return Status::out_of_memory;
  }
  return Status::ok;
}

Result<bool> ModelBuilder::run(std::span<const double> vertices, std::span<const std::uint32_t> indices) {
  const auto fail = [](Status status) {
    return Result<bool>::failure(
        status, status == Status::out_of_memory ? "no memory for the model" : "no triangle of the model has an area");
  };
  Vec3 low{vertices[0], vertices[1], vertices[2]}, high = low;
  for (std::size_t i = 3; i < vertices.size(); i += 3) {
    low = min(low, {vertices[i], vertices[i + 1], vertices[i + 2]});
    high = max(high, {vertices[i], vertices[i + 1], vertices[i + 2]});
  }
  model_.diagonal = length(high - low);
  Status status = take_triangles(vertices, indices);
  if (status == Status::ok) status = find_bodies();
  if (status == Status::ok) status = find_cavities();
  if (status == Status::ok) status = close_open_bodies();
  if (status == Status::ok) status = find_concave_edges();
  return status == Status::ok ? Result<bool>{Status::ok, true, ""} : fail(status);
}

}  // namespace

Result<bool> prepare_model(std::span<const double> vertices, std::span<const std::uint32_t> indices, Model& model) {
  return ModelBuilder(model).run(vertices, indices);
}

}  // namespace hyperplane
