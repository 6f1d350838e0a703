#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Bounds contain their shape: bounds of shapes, of colliders, and of the tree's nodes. The oracle finds the farthest
/// points in extended precision, whose rounding is far below one step of a 64-bit number.

namespace hyperplane::test {
namespace {

using Extended = long double;
Extended wide(double x) { return static_cast<Extended>(x); }

/// Farthest points of a shape along a world axis, relative to its position.
class Reach {
 public:
  Reach(const TestShape& test, const Quat& q) : test_(test) {
    const Extended x = wide(q.x), y = wide(q.y), z = wide(q.z), w = wide(q.w), s = 2 / (x * x + y * y + z * z + w * w);
    const Extended m[3][3] = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                              {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                              {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};
    std::copy(&m[0][0], &m[0][0] + 9, &rotation_[0][0]);
  }

  Extended along(int axis, Extended sign) const {
    const double* const p = test_.shape.parameters;
    const ShapeType type = test_.shape.type;
    const bool is_revolved = type == ShapeType::cylinder || type == ShapeType::cone;
    const double rounding = type == ShapeType::round_box ? p[3] : is_revolved ? p[2] : 0.0;
    return core_along(axis, sign) + wide(rounding);
  }

 private:
  Extended core_along(int axis, Extended sign) const {
    const Extended x = sign * rotation_[axis][0], y = sign * rotation_[axis][1], z = sign * rotation_[axis][2];
    const double* const parameters = test_.shape.parameters;
    const Extended p = wide(parameters[0]), q = wide(parameters[1]), r = wide(parameters[2]);
    const Extended across = std::sqrt(x * x + z * z);
    switch (test_.shape.type) {
      case ShapeType::sphere:
        return p;
      case ShapeType::box:
      case ShapeType::round_box:
        return (p * std::fabs(x) + q * std::fabs(y) + r * std::fabs(z)) / 2;
      case ShapeType::tapered_capsule:
        return std::max(p + r * y / 2, q - r * y / 2);
      case ShapeType::capsule:
        return p + q * std::fabs(y) / 2;
      case ShapeType::cylinder:
        return p * across + q * std::fabs(y) / 2;
      case ShapeType::cone:
        return std::max(q * y / 2, p * across - q * y / 2);
      case ShapeType::ellipsoid:
        return std::sqrt(p * x * p * x + q * y * q * y + r * z * r * z);
      case ShapeType::triangle:
      case ShapeType::convex_hull:
      case ShapeType::compound:
      case ShapeType::triangle_mesh:
      case ShapeType::height_field:
      case ShapeType::voxels:
      case ShapeType::half_space:
        break;
    }
    Extended best = -HUGE_VALL;
    for (std::size_t i = 0; i < test_.points.size(); i += 3) {
      best = std::max(best, x * wide(test_.points[i]) + y * wide(test_.points[i + 1]) + z * wide(test_.points[i + 2]));
    }
    return best;
  }

  const TestShape& test_;
  Extended rotation_[3][3];
};

/// @param slack m: by how much the bounds may exceed the shape on each side.
void expect_holds(const Aabb& bounds, const TestShape& test, const Vec3& position, const Quat& rotation, double slack) {
  const Reach reach(test, rotation);
  for (int axis = 0; axis < 3; ++axis) {
    const Extended centre = wide(component(position, axis));
    const Extended max = wide(component(bounds.max, axis)), min = wide(component(bounds.min, axis));
    const Extended high = centre + reach.along(axis, 1), low = centre - reach.along(axis, -1);
    ASSERT_GE(max, high) << "too small by " << static_cast<double>(high - max);
    ASSERT_LE(min, low) << "too small by " << static_cast<double>(min - low);
    ASSERT_LE(max, high + wide(slack));
    ASSERT_GE(min, low - wide(slack));
  }
}

/// m: greatest distance of a point from the origin of the shape's frame, or up to twice that.
double size_of(const TestShape& test) {
  double size = test.points.empty() ? OracleShape(test.shape, {}).diameter() : 0.0;
  for (const double coordinate : test.points) size = std::max(size, 1.8 * std::fabs(coordinate));
  return size;
}

class Bounds : public testing::TestWithParam<ShapeType> {
 protected:
  static constexpr std::uint64_t k_seed = 808;
  void SetUp() override {
    if (sizeof(Extended) == sizeof(double)) GTEST_SKIP() << "no extended precision here";
  }
  /// About a metre, flat, or with sides of zero or that differ by up to 1e18.
  static TestShape shape(Random& random, ShapeType type) {
    if (type == ShapeType::convex_hull) return hull(random);
    if (random.chance(0.6)) {
      return make_test_shape(random, type, random.chance(0.5) ? ShapeForm::plain : ShapeForm::flat,
                             random.log_uniform(-10, 10));
    }
    const auto side = [&] {
      return random.chance(0.2) ? 0.0 : std::clamp(random.log_uniform(-30, 30), k_min_shape_size, k_max_shape_size);
    };
    const double p = side(), q = side(), r = side();
    const double s = type == ShapeType::round_box ? side() : 0.0;
    return {make_shape(type, p, q, r, s).value, {}, nullptr};
  }
  /// Flat or not, around or beside the origin of its frame.
  static TestShape hull(Random& random) {
    for (;;) {
      const double size = random.log_uniform(-10, 10);
      const Vec3 thin{1.0, random.log_uniform(-10, 0), random.log_uniform(-10, 0)};
      const Vec3 middle = random.in_cube(random.chance(0.5) ? 0.0 : 4.0 * size);
      std::vector<double> points;
      for (int i = 0; i < 16; ++i) {
        const Vec3 p = middle + scale(random.in_cube(size), thin);
        points.insert(points.end(), {p.x, p.y, p.z});
      }
      if (build_hull(points).ok()) return make_test_hull(points);
    }
  }
  static Quat rotation(Random& random) {
    const Quat q = random.rotation();
    const double scale = random.chance(0.3) ? random.log_uniform(-20, 20) : 1.0;
    switch (random.below(4)) {
      case 0:
        return {};
      case 1:  // a hair from an axis
        return {std::ldexp(q.x, -random.below(60)), 0.0, std::ldexp(q.z, -random.below(60)), 1.0};
      default:
        return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Shapes, Bounds, testing::ValuesIn(k_shape_types),
                         [](const auto& info) { return std::string(name_of(info.param)); });

TEST_P(Bounds, OfAShapeHoldIt) {
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  Random random(k_seed + static_cast<std::uint64_t>(GetParam()));
  for (int i = 0; i < scaled(6000); ++i) {
    const TestShape test = shape(random, GetParam());
    const double away = random.chance(0.4) ? 0.0 : random.log_uniform(0, 39);
    const Pose pose{random.in_cube(away), rotation(random)};
    SCOPED_TRACE(test.replay());
    const double s = size_of(test);
    ASSERT_NO_FATAL_FAILURE(
        expect_holds(bounds(test.shape, pose), test, pose.position, pose.rotation,
                     2e-14 * s + 1e-14 * away + (GetParam() == ShapeType::convex_hull ? 1e-11 * s : 0.0)));
  }
}

/// Colliders near and far from the first, which sets the world's local origin.
TEST_P(Bounds, OfACollider) {
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  Random random(k_seed + 50 + static_cast<std::uint64_t>(GetParam()));
  constexpr int k_colliders = 50;
  for (int round = 0; round < scaled(120); ++round) {
    const Vec3 middle = random.chance(0.3) ? Vec3{} : random.in_cube(random.log_uniform(0, 39));
    const double spread = random.log_uniform(-5, 22);
    std::vector<TestShape> shapes;
    const WorldPtr world = make_world().value;
    world->set_broad_phase(BroadPhase::bvh);
    for (int i = 0; i < k_colliders; ++i) {
      shapes.push_back(shape(random, GetParam()));
      ASSERT_TRUE(world->add({shapes.back().shape, {middle + random.in_cube(spread), rotation(random)}}).ok());
    }
    ASSERT_TRUE(world->update().ok());
    for (int i = 0; i < k_colliders; ++i) {
      const auto row = static_cast<std::uint32_t>(i);
      const TestShape& test = shapes[static_cast<std::size_t>(i)];
      SCOPED_TRACE(test.replay());
      const Pose pose = world->describe(row).pose;
      const double s = size_of(test);
      // A millionth of the size, and some steps of a 32-bit number at the greatest distance from the local origin.
      const double slack = 8e-6 * s + 1e-14 * length(middle) + 8.0 * (spread + s) * 0x1p-22;
      ASSERT_NO_FATAL_FAILURE(expect_holds(world->bounds(row), test, pose.position, pose.rotation, slack));
    }
    for (const TreeNodeBounds& node : world->explain_broad_phase().value.nodes) {
      if (node.depth > 0) continue;
      for (std::uint32_t row = 0; row < k_colliders; ++row) {
        const Aabb inner = world->bounds(row);
        for (int axis = 0; axis < 3; ++axis) {
          ASSERT_LE(component(node.bounds.min, axis), component(inner.min, axis));
          ASSERT_GE(component(node.bounds.max, axis), component(inner.max, axis));
        }
      }
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
