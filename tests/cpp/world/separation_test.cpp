#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "depenetration/solve_planes.h"
#include "math/vec3.h"
#include "random.h"
#include "random_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

Shape slab(double x, double y, double z) { return make_box(x, y, z).value; }

ColliderId put(World& world, const Shape& shape, const Vec3& at, bool is_sensor = false) {
  ColliderOptions options{shape, {at, {}}};
  options.is_sensor = is_sensor;
  return world.add(options).value;
}

void expect_translation(World& world, ColliderId id, const Vec3& expected) {
  const Result<Vec3> found = world.separation(id);
  ASSERT_TRUE(found.ok()) << found.message;
  EXPECT_NEAR(found.value.x, expected.x, 1e-6);
  EXPECT_NEAR(found.value.y, expected.y, 1e-6);
  EXPECT_NEAR(found.value.z, expected.z, 1e-6);
}

/// The half-spaces of a collider's contacts, from the lists of the world.
std::vector<HalfSpace> half_spaces_of(const World& world, std::uint32_t row) {
  std::vector<HalfSpace> result;
  const ContactList contacts = world.contacts();
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    const RowPair pair = contacts.pairs[i];
    if (pair.a != row && pair.b != row) continue;
    const float* const n = contacts.normals.data() + 4 * i;
    const double side = pair.b == row ? 1.0 : -1.0;
    result.push_back(
        {{side * static_cast<double>(n[0]), side * static_cast<double>(n[1]), side * static_cast<double>(n[2])},
         static_cast<double>(n[3])});
  }
  return result;
}

/// The nearest point of half-spaces to the origin by Dykstra's alternating projections.
Vec3 nearest_by_projections(const std::vector<HalfSpace>& planes) {
  std::vector<Vec3> corrections(planes.size());
  Vec3 x;
  for (int round = 0; round < 20000; ++round) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const Vec3 from = x + corrections[i];
      const double missing = planes[i].offset - dot(planes[i].normal, from);
      x = missing > 0.0 ? from + planes[i].normal * missing : from;
      corrections[i] = from - x;
    }
  }
  return x;
}

double most_violated(const std::vector<HalfSpace>& planes, const Vec3& x) {
  double most = 0.0;
  for (const HalfSpace& plane : planes) most = std::max(most, plane.offset - dot(plane.normal, x));
  return most;
}

/// Boxes along the axes, at the origin: a compound that needs no code of the core to tell what it overlaps.
struct Bricks {
  std::vector<CompoundPart> parts;
  CompoundPtr compound;
  Shape shape;
  Vec3 position;
};

Bricks random_bricks(scenes::Random& random, double reach) {
  Bricks bricks;
  const std::uint32_t count = 2 + random.below(4);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 size{random.uniform(0.2, 1.2), random.uniform(0.2, 1.2), random.uniform(0.2, 1.2)};
    const Vec3 at{random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8)};
    bricks.parts.push_back({make_box(size.x, size.y, size.z).value, {at, {}}});
  }
  bricks.compound = build_compound(bricks.parts).value;
  bricks.shape = make_compound(*bricks.compound);
  bricks.position = {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
  return bricks;
}

/// The interval of ways along a direction over which two boxes overlap by more than `slack`; empty: low > high.
struct Interval {
  double low = 0.0, high = 1e9;
};
Interval overlap_along(const CompoundPart& own, const CompoundPart& other, const Vec3& apart, const Vec3& along,
                       double slack) {
  Interval found;
  for (int axis = 0; axis < 3; ++axis) {
    const double reach = 0.5 * (own.shape.parameters[axis] + other.shape.parameters[axis]) - slack;
    const double offset = component(other.pose.position + apart - own.pose.position, axis), u = component(along, axis);
    if (std::fabs(u) < 1e-12) {
      if (std::fabs(offset) >= reach) return {1.0, 0.0};
      continue;
    }
    const double one = (offset - reach) / u, two = (offset + reach) / u;
    found.low = std::max(found.low, std::min(one, two));
    found.high = std::min(found.high, std::max(one, two));
  }
  return found;
}

/// The least way along a direction after which bricks overlap none of the others, from `start` on.
double oracle_way(const Bricks& own, const std::vector<const Bricks*>& others, const Vec3& along, double start,
                  double slack) {
  double way = start;
  for (bool has_moved = true; has_moved;) {
    has_moved = false;
    for (const Bricks* const other : others) {
      for (const CompoundPart& a : own.parts) {
        for (const CompoundPart& b : other->parts) {
          const Interval met = overlap_along(a, b, other->position - own.position, along, slack);
          if (met.low <= way && met.high > way + 1e-12) {
            way = met.high;
            has_moved = true;
          }
        }
      }
    }
  }
  return way;
}

TEST(Separation, LeadsConcaveShapesOutOfEachOther) {
  constexpr std::uint64_t k_seed = 8102;
  scenes::Random random(k_seed);
  const int count = test::scaled(300);
  int touching = 0, free = 0, missed = 0;
  double worst = 0.0, sum = 0.0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", world " << n);
    const WorldPtr world = make_world().value;
    std::vector<Bricks> all;
    all.reserve(3);
    for (int i = 0; i < (n % 3 == 0 ? 3 : 2); ++i) all.push_back(random_bricks(random, i == 0 ? 0.0 : 0.8));
    std::vector<ColliderId> ids;
    ids.reserve(all.size());
    for (const Bricks& bricks : all) ids.push_back(put(*world, bricks.shape, bricks.position));
    ASSERT_TRUE(world->update().ok());
    const std::vector<HalfSpace> planes = half_spaces_of(*world, 0);
    const Vec3 found = world->separation(ids[0]).value;
    if (planes.empty()) continue;
    ++touching;
    double deepest = 0.0;
    for (const HalfSpace& plane : planes) deepest = std::max(deepest, plane.offset);
    std::vector<const Bricks*> touched;
    for (std::size_t i = 1; i < all.size(); ++i) {
      for (const RowPair pair : world->contacts().pairs) {
        if (pair.a != 0 || pair.b != i) continue;
        touched.push_back(&all[i]);
        break;
      }
    }
    const double limit = 6.0 * deepest, way = length(found);
    EXPECT_LE(way, limit * (1.0 + 1e-9));
    double best = 1e9;
    for (int i = 0; i < 400; ++i) {
      const Vec3 along = i < 6 ? unit_axis(i % 3) * (i < 3 ? 1.0 : -1.0) : random.direction();
      best = std::min(best, oracle_way(all[0], touched, along, 0.0, 0.0));
    }
    const Vec3 along = normalized(found);
    if (oracle_way(all[0], touched, along, way, 4e-6) > way) {
      missed += best < limit * 0.99 ? 1 : 0;
      continue;
    }
    ++free;
    worst = std::max(worst, way / best);
    sum += way / best;
  }
  std::printf("seed %llu: %d touching, %d free, length over the oracle's: mean %g, worst %g; %d missed\n",
              static_cast<unsigned long long>(k_seed), touching, free, sum / free, worst, missed);
  EXPECT_GT(touching, count / 3);
  EXPECT_GE(free, touching * 95 / 100);
  EXPECT_LT(sum, 1.2 * free);
  // Directions in space are far between: a narrow way may be missed.
  EXPECT_LE(missed, touching / 50);
}

TEST(Separation, LeavesACorner) {
  const WorldPtr world = make_world().value;
  put(*world, slab(10, 1, 10), {0, -0.5, 0});
  put(*world, slab(1, 10, 10), {-0.5, 0, 0});
  const ColliderId box = put(*world, slab(1, 1, 1), {0.4, 0.45, 3});
  put(*world, slab(10, 10, 1), {0, 0, 3.8});
  ASSERT_TRUE(world->update().ok());
  expect_translation(*world, box, {0.1, 0.05, -0.2});
  // From the wall's view the box is in its way, and the other walls are not.
  EXPECT_GT(length(world->separation({1, 1}).value), 0.1);
}

/// A ball that reaches through both faces of a slab far from its rim leaves it by the nearer face.
TEST(Separation, LeadsOutOfASolidThatIsReachedThrough) {
  constexpr std::uint64_t k_seed = 8114;
  scenes::Random random(k_seed);
  for (int n = 0; n < test::scaled(100); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", slab " << n);
    const double half = random.uniform(0.05, 0.3), radius = random.uniform(0.5, 1.0);
    std::vector<double> vertices;
    for (int i = 0; i < 8; ++i) {
      for (const double at : {i & 1 ? 9.0 : -9.0, i & 2 ? half : -half, i & 4 ? 9.0 : -9.0}) vertices.push_back(at);
    }
    const std::vector<std::uint32_t> indices{0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                             2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    TriangleMeshOptions options;
    options.solid = true;
    const TriangleMeshPtr mesh = build_triangle_mesh(vertices, indices, options).value;
    ASSERT_NE(mesh, nullptr);
    const WorldPtr world = make_world().value;
    put(*world, make_triangle_mesh(*mesh), {});
    const double side = random.below(2) == 0 ? -1.0 : 1.0, height = random.uniform(0.02, 0.15);
    const Vec3 at{random.uniform(-3, 3), side * height, random.uniform(-3, 3)};
    const ColliderId ball = put(*world, make_sphere(radius).value, at);
    ASSERT_TRUE(world->update().ok());
    const Result<Vec3> found = world->separation(ball);
    ASSERT_TRUE(found.ok()) << found.message;
    // A search of directions finds it, to a hundredth.
    EXPECT_LE(length(found.value), 1.01 * (radius + half - height));
    const double clearance = std::fabs(at.y + found.value.y) - radius - half;
    EXPECT_GE(clearance, -2e-5);
  }
}

TEST(Separation, CountsManyContactsOfOneFloorOnce) {
  const WorldPtr world = make_world().value;
  for (int x = -8; x < 8; ++x) {
    for (int z = -8; z < 8; ++z) put(*world, slab(1, 1, 1), {x + 0.5, -0.5, z + 0.5});
  }
  const ColliderId plate = put(*world, slab(11, 1, 11), {0.3, 0.47, 0.2});
  ASSERT_TRUE(world->update().ok());
  ASSERT_GT(world->contacts().pairs.size(), 100u);
  expect_translation(*world, plate, {0.0, 0.03, 0.0});
}

TEST(Separation, GivesWayEquallyBetweenWallsThatAreTooClose) {
  const WorldPtr world = make_world().value;
  put(*world, slab(1, 10, 10), {-1.0, 0, 0});
  put(*world, slab(1, 10, 10), {0.9, 0, 0});
  const ColliderId ball = put(*world, make_sphere(0.6).value, {0.0, 0, 0});
  ASSERT_TRUE(world->update().ok());
  expect_translation(*world, ball, {-0.05, 0.0, 0.0});
}

TEST(Separation, IsZeroWithoutContacts) {
  const WorldPtr world = make_world().value;
  const ColliderId box = put(*world, slab(1, 1, 1), {});
  const ColliderId sensor = put(*world, slab(1, 1, 1), {0.2, 0, 0}, true);
  EXPECT_EQ(world->separation(box).value, Vec3{});
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->separation(box).value, Vec3{});
  EXPECT_EQ(world->separation(sensor).value, Vec3{});
  const ColliderId late = put(*world, slab(1, 1, 1), {});
  EXPECT_EQ(world->separation(late).value, Vec3{});
  ASSERT_TRUE(world->update().ok());
  EXPECT_GT(length(world->separation(late).value), 0.5);
  // A removed collider is no longer in the way.
  ASSERT_EQ(world->remove(box), Status::ok);
  EXPECT_EQ(world->separation(late).value, Vec3{});
  EXPECT_EQ(world->separation(box).status, Status::stale_handle);
  EXPECT_EQ(world->separation({77, 1}).status, Status::stale_handle);
}

TEST(Separation, NeedsMemoryAndChangesNothingWithoutIt) {
  if (!test::can_fail_memory()) GTEST_SKIP() << "memory cannot fail in this build";
  const WorldPtr world = make_world().value;
  const ColliderId box = put(*world, slab(1, 1, 1), {});
  put(*world, slab(1, 1, 1), {0.9, 0, 0});
  ASSERT_TRUE(world->update().ok());
  for (int n = 0;; ++n) {
    test::FailingMemory failing(n);
    const Result<Vec3> found = world->separation(box);
    if (!failing.has_failed()) {
      EXPECT_GT(n, 1);
      EXPECT_NEAR(found.value.x, -0.1, 1e-6);
      break;
    }
    EXPECT_EQ(found.status, Status::out_of_memory);
  }
}

TEST(Separation, IsTheShortestTranslationOutOfAllContacts) {
  constexpr std::uint64_t k_seed = 8101;
  scenes::Random random(k_seed);
  scenes::RandomShapes shapes;
  const int count = test::scaled(400);
  int several = 0, solved = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", world " << n);
    const WorldPtr world = make_world().value;
    const bool has_compounds = random.chance(0.3);
    const int others = 1 + static_cast<int>(random.below(6));
    const Shape body = has_compounds ? shapes.next_compound(random, 4, 0.6) : shapes.next(random);
    // Far from the first row, and on either side of the others.
    std::vector<ColliderOptions> options(static_cast<std::size_t>(others) + 1);
    const std::size_t own = random.below(static_cast<std::uint32_t>(options.size()));
    for (std::size_t i = 0; i < options.size(); ++i) {
      options[i].shape = i == own ? body : shapes.next(random);
      const Vec3 away = random.direction() * random.uniform(0.5, 1.2);
      options[i].pose = {i == own ? Vec3{} : away, random.rotation()};
    }
    for (const ColliderOptions& each : options) ASSERT_TRUE(world->add(each).ok());
    ASSERT_TRUE(world->update().ok());
    const auto row = static_cast<std::uint32_t>(own);
    const std::vector<HalfSpace> planes = half_spaces_of(*world, row);
    const Vec3 found = world->separation(world->at(row)).value;
    if (planes.empty()) {
      EXPECT_EQ(found, Vec3{});
      continue;
    }
    double deepest = 0.0;
    for (const HalfSpace& plane : planes) deepest = std::max(deepest, plane.offset);
    several += planes.size() > 1 ? 1 : 0;
    const Vec3 expected = nearest_by_projections(planes);
    const double limit = 6.0 * deepest;
    EXPECT_LE(length(found), limit * (1.0 + 1e-9));
    // Contacts that oppose each other, or that are far from their common point, leave a choice.
    if (has_compounds || most_violated(planes, expected) > 1e-6 * deepest || length(expected) > 2.0 * deepest) continue;
    ++solved;
    EXPECT_LE(most_violated(planes, found), 1e-6 * deepest);
    EXPECT_NEAR(length(found), length(expected), 1e-4 * deepest);
    // Moved, it only touches what it touched.
    const Pose moved{world->describe(row).pose.position + found, world->describe(row).pose.rotation};
    for (const RowPair pair : world->contacts().pairs) {
      if (pair.a != row && pair.b != row) continue;
      const ColliderOptions other = world->describe(pair.a == row ? pair.b : pair.a);
      EXPECT_LE(collide(body, moved, other.shape, other.pose).depth, 2e-6);
    }
  }
  std::printf("seed %llu: %d worlds, %d with several contacts, %d solved\n", static_cast<unsigned long long>(k_seed),
              count, several, solved);
  EXPECT_GT(several, count * 4 / 10);
  EXPECT_GT(solved, count / 3);
}

/// Solids sunk in a floor beside crates: what is left over of a contact must not be left in the way.
TEST(Separation, LeavesNothingOverlapped) {
  constexpr std::uint64_t k_seed = 8103;
  scenes::Random random(k_seed);
  const int count = test::scaled(1500);
  int between = 0;
  double worst = 0.0;
  for (int n = 0; n < count; ++n) {
    const WorldPtr world = make_world().value;
    std::vector<ColliderOptions> level = {{slab(100, 1, 100), {{0, -0.5, 0}, {}}, true}};
    for (std::uint32_t i = 0; i < 1 + random.below(3); ++i) {
      const Vec3 size{random.uniform(0.3, 2.0), random.uniform(0.2, 1.5), random.uniform(0.3, 2.0)};
      const double reach = 0.45 + 0.5 * size.x;
      level.push_back({slab(size.x, size.y, size.z), {{reach, 0.5 * size.y, random.uniform(-0.5, 0.5)}, {}}, true});
    }
    for (const ColliderOptions& part : level) world->add(part);
    const Shape bodies[] = {make_cone(0.5, 1).value,     make_sphere(0.5).value,
                            make_cylinder(0.5, 1).value, make_ellipsoid(0.5, 0.5, 0.4).value,
                            make_box(1, 1, 1).value,     make_capsule(0.5, 0.5).value};
    const Shape body = bodies[random.below(6)];
    const double low = -support(body, {}, {0, -1, 0}).y;
    const Vec3 at{random.uniform(-0.05, 0.05), low - random.uniform(1e-5, 0.08), random.uniform(-0.2, 0.2)};
    const ColliderId id = put(*world, body, at);
    ASSERT_TRUE(world->update().ok());
    const Vec3 way = world->separation(id).value;
    double depth = 0.0;
    int touched = 0;
    for (const ColliderOptions& part : level) {
      if (!intersects(body, {at, {}}, part.shape, part.pose)) continue;
      ++touched;
      depth = std::max(depth, penetration(body, {at + way, {}}, part.shape, part.pose).depth);
    }
    worst = std::max(worst, depth);
    between += touched > 1 ? 1 : 0;
    EXPECT_LE(depth, 2e-6) << "seed " << k_seed << ", world " << n << ", way " << length(way);
  }
  printf("seed %d: %d worlds, %d beside crates, %g m left\n", static_cast<int>(k_seed), count, between, worst);
  EXPECT_GT(between, count / 2);
}

/// A ring of triangles, finely divided: a torus about the z axis.
TriangleMeshPtr ring(int around, int across) {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < across; ++j) {
      const double u = 6.283185307179586 * i / around, v = 6.283185307179586 * j / across;
      const double reach = 0.4 + 0.15 * std::cos(v);
      vertices.insert(vertices.end(), {reach * std::cos(u), reach * std::sin(u), 0.15 * std::sin(v)});
      const auto at = [&](int k, int l) { return static_cast<std::uint32_t>(k % around * across + l % across); };
      for (const std::uint32_t corner :
           {at(i, j), at(i + 1, j), at(i, j + 1), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)}) {
        indices.push_back(corner);
      }
    }
  }
  return build_triangle_mesh(vertices, indices, {}).value;
}

TEST(Separation, LeadsOutOfManyTriangles) {
  int left = 0;
  for (const int across : {8, 20}) {
    const TriangleMeshPtr mesh = ring(20 * across, across);
    const Shape level = make_triangle_mesh(*mesh);
    for (const Shape& body : {slab(1, 1, 1), make_sphere(0.5).value, make_capsule(0.3, 0.6).value}) {
      const WorldPtr world = make_world().value;
      world->add({level, {}, true});
      const Vec3 at{0.05, 0.1, 0.1};
      const ColliderId id = put(*world, body, at);
      ASSERT_TRUE(world->update().ok());
      const Vec3 way = world->separation(id).value;
      left += penetration(body, {at + way, {}}, level, {}).depth > 1e-6 ? 1 : 0;
      // Along z there is an end; among many parts not every direction is tried.
      const double up = 0.15 - at.z - support(body, {}, {0, 0, -1}).z;
      EXPECT_LE(length(way), 1.7 * up) << across;
      EXPECT_EQ(world->separation(id).value, way);
    }
  }
  EXPECT_EQ(left, 0);
}

/// A convex body told in many parts, as which it has far shallower contacts, and as one: the oracle.
struct InParts {
  TriangleMeshPtr mesh;
  HullPtr hull;
  CompoundPtr compound;
  Shape parts, whole;
};

/// An ellipsoid of 4 rings^2 triangles, as a solid and as a hull.
InParts solid_ball(int rings, const Vec3& radii) {
  const int around = 2 * rings;
  std::vector<double> vertices = {0.0, radii.y, 0.0};
  std::vector<std::uint32_t> indices;
  const auto add = [&](int a, int b, int c) {
    for (const int i : {a, b, c}) indices.push_back(static_cast<std::uint32_t>(i));
  };
  for (int i = 1; i < rings; ++i) {
    for (int j = 0; j < around; ++j) {
      const double down = 3.141592653589793 * i / rings, turn = 6.283185307179586 * j / around;
      vertices.insert(vertices.end(), {radii.x * std::sin(down) * std::cos(turn), radii.y * std::cos(down),
                                       -radii.z * std::sin(down) * std::sin(turn)});
    }
  }
  vertices.insert(vertices.end(), {0.0, -radii.y, 0.0});
  const int last = static_cast<int>(vertices.size() / 3) - 1;
  for (int j = 0; j < around; ++j) {
    const int next = (j + 1) % around;
    add(0, 1 + j, 1 + next);
    add(last, last - around + next, last - around + j);
    for (int row = 1; row + around < last; row += around) {
      add(row + j, row + around + j, row + next);
      add(row + next, row + around + j, row + around + next);
    }
  }
  InParts ball;
  TriangleMeshOptions options;
  options.solid = true;
  ball.mesh = build_triangle_mesh(vertices, indices, options).value;
  ball.hull = build_hull(vertices).value;
  ball.parts = make_triangle_mesh(*ball.mesh);
  ball.whole = make_convex_hull(*ball.hull);
  return ball;
}

/// A unit box as flush boxes.
InParts cut_box(int count) {
  std::vector<CompoundPart> parts;
  const double side = 1.0 / count;
  for (int i = 0; i < count * count * count; ++i) {
    const Vec3 cell{i % count + 0.5, i / count % count + 0.5, i / (count * count) + 0.5};
    parts.push_back({slab(side, side, side), {cell * side - Vec3{0.5, 0.5, 0.5}, {}}});
  }
  InParts box;
  box.compound = build_compound(parts).value;
  box.parts = make_compound(*box.compound);
  box.whole = slab(1, 1, 1);
  return box;
}

TEST(Separation, FreesWhatIsDeeperThanItsParts) {
  constexpr std::uint64_t k_seed = 8104;
  scenes::Random random(k_seed);
  const int count = test::scaled(100);
  double sum = 0.0, worst = 0.0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", world " << n);
    InParts bodies[2];
    const int rings = n % 4 == 0 ? 32 : 16, cut = n % 4 == 1 ? 3 : 5;
    for (InParts& body : bodies) {
      const Vec3 radii{random.uniform(0.6, 1.2), random.uniform(0.6, 1.2), random.uniform(0.6, 1.2)};
      body = n % 2 == 0 ? solid_ball(rings, radii) : cut_box(cut);
    }
    const Vec3 towards = random.direction();
    const Quat rotation = random.rotation();
    const double depths[] = {0.01, 0.03, 0.1, 0.3}, depth = n % 8 == 0 ? 0.8 : depths[random.below(4)];
    double low = 0.0, high = 4.0;
    for (int i = 0; i < 40; ++i) {
      const double middle = 0.5 * (low + high);
      const Penetration found = penetration(bodies[0].whole, {}, bodies[1].whole, {towards * middle, rotation});
      (found.depth > depth ? low : high) = middle;
    }
    const Pose at{towards * low, rotation};
    const WorldPtr world = make_world().value;
    ASSERT_TRUE(world->add({bodies[0].parts, {}, true}).ok());
    const ColliderId id = world->add({bodies[1].parts, at}).value;
    ASSERT_TRUE(world->update().ok());
    const Vec3 way = world->separation(id).value;
    const Pose moved{at.position + way, rotation};
    EXPECT_LE(penetration(bodies[0].whole, {}, bodies[1].whole, moved).depth, 3e-6) << depth << " m deep";
    sum += length(way) / depth;
    worst = std::max(worst, length(way) / depth);
  }
  std::printf("seed %llu: %d pairs, length over the depth: mean %g, worst %g\n",
              static_cast<unsigned long long>(k_seed), count, sum / count, worst);
  EXPECT_LT(sum, 1.05 * count);
  EXPECT_LT(worst, 2.0);
}

}  // namespace
}  // namespace hyperplane
