#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/support.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Every shape on the list against the oracle: support mapping, supporting face, bounds, closest point and ray cast, in
/// the shape's own frame. Lengths are in units of the shape's diameter.

namespace hyperplane::test {
namespace {

class EveryShape : public testing::TestWithParam<ShapeType> {
 protected:
  /// Runs `check(TestShape, Random&)` over shapes of all forms and scales.
  template <class Check>
  void for_shapes(std::uint64_t seed, int count, Check check) {
    Random random(seed + 1000 * static_cast<std::uint64_t>(GetParam()));
    const double scales[] = {1.0, 1e-3, 1e3};
    for (int i = 0; i < scaled(count); ++i) {
      const ShapeForm form = i % 4 == 2 ? ShapeForm::flat : i % 4 == 3 ? ShapeForm::rounded : ShapeForm::plain;
      const TestShape shape = make_test_shape(random, GetParam(), form, scales[i / 4 % 3]);
      SCOPED_TRACE(shape.replay());
      check(shape, random);
      if (HasFailure()) return;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape, testing::ValuesIn(k_shape_types),
                         [](const auto& info) { return std::string(name_of(info.param)); });

/// Allowed error of a shape, in units of its diameter. The faces of a hull are flat within a tolerance.
double exactness(const TestShape& test) { return test.shape.type == ShapeType::convex_hull ? 4e-7 : 1e-10; }

/// Directions of all kinds: random, along axes, almost along axes, in a plane of axes.
Vec3 random_direction(Random& random) {
  Vec3 direction = random.direction();
  switch (random.below(4)) {
    case 0:
      return unit_axis(random.below(3)) * random.sign();
    case 1:
      return normalized(unit_axis(random.below(3)) * random.sign() + direction * std::ldexp(1.0, -random.below(50)));
    case 2: {
      const int axis = random.below(3);
      direction = direction - unit_axis(axis) * component(direction, axis);
      return length(direction) > 1e-3 ? normalized(direction) : unit_axis((axis + 1) % 3);
    }
    default:
      return direction;
  }
}

TEST_P(EveryShape, SupportIsTheFarthestPoint) {
  for_shapes(1, 600, [](const TestShape& test, Random& random) {
    const OracleShape oracle = test.oracle();
    const double s = oracle.diameter();
    AnyCore core(test.shape);
    for (int i = 0; i < 20; ++i) {
      const Vec3 direction = random_direction(random);
      visit_shape(test.shape, [&](const auto& shape) {
        const Vec3 core_point = shape.core_origin() + shape.core_support(direction);
        const Vec3 point = core_point + direction * shape.radius();
        EXPECT_NEAR(dot(point, direction), oracle.height(direction), 1e-12 * s);
        EXPECT_NEAR(oracle.signed_distance(point), 0.0, exactness(test) * s);
        // The length of the direction does not matter, and the cached mapping agrees.
        const Vec3 longer = shape.core_origin() + shape.core_support(direction * 0x1p100);
        EXPECT_NEAR(dot(longer, direction), dot(core_point, direction), 1e-15 * s);
        const Vec3 remembered = shape.core_origin() + core.core_support(direction);
        EXPECT_NEAR(dot(remembered, direction), dot(core_point, direction), 1e-12 * s);
        EXPECT_LE(length(shape.core_support(direction)), shape.core_extent() * (1.0 + 1e-12));
      });
    }
  });
}

TEST_P(EveryShape, SupportOfNoDirectionIsInTheCore) {
  for_shapes(2, 30, [](const TestShape& test, Random&) {
    const OracleShape oracle = test.oracle();
    visit_shape(test.shape, [&](const auto& shape) {
      EXPECT_LE(oracle.signed_distance(shape.core_origin() + shape.core_support({})),
                exactness(test) * oracle.diameter());
    });
  });
}

TEST_P(EveryShape, CoreOriginIsInTheMiddle) {
  for_shapes(3, 60, [](const TestShape& test, Random&) {
    const OracleShape oracle = test.oracle();
    visit_shape(test.shape, [&](const auto& shape) {
      const Vec3 origin = shape.core_origin();
      const double depth = -oracle.signed_distance(origin);
      if (test.shape.type == ShapeType::convex_hull) {
        // The middle of its bounds, which can be outside a slanting sliver.
        const Aabb bounds = shape.bounds({});
        EXPECT_LT(max_component(abs(origin - (bounds.min + bounds.max) * 0.5)), 1e-6 * oracle.diameter());
      } else {
        // On the surface of a triangle, which has no inside.
        EXPECT_TRUE(depth > 0.0 || (depth == 0.0 && test.shape.type == ShapeType::triangle));
      }
      double farthest = 0.0;
      for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {1.0, -1.0}) {
          farthest = std::max(farthest, length(shape.core_support(unit_axis(axis) * side)));
        }
      }
      EXPECT_LE(shape.core_extent(), 2.0 * farthest + 1e-12 * oracle.diameter());
    });
  });
}

TEST_P(EveryShape, TraitsFitTheSupportMapping) {
  for_shapes(11, 200, [](const TestShape& test, Random& random) {
    const OracleShape oracle = test.oracle();
    const double s = oracle.diameter();
    visit_shape(test.shape, [&](const auto& shape) {
      const RoundedBox box = shape.rounded_box();
      const int revolved = shape.revolved_axis();
      const Vec3 axis = random.direction();
      for (int i = 0; i < 20; ++i) {
        const Vec3 n = random_direction(random), other = random_direction(random);
        const Vec3 point = shape.core_support(n);
        EXPECT_LE(length(point), core_reach_of(shape) * (1.0 + 1e-12));
        EXPECT_LE(length(cross(axis, shape.core_origin() + point)), core_reach_across(shape, axis) * (1.0 + 1e-12));
        if (box.exists) {
          EXPECT_NEAR(dot(abs(n), box.half) + box.radius, oracle.height(n), 1e-12 * s);
        }
        if (revolved >= 0) {
          // The same height along every direction of the same lean to the axis.
          const Vec3 along = unit_axis(revolved) * component(n, revolved);
          const Vec3 across = any_perpendicular(unit_axis(revolved)) * length(n - along);
          EXPECT_NEAR(oracle.height(along + across), oracle.height(n), 1e-12 * s);
        }
        // With a ball as a summand the support point moves at least as much as the ball's.
        const Vec3 turn = n - other;
        EXPECT_GE(dot(point - shape.core_support(other), turn),
                  shape.inner_ball() * length_squared(turn) * (1.0 - 1e-9) - 1e-12 * s);
      }
    });
  });
}

/// Distance that the core's support point moves when a direction in the xy plane turns slightly.
template <class T>
double jump(const T& shape, double sine) {
  const double cosine = std::sqrt(1.0 - sine * sine), turn = 1e-12;
  const Vec3 before{cosine + turn * sine, sine - turn * cosine, 0.0},
      after{cosine - turn * sine, sine + turn * cosine, 0.0};
  return length(shape.core_support(before) - shape.core_support(after));
}

TEST_P(EveryShape, CreasesAndCapsAreWhereTheSupportPointJumps) {
  for_shapes(12, 60, [](const TestShape& test, Random& random) {
    const double s = test.oracle().diameter();
    visit_shape(test.shape, [&](const auto& shape) {
      if (shape.k_is_polytope) return;
      const Crease crease = shape.crease();
      if (crease.exists) {
        EXPECT_GT(jump(shape, crease.sine), 1e-4 * s);
      }
      const Caps caps = shape.core_caps();
      EXPECT_EQ(jump(shape, -1.0) > 1e-4 * s, caps.at_bottom);
      EXPECT_EQ(jump(shape, 1.0) > 1e-4 * s, caps.at_top);
      for (int i = 0; i < 20; ++i) {
        const double sine = random.uniform(-0.99, 0.99);
        if (crease.exists && std::fabs(sine - crease.sine) < 1e-3) continue;
        EXPECT_LT(jump(shape, sine), 1e-4 * s);
      }
    });
  });
}

TEST_P(EveryShape, SupportingFaceLiesOnTheSurface) {
  for_shapes(4, 300, [](const TestShape& test, Random& random) {
    const OracleShape oracle = test.oracle();
    const double s = oracle.diameter();
    for (int i = 0; i < 20; ++i) {
      const Vec3 direction = random_direction(random);
      visit_shape(test.shape, [&](const auto& shape) {
        SupportingFace face;
        shape.core_face(direction, face);
        ASSERT_GE(face.count, 1);
        ASSERT_LE(face.count, k_max_face_vertices);
        for (int v = 0; v < face.count; ++v) {
          const double depth = -oracle.signed_distance(shape.core_origin() + face.vertices[v]);
          if (test.shape.type == ShapeType::tapered_capsule) {
            const double radius = test.shape.parameters[face.vertices[v].y > 0.0 ? 0 : 1];
            if (face.count == 2) EXPECT_NEAR(depth, radius, exactness(test) * s);
            continue;
          }
          EXPECT_NEAR(depth, shape.radius(), exactness(test) * s);
        }
        if (face.count < 3) return;
        // A polygon is flat, convex, and counter-clockwise seen from outside.
        const Vec3 normal = normalized(cross(face.vertices[1] - face.vertices[0], face.vertices[2] - face.vertices[0]));
        EXPECT_NEAR(dot(normal, shape.core_origin() + face.vertices[0]) + shape.radius(), oracle.height(normal),
                    1e-6 * s);
        for (int v = 0; v < face.count; ++v) {
          const Vec3 from = face.vertices[v], to = face.vertices[(v + 1) % face.count];
          for (int w = 0; w < face.count; ++w) {
            EXPECT_GE(dot(cross(normal, to - from), face.vertices[w] - from), -1e-9 * s * length(to - from));
          }
        }
      });
    }
  });
}

TEST_P(EveryShape, BoundsAreTightAndNeverTooSmall) {
  for_shapes(5, 400, [](const TestShape& test, Random& random) {
    const bool is_hull = test.shape.type == ShapeType::convex_hull;
    for (const double away : {0.0, 1e6}) {
      const Pose pose{random.in_cube(away), random.chance(0.2) ? Quat{} : random.rotation()};
      const OracleShape oracle = test.oracle(pose, pose.position);
      const double s = oracle.diameter();
      const Aabb bounds = visit_shape(test.shape, [&](const auto& shape) { return shape.bounds(to_transform(pose)); });
      for (int axis = 0; axis < 3; ++axis) {
        // Above the true bound by no more than a few roundings. The oracle rounds as well, and the position is exact in
        // it, so its own bound lies inside up to its own rounding.
        const double p = component(pose.position, axis), slack = (is_hull ? 1e-11 : 1e-14) * s + 1e-14 * std::fabs(p);
        EXPECT_GE(component(bounds.max, axis), p + oracle.height(unit_axis(axis)) - 2e-15 * s);
        EXPECT_LE(component(bounds.max, axis), p + oracle.height(unit_axis(axis)) + slack);
        EXPECT_LE(component(bounds.min, axis), p - oracle.height(-unit_axis(axis)) + 2e-15 * s);
        EXPECT_GE(component(bounds.min, axis), p - oracle.height(-unit_axis(axis)) - slack);
      }
    }
  });
}

/// Points of all kinds: inside, outside, on axes and planes of symmetry, on the surface, far away.
Vec3 random_point(Random& random, const TestShape& test, double s) {
  Vec3 point = random.in_cube(s);
  switch (random.below(6)) {
    case 0:
      return point * 0.3;
    case 1:
      return unit_axis(random.below(3)) * random.uniform(-s, s);
    case 2: {
      const int axis = random.below(3);
      return point - unit_axis(axis) * component(point, axis);
    }
    case 3: {
      const Vec3 direction = random_direction(random);
      return visit_shape(test.shape, [&](const auto& shape) {
        return shape.core_origin() + shape.core_support(direction) + direction * shape.radius();
      });
    }
    case 4:
      return point * std::ldexp(1.0, random.below(20));
    default:
      return point;
  }
}

TEST_P(EveryShape, ClosestPointIsClosest) {
  for_shapes(6, 300, [](const TestShape& test, Random& random) {
    const OracleShape oracle = test.oracle();
    const double s = oracle.diameter();
    for (int i = 0; i < 20; ++i) {
      const Vec3 point = random_point(random, test, s);
      const ClosestPoint closest =
          visit_shape(test.shape, [&](const auto& shape) { return shape.closest_point(point); });
      const double reach = s + length(point);
      EXPECT_NEAR(length(closest.normal), 1.0, 1e-12);
      EXPECT_NEAR(oracle.signed_distance(closest.point), 0.0, exactness(test) * s);
      EXPECT_LE(length(point - closest.point - closest.normal * closest.distance), 1e-10 * reach);
      if (closest.distance >= 0.0) {
        // The whole shape lies behind the plane through the closest point, perpendicular to the direction there.
        EXPECT_NEAR(dot(closest.normal, closest.point), oracle.height(closest.normal), exactness(test) * s);
      } else {
        // The ball round the point lies in the shape: no supporting plane cuts into it.
        EXPECT_NEAR(oracle.signed_distance(point), closest.distance, exactness(test) * s);
        EXPECT_GE(oracle.height(closest.normal) - dot(closest.normal, point), -closest.distance - exactness(test) * s);
        for (int j = 0; j < 20; ++j) {
          const Vec3 n = j % 2 == 0 ? random_direction(random)
                                    : normalized(closest.normal + random.direction() * random.log_uniform(-20, -1));
          EXPECT_GE(oracle.height(n) - dot(n, point), -closest.distance - exactness(test) * s);
        }
      }
    }
  });
}

std::string replay(const Vec3& origin, const Vec3& direction, double range) {
  char text[400];
  std::snprintf(text, sizeof(text), " origin {%a, %a, %a} direction {%a, %a, %a} range %a", origin.x, origin.y,
                origin.z, direction.x, direction.y, direction.z, range);
  return text;
}

TEST_P(EveryShape, RayHitsTheFirstSurfacePoint) {
  for_shapes(7, 120, [](const TestShape& test, Random& random) {
    const OracleShape oracle = test.oracle();
    const double s = oracle.diameter();
    int hits = 0, misses = 0;
    for (int i = 0; i < 30; ++i) {
      // Aimed at a point of the shape or past it, from close by or from far away.
      const Vec3 target = random_point(random, test, 0.6 * s);
      const Vec3 direction = random_direction(random);
      const double away = random.chance(0.3) ? random.uniform(-1.0, 1.0) * s : s * random.log_uniform(-2, 14);
      const Vec3 origin = target - direction * away;
      const double reach = s + length(origin);
      const double range = random.chance(0.2) ? std::fabs(away) : HUGE_VAL;
      const RayHit hit =
          visit_shape(test.shape, [&](const auto& shape) { return shape.raycast(origin, direction, range); });

      // The signed distance along a ray is convex: its least value, by golden section, tells whether the ray meets the
      // shape, and the first root lies before it.
      const auto at = [&](double t) { return oracle.signed_distance(origin + direction * t); };
      double low = 0.0, high = 2.0 * reach;
      for (int step = 0; step < 200; ++step) {
        const double third = low + 0.381966 * (high - low), other = low + 0.618034 * (high - low);
        if (at(third) <= at(other)) {
          high = other;
        } else {
          low = third;
        }
      }
      const double deepest = at(low), tolerance = 1e-12 * reach + exactness(test) * s;
      if (at(0.0) <= -tolerance) {
        EXPECT_TRUE(hit.hit);
        EXPECT_EQ(hit.distance, 0.0);
        EXPECT_EQ(hit.normal, -direction);
        continue;
      }
      if (!hit.hit) {
        ++misses;
        // No hit within the range: the ray misses the shape, or meets it later.
        EXPECT_TRUE(deepest >= -tolerance || at(std::min(range, low)) >= -tolerance)
            << "deepest " << deepest / s << replay(origin, direction, range);
        continue;
      }
      ++hits;
      EXPECT_LE(hit.distance, range);
      EXPECT_LE(deepest, tolerance);
      EXPECT_NEAR(oracle.signed_distance(hit.point), 0.0, tolerance);
      EXPECT_LE(length(origin + direction * hit.distance - hit.point), 10.0 * tolerance);
      EXPECT_NEAR(length(hit.normal), 1.0, 1e-12);
      if (hit.distance == 0.0) continue;
      EXPECT_LE(dot(hit.normal, direction), 1e-6);
      EXPECT_NEAR(dot(hit.normal, hit.point), oracle.height(hit.normal), 10.0 * tolerance);
      // Every point before the hit is outside.
      for (const double share : {0.5, 0.9, 0.999, 1.0 - 1e-6}) EXPECT_GE(at(share * hit.distance), -tolerance);
    }
    EXPECT_GT(hits + misses, 0);
  });
}

TEST(Rays, GrazeWhatTheyTouchExactly) {
  const double inf = HUGE_VAL;
  const auto cast = [&](const Shape& shape, const Vec3& origin, const Vec3& direction) {
    return visit_shape(shape, [&](const auto& s) { return s.raycast(origin, direction, inf); });
  };
  const Shape sphere = make_sphere(1.0).value, capsule = make_capsule(1.0, 2.0).value,
              cylinder = make_cylinder(1.0, 2.0).value, cone = make_cone(1.0, 2.0).value,
              ellipsoid = make_ellipsoid(1.0, 2.0, 4.0).value, box = make_box(2.0, 2.0, 2.0).value;
  const Vec3 along_x{1.0, 0.0, 0.0}, along_y{0.0, 1.0, 0.0};
  for (const Shape& shape : {sphere, capsule, cylinder, box}) {
    const RayHit hit = cast(shape, {-5.0, 0.0, 1.0}, along_x);
    EXPECT_TRUE(hit.hit) << name_of(shape.type);
    EXPECT_FALSE(cast(shape, {-5.0, 0.0, 1.0000001}, along_x).hit) << name_of(shape.type);
  }
  EXPECT_EQ(cast(sphere, {-5.0, 0.0, 1.0}, along_x).distance, 5.0);
  EXPECT_EQ(cast(capsule, {-5.0, 2.0, 0.0}, along_x).distance, 5.0);
  EXPECT_FALSE(cast(capsule, {-5.0, 2.0000001, 0.0}, along_x).hit);
  // Along a line of the side, along a cap, and through the apex.
  EXPECT_EQ(cast(cylinder, {1.0, -5.0, 0.0}, along_y).distance, 4.0);
  EXPECT_EQ(cast(capsule, {1.0, -5.0, 0.0}, along_y).distance, 4.0);
  EXPECT_EQ(cast(cylinder, {-5.0, 1.0, 0.0}, along_x).distance, 4.0);
  EXPECT_EQ(cast(cone, {-5.0, 1.0, 0.0}, along_x).distance, 5.0);
  EXPECT_EQ(cast(cone, {-5.0, -1.0, 0.0}, along_x).distance, 4.0);
  EXPECT_EQ(cast(cone, {1.0, -5.0, 0.0}, along_y).distance, 4.0);
  EXPECT_FALSE(cast(cone, {-5.0, 1.0000001, 0.0}, along_x).hit);
  EXPECT_EQ(cast(ellipsoid, {-5.0, 0.0, 4.0}, along_x).distance, 5.0);
  EXPECT_EQ(cast(ellipsoid, {-5.0, 2.0, 0.0}, along_x).distance, 5.0);
}

TEST(Rays, AlongTheSideOfAConeHit) {
  // Along a line of the side the leading coefficient of the quadratic vanishes.
  const Shape cone = make_cone(1.0, 2.0).value;
  const Cone value(cone);
  const Vec3 down_the_side = normalized(Vec3{1.0, -2.0, 0.0});
  const RayHit inside = value.raycast({-1.5, 3.0, 0.0}, down_the_side, HUGE_VAL);
  ASSERT_TRUE(inside.hit);
  EXPECT_NEAR(inside.point.x, -0.25, 1e-12);
  EXPECT_NEAR(inside.point.y, 0.5, 1e-12);
  EXPECT_FALSE(value.raycast({0.5, 3.0, 0.0}, down_the_side, HUGE_VAL).hit);
  const RayHit up = value.raycast(Vec3{0.5, -1.0, 0.0} + down_the_side * 3.0, -down_the_side, HUGE_VAL);
  ASSERT_TRUE(up.hit);
  EXPECT_NEAR(up.point.y, -1.0, 1e-12);
}

TEST(ClosestPoints, OfAThinEllipsoid) {
  // On the planes of symmetry, deep inside, where the closest point is off the plane: the case that iterations that
  // start outside do not reach.
  const Ellipsoid ellipsoid(make_ellipsoid(100.0, 1.0, 10.0).value);
  const ClosestPoint centre = ellipsoid.closest_point({});
  EXPECT_EQ(centre.distance, -1.0);
  EXPECT_EQ(std::fabs(centre.point.y), 1.0);
  const ClosestPoint on_axis = ellipsoid.closest_point({50.0, 0.0, 0.0});
  // x / 100 = 50 * 100 / (100^2 - 1), and y takes the rest.
  const double share = 50.0 * 100.0 / (100.0 * 100.0 - 1.0);
  EXPECT_NEAR(on_axis.point.x, 100.0 * share, 1e-12);
  EXPECT_NEAR(std::fabs(on_axis.point.y), std::sqrt(1.0 - share * share), 1e-12);
  const ClosestPoint near_tip = ellipsoid.closest_point({99.999, 0.0, 0.0});
  EXPECT_NEAR(near_tip.distance, -0.001, 1e-9);
  EXPECT_NEAR(near_tip.point.x, 100.0, 1e-9);
  // A point slightly off the plane goes to its own side.
  EXPECT_GT(ellipsoid.closest_point({50.0, 1e-30, 0.0}).point.y, 0.8);
  EXPECT_LT(ellipsoid.closest_point({50.0, -1e-30, 0.0}).point.y, -0.8);
}

/// Splitting and rounding leave such vertices in real models. Sides between them have any direction.
TEST(ConvexHulls, WithVerticesCloseToEachOtherAreAsTheOthersAlone) {
  Random random(97);
  for (int run = 0; run < scaled(600); ++run) {
    const Vec3 half{random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), random.uniform(0.2, 0.8)};
    const double apart = std::pow(10.0, random.uniform(-7.0, -5.5));
    std::vector<double> points;
    const auto add = [&](const Vec3& at) { points.insert(points.end(), {at.x, at.y, at.z}); };
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
      add(corner);
      if (random.chance(0.5)) add(corner + random.direction() * apart);
    }
    const double radius = random.chance(0.5) ? 0.0 : 0.1;
    const HullPtr hull = build_hull(points).value;
    const Shape made = make_convex_hull(*hull, radius).value;
    const Shape box = make_box(2.0 * half.x, 2.0 * half.y, 2.0 * half.z, radius).value;
    for (int i = 0; i < 20; ++i) {
      const Vec3 point = random.in_cube(2.0), from = random.direction() * 3.0;
      const Vec3 inner = random.in_cube(0.8), along = Vec3{inner.x * half.x, inner.y * half.y, inner.z * half.z} - from;
      ASSERT_NEAR(closest_point(made, {}, point).distance, closest_point(box, {}, point).distance, 1e-4) << run;
      const RayHit hit = raycast(made, {}, from, along, 10.0), of_box = raycast(box, {}, from, along, 10.0);
      ASSERT_TRUE(hit.hit && of_box.hit) << run;
      ASSERT_NEAR(hit.distance, of_box.distance, 1e-4) << run;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
