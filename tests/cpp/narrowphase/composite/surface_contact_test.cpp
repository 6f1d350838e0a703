#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/shape_extent.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/slider.h"
#include "support/test_size.h"

/// Meshes beside their triangles, one by one, as convex shapes with oracles of their own; and bodies that slide over
/// surfaces whose normals are known.

namespace hyperplane::test {
namespace {

constexpr double k_no_distance = std::numeric_limits<double>::infinity();

/// A mesh with its triangles as shapes.
struct ShapeMesh {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  TriangleMeshPtr mesh;
  Shape shape;

  void build(const TriangleMeshOptions& options = {}) {
    TriangleMeshProblem problem;
    Result<TriangleMeshPtr> result = build_triangle_mesh(vertices, indices, options, &problem);
    ASSERT_TRUE(result.ok()) << result.message << ", triangle " << problem.triangle;
    mesh = std::move(result.value);
    shape = make_triangle_mesh(*mesh);
  }
  std::size_t count() const { return indices.size() / 3; }
  Vec3 corner(std::size_t triangle, std::size_t i) const {
    const double* const p = vertices.data() + 3 * std::size_t{indices[3 * triangle + i]};
    return {p[0], p[1], p[2]};
  }
  Shape triangle(std::size_t i) const { return make_triangle(corner(i, 0), corner(i, 1), corner(i, 2)).value; }
};

/// Height over a grid of cells, with a random diagonal in each.
template <class Height>
ShapeMesh make_ground(Random& random, int cells, double cell, const Height& height) {
  ShapeMesh ground;
  const auto across = static_cast<std::uint32_t>(cells + 1);
  for (int z = 0; z <= cells; ++z) {
    for (int x = 0; x <= cells; ++x) {
      const double px = (x - 0.5 * cells) * cell, pz = (z - 0.5 * cells) * cell;
      ground.vertices.insert(ground.vertices.end(), {px, height(px, pz), pz});
    }
  }
  for (int z = 0; z < cells; ++z) {
    for (int x = 0; x < cells; ++x) {
      const std::uint32_t a = static_cast<std::uint32_t>(z) * across + static_cast<std::uint32_t>(x);
      const std::uint32_t b = a + 1, c = a + across, d = c + 1;
      if (random.chance(0.5)) {
        ground.indices.insert(ground.indices.end(), {a, c, b, b, c, d});
      } else {
        ground.indices.insert(ground.indices.end(), {a, c, d, a, d, b});
      }
    }
  }
  return ground;
}

ShapeMesh make_flat_ground(Random& random, int cells, double cell) {
  return make_ground(random, cells, cell, [](double, double) { return 0.0; });
}

ShapeMesh make_triangle_soup(Random& random, int count, double spread, double size) {
  ShapeMesh soup;
  for (int i = 0; i < count; ++i) {
    const Vec3 middle = random.in_cube(spread);
    for (int k = 0; k < 3; ++k) {
      const Vec3 p = middle + random.in_cube(size);
      soup.vertices.insert(soup.vertices.end(), {p.x, p.y, p.z});
      soup.indices.push_back(static_cast<std::uint32_t>(3 * i + k));
    }
  }
  return soup;
}

/// A box of two triangles a side.
ShapeMesh make_mesh_of_box(double width, double height, double depth) {
  ShapeMesh box;
  for (int i = 0; i < 8; ++i) {
    box.vertices.insert(box.vertices.end(), {((i & 1) != 0 ? 0.5 : -0.5) * width, ((i & 2) != 0 ? 0.5 : -0.5) * height,
                                             ((i & 4) != 0 ? 0.5 : -0.5) * depth});
  }
  box.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return box;
}

double angle_from_to(const Vec3& a, const Vec3& b) { return std::atan2(length(cross(a, b)), dot(a, b)); }

TEST(SurfaceContact, VerdictsAndDistancesAreThoseOfTheTriangles) {
  Random random(501);
  int hits = 0;
  const int count = scaled(1500);
  for (int i = 0; i < count; ++i) {
    const double size = random.chance(0.2) ? 1e-3 : random.chance(0.2) ? 1e3 : 1.0;
    const Vec3 around = random.chance(0.3) ? random.in_cube(1e6) : Vec3{};
    ShapeMesh soup = make_triangle_soup(random, 1 + random.below(40), 2.0 * size, size);
    soup.build();
    const TestShape body = make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain,
                                           size * random.uniform(0.3, 2.0));
    const Pose pose{around, random.rotation()}, other{around + random.in_cube(2.0 * size), random.rotation()};
    bool touches = false;
    double least = k_no_distance;
    for (std::size_t t = 0; t < soup.count(); ++t) {
      touches = touches || intersects(soup.triangle(t), pose, body.shape, other);
      least = std::min(least, distance(soup.triangle(t), pose, body.shape, other).distance);
    }
    EXPECT_EQ(intersects(soup.shape, pose, body.shape, other), touches) << i;
    EXPECT_EQ(intersects(body.shape, other, soup.shape, pose), touches) << i;
    EXPECT_EQ(collide(soup.shape, pose, body.shape, other).point_count > 0, touches) << i;
    const Distance found = distance(soup.shape, pose, body.shape, other);
    if (touches) {
      EXPECT_LE(found.distance, 0.0) << i;
      ++hits;
    } else {
      EXPECT_NEAR(found.distance, least, 1e-8 * (size + length(around) * 1e-6)) << i;
      const Distance own =
          distance(soup.triangle(static_cast<std::size_t>(found.features.triangle_a)), pose, body.shape, other);
      EXPECT_NEAR(own.distance, least, 1e-8 * (size + length(around) * 1e-6)) << i;
    }
  }
  std::printf("%d of %d touch\n", hits, count);
  EXPECT_GT(hits, count / 5);
  EXPECT_LT(hits, count * 9 / 10);
}

TEST(SurfaceContact, MeshesAgainstMeshesAreTheirTriangles) {
  Random random(502);
  int hits = 0;
  const int count = scaled(300);
  for (int i = 0; i < count; ++i) {
    ShapeMesh a = make_triangle_soup(random, 1 + random.below(12), 1.5, 0.6),
              b = make_triangle_soup(random, 1 + random.below(12), 1.5, 0.6);
    a.build();
    b.build();
    const Pose pose_a{random.in_cube(1.0), random.rotation()}, pose_b{random.in_cube(1.0), random.rotation()};
    bool touches = false;
    double least = k_no_distance;
    for (std::size_t s = 0; s < a.count(); ++s) {
      for (std::size_t t = 0; t < b.count(); ++t) {
        touches = touches || intersects(a.triangle(s), pose_a, b.triangle(t), pose_b);
        least = std::min(least, distance(a.triangle(s), pose_a, b.triangle(t), pose_b).distance);
      }
    }
    EXPECT_EQ(intersects(a.shape, pose_a, b.shape, pose_b), touches) << i;
    if (!touches) {
      EXPECT_NEAR(distance(a.shape, pose_a, b.shape, pose_b).distance, least, 1e-9) << i;
    }
    EXPECT_EQ(collide(a.shape, pose_a, b.shape, pose_b).point_count > 0, touches) << i;
    hits += touches ? 1 : 0;
  }
  std::printf("%d of %d touch\n", hits, count);
  EXPECT_GT(hits, count / 10);
}

TEST(SurfaceContact, ABoxOnAFloorHasOneContactWithFourPoints) {
  Random random(503);
  for (const double cell : {0.05, 0.13, 0.4, 3.0}) {
    ShapeMesh floor = make_flat_ground(random, 40, cell);
    floor.build();
    const Shape box = make_box(1.0, 0.5, 0.7).value;
    for (int i = 0; i < scaled(60); ++i) {
      const double yaw = random.uniform(0.0, 6.3), depth = random.uniform(1e-6, 0.2);
      const Pose pose{{random.uniform(-0.2, 0.2), 0.25 - depth, random.uniform(-0.2, 0.2)},
                      {0.0, std::sin(0.5 * yaw), 0.0, std::cos(0.5 * yaw)}};
      std::array<ContactManifold, 8> contacts;
      ASSERT_EQ(collide_all(floor.shape, {}, box, pose, contacts), 1u) << cell << " " << i;
      EXPECT_EQ(contacts[0].point_count, 4) << cell << " " << i;
      EXPECT_NEAR(contacts[0].depth, depth, 1e-12);
      EXPECT_LT(angle_from_to(contacts[0].normal, {0.0, 1.0, 0.0}), 1e-12);
      double area_x = 0.0, area_z = 0.0;
      for (int k = 0; k < contacts[0].point_count; ++k) {
        const ContactPoint& point = contacts[0].points[k];
        EXPECT_NEAR(point.on_a.y, 0.0, 1e-12);
        EXPECT_NEAR(point.depth, depth, 1e-12);
        // Each point is a corner of the box.
        const Vec3 local = rotate(conjugate(pose.rotation), point.on_b - pose.position);
        EXPECT_NEAR(std::fabs(local.x), 0.5, 1e-8);
        EXPECT_NEAR(std::fabs(local.z), 0.35, 1e-8);
        area_x += local.x;
        area_z += local.z;
      }
      EXPECT_NEAR(area_x, 0.0, 1e-8);
      EXPECT_NEAR(area_z, 0.0, 1e-8);
    }
  }
}

TEST(SurfaceContact, SlidesOverFlatGroundMeetNoEdge) {
  Random random(504);
  for (const bool is_tilted : {false, true}) {
    for (int kind = 0; kind < k_slider_kinds; ++kind) {
      for (int run = 0; run < scaled(12); ++run) {
        ShapeMesh ground = make_flat_ground(random, 24, random.uniform(0.1, 0.5));
        TriangleMeshOptions options;
        if (random.chance(0.3)) options.sides = SurfaceSides::front;
        ground.build(options);
        const Pose frame{is_tilted ? random.in_cube(100.0) : Vec3{}, is_tilted ? random.rotation() : Quat{}};
        const Vec3 up = rotate(frame.rotation, {0.0, 1.0, 0.0});
        const Slider slider = make_slider(random, kind);
        const Shape& body = slider.body.shape;
        const Quat rotation = normalized(frame.rotation * slider.rotation);
        const double low = -dot(support(body, {{}, rotation}, -up), up), depth = random.uniform(1e-4, 0.05);
        const Vec3 heading = random.direction();
        for (int step = 0; step < 40; ++step) {
          const double way = -1.0 + 0.05 * step;
          const Vec3 local{heading.x * way, low - depth, heading.z * way};
          const Pose pose{frame.position + rotate(frame.rotation, local), rotation};
          std::array<ContactManifold, 16> contacts;
          const std::size_t count = collide_all(ground.shape, frame, body, pose, contacts);
          ASSERT_EQ(count, 1u) << "kind " << kind << " run " << run << " step " << step;
          const double error = angle_from_to(contacts[0].normal, up);
          EXPECT_LT(error, 1e-6) << "kind " << kind << " run " << run << " step " << step;
          EXPECT_NEAR(contacts[0].depth, depth, 1e-9) << "kind " << kind << " run " << run << " step " << step;
          const ContactManifold deepest = collide(body, pose, ground.shape, frame);
          EXPECT_LT(angle_from_to(-deepest.normal, up), 1e-6);
          EXPECT_NEAR(deepest.depth, depth, 1e-9);
        }
      }
    }
  }
}

TEST(SurfaceContact, ACornerThatHangsBelowFlatGroundCounts) {
  Random random(520);
  for (int i = 0; i < scaled(300); ++i) {
    ShapeMesh ground = make_flat_ground(random, 60, random.uniform(0.018, 0.03));
    TriangleMeshOptions options;
    options.sides = random.chance(0.3) ? SurfaceSides::front : SurfaceSides::both;
    options.thickness = 0.0;
    ground.build(options);
    // A blunt body with a sharp corner that leans below the ground, farther down than its bottom.
    const double depth = random.uniform(0.01, 0.04), yaw = random.uniform(0.0, 6.3);
    const Vec3 tip{random.uniform(-0.02, 0.02), -depth, random.uniform(-0.02, 0.02)};
    const Vec3 middle{tip.x + 0.4 * std::cos(yaw), 0.0, tip.z + 0.4 * std::sin(yaw)};
    std::vector<double> points{tip.x, tip.y, tip.z, middle.x, -0.3 * depth, middle.z, middle.x, 0.16, middle.z};
    for (const Vec3& side :
         {Vec3{0.1, 0.06, 0.0}, Vec3{-0.1, 0.06, 0.0}, Vec3{0.0, 0.06, 0.1}, Vec3{0.0, 0.06, -0.1}}) {
      points.insert(points.end(), {middle.x + side.x, side.y, middle.z + side.z});
    }
    const HullPtr hull = build_hull(points).value;
    const Shape body = make_convex_hull(*hull);
    const Pose frame{random.in_cube(10.0), random.rotation()};
    const Vec3 up = rotate(frame.rotation, {0.0, 1.0, 0.0});
    std::array<ContactManifold, 8> contacts;
    ASSERT_EQ(collide_all(ground.shape, frame, body, frame, contacts), 1u) << i;
    const ContactManifold& contact = contacts[0];
    EXPECT_LT(angle_from_to(contact.normal, up), 1e-6) << i;
    EXPECT_NEAR(contact.depth, -tip.y, 1e-9) << i;
    EXPECT_NEAR(contact.points[0].depth, contact.depth, 1e-9) << i;
    EXPECT_NEAR(length(contact.points[0].on_b - (frame.position + rotate(frame.rotation, tip))), 0.0, 1e-9) << i;
    EXPECT_NEAR(collide(body, frame, ground.shape, frame).depth, -tip.y, 1e-9) << i;
  }
}

TEST(SurfaceContact, NormalsOnCurvedGroundAreThoseOfTheTrianglesAround) {
  Random random(505);
  const double curvatures[] = {-0.2, -0.05, 0.05, 0.2};
  for (const double curvature : curvatures) {
    for (int kind = 0; kind < k_slider_kinds; ++kind) {
      for (int run = 0; run < scaled(8); ++run) {
        const double cell = 0.25;
        ShapeMesh ground =
            make_ground(random, 24, cell, [&](double x, double z) { return 0.5 * curvature * (x * x + z * z); });
        ground.build();
        const Slider slider = make_slider(random, kind);
        for (int step = 0; step < 30; ++step) {
          const double x = random.uniform(-1.5, 1.5), z = random.uniform(-1.5, 1.5);
          const double low = -support(slider.body.shape, {{}, slider.rotation}, {0.0, -1.0, 0.0}).y;
          const Pose pose{{x, 0.5 * curvature * (x * x + z * z) + low - 0.01, z}, slider.rotation};
          std::array<ContactManifold, 16> contacts;
          const std::size_t count = collide_all(ground.shape, {}, slider.body.shape, pose, contacts);
          for (std::size_t i = 0; i < std::min<std::size_t>(count, contacts.size()); ++i) {
            // Neighbours deviate by at most this much, also across a corner.
            const auto t = static_cast<std::size_t>(contacts[i].features.triangle_a);
            const Vec3 first = ground.corner(t, 0);
            const Vec3 face = cross(ground.corner(t, 1) - first, ground.corner(t, 2) - first);
            EXPECT_LT(angle_from_to(contacts[i].normal, face), 2.0 * std::fabs(curvature) * cell)
                << curvature << " kind " << kind << " run " << run;
          }
        }
      }
    }
  }
}

TEST(SurfaceContact, ARidgeIsFeltFromBothSides) {
  Random random(506);
  ShapeMesh roof;
  roof.vertices = {-1, -1, -3, 0, 0, -3, 1, -1, -3, -1, -1, 3, 0, 0, 3, 1, -1, 3};
  roof.indices = {0, 4, 1, 0, 3, 4, 1, 5, 2, 1, 4, 5};
  roof.build();
  const Shape sphere = ball(0.5);
  for (int i = 0; i < 50; ++i) {
    // Normals between those of the two sides.
    const double angle = random.uniform(-0.78, 0.78);
    const Vec3 normal{std::sin(angle), std::cos(angle), 0.0};
    const Pose pose{normal * 0.49 + Vec3{0.0, 0.0, random.uniform(-2.0, 2.0)}, {}};
    std::array<ContactManifold, 8> contacts;
    ASSERT_GE(collide_all(roof.shape, {}, sphere, pose, contacts), 1u);
    EXPECT_NEAR(contacts[0].depth, 0.01, 1e-9);
    EXPECT_LT(angle_from_to(contacts[0].normal, normal), 1e-7);
  }
}

TEST(SurfaceContact, ABorderThatIsBarelyTouchedIsBarelyDeep) {
  // Bodies that come towards the border of an open, two-sided surface and stop a little too late: also from behind the
  // triangle that they touch first the way back is the short one.
  Random random(511);
  int touching = 0, behind = 0, deep = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    ShapeMesh ground = make_ground(random, 3, 1.0, [&](double, double) { return random.uniform(-0.5, 0.5); });
    ground.build();
    const TestShape body = make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain,
                                           random.uniform(0.3, 1.0));
    const Quat rotation = random.rotation();
    const Vec3 way = random.direction() * 5.0, aside = random.in_cube(1.5);
    const Sweep still{}, sweep{{aside - way, rotation}, {aside + way, rotation}};
    const Impact impact = time_of_impact(ground.shape, still, body.shape, sweep);
    if (!impact.hit || impact.time == 0.0) continue;
    ++touching;
    const double sink = 1e-4;
    const Vec3 position = aside + way * (2.0 * impact.time - 1.0) - impact.normal * sink;
    const std::uint32_t* const corners = ground.indices.data() + 3 * impact.features.triangle_a;
    const auto corner = [&](int k) {
      const double* const p = ground.vertices.data() + 3 * corners[k];
      return Vec3{p[0], p[1], p[2]};
    };
    const Vec3 normal = cross(corner(1) - corner(0), corner(2) - corner(0));
    behind += dot(normal, impact.normal) * dot(normal, position - corner(0)) < 0.0 ? 1 : 0;
    const ContactManifold contact = collide(ground.shape, {}, body.shape, {position, rotation});
    ASSERT_GT(contact.point_count, 0) << i;
    deep += contact.depth > 1.01 * sink ? 1 : 0;
  }
  EXPECT_LE(deep, touching / 1000 + 1);
  std::printf("%d touch, %d of them behind\n", touching, behind);
  EXPECT_GT(touching, count / 2);
}

/// A cube of side 1 around the origin.
ShapeMesh make_cube(const TriangleMeshOptions& options) {
  ShapeMesh cube;
  for (int i = 0; i < 8; ++i) {
    cube.vertices.insert(cube.vertices.end(),
                         {(i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5});
  }
  cube.indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  cube.build(options);
  return cube;
}

/// Seen from inside a hollow box, all of its edges are concave. A wide plate that its corner dips into reaches far
/// behind the faces, over which its own corners may lie.
TEST(SurfaceContact, ACornerOfAHollowBoxIsBarelyDeepInAWidePlate) {
  constexpr std::uint64_t k_seed = 12;
  Random random(k_seed);
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  for (int i = 0; i < scaled(20000); ++i) {
    ShapeMesh box = make_mesh_of_box(random.uniform(0.1, 0.8), random.uniform(0.1, 0.8), random.uniform(0.1, 0.8));
    box.build();
    const double thickness = random.uniform(0.02, 0.4), sunk = random.log_uniform(-16, -10);
    const Shape plate = make_box(thickness, 20.0, 20.0).value;
    Pose pose{{0.0, random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)}, random.rotation()};
    pose.position.x = sunk - 0.5 * thickness - support(box.shape, pose, {1.0, 0.0, 0.0}).x;
    const ContactManifold contact = collide(box.shape, pose, plate, {});
    ASSERT_GT(contact.point_count, 0) << i;
    ASSERT_LT(contact.depth, 2.0 * sunk) << i;
    ASSERT_GT(contact.normal.x, 0.99) << i;
  }
}

// The sides of cubes in a stack are flush, or nearly: their triangles touch the other cube, and have no part in it. The
// oracle is the least overlap of two cubes along their axes.
TEST(SurfaceContact, CubesInAStackAreAsDeepAsTheySink) {
  TriangleMeshOptions solid_options, front_options;
  solid_options.solid = true;
  front_options.sides = SurfaceSides::front;
  const ShapeMesh solid = make_cube(solid_options), front = make_cube(front_options);
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  const Shape* const pairs[][2] = {{&solid.shape, &solid.shape}, {&solid.shape, &box}, {&box, &solid.shape},
                                   {&front.shape, &box},         {&box, &front.shape}, {&front.shape, &solid.shape}};
  int count = 0;
  for (const auto& [a, b] : pairs) {
    for (const double x : {0.0, 5e-5, -5e-5, 2e-4, 0.3}) {
      for (const double z : {0.0, 3e-5, -5e-5, 2e-4, 0.3}) {
        for (const double sink : {1e-6, 1e-4, 1e-2}) {
          const Pose pose{{x, 1.0 - sink, z}, {}};
          const double least = std::min({sink, 1.0 - std::abs(x), 1.0 - std::abs(z)});
          const ContactManifold contact = collide(*a, {}, *b, pose);
          ASSERT_GT(contact.point_count, 0);
          EXPECT_NEAR(contact.depth, least, 1e-9) << x << " " << z << " sunk " << sink;
          EXPECT_GT(contact.normal.y, 0.999);
          ++count;
        }
      }
    }
  }
  EXPECT_EQ(count, 450);
}

TEST(SurfaceContact, SolidsHoldWhatIsDeepInside) {
  Random random(507);
  ShapeMesh box = make_mesh_of_box(4.0, 4.0, 4.0);
  TriangleMeshOptions options;
  options.solid = true;
  box.build(options);
  for (int i = 0; i < scaled(300); ++i) {
    const TestShape body =
        make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain, 0.5);
    const Pose frame{random.in_cube(10.0), random.rotation()};
    const Vec3 local = random.in_cube(3.0);
    const Pose pose{frame.position + rotate(frame.rotation, local), random.rotation()};
    const Distance apart = distance(make_box(4.0, 4.0, 4.0).value, frame, body.shape, pose);
    if (std::fabs(apart.distance) < 1e-6) continue;
    ASSERT_EQ(intersects(box.shape, frame, body.shape, pose), apart.distance < 0.0) << i;
    const ContactManifold contact = collide(box.shape, frame, body.shape, pose);
    ASSERT_EQ(contact.point_count > 0, apart.distance < 0.0) << i;
    if (apart.distance > 0.0) {
      EXPECT_NEAR(distance(box.shape, frame, body.shape, pose).distance, apart.distance, 1e-9);
      continue;
    }
    // Pushed out again and again, the body gets out, and not farther than it must.
    Pose moved = pose;
    ContactManifold next = contact;
    double way = 0.0;
    for (int round = 0; round < 12 && next.point_count > 0 && next.depth > 1e-9; ++round) {
      moved.position += next.normal * next.depth;
      way += next.depth;
      next = collide(box.shape, frame, body.shape, moved);
    }
    EXPECT_GT(distance(make_box(4.0, 4.0, 4.0).value, frame, body.shape, moved).distance, -1e-6) << i;
    EXPECT_LT(way, -apart.distance + 0.5) << i;
  }
}

TEST(SurfaceContact, OneSidedGroundPushesUpWhatIsBelow) {
  Random random(508);
  ShapeMesh ground = make_flat_ground(random, 20, 0.3);
  TriangleMeshOptions options;
  options.sides = SurfaceSides::front;
  options.thickness = 2.0;
  ground.build(options);
  for (int kind = 0; kind < k_slider_kinds; ++kind) {
    for (int i = 0; i < scaled(40); ++i) {
      const Slider slider = make_slider(random, kind);
      const Shape& body = slider.body.shape;
      const double low = -support(body, {{}, slider.rotation}, {0.0, -1.0, 0.0}).y;
      const double high = support(body, {{}, slider.rotation}, {0.0, 1.0, 0.0}).y, depth = random.uniform(0.0, 4.0);
      const Pose pose{{random.uniform(-1.0, 1.0), low - depth, random.uniform(-1.0, 1.0)}, slider.rotation};
      // Behind the surface is what touches it, or has its inner point behind it by less than the thickness.
      const double top = pose.position.y + high;
      const double middle = pose.position.y + rotate(pose.rotation, inner_point_of(body)).y;
      if (std::fabs(middle + 2.0) < 1e-6 || std::fabs(top) < 1e-6) continue;
      const bool is_behind = top > 0.0 || middle > -2.0;
      const ContactManifold contact = collide(ground.shape, {}, body, pose);
      ASSERT_EQ(contact.point_count > 0, is_behind) << kind << " " << i;
      ASSERT_EQ(intersects(ground.shape, {}, body, pose), is_behind) << kind << " " << i;
      if (contact.point_count == 0) continue;
      EXPECT_LT(angle_from_to(contact.normal, {0.0, 1.0, 0.0}), 1e-6) << kind << " " << i;
      EXPECT_NEAR(contact.depth, depth, 1e-9) << kind << " " << i;
    }
  }
  // Casts from behind pass through.
  const Sweep up{{{0.1, -5.0, 0.1}, {}}, {{0.1, 5.0, 0.1}, {}}}, down{up.to, up.from}, rest{};
  EXPECT_FALSE(time_of_impact(ground.shape, rest, ball(0.5), up).hit);
  const Impact impact = time_of_impact(ground.shape, rest, ball(0.5), down);
  ASSERT_TRUE(impact.hit);
  EXPECT_NEAR(impact.time, 0.45, 1e-9);
}

TEST(SurfaceContact, BodiesInARimLeaveSideways) {
  // A floor that ends at x = 0, and upright bodies in its rim: up is the longer way out.
  for (const double thickness : {0.0, 0.05, 1.0}) {
    ShapeMesh floor;
    floor.vertices = {-10.0, 0.0, -10.0, -10.0, 0.0, 10.0, 0.0, 0.0, 10.0, 0.0, 0.0, -10.0};
    floor.indices = {0, 1, 2, 0, 2, 3};
    TriangleMeshOptions options;
    options.sides = thickness > 0.0 ? SurfaceSides::front : SurfaceSides::both;
    options.thickness = thickness;
    floor.build(options);
    for (const Shape& body : {make_capsule(0.3, 1.2).value, make_box(0.6, 1.8, 0.6).value, ball(0.3)}) {
      const double tall = support(body, {}, {0.0, 1.0, 0.0}).y;
      for (const double share : {-0.3, 0.0, 0.3}) {
        for (const double depth : {0.01, 0.03}) {
          const double height = body.type == ShapeType::sphere ? 0.0 : share * tall;
          const ContactManifold contact = collide(floor.shape, {}, body, {{0.3 - depth, height, 0.25}, {}});
          ASSERT_GT(contact.point_count, 0) << thickness << " " << share;
          EXPECT_LT(angle_from_to(contact.normal, {1.0, 0.0, 0.0}), 1e-6) << thickness << " " << share;
          EXPECT_NEAR(contact.depth, depth, 1e-9) << thickness << " " << share;
        }
      }
    }
  }
}

TEST(SurfaceContact, ImpactsAreTheFirstOfTheTriangles) {
  Random random(509);
  int hits = 0;
  const int count = scaled(400);
  for (int i = 0; i < count; ++i) {
    ShapeMesh soup = make_triangle_soup(random, 1 + random.below(30), 2.0, 0.7);
    soup.build();
    const TestShape body = make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain,
                                           random.uniform(0.2, 1.0));
    const bool turns = random.chance(0.5);
    const Quat from = random.rotation(), mesh_from = random.rotation();
    const Vec3 start = random.direction() * 5.0;
    const Sweep of_mesh{{random.in_cube(0.5), mesh_from}, {random.in_cube(0.5), turns ? random.rotation() : mesh_from}};
    const Sweep of_body{{start, from}, {random.in_cube(1.0) - start * 0.5, turns ? random.rotation() : from}};
    Impact first;
    for (std::size_t t = 0; t < soup.count(); ++t) {
      const Impact impact = time_of_impact(soup.triangle(t), of_mesh, body.shape, of_body);
      if (impact.hit && (!first.hit || impact.time < first.time)) first = impact;
    }
    const Impact found = time_of_impact(soup.shape, of_mesh, body.shape, of_body);
    ASSERT_EQ(found.hit, first.hit) << i;
    if (!first.hit) continue;
    ++hits;
    EXPECT_NEAR(found.time, first.time, 1e-9) << i;
  }
  std::printf("%d of %d hit\n", hits, count);
  EXPECT_GT(hits, count / 3);
}

TEST(SurfaceContact, ImpactsOfTwoTurningSurfacesAreTheFirstOfTheirTriangles) {
  Random random(510);
  int hits = 0;
  const int count = scaled(200);
  for (int i = 0; i < count; ++i) {
    // Triangles far from the origins about which their surfaces turn, too.
    const double spread = random.log_uniform(-1, 2), apart = random.uniform(1.0, 2.0) * spread;
    ShapeMesh soups[2] = {make_triangle_soup(random, 1 + random.below(20), spread, 0.7),
                          make_triangle_soup(random, 1 + random.below(20), spread, 0.7)};
    Sweep sweeps[2];
    for (int k = 0; k < 2; ++k) {
      soups[k].build();
      const Quat from = random.rotation();
      const Vec3 axis = random.direction() * random.log_uniform(-7, 4);
      const Quat turn = normalized(Quat{axis.x, axis.y, axis.z, 1.0});
      const Vec3 start = k == 0 ? Vec3{} : random.direction() * apart;
      sweeps[k] = {{start, from}, {start * random.uniform(-0.5, 1.0) + random.in_cube(1.0), turn * from}};
    }
    if (random.chance(0.3)) sweeps[1].to.rotation = sweeps[1].from.rotation;
    Impact first;
    for (std::size_t t = 0; t < soups[0].count(); ++t) {
      for (std::size_t u = 0; u < soups[1].count(); ++u) {
        const Impact impact = time_of_impact(soups[0].triangle(t), sweeps[0], soups[1].triangle(u), sweeps[1]);
        if (impact.hit && (!first.hit || impact.time < first.time)) first = impact;
      }
    }
    const Impact found = time_of_impact(soups[0].shape, sweeps[0], soups[1].shape, sweeps[1]);
    ASSERT_EQ(found.hit, first.hit) << i;
    if (!first.hit) continue;
    hits += first.time > 0.0 ? 1 : 0;
    EXPECT_EQ(found.time, first.time) << i;
  }
  std::printf("%d of %d hit after the start\n", hits, count);
  EXPECT_GT(hits, count / 6);
}

}  // namespace
}  // namespace hyperplane::test
