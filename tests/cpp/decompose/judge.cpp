#include "decompose/judge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "support/random.h"
#include "support/test_size.h"
#include "support/triangle_oracle.h"

namespace hyperplane::test {

using scenes::MeshData;

namespace {

double distance_to_surface(const MeshData& mesh, const Vec3& point) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    bool is_face = false;
    const Vec3 on = closest_on(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2), point, is_face);
    nearest = std::min(nearest, length(point - on));
  }
  return nearest;
}

/// How often a closed surface winds around a point.
double turns_around(const MeshData& mesh, const Vec3& point) {
  double angle = 0.0;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3 a = mesh.corner(t, 0) - point, b = mesh.corner(t, 1) - point, c = mesh.corner(t, 2) - point;
    const double la = length(a), lb = length(b), lc = length(c);
    angle += 2.0 * std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4.0 * 3.14159265358979323846);
}

/// Of a point from a shape in place of a part.
double distance_to_shape(const PartShape& shape, const Vec3& point) {
  const Quat& q = shape.pose.rotation;
  const Vec3 p = rotate({-q.x, -q.y, -q.z, q.w}, point - shape.pose.position);
  const double* const size = shape.parameters;
  if (shape.type == ShapeType::box) {
    const Vec3 on{std::clamp(p.x, -size[0] / 2, size[0] / 2), std::clamp(p.y, -size[1] / 2, size[1] / 2),
                  std::clamp(p.z, -size[2] / 2, size[2] / 2)};
    return length(p - on);
  }
  if (shape.type == ShapeType::cylinder) {
    const double radial = std::hypot(p.x, p.z), share = radial > size[0] ? size[0] / radial : 1.0;
    return length(p - Vec3{p.x * share, std::clamp(p.y, -size[1] / 2, size[1] / 2), p.z * share});
  }
  const double half = shape.type == ShapeType::capsule ? size[1] / 2 : 0.0;
  return std::max(0.0, length(p - Vec3{0.0, std::clamp(p.y, -half, half), 0.0}) - size[0]);
}

Vec3 random_point_of(const PartShape& shape, Random& random) {
  const double* const size = shape.parameters;
  Vec3 p;
  if (shape.type == ShapeType::box) {
    for (double* c : {&p.x, &p.y, &p.z})
      *c = random.chance(0.3) ? (random.chance(0.5) ? 0.5 : -0.5) : random.uniform(-0.5, 0.5);
    p = {p.x * size[0], p.y * size[1], p.z * size[2]};
  } else if (shape.type == ShapeType::cylinder) {
    const Vec3 d = random.direction();
    const double radial = std::max(std::hypot(d.x, d.z), 1e-9);
    const double reach = size[0] * std::sqrt(random.uniform()) / radial;
    p = {d.x * reach, size[1] * (random.chance(0.3) ? 0.5 : random.uniform(-0.5, 0.5)), d.z * reach};
  } else {
    const double half = shape.type == ShapeType::capsule ? size[1] / 2 : 0.0;
    p = random.direction() * (size[0] * std::cbrt(random.uniform())) + Vec3{0.0, random.uniform(-half, half), 0.0};
  }
  return shape.pose.position + rotate(shape.pose.rotation, p);
}

Vec3 random_point_of(const std::vector<Vec3>& points, Random& random) {
  Vec3 sum;
  double total = 0.0;
  for (const Vec3& point : points) {
    const double weight = std::pow(random.uniform(), 4.0);
    sum += point * weight;
    total += weight;
  }
  return sum * (1.0 / total);
}

Vec3 random_corner_mix(const MeshData& mesh, Random& random) {
  const auto t = static_cast<std::uint32_t>(random.below(static_cast<int>(mesh.triangle_count())));
  return random_point_of({mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2)}, random);
}

}  // namespace

Parts decompose(const MeshData& mesh, const DecomposeOptions& options, std::uint32_t work) {
  Result<DecompositionPtr> started = start_decomposition(mesh.vertices, mesh.indices, options);
  EXPECT_TRUE(started.ok()) << started.message;
  if (!started.ok()) return {};
  double done = 0.0;
  while (done < 1.0) {
    const Result<double> step = advance(*started.value, work);
    EXPECT_TRUE(step.ok()) << step.message;
    if (!step.ok()) return {};
    EXPECT_GE(step.value, done);
    done = step.value;
  }
  Parts result;
  for (std::uint32_t i = 0; i < part_count(*started.value); ++i) {
    const std::span<const Vec3> vertices = part_vertices(*started.value, i);
    result.parts.emplace_back(vertices.begin(), vertices.end());
    result.shapes.push_back(part_shape(*started.value, i));
  }
  result.error = decomposition_error(*started.value);
  return result;
}

HullPtr hull_of_part(const std::vector<Vec3>& part) {
  Result<HullPtr> hull = build_hull({reinterpret_cast<const double*>(part.data()), 3 * part.size()}, 0);
  EXPECT_TRUE(hull.ok()) << hull.message;
  return hull.ok() ? std::move(hull.value) : nullptr;
}

double diagonal_of(const MeshData& mesh) {
  Vec3 low = mesh.vertex(0), high = low;
  for (std::uint32_t i = 0; i < mesh.vertex_count(); ++i) {
    low = min(low, mesh.vertex(i));
    high = max(high, mesh.vertex(i));
  }
  return length(high - low);
}

double distance_to_part(const std::vector<Vec3>& part, const Hull& hull, const Vec3& point) {
  const Vec3 own = point - hull.centre();
  bool is_inside = true;
  for (const Hull::Face& face : hull.faces()) is_inside = is_inside && dot(face.normal, own) <= face.offset;
  if (is_inside) return 0.0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const IndexList loop = hull.loop_vertices(f);
    for (std::size_t i = 2; i < loop.size(); ++i) {
      bool is_face = false;
      const Vec3 on = closest_on(part[loop[0]], part[loop[i - 1]], part[loop[i]], point, is_face);
      nearest = std::min(nearest, length(point - on));
    }
  }
  return nearest;
}

int expect_honest(const MeshData& mesh, const MeshData* inside, const Parts& result, int samples, double slack) {
  EXPECT_FALSE(result.parts.empty());
  if (result.parts.empty()) return 0;
  std::vector<HullPtr> hulls;
  hulls.reserve(result.parts.size());
  for (const auto& part : result.parts) hulls.push_back(hull_of_part(part));
  // Hulls may differ from their points by their tolerance.
  const double allowed = (result.error + 1e-6) * diagonal_of(mesh) + slack;
  const auto is_within = [&](const Vec3& point) {
    return inside != nullptr && std::fabs(turns_around(*inside, point)) > 0.5;
  };
  const auto is_hull = [&](std::size_t i) { return result.shapes[i].type == ShapeType::convex_hull; };
  const auto from_parts = [&](const Vec3& point) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < hulls.size() && nearest > 0.0; ++i) {
      nearest = std::min(nearest, is_hull(i) ? distance_to_part(result.parts[i], *hulls[i], point)
                                             : distance_to_shape(result.shapes[i], point));
    }
    return nearest;
  };
  Random random(7);
  for (int i = 0; i < scaled(samples); ++i) EXPECT_LE(from_parts(random_corner_mix(mesh, random)), allowed);
  int count = 0;
  for (int i = 0; i < scaled(samples); ++i) {
    const auto part = static_cast<std::size_t>(random.below(static_cast<int>(result.parts.size())));
    const Vec3 point =
        is_hull(part) ? random_point_of(result.parts[part], random) : random_point_of(result.shapes[part], random);
    if (!is_within(point)) {
      EXPECT_LE(distance_to_surface(mesh, point), allowed);
    }
    // Between two points of the solid there may be one of its inside that no part of the surface is near.
    const Vec3 between = (random_corner_mix(mesh, random) + random_corner_mix(mesh, random)) * 0.5;
    if (!is_within(between)) continue;
    ++count;
    EXPECT_LE(from_parts(between), allowed);
  }
  return count;
}

int expect_honest(const MeshData& mesh, const Parts& result, bool has_inside, int samples) {
  return expect_honest(mesh, has_inside ? &mesh : nullptr, result, samples, 0.0);
}

}  // namespace hyperplane::test
