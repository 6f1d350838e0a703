#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

#include <hyperplane/decompose.h>
#include <hyperplane/shape.h>

#include "hull/hull.h"
#include "math/vec3.h"

/// Any triangles as a model: vertices on a small grid, so that faces meet, cross and coincide, or anywhere.

namespace {

using namespace hyperplane;

void require(bool holds) {
  if (!holds) std::abort();
}

/// Bound from below on a point's distance from a hull.
double height_above(const Hull& hull, const Vec3& point) {
  double highest = -1e300;
  for (const Hull::Face& face : hull.faces()) {
    const double height = dot(face.normal, point - hull.centre()) - face.offset;
    if (height > highest) highest = height;
  }
  return highest;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const std::size_t vertex_count = 3 + data[1] % 24;
  DecomposeOptions options;
  options.max_parts = 1 + data[2] % 12;
  options.max_vertices = 4 + data[3] % 12;
  options.max_error = (data[0] & 4) != 0 ? 0.1 : 0.02;
  options.primitives = (data[0] & 8) != 0;
  // Some are given up on the way: nothing may be left of them.
  int steps_left = (data[0] & 16) != 0 ? 1 << (data[0] >> 5) : -1;
  std::vector<double> vertices;
  std::size_t at = 4;
  for (std::size_t i = 0; i < 3 * vertex_count; ++i) {
    double x = 0.0;
    if ((data[0] & 1) != 0 && i % 7 == 6 && at + 8 <= size) {
      std::memcpy(&x, data + at, 8);
      at += 8;
    } else if (at < size) {
      x = static_cast<double>(data[at++] % 5);
    }
    vertices.push_back(x);
  }
  std::vector<std::uint32_t> indices;
  for (; at < size && indices.size() < 180; ++at) {
    indices.push_back(static_cast<std::uint32_t>(data[at] % (vertex_count + (data[at] == 255 ? 1 : 0))));
  }
  if ((data[0] & 2) == 0) indices.resize(indices.size() / 3 * 3);
  Result<DecompositionPtr> started = start_decomposition(vertices, indices, options);
  if (!started.ok()) {
    require(started.status != Status::out_of_memory);
    return 0;
  }
  for (double done = 0.0; done < 1.0;) {
    const Result<double> step = advance(*started.value, 10000);
    if (step.status == Status::degenerate_shape && done == 0.0) return 0;
    require(step.ok() && step.value >= done && step.value <= 1.0);
    done = step.value;
    if (done < 1.0 && --steps_left == 0) return 0;
  }
  const Decomposition& result = *started.value;
  const double error = decomposition_error(result);
  require(error >= 0.0 && std::isfinite(error));
  require(part_count(result) >= 1 && part_count(result) <= options.max_parts);
  std::vector<HullPtr> hulls;
  double size_of_all = 0.0;
  bool are_hulls = true;
  for (std::uint32_t i = 0; i < part_count(result); ++i) {
    const PartShape& shape = part_shape(result, i);
    are_hulls = are_hulls && shape.type == ShapeType::convex_hull;
    require(options.primitives || shape.type == ShapeType::convex_hull);
    for (const double parameter : shape.parameters) require(std::isfinite(parameter) && parameter >= 0.0);
    const std::span<const Vec3> part = part_vertices(result, i);
    require(part.size() <= options.max_vertices);
    Result<HullPtr> hull = build_hull({reinterpret_cast<const double*>(part.data()), 3 * part.size()}, 0);
    require(hull.ok());
    hulls.push_back(std::move(hull.value));
  }
  const std::size_t corner_count = indices.empty() ? vertex_count : indices.size();
  const auto corner = [&](std::size_t i) {
    const std::size_t v = 3 * (indices.empty() ? i : indices[i]);
    return Vec3{vertices[v], vertices[v + 1], vertices[v + 2]};
  };
  for (const double x : vertices) size_of_all = std::fabs(x) > size_of_all ? std::fabs(x) : size_of_all;
  for (std::size_t t = 0; t + 2 < corner_count; t += 3) {
    const Vec3 a = corner(t), b = corner(t + 1), c = corner(t + 2);
    // Triangles that are almost lines or points may be left out.
    const double longest = std::sqrt(max(length_squared(b - a), max(length_squared(c - b), length_squared(a - c))));
    if (length(cross(b - a, c - a)) <= 1e-3 * longest * size_of_all) continue;
    for (const Vec3& point : {(a + b + c) * (1.0 / 3.0), (a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5}) {
      double nearest = 1e300;
      for (const HullPtr& hull : hulls) nearest = min(nearest, height_above(*hull, point));
      // The diagonal is at most this long. Error is of the shapes, where they take the place of hulls.
      require(!are_hulls || nearest <= (error + 1e-5) * 2.0 * 1.7320508075688773 * size_of_all);
    }
  }
  return 0;
}
