#include <hyperplane/pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hyperplane/triangle_mesh.h>

#include "math/pose.h"
#include "math/transform.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The points of resting bodies span the contact area: a body whose middle is over the ground stands on both sides of
/// it.

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

constexpr double k_sunk = 4e-3;

std::vector<double> corners_of_cube() {
  std::vector<double> corners;
  for (int i = 0; i < 8; ++i) {
    corners.insert(corners.end(), {(i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5});
  }
  return corners;
}

/// A cube of 1 m as a solid mesh.
TriangleMeshPtr mesh_of_cube() {
  const std::vector<std::uint32_t> indices{0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
  TriangleMeshOptions options;
  options.solid = options.turn_inside_out = true;
  return build_triangle_mesh(corners_of_cube(), indices, options).value;
}

/// A horizontal plate of triangles. @param cells along each side.
TriangleMeshPtr plate(double from_x, double to_x, double half_z, std::uint32_t cells) {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i <= cells; ++i) {
    for (std::uint32_t j = 0; j <= cells; ++j) {
      const double x = from_x + (to_x - from_x) * i / cells, z = half_z * (2.0 * j / cells - 1.0);
      vertices.insert(vertices.end(), {x, 0.0, z});
      if (i == cells || j == cells) continue;
      const std::uint32_t at = i * (cells + 1) + j, next = at + cells + 1;
      indices.insert(indices.end(), {at, at + 1, next + 1, at, next + 1, next});
    }
  }
  return build_triangle_mesh(vertices, indices, {}).value;
}

/// m: least distance that the points reach beyond a point of the ground, over all horizontal directions.
double least_reach(std::span<const ContactManifold> contacts, const Vec3& middle) {
  double least = HUGE_VAL;
  for (int k = 0; k < 64; ++k) {
    const Vec3 along{std::cos(k * std::acos(-1.0) / 32.0), 0.0, std::sin(k * std::acos(-1.0) / 32.0)};
    double most = -HUGE_VAL;
    for (const ContactManifold& contact : contacts) {
      for (int i = 0; i < contact.point_count; ++i) {
        most = std::max(most, dot(contact.points[i].on_a - middle, along));
      }
    }
    least = std::min(least, most);
  }
  return least;
}

struct Scene {
  std::string name;
  Shape ground;
  /// m: height of the ground's top.
  double top = 0.0;
};

class ContactSpan : public testing::Test {
 protected:
  /// Bodies of 1 m that lie on the ground, all but level. @param tilts in powers of ten, rad.
  void expect_span(const Scene& scene, const std::string& name, const Shape& body, double tilts, double least) {
    SCOPED_TRACE(name + " on " + scene.name);
    Random random(6100);
    for (int run = 0; run < scaled(60); ++run) {
      const double tilt = run % 3 == 0 ? 0.0 : std::pow(10.0, random.uniform(-6.0, tilts));
      Pose pose;
      pose.rotation = normalized(
          Quat{random.uniform(-1.0, 1.0) * tilt, random.uniform(-0.5, 0.5), random.uniform(-1.0, 1.0) * tilt, 1.0});
      pose.position = {random.uniform(-0.1, 0.1), scene.top + 0.5 - k_sunk, random.uniform(-0.1, 0.1)};
      ContactManifold all[16];
      const std::size_t count = std::min<std::size_t>(collide_all(scene.ground, {}, body, pose, all), 16);
      ASSERT_GT(least_reach({all, count}, pose.position), least) << "run " << run << ", tilt " << tilt;
      // The other way round the points are those of the other shape, as far as they lie apart.
      const std::size_t exchanged = std::min<std::size_t>(collide_all(body, pose, scene.ground, {}, all), 16);
      ASSERT_GT(least_reach({all, exchanged}, pose.position), least - 0.01) << "run " << run << ", tilt " << tilt;
    }
  }

  HullPtr hull = build_hull(corners_of_cube()).value;
  TriangleMeshPtr cube = mesh_of_cube();
  CompoundPtr halves =
      build_compound(std::vector<CompoundPart>{{make_box(0.5, 1.0, 1.0).value, {{0.25, 0.0, 0.0}, {}}},
                                               {make_box(0.5, 1.0, 1.0).value, {{-0.25, 0.0, 0.0}, {}}}})
          .value;
};

TEST_F(ContactSpan, HoldsTheMiddleOfABodyThatRests) {
  const TriangleMeshPtr two = plate(-5.0, 5.0, 5.0, 1), many = plate(-5.0, 5.0, 5.0, 30);
  const Scene scenes[] = {{"a large box", make_box(20.0, 1.0, 20.0).value, 0.5},
                          {"a box of its size", make_box(1.0, 1.0, 1.0).value, 0.5},
                          {"a cylinder", make_cylinder(0.5, 1.0).value, 0.5},
                          {"two halves", make_compound(*halves), 0.5},
                          {"a half-space", make_half_space(), 0.0},
                          {"two triangles", make_triangle_mesh(*two), 0.0},
                          {"many triangles", make_triangle_mesh(*many), 0.0}};
  for (const Scene& scene : scenes) {
    expect_span(scene, "a box", make_box(1.0, 1.0, 1.0).value, -3.5, 0.05);
    expect_span(scene, "a hull", make_convex_hull(*hull), -3.5, 0.05);
    expect_span(scene, "a rounded box", make_box(0.8, 0.8, 0.8, 0.1).value, -3.5, 0.05);
    expect_span(scene, "a cylinder", make_cylinder(0.5, 1.0).value, -3.5, 0.02);
    expect_span(scene, "two halves", make_compound(*halves), -3.5, 0.05);
    expect_span(scene, "a solid mesh", make_triangle_mesh(*cube), -3.5, 0.02);
  }
}

TEST_F(ContactSpan, ReachesToTheEdgeThatABodyHangsOver) {
  for (const std::uint32_t cells : {1u, 10u}) {
    const TriangleMeshPtr mesh = plate(-3.0, 0.25, 3.0, cells);
    const Scene scene{std::to_string(2 * cells * cells) + " triangles", make_triangle_mesh(*mesh), 0.0};
    const CompoundPtr one = build_compound(std::vector<CompoundPart>{{scene.ground, {}}}).value;
    for (const Scene& told : {scene, Scene{"a compound of " + scene.name, make_compound(*one), 0.0}}) {
      expect_span(told, "a box", make_box(1.0, 1.0, 1.0).value, -3.5, 0.05);
      expect_span(told, "a hull", make_convex_hull(*hull), -3.5, 0.05);
    }
    expect_span(scene, "two halves", make_compound(*halves), -3.5, 0.05);
  }
}

TEST_F(ContactSpan, OfTiltedBoxesIsThatOfTheirHulls) {
  Random random(6101);
  int several = 0;
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  for (int run = 0; run < scaled(2000); ++run) {
    const double tilt = std::pow(10.0, random.uniform(-6.0, -2.6));
    const Pose pose{{random.uniform(-0.3, 0.3), 1.0 - k_sunk, random.uniform(-0.3, 0.3)},
                    normalized(Quat{random.uniform(-1.0, 1.0) * tilt, random.uniform(-0.5, 0.5),
                                    random.uniform(-1.0, 1.0) * tilt, 1.0})};
    const ContactManifold boxes = collide(box, {}, box, pose),
                          hulls = collide(make_convex_hull(*hull), {}, make_convex_hull(*hull), pose);
    ASSERT_NEAR(boxes.depth, hulls.depth, 1e-9) << run;
    ASSERT_NEAR(least_reach({&boxes, 1}, pose.position), least_reach({&hulls, 1}, pose.position), 0.05) << run;
    several += boxes.point_count > 2 ? 1 : 0;
  }
  EXPECT_GT(several, scaled(2000) * 9 / 10);
}

/// A cube of 1 m with `squares` by `squares` squares a face.
TriangleMeshPtr mesh_of_squares(std::uint32_t squares, bool is_solid, SurfaceSides sides = SurfaceSides::front) {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      const auto base = static_cast<std::uint32_t>(vertices.size() / 3);
      for (std::uint32_t i = 0; i <= squares; ++i) {
        for (std::uint32_t j = 0; j <= squares; ++j) {
          double at[3];
          at[axis] = side;
          at[(axis + 1) % 3] = static_cast<double>(i) / squares - 0.5;
          at[(axis + 2) % 3] = static_cast<double>(j) / squares - 0.5;
          vertices.insert(vertices.end(), {at[0], at[1], at[2]});
          if (i == squares || j == squares) continue;
          const std::uint32_t from = base + i * (squares + 1) + j, next = from + squares + 1;
          const std::uint32_t b = side > 0.0 ? next : from + 1, d = side > 0.0 ? from + 1 : next;
          indices.insert(indices.end(), {from, b, next + 1, from, next + 1, d});
        }
      }
    }
  }
  TriangleMeshOptions options;
  options.solid = is_solid;
  options.weld = 1e-6;
  if (!is_solid) options.sides = sides;
  return build_triangle_mesh(vertices, indices, options).value;
}

/// Bodies of 1 m, one on the other, of parts whose outlines do not fit.
class UnionSpan : public testing::Test {
 protected:
  struct Body {
    std::string name;
    Shape shape;
  };

  /// m: how far beside a cube of 1 m a point lies, in its frame.
  static double beside(const Vec3& point) {
    return std::max({std::fabs(point.x), std::fabs(point.y), std::fabs(point.z), 0.5}) - 0.5;
  }

  /// @param least, most m: by how much the middle of the upper body is aside.
  template <class Check>
  void visit_placements(double least, double most, const Check& check) {
    for (const Body& below : bodies()) {
      for (const Body& above : bodies()) {
        SCOPED_TRACE(above.name + " on " + below.name);
        Random random(6110);
        for (int run = 0; run < scaled(40); ++run) {
          const double tilt = run % 4 == 0 ? 0.0 : std::pow(10.0, random.uniform(-6.0, -3.5));
          Pose pose;
          pose.rotation = normalized(
              Quat{random.uniform(-1.0, 1.0) * tilt, random.uniform(-0.5, 0.5), random.uniform(-1.0, 1.0) * tilt, 1.0});
          pose.position = {random.uniform(least, most), 1.0 - k_sunk, random.uniform(-0.15, 0.15)};
          // The whole pair turned, and the other way round.
          const Pose frame{random.in_cube(3.0), run % 2 == 0 ? Quat{} : random.rotation()};
          const bool is_exchanged = run % 3 == 1;
          ContactManifold all[32];
          const std::size_t found = is_exchanged ? collide_all(above.shape, frame * pose, below.shape, frame, all)
                                                 : collide_all(below.shape, frame, above.shape, frame * pose, all);
          const std::size_t count = std::min<std::size_t>(found, 32);
          ASSERT_GT(count, 0u) << run;
          const Transform to_below = inverse(to_transform(frame)), to_above = inverse(to_transform(frame * pose));
          for (ContactManifold& contact : std::span(all, count)) {
            for (int i = 0; i < contact.point_count; ++i) {
              ContactPoint& point = contact.points[i];
              if (is_exchanged) std::swap(point.on_a, point.on_b);
              const Vec3 on_above = to_above * point.on_b;
              point.on_a = to_below * point.on_a;
              ASSERT_LT(beside(point.on_a), 1e-5) << run << ", tilt " << tilt;
              ASSERT_LT(beside(on_above), 1e-5) << run << ", tilt " << tilt;
            }
          }
          check(std::span<const ContactManifold>(all, count), pose.position, run);
          if (HasFatalFailure()) return;
        }
      }
    }
  }

  std::vector<Body> bodies() const {
    return {
        {"a solid mesh", make_triangle_mesh(*solid)},      {"a solid mesh of squares", make_triangle_mesh(*squares)},
        {"a mesh of fronts", make_triangle_mesh(*fronts)}, {"two halves", make_compound(*halves)},
        {"a hollow mesh", make_triangle_mesh(*hollow)},    {"a compound of a mesh", make_compound(*nested)},
        {"eight boxes", make_compound(*eighths)}};
  }

  static CompoundPtr compound_of_eight() {
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 8; ++i) {
      const Vec3 at{(i & 1) != 0 ? 0.25 : -0.25, (i & 2) != 0 ? 0.25 : -0.25, (i & 4) != 0 ? 0.25 : -0.25};
      parts.push_back({make_box(0.5, 0.5, 0.5).value, {at, {}}});
    }
    return build_compound(parts).value;
  }

  TriangleMeshPtr solid = mesh_of_cube(), squares = mesh_of_squares(3, true), fronts = mesh_of_squares(3, false),
                  hollow = mesh_of_squares(3, false, SurfaceSides::both);
  CompoundPtr halves =
      build_compound(std::vector<CompoundPart>{{make_box(0.5, 1.0, 1.0).value, {{0.25, 0.0, 0.0}, {}}},
                                               {make_box(0.5, 1.0, 1.0).value, {{-0.25, 0.0, 0.0}, {}}}})
          .value;
  CompoundPtr nested = build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*squares), {}}}).value;
  CompoundPtr eighths = compound_of_eight();
};

TEST_F(UnionSpan, HoldsTheMiddleThatIsOverTheOther) {
  visit_placements(-0.15, 0.15, [](std::span<const ContactManifold> contacts, const Vec3& middle, int run) {
    ASSERT_GT(least_reach(contacts, middle), 0.02) << run;
  });
}

TEST_F(UnionSpan, DoesNotHoldTheMiddleBeyondTheEdge) {
  visit_placements(0.55, 0.8, [](std::span<const ContactManifold> contacts, const Vec3& middle, int run) {
    ASSERT_LT(least_reach(contacts, middle), -0.04) << run;
  });
}

TEST_F(UnionSpan, OfASolidOnTheTrianglesOfAFloor) {
  const TriangleMeshPtr floor = plate(-5.0, 5.0, 5.0, 7);
  for (const Body& body : bodies()) {
    SCOPED_TRACE(body.name);
    Random random(6111);
    for (int run = 0; run < scaled(120); ++run) {
      const double tilt = std::pow(10.0, random.uniform(-6.0, -3.5));
      const Pose pose{{random.uniform(-3.0, 3.0), 0.5 - k_sunk, random.uniform(-3.0, 3.0)},
                      normalized(Quat{random.uniform(-1.0, 1.0) * tilt, random.uniform(-0.5, 0.5),
                                      random.uniform(-1.0, 1.0) * tilt, 1.0})};
      ContactManifold all[16];
      const std::size_t count =
          std::min<std::size_t>(collide_all(make_triangle_mesh(*floor), {}, body.shape, pose, all), 16);
      ASSERT_GT(least_reach({all, count}, pose.position), 0.05) << run << ", tilt " << tilt;
    }
  }
}

/// Random triangles and cubes that have hardly met: a point for which neither has a part helps nobody.
TEST_F(UnionSpan, IsWhereBothAre) {
  Random random(6112);
  int overlaps = 0;
  for (int run = 0; run < scaled(4000); ++run) {
    const double size = random.uniform(0.3, 1.0);
    const TriangleMeshPtr sheet = plate(-size, size, size, 1 + static_cast<std::uint32_t>(run % 3));
    const Shape a = make_triangle_mesh(*sheet), b = make_triangle_mesh(*solid);
    const Pose pose_a{{}, random.rotation()}, pose_b{random.in_cube(1.2), random.rotation()};
    ContactManifold all[32];
    const std::size_t count = std::min<std::size_t>(collide_all(a, pose_a, b, pose_b, all), 32);
    for (const ContactManifold& contact : std::span(all, count)) {
      if (contact.depth > 0.03) continue;
      ++overlaps;
      for (int i = 0; i < contact.point_count; ++i) {
        const Vec3 on_a = inverse_times(to_transform(pose_a), contact.points[i].on_a);
        const Vec3 on_b = inverse_times(to_transform(pose_b), contact.points[i].on_b);
        const double beside_sheet = std::max({std::fabs(on_a.x) - size, std::fabs(on_a.z) - size, std::fabs(on_a.y)});
        ASSERT_LT(beside_sheet, 2.0 * contact.depth + 1e-5) << run;
        ASSERT_LT(beside(on_b), 2.0 * contact.depth + 1e-5) << run;
      }
    }
  }
  EXPECT_GT(overlaps, scaled(4000) / 60);
}

}  // namespace
}  // namespace hyperplane
