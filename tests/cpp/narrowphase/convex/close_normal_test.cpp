#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include <hyperplane/pair.h>

#include "hull/hull.h"
#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The normal of `distance` for an ellipsoid close to another shape. The pairs are made from the answer: a boundary
/// point of each shape with opposite normals, one gap apart along the normal, are the closest points.

namespace hyperplane::test {
namespace {

/// A boundary point and a unit outward normal there, in the frame of the shape.
struct Spot {
  Vec3 point, normal;
};

Spot spot_on_ellipsoid(Random& random, const Vec3& radii) {
  const Vec3 n = random.direction(), stretched = scale(radii, n);
  return {scale(radii, stretched) * (1.0 / length(stretched)), n};
}

/// On a face, an edge or a vertex; side, rim, cap or apex.
Spot spot_on(Random& random, const TestShape& shape) {
  const double* p = shape.shape.parameters;
  const double angle = random.uniform(0.0, 2.0 * k_pi);
  const Vec3 around{std::cos(angle), 0.0, std::sin(angle)};
  const int kind = random.below(3);
  switch (shape.shape.type) {
    case ShapeType::ellipsoid:
      return spot_on_ellipsoid(random, {p[0], p[1], p[2]});
    case ShapeType::sphere: {
      const Vec3 n = random.direction();
      return {n * p[0], n};
    }
    case ShapeType::box: {
      const double share[3] = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      double at[3], out[3] = {0.0, 0.0, 0.0};
      const int first = random.below(3);
      for (int i = 0; i < 3; ++i) {
        const int axis = (first + i) % 3;
        const bool is_out = i <= kind;
        const double side = random.sign();
        at[axis] = 0.5 * p[axis] * (is_out ? side : share[axis]);
        if (is_out) out[axis] = side * random.uniform(0.1, 1.0);
      }
      const Vec3 n{out[0], out[1], out[2]};
      return {{at[0], at[1], at[2]}, normalized(n)};
    }
    case ShapeType::tapered_capsule: {
      // On a ball, away from the other, or on the larger one if it holds the other.
      const bool is_ball = std::fabs(p[0] - p[1]) >= p[2], is_top = is_ball ? p[0] > p[1] : random.chance(0.5);
      Vec3 n = random.direction();
      if ((n.y < 0.0) == is_top) n.y = -n.y;
      if (!is_ball && std::fabs(p[0] - p[1]) >= std::fabs(n.y) * p[2]) n = {0.0, is_top ? 1.0 : -1.0, 0.0};
      return {n * p[is_top ? 0 : 1] + Vec3{0.0, is_top ? 0.5 * p[2] : -0.5 * p[2], 0.0}, n};
    }
    case ShapeType::capsule: {
      const double y = random.uniform(-0.5, 0.5) * p[1];
      if (kind == 0) return {around * p[0] + Vec3{0.0, y, 0.0}, around};
      const Vec3 n = random.direction();
      return {n * p[0] + Vec3{0.0, n.y < 0.0 ? -0.5 * p[1] : 0.5 * p[1], 0.0}, n};
    }
    case ShapeType::cylinder: {
      const double end = random.sign();
      if (kind == 0) return {around * p[0] + Vec3{0.0, 0.5 * p[1] * random.uniform(-1.0, 1.0), 0.0}, around};
      if (kind == 1) return {around * (p[0] * random.uniform()) + Vec3{0.0, 0.5 * p[1] * end, 0.0}, {0.0, end, 0.0}};
      const Vec3 n = around + Vec3{0.0, end * random.uniform(0.1, 3.0), 0.0};
      return {around * p[0] + Vec3{0.0, 0.5 * p[1] * end, 0.0}, normalized(n)};
    }
    case ShapeType::cone: {
      const Vec3 side = around * p[1] + Vec3{0.0, p[0], 0.0}, side_normal = normalized(side);
      const Vec3 rim = around * p[0] + Vec3{0.0, -0.5 * p[1], 0.0}, apex{0.0, 0.5 * p[1], 0.0};
      if (kind == 0) return {rim + (apex - rim) * random.uniform(), side_normal};
      if (kind == 1) return {around * (p[0] * random.uniform()) + Vec3{0.0, -0.5 * p[1], 0.0}, {0.0, -1.0, 0.0}};
      const bool is_rim = random.chance(0.5);
      const Vec3 between = side_normal + Vec3{0.0, is_rim ? -1.0 : 1.0, 0.0} * random.uniform(0.1, 3.0);
      return {is_rim ? rim : apex, normalized(between)};
    }
    case ShapeType::triangle: {
      const Vec3 a{p[0], p[1], p[2]}, b{p[3], p[4], p[5]}, c{p[6], p[7], p[8]};
      const Vec3 across = cross(b - a, c - a), face = across * (random.sign() / length(across));
      double u = random.uniform(), v = random.uniform();
      if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
      }
      if (kind == 0) return {a + (b - a) * u + (c - a) * v, face};
      // On the edge from a to b; the normals there run from one side of the triangle round to the other.
      const Vec3 aside = cross(b - a, across), outwards = aside * (1.0 / length(aside));
      const Vec3 n = face * random.uniform() + outwards * random.uniform(0.1, 1.0);
      return {a + (b - a) * (kind == 1 ? u : 0.0), n * (1.0 / length(n))};
    }
    case ShapeType::round_box: {
      const double side = random.sign();
      if (kind == 0)
        return {{0.5 * p[0] * random.uniform(-1.0, 1.0), 0.0, side * (0.5 * p[2] + p[3])}, {0.0, 0.0, side}};
      // At an edge or a vertex.
      const Vec3 n = normalized(Vec3{random.uniform(0.1, 1.0), side, kind == 1 ? 0.0 : random.uniform(0.1, 1.0)});
      return {Vec3{0.5 * p[0], 0.5 * side * p[1], kind == 1 ? 0.0 : 0.5 * p[2]} + n * p[3], n};
    }
    case ShapeType::convex_hull:
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  const auto vertices = shape.hull->vertices();
  const auto faces = shape.hull->faces();
  const Hull::Edge edge =
      shape.hull->edges()[static_cast<std::size_t>(random.below(static_cast<int>(shape.hull->edge_count())))];
  const Vec3 along = vertices[edge.vertex[1]] - vertices[edge.vertex[0]];
  const double share = kind == 0 ? 1.0 : random.uniform(0.1, 0.9), at = random.uniform();
  const Vec3 n = faces[edge.face[0]].normal * share + faces[edge.face[1]].normal * (1.0 - share);
  return {vertices[edge.vertex[0]] + along * (kind == 2 ? 0.0 : at), normalized(n)};
}

/// An angle between unit vectors, well-conditioned.
double angle_between(const Vec3& u, const Vec3& v) { return 2.0 * std::asin(std::min(1.0, 0.5 * length(u - v))); }

TEST(CloseNormal, OfAnEllipsoidAndAnotherShape) {
  constexpr std::uint64_t k_seed = 808;
  Random random(k_seed);
  const int count = scaled(20000);
  double worst[k_shape_type_count][6] = {};
  for (int i = 0; i < count; ++i) {
    const ShapeType type = k_shape_types[random.below(static_cast<int>(std::size(k_shape_types)))];
    const TestShape b = make_test_shape(random, type, ShapeForm::plain, 1.0);
    const double thin = random.chance(0.3) ? 0.05 : 0.25;
    const Vec3 radii{random.uniform(thin, 1.0), random.uniform(thin, 1.0), random.uniform(thin, 1.0)};
    const TestShape a{make_ellipsoid(radii.x, radii.y, radii.z).value, {}, nullptr};
    const Spot on_a = spot_on_ellipsoid(random, radii), on_b = spot_on(random, b);
    const Pose pose_a{{}, random.rotation()};
    Pose pose_b{{}, random.rotation()};
    const Vec3 n = rotate(pose_a.rotation, on_a.normal);
    // B is turned until its normal is opposite.
    const Vec3 turned = rotate(pose_b.rotation, on_b.normal);
    const Vec3 axis = cross(turned, -n);
    const double w = 1.0 - dot(turned, n), norm = std::sqrt(w * w + length_squared(axis));
    pose_b.rotation = Quat{axis.x / norm, axis.y / norm, axis.z / norm, w / norm} * pose_b.rotation;
    const int decade = random.below(6);
    const double gap = std::pow(10.0, -7.0 + decade) * random.uniform(1.0, 10.0);
    pose_b.position = rotate(pose_a.rotation, on_a.point) + n * gap - rotate(pose_b.rotation, on_b.point);

    const bool is_swapped = random.chance(0.5);
    const Distance found =
        is_swapped ? distance(b.shape, pose_b, a.shape, pose_a) : distance(a.shape, pose_a, b.shape, pose_b);
    const Vec3 normal = is_swapped ? -found.normal : found.normal;
    EXPECT_NEAR(found.distance, gap, type == ShapeType::convex_hull ? 2e-7 : 1e-8)
        << k_seed << " " << i << " " << name_of(type);
    double& most = worst[static_cast<int>(type)][decade];
    most = std::max(most, angle_between(normal, n));
  }
  for (const ShapeType type : k_shape_types) {
    std::printf("%12s", name_of(type));
    for (const double angle : worst[static_cast<int>(type)]) {
      std::printf(" %8.1e", angle);
      // Simplices with the long edges of a hull or triangle lose digits to rounding.
      const bool is_long = type == ShapeType::convex_hull || type == ShapeType::triangle;
      EXPECT_LE(angle, is_long ? 2e-4 : 2e-5) << k_seed << " " << name_of(type);
    }
    std::printf(" rad at gaps of 1e-7 to 0.1\n");
  }
}

}  // namespace
}  // namespace hyperplane::test
