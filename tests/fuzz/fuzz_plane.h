#pragma once

#include <hyperplane/plane.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fuzz_input.h"

/// Reads convex shapes of the plane and poses from a fuzzer's bytes.

namespace hyperplane::fuzz {

struct PlaneShape {
  Result<plane::Shape> shape;
  plane::PolygonPtr polygon;
};

inline plane::Vec2 read_vector(Input& input) {
  const double x = input.number();
  return {x, input.number()};
}

inline PlaneShape read_plane_shape(Input& input) {
  PlaneShape result;
  const int type = input.byte() % 6;
  const double p = input.length(), q = input.length();
  switch (type) {
    case 0:
      result.shape = plane::make_circle(p);
      break;
    case 1:
      result.shape = plane::make_rectangle(p, q);
      break;
    case 2:
      result.shape = plane::make_capsule(p, q);
      break;
    case 3:
      result.shape = plane::make_ellipse(p, q);
      break;
    case 4: {
      const plane::Vec2 from = read_vector(input);
      result.shape = plane::make_segment(from, read_vector(input));
      break;
    }
    default: {
      // On a coarse grid, so that points coincide and lie on lines.
      std::vector<double> points(2 * (3 + std::size_t{input.byte()} % 30));
      for (std::size_t i = 0; i < points.size(); ++i) {
        points[i] = static_cast<std::int8_t>(input.byte()) / 8 * (i % 2 == 0 ? p : q);
      }
      Result<plane::PolygonPtr> built = plane::build_polygon(points);
      if (!built.ok()) {
        result.shape = Result<plane::Shape>::failure(built.status, built.message);
        break;
      }
      result.polygon = static_cast<plane::PolygonPtr&&>(built.value);
      result.shape = plane::make_convex_polygon(*result.polygon, (input.byte() & 3) == 0 ? input.length() : 0.0);
    }
  }
  return result;
}

inline plane::Pose read_plane_pose(Input& input) {
  const plane::Vec2 position = read_vector(input);
  return {position, input.number()};
}

}  // namespace hyperplane::fuzz
