#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include <hyperplane/pair.h>

#include "fuzz_input.h"
#include "hull/hull.h"
#include "math/vec3.h"

/// Makes shapes and pairs of any type from a fuzzer's bytes.

namespace hyperplane::fuzz {

/// A shape, with its hull if it has one.
struct FuzzShape {
  Result<Shape> shape;
  HullPtr hull;
  /// Greatest distance between two of its points, and its least extent that is not zero, approximately.
  double diameter = 0.0, thickness = 0.0;

  bool ok() const { return shape.ok(); }
};

/// The least of some lengths that is not zero; 0 if all are.
inline double least_length(std::initializer_list<double> lengths) {
  double least = 0.0;
  for (const double length : lengths) {
    if (length > 0.0 && (least == 0.0 || length < least)) least = length;
  }
  return least;
}

/// A cloud of 25 to 124 points on a stretched ball, or the corners of a regular prism, which fill EPA's polytope.
inline std::vector<double> read_many_sided_cloud(Input& input, const Vec3& s) {
  const int count = 25 + input.byte() % 100;
  const bool is_prism = (input.byte() & 1) != 0;
  std::vector<double> cloud;
  for (int i = 0; i < count; ++i) {
    const double y = is_prism ? (i % 2 == 0 ? 1.0 : -1.0) : 1.0 - (2.0 * i + 1.0) / count;
    const double across = is_prism ? 1.0 : std::sqrt(1.0 - y * y);
    const double angle = is_prism ? 6.283185307179586 * (i / 2) / ((count + 1) / 2) : 2.399963229728653 * i;
    cloud.insert(cloud.end(), {s.x * across * std::cos(angle), s.y * y, s.z * across * std::sin(angle)});
  }
  return cloud;
}

/// The first byte is the type, the lengths follow. A hull has up to 24 points on a coarse grid, so that faces merge and
/// points coincide. First bytes from k_rounded on give a rounding to
/// shapes that can have one, from k_triangle on give a triangle on such a grid, from k_many_sided on a hull of many
/// sides.
inline FuzzShape read_shape(Input& input) {
  constexpr int k_many_sided = 244, k_triangle = 240, k_rounded = 200, k_hull = 6;
  FuzzShape result;
  const int first = input.byte();
  const bool is_many_sided = first >= k_many_sided;
  const double rounding = first >= k_rounded && first < k_triangle ? input.length() : 0.0;
  const int type = is_many_sided ? k_hull : first >= k_triangle ? k_triangle : first % (k_hull + 1);
  const auto set = [&](Result<Shape> shape, double diameter, double thickness) {
    result.shape = shape;
    result.diameter = diameter;
    result.thickness = thickness;
  };
  switch (type) {
    case 0: {
      const Vec3 s{input.length(), input.length(), input.length()};
      set(make_box(s.x, s.y, s.z, rounding), std::sqrt(s.x * s.x + s.y * s.y + s.z * s.z) + 2.0 * rounding,
          least_length({s.x, s.y, s.z}) + 2.0 * rounding);
      break;
    }
    case 1: {
      const double r = input.length();
      set(make_sphere(r), 2.0 * r, 2.0 * r);
      break;
    }
    case 2: {
      const double r = input.length(), h = input.length();
      // With a rounding a tapered one.
      set(rounding > 0.0 ? make_tapered_capsule(r, rounding, h) : make_capsule(r, h), h + r + std::fmax(r, rounding),
          r > 0.0 ? 2.0 * r : h);
      break;
    }
    case 3: {
      const double r = input.length(), h = input.length();
      set(make_cylinder(r, h, rounding), std::sqrt(4.0 * r * r + h * h) + 2.0 * rounding,
          least_length({2.0 * r, h}) + 2.0 * rounding);
      break;
    }
    case 4: {
      const double r = input.length(), h = input.length();
      set(make_cone(r, h, rounding), std::sqrt(4.0 * r * r + h * h) + 2.0 * rounding,
          least_length({2.0 * r, h}) + 2.0 * rounding);
      break;
    }
    case 5: {
      const Vec3 r{input.length(), input.length(), input.length()};
      set(make_ellipsoid(r.x, r.y, r.z), 2.0 * std::fmax(r.x, std::fmax(r.y, r.z)),
          2.0 * least_length({r.x, r.y, r.z}));
      break;
    }
    case k_triangle: {
      const Vec3 s{input.length(), input.length(), input.length()};
      double p[9];
      for (int i = 0; i < 9; ++i) {
        p[i] = static_cast<std::int8_t>(input.byte()) / 16 * (i % 3 == 0 ? s.x : i % 3 == 1 ? s.y : s.z);
      }
      const Vec3 a{p[0], p[1], p[2]}, b{p[3], p[4], p[5]}, c{p[6], p[7], p[8]};
      set(make_triangle(a, b, c), length(b - a) + length(c - a), 0.0);
      break;
    }
    default: {
      const Vec3 s{input.length(), input.length(), input.length()};
      std::vector<double> cloud;
      if (is_many_sided) {
        cloud = read_many_sided_cloud(input, s);
      } else {
        cloud.resize(3 * (4 + std::size_t{input.byte()} % 21));
        for (std::size_t i = 0; i < cloud.size(); ++i) {
          cloud[i] = static_cast<std::int8_t>(input.byte()) / 16 * (i % 3 == 0 ? s.x : i % 3 == 1 ? s.y : s.z);
        }
      }
      Result<HullPtr> built = build_hull(cloud);
      if (!built.ok()) {
        set(Result<Shape>::failure(built.status, built.message), 0.0, 0.0);
        break;
      }
      result.hull = std::move(built.value);
      const Vec3 extent = result.hull->bounds().max - result.hull->bounds().min;
      set(make_convex_hull(*result.hull, rounding), 2.0 * result.hull->bounding_radius() + 2.0 * rounding,
          std::fmin(extent.x, std::fmin(extent.y, extent.z)) + 2.0 * rounding);
    }
  }
  return result;
}

struct Case {
  FuzzShape a, b;
  Pose pose_a, pose_b;

  explicit Case(Input& input)
      : a(read_shape(input)), b(read_shape(input)), pose_a(input.pose()), pose_b(input.pose()) {}

  bool ok() const { return a.ok() && b.ok() && check_pose(pose_a).ok() && check_pose(pose_b).ok(); }
  double size() const { return std::fmax(a.diameter, b.diameter); }

  /// Whether the accuracy promise covers the pair: neither shape thinner than 1:1000, nor smaller than 1:1000 of the
  /// other.
  bool is_promised() const {
    return a.thickness >= 1e-3 * a.diameter && b.thickness >= 1e-3 * b.diameter && a.diameter >= 1e-3 * b.diameter &&
           b.diameter >= 1e-3 * a.diameter;
  }
};

inline double largest(const Vec3& v) { return std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z))); }

inline void print(const char* name, const FuzzShape& shape, const Pose& pose) {
  const double* const s = shape.shape.value.parameters;
  const Vec3& p = pose.position;
  const Quat& q = pose.rotation;
  std::fprintf(stderr, "%s: type %d {%a, %a, %a}, pose {{%a, %a, %a}, {%a, %a, %a, %a}}\n", name,
               static_cast<int>(shape.shape.value.type), s[0], s[1], s[2], p.x, p.y, p.z, q.x, q.y, q.z, q.w);
  if (shape.hull == nullptr) return;
  for (const Vec3& v : shape.hull->vertices()) std::fprintf(stderr, "  {%a, %a, %a},\n", v.x, v.y, v.z);
}

/// Aborts with a line of C++ that reproduces the case unless `condition` holds.
inline void require(const Case& c, bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  print("a", c.a, c.pose_a);
  print("b", c.b, c.pose_b);
  std::abort();
}

inline bool is_unit(const Vec3& v) { return std::fabs(v.x * v.x + v.y * v.y + v.z * v.z - 1.0) < 1e-9; }

}  // namespace hyperplane::fuzz
