#include "hull/cloud.h"

#include <bit>

#include <hyperplane/shape.h>

#include "hull/grid.h"
#include "hull/tolerances.h"

namespace hyperplane {

namespace {

constexpr std::size_t k_max_points = std::size_t{1} << 24;

/// Smaller clouds fit into a cache anyway.
constexpr std::uint32_t k_least_count_to_sort = 4096;

/// Cells of the Z-order: 32 along each axis.
constexpr std::uint32_t k_cell_bits = 5, k_cell_count = 1u << (3 * k_cell_bits);

std::uint32_t cell_of(const Vec3& p) {
  std::uint32_t cell = 0;
  for (int axis = 0; axis < 3; ++axis) {
    // From [-2^40, 2^40] to [0, 32).
    const double shifted = (component(p, axis) + k_grid_extent) * (0x1p4 / k_grid_extent);
    const std::uint32_t place = shifted < 31.0 ? static_cast<std::uint32_t>(shifted) : 31;
    for (std::uint32_t bit = 0; bit < k_cell_bits; ++bit) {
      cell |= (place >> bit & 1u) << (3 * bit + static_cast<std::uint32_t>(axis));
    }
  }
  return cell;
}

/// The least power of two that is greater than `value`, which is a normal number greater than zero.
double next_power_of_two(double value) {
  constexpr std::uint64_t k_exponent = 0x7ff0000000000000;
  return 2.0 * std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & k_exponent);
}

/// Whether the cloud has at most three distinct positions.
bool has_fewer_than_four_distinct(std::span<const Vec3> points) {
  Vec3 seen[3];
  int count = 0;
  for (const Vec3& p : points) {
    bool is_new = true;
    for (int i = 0; i < count; ++i) is_new = is_new && !(p == seen[i]);
    if (!is_new) continue;
    if (count == 3) return false;
    seen[count++] = p;
  }
  return true;
}

}  // namespace

Result<GridFrame> measure_cloud(std::span<const double> coordinates) {
  const auto invalid = [](const char* why) { return Result<GridFrame>::failure(Status::invalid_argument, why); };
  const auto degenerate = [](const char* why) { return Result<GridFrame>::failure(Status::degenerate_shape, why); };
  if (coordinates.size() % 3 != 0) return invalid("the number of coordinates is not a multiple of 3");
  if (coordinates.size() / 3 > k_max_points) return invalid("more than 2^24 points");
  bool in_range = true;
  for (const double c : coordinates) in_range = in_range && std::fabs(c) <= k_max_coordinate;
  if (!in_range) {
    for (const double c : coordinates) {
      if (!std::isfinite(c)) return invalid("a coordinate is not finite");
    }
    return invalid("a coordinate is beyond 1e12 m");
  }
  if (coordinates.size() < 12) return degenerate("fewer than 4 points");

  GridFrame frame;
  double least[3], most[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    double low = coordinates[axis], high = low;
    for (std::size_t i = axis + 3; i < coordinates.size(); i += 3) {
      low = min(low, coordinates[i]);
      high = max(high, coordinates[i]);
    }
    least[axis] = low;
    most[axis] = high;
  }
  frame.bounds = {{least[0], least[1], least[2]}, {most[0], most[1], most[2]}};
  const Vec3 extent = frame.bounds.max - frame.bounds.min;
  const double largest = max_component(extent);
  if (largest == 0.0) return degenerate("all points are the same");
  if (largest < k_min_shape_size) return degenerate("the points lie within 1e-9 m");
  if (largest > k_max_shape_size) return invalid("the points lie more than 1e9 m apart");
  frame.centre = frame.bounds.min + extent * 0.5;
  // Coordinates relative to the centre are at most half the extent, up to a rounding: at most the power of two.
  frame.step = next_power_of_two(0.5 * largest) / k_grid_extent;
  const double farthest = max(max_component(abs(frame.bounds.min)), max_component(abs(frame.bounds.max)));
  frame.tolerance = (k_hull_flatness * length(extent) + k_hull_coordinate_noise * farthest) / frame.step;
  return {Status::ok, frame, ""};
}

Status move_to_grid(std::span<const double> coordinates, const GridFrame& frame, std::span<Vec3> points,
                    std::span<std::uint32_t> input_indices) {
  const double scale = 1.0 / frame.step;
  const auto round = [&](double coordinate, double centre) { return std::floor((coordinate - centre) * scale + 0.5); };
  const auto grid_point = [&](std::size_t i) -> Vec3 {
    const double* c = &coordinates[3 * i];
    return {round(c[0], frame.centre.x), round(c[1], frame.centre.y), round(c[2], frame.centre.z)};
  };
  const auto count = static_cast<std::uint32_t>(points.size());
  if (count < k_least_count_to_sort) {
    for (std::uint32_t i = 0; i < count; ++i) {
      points[i] = grid_point(i);
      input_indices[i] = i;
    }
    return Status::ok;
  }
  // A stable counting sort by cell.
  Buffer<std::uint32_t> starts;
  Buffer<std::uint16_t> cells;
  if (!starts.resize(k_cell_count + 1, 0) || !cells.resize_uninitialized(count)) return Status::out_of_memory;
  for (std::uint32_t i = 0; i < count; ++i) {
    cells[i] = static_cast<std::uint16_t>(cell_of(grid_point(i)));
    ++starts[cells[i] + 1u];
  }
  for (std::uint32_t cell = 0; cell < k_cell_count; ++cell) starts[cell + 1] += starts[cell];
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t place = starts[cells[i]]++;
    points[place] = grid_point(i);
    input_indices[place] = i;
  }
  return Status::ok;
}

Result<Tetrahedron> find_tetrahedron(std::span<const Vec3> points, double least_height) {
  const auto degenerate = [&](const char* why) {
    return Result<Tetrahedron>::failure(Status::degenerate_shape,
                                        has_fewer_than_four_distinct(points) ? "fewer than 4 distinct points" : why);
  };
  const auto count = static_cast<std::uint32_t>(points.size());
  std::uint32_t extremes[6];
  for (int axis = 0; axis < 3; ++axis) {
    std::uint32_t lowest = 0, highest = 0;
    double low = component(points[0], axis), high = low;
    for (std::uint32_t i = 1; i < count; ++i) {
      const double c = component(points[i], axis);
      if (c < low) {
        low = c;
        lowest = i;
      }
      if (c > high) {
        high = c;
        highest = i;
      }
    }
    extremes[2 * axis] = lowest;
    extremes[2 * axis + 1] = highest;
  }
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  double best = -1.0;
  for (const std::uint32_t i : extremes) {
    for (const std::uint32_t j : extremes) {
      const double distance2 = length_squared(points[j] - points[i]);
      if (distance2 > best) {
        best = distance2;
        a = i;
        b = j;
      }
    }
  }
  const Vec3 line = points[b] - points[a];
  best = -1.0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double area2 = length_squared(cross(points[i] - points[a], line));
    if (area2 > best) {
      best = area2;
      c = i;
    }
  }
  if (best <= least_height * least_height * length_squared(line)) return degenerate("all points lie on one line");
  const GridPlane plane = grid_plane(points[a], points[b], points[c]);
  best = -1.0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double height = std::fabs(height_above(plane, points[i]));
    if (height > best) {
      best = height;
      d = i;
    }
  }
  if (best <= least_height) return degenerate("all points lie in one plane");
  return {Status::ok, {{a, b, c, d}}, ""};
}

}  // namespace hyperplane
