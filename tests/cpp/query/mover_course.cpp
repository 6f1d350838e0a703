#include "query/mover_course.h"

#include <cmath>

namespace hyperplane::test {

CourseBody make_course_body(Random& random) {
  const double a = random.uniform(0.2, 0.45), b = random.uniform(0.2, 0.45), height = random.uniform(1.0, 1.9);
  CourseBody body;
  body.half_height = 0.5 * height;
  body.reach = a;
  switch (random.below(7)) {
    case 0:
      body.name = "sphere";
      body.half_height = a;
      body.shape = make_sphere(a).value;
      break;
    case 1:
      body.name = "box";
      body.reach = std::sqrt(a * a + b * b);
      body.shape = make_box(2.0 * a, height, 2.0 * b).value;
      break;
    case 2:
      body.name = "capsule";
      body.shape = make_capsule(a, height - 2.0 * a).value;
      break;
    case 3:
      body.name = "cylinder";
      body.shape = make_cylinder(a, height).value;
      break;
    case 4:
      body.name = "cone";
      body.shape = make_cone(a, height).value;
      break;
    case 5:
      body.name = "ellipsoid";
      body.reach = std::max(a, b);
      body.shape = make_ellipsoid(a, 0.5 * height, b).value;
      break;
    default: {
      body.name = "hull";
      const int sides = 5 + random.below(8);
      const double taper = random.uniform(0.5, 1.0);
      std::vector<double> points;
      for (int i = 0; i < sides; ++i) {
        const double angle = 2.0 * 3.14159265358979323846 * i / sides;
        for (const double side : {-1.0, 1.0}) {
          const double radius = side > 0.0 ? a * taper : a;
          points.insert(points.end(), {radius * std::cos(angle), side * body.half_height, radius * std::sin(angle)});
        }
      }
      body.hull = build_hull(points).value;
      body.shape = make_convex_hull(*body.hull);
    }
  }
  return body;
}

void Course::add_box(const Vec3& low, const Vec3& high) {
  const Vec3 size = high - low;
  colliders.push_back({make_box(size.x, size.y, size.z).value, {(low + high) * 0.5, {}}, true});
}

WorldPtr Course::build(const Frame& frame) const {
  WorldPtr world = make_world().value;
  for (ColliderOptions collider : colliders) {
    collider.pose = frame.pose(collider.pose);
    EXPECT_TRUE(world->add(collider).ok());
  }
  return world;
}

MoverOptions Course::options_in(const Frame& frame) const {
  MoverOptions turned = options;
  turned.up = frame.direction({0, 1, 0});
  return turned;
}

namespace {

double random_skin(Random& random) { return random.chance(0.6) ? 0.01 : random.uniform(0.001, 0.03); }

/// m: of each step; and the x at which the first one begins.
struct Stairs {
  double height, tread, x;
  int count;
};

/// Sets the body and the skin, adds the floor, and chooses the steps.
Stairs begin_stairs(Random& random, Course& course) {
  course.body = make_course_body(random);
  course.options.skin = random_skin(random);
  course.add_floor();
  return {random.uniform(0.05, 0.29), random.uniform(0.3, 1.2), random.uniform(0.8, 1.2), 3 + random.below(4)};
}

/// Sets the motion, and the number of moves to the goal, with a quarter to spare.
void set_pace(Random& random, Course& course) {
  double step = random.uniform(0.01, 0.09);
  if (random.chance(0.15)) step = random.uniform(0.004, 0.01);
  if (random.chance(0.1)) step = random.uniform(0.1, 1.0);
  course.delta = {step, random.chance(0.3) ? 0.0 : -random.uniform(0.0, 0.05),
                  random.chance(0.7) ? 0.0 : random.uniform(-0.2, 0.2) * step};
  course.moves = static_cast<int>(1.25 * course.goal / step) + 12;
}

}  // namespace

Course stairs_up(Random& random) {
  Course course;
  const auto [height, tread, x, count] = begin_stairs(random, course);
  for (int i = 0; i < count; ++i) {
    const double base = random.chance(0.5) ? 0.0 : height * i;
    course.add_box({x + i * tread, base, -5}, {25, height * (i + 1), 5});
  }
  course.start = {0, course.body.half_height + course.options.skin, random.uniform(-1, 1)};
  course.goal = x + count * tread + 0.2;
  set_pace(random, course);
  return course;
}

Course stairs_down(Random& random) {
  Course course;
  const auto [height, tread, x, count] = begin_stairs(random, course);
  course.options.snap_distance = 0.6;
  for (int i = 0; i < count; ++i) {
    course.add_box({-6, height * (count - 1 - i), -5}, {x + i * tread, height * (count - i), 5});
  }
  course.start = {0, course.body.half_height + count * height + course.options.skin, random.uniform(-1, 1)};
  course.goal = x + count * tread + 1.0;
  set_pace(random, course);
  return course;
}

Course step_under_ceiling(Random& random) {
  Course course;
  course.body = make_course_body(random);
  const double height = random.uniform(0.05, 0.29), x = random.uniform(0.9, 1.3);
  const double ceiling = height + 2.0 * course.body.half_height + random.uniform(0.03, 0.35);
  const int kind = random.below(3);
  const double begin = kind == 0 ? -6.0 : kind == 1 ? x + random.uniform(-0.6, 0.6) : x - random.uniform(0.0, 0.1);
  course.add_floor();
  course.add_box({x, 0, -5}, {25, height, 5});
  course.add_box({begin, ceiling, -5}, {25, ceiling + 1, 5});
  course.start = {0, course.body.half_height + course.options.skin, random.uniform(-1, 1)};
  course.goal = x + 1.0;
  set_pace(random, course);
  return course;
}

Course clutter(Random& random) {
  Course course;
  course.body = make_course_body(random);
  course.options.skin = random_skin(random);
  course.add_floor();
  for (int i = 0; i < 25; ++i) {
    const CourseBody body = make_course_body(random);
    const Vec3 at{random.uniform(-3, 3), random.uniform(-0.3, 1.2), random.uniform(-3, 3)};
    if (body.hull != nullptr || at.x * at.x + at.z * at.z < 1.4) continue;
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    course.colliders.push_back({body.shape, {at, rotation}, random.chance(0.5)});
  }
  course.start = {0, course.body.half_height + course.options.skin, 0};
  const double speed = random.chance(0.2) ? random.uniform(0.1, 3.0) : random.uniform(0.01, 0.1);
  const Vec3 way = random.direction();
  course.delta = {speed * way.x, -random.uniform(0.0, 0.1), speed * way.z};
  course.moves = 40;
  return course;
}

double least_gap(const World& world, const Shape& shape, const Pose& pose) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t row = 0; row < world.size(); ++row) {
    const ColliderOptions of = world.describe(row);
    least = std::min(least, distance(shape, pose, of.shape, of.pose).distance);
  }
  return least;
}

}  // namespace hyperplane::test
