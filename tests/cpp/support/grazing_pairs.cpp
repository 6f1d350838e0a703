#include "support/grazing_pairs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/motion_oracle.h"

namespace hyperplane::test {
namespace {

constexpr Vec3 k_x{1, 0, 0}, k_y{0, 1, 0}, k_z{0, 0, 1};

TestShape box(double x, double y, double z) { return {make_box(x, y, z).value, {}, {}}; }

Vec3 extent(const TestShape& shape) {
  const Aabb box = bounds(shape.shape, {});
  return box.max - box.min;
}

double any_angle(Random& random) { return random.uniform(-k_pi, k_pi); }

/// At a fixed position, turned about an axis between two random angles.
Sweep spin(Random& random, const Vec3& axis, const Quat& start = {}) {
  const Quat from = turn_about(axis, any_angle(random)) * start;
  return {{{}, from}, {{}, turn_about(axis, any_angle(random)) * from}};
}

void shift(Sweep& sweep, const Vec3& by) {
  sweep.from.position += by;
  sweep.to.position += by;
}

void place(MovingPair& pair, const Pose& at) {
  for (Sweep* const sweep : {&pair.sweep_a, &pair.sweep_b}) {
    for (Pose* const pose : {&sweep->from, &sweep->to}) {
      *pose = {at.position + rotate(at.rotation, pose->position), at.rotation * pose->rotation};
    }
  }
}

/// Shifts B along a direction until the least gap over the motion has the given value. The gap changes by no more than
/// the shift, so that shifts from afar never overshoot.
/// @return false if the shifts do not converge.
bool settle(MovingPair& pair, const Vec3& away, double wanted) {
  MotionOracle oracle(pair);
  double least = 0.0;
  for (int round = 0; round < 14; ++round) {
    least = oracle.least_gap(1.0, 100);
    if (std::fabs(least - wanted) < 0.3 * std::fabs(wanted)) break;
    shift(pair.sweep_b, away * (wanted - least));
  }
  return std::fabs(least - wanted) < 0.5 * std::fabs(wanted) && oracle.gap(0.0) > 1e-8 * pair.size;
}

/// Makes pairs with B on the side `away` of A until a pair reaches a small gap; then turns the scene, exchanges the
/// shapes, and adds a common motion. @param of_smaller share of the gaps that are relative to the smaller shape.
template <class Make>
MovingPair grazing(Random& random, const Vec3& away, Make make, double of_smaller = 0.5) {
  for (;;) {
    MovingPair pair = make();
    const double size_a = diameter_of(pair.a), size_b = diameter_of(pair.b);
    pair.size = std::max(size_a, size_b);
    // Gaps relative to the smaller shape take more steps; below a share of the larger shape a gap counts as a touch.
    const double unit = random.chance(of_smaller) ? std::max(std::min(size_a, size_b), 0.03 * pair.size) : pair.size;
    if (!settle(pair, away, small_gap(random) * unit * random.sign())) continue;
    if (random.chance(0.3)) {
      const Vec3 along = random.in_cube(2.0 * pair.size);
      pair.sweep_a.to.position += along;
      pair.sweep_b.to.position += along;
    }
    place(pair, {{}, random.rotation()});
    if (random.chance(0.5)) {
      std::swap(pair.a, pair.b);
      std::swap(pair.sweep_a, pair.sweep_b);
      std::swap(pair.mount_a, pair.mount_b);
    }
    return pair;
  }
}

/// A box below a body whose axis Y is horizontal, which rolls, slides or spins in place.
MovingPair roll(Random& random, TestShape wheel, double radius) {
  MovingPair pair;
  pair.a = std::move(wheel);
  const double length = radius * random.uniform(20.0, 40.0), thickness = radius * random.uniform(0.1, 2.0);
  pair.b = box(length, thickness, length);
  pair.sweep_a = spin(random, k_z, turn_about(k_x, 0.5 * k_pi));
  const double slip = random.chance(0.3) ? 0.0 : random.chance(0.5) ? 1.0 : random.uniform(-2.0, 2.0);
  const double sink = random.chance(0.3) ? radius * random.uniform(0.0, 1e-2) : 0.0;
  pair.sweep_a.to.position = {-any_angle(random) * radius * slip, -sink, 0.0};
  shift(pair.sweep_b, {0.0, -0.5 * thickness - radius, 0.0});
  return pair;
}

/// Prisms that roll without slipping or sinking: a vertex approaches to the gap with every side.
MovingPair rolling(Random& random) {
  const auto make = [&] {
    const double radius = random.log_uniform(-4, 4), turn = random.uniform(0.3, 1.0) * k_pi * random.sign();
    MovingPair pair =
        roll(random, make_test_prism(3 + random.below(62), radius, radius * random.uniform(0.05, 4.0), radius), radius);
    pair.sweep_a.to = {{-turn * radius, 0.0, 0.0}, turn_about(k_z, turn) * pair.sweep_a.from.rotation};
    return pair;
  };
  return grazing(random, -k_y, make, 1.0);
}

MovingPair wheel(Random& random) {
  return grazing(random, -k_y, [&] {
    const double radius = random.log_uniform(-4, 4);
    if (random.chance(0.15)) {
      // A box, which has its own algorithm.
      return roll(random, box(radius, radius * random.uniform(0.05, 4.0), radius * random.uniform(0.1, 1.0)), radius);
    }
    const double top = random.chance(0.5) ? radius : radius * random.uniform(0.2, 1.0);
    return roll(random, make_test_prism(3 + random.below(62), radius, radius * random.uniform(0.05, 4.0), top), radius);
  });
}

MovingPair round_wheel(Random& random) {
  return grazing(random, -k_y, [&] {
    const double radius = random.log_uniform(-4, 4), height = radius * random.uniform(0.1, 4.0);
    TestShape shape;
    switch (random.below(4)) {
      case 0:
        shape.shape = make_cylinder(radius, height).value;
        break;
      case 1:
        shape.shape = make_cone(radius, height).value;
        break;
      case 2:
        shape.shape = make_capsule(radius, height).value;
        break;
      default:
        shape.shape =
            make_ellipsoid(radius, 0.5 * height, random.chance(0.5) ? radius : radius * random.uniform(0.5, 1.0)).value;
    }
    MovingPair pair = roll(random, std::move(shape), radius);
    // A round wheel of constant height never touches or touches from the start: let it sink or wobble.
    if (random.chance(0.5)) {
      pair.sweep_a.to.position.y -= radius * random.uniform(0.0, 0.1);
    } else {
      const Vec3 wobble = normalized(k_z + random.in_cube(0.1));
      pair.sweep_a.to.rotation = turn_about(wobble, any_angle(random)) * pair.sweep_a.from.rotation;
    }
    return pair;
  });
}

/// A spinning hull or box; the middle of a hull is off the axis.
TestShape gear_shape(Random& random, double radius, double eccentricity) {
  const double height = radius * random.uniform(0.05, 4.0);
  if (eccentricity == 0.0 && random.chance(0.3)) {
    return box(1.4 * radius, height, 1.4 * radius * random.uniform(0.2, 1.0));
  }
  const Vec3 off{eccentricity * radius, 0.0, 0.0};
  return make_test_prism(3 + random.below(62), radius, height, radius, off);
}

/// Two bodies that spin about parallel axes, side by side.
/// @param mounted the eccentricity is that of the shapes in their frames, not of points in shapes.
MovingPair spinning_pair(Random& random, double eccentricity, double least_turn, bool mounted = false) {
  return grazing(random, k_x, [&] {
    MovingPair pair;
    const double ra = random.log_uniform(-3, 3), rb = ra * std::pow(10.0, random.uniform(-1.0, 1.0));
    pair.a = gear_shape(random, ra, mounted ? 0.0 : eccentricity);
    pair.b = gear_shape(random, rb, mounted ? 0.0 : eccentricity);
    if (mounted) {
      pair.mount_a.position.x = eccentricity * ra;
      pair.mount_b.position.x = eccentricity * rb;
    }
    pair.sweep_a = spin(random, k_y);
    pair.sweep_b = spin(random, k_y);
    if (least_turn > 0.0) {
      const double turn = random.uniform(least_turn, 0.999999 * k_pi) * random.sign();
      pair.sweep_a.to.rotation = turn_about(k_y, turn) * pair.sweep_a.from.rotation;
      pair.sweep_b.to.rotation = turn_about(k_y, -turn * random.uniform(0.99, 1.0)) * pair.sweep_b.from.rotation;
    }
    shift(pair.sweep_b, {(ra + rb) * (1.0 + eccentricity), 0.0, 0.0});
    return pair;
  });
}

MovingPair gears(Random& random) { return spinning_pair(random, 0.0, 0.0); }
/// Bodies that spin about points beside them.
MovingPair cams(Random& random) { return spinning_pair(random, std::pow(10.0, random.uniform(-1.0, 2.0)), 0.0); }
/// The same with boxes and prisms at the ends of arms.
MovingPair cranks(Random& random) {
  return spinning_pair(random, std::pow(10.0, random.uniform(-1.0, 2.0)), 0.0, true);
}
/// A body that slides over a box and turns about an axis near the vertical.
MovingPair slide(Random& random) {
  return grazing(random, -k_y, [&] {
    MovingPair pair;
    const double side = random.log_uniform(-4, 4);
    pair.a = random.chance(0.5)
                 ? box(side, side * random.uniform(0.01, 1.0), side)
                 : make_test_prism(3 + random.below(30), 0.5 * side, side * random.uniform(0.01, 1.0), 0.5 * side);
    pair.b = box(side * random.uniform(1.0, 20.0), side * random.uniform(0.01, 1.0), side * random.uniform(1.0, 20.0));
    const Vec3 wide = extent(pair.b) * 0.5, start = random.in_cube(1.0), end = random.in_cube(1.0);
    const double height = 0.5 * (extent(pair.a).y + extent(pair.b).y);
    const double sink = random.chance(0.7) ? side * 10.0 * small_gap(random) : 0.0;
    // About a vertical axis that is tilted by up to the size of the smallest gaps.
    const Vec3 axis = normalized(k_y + random.in_cube(1.0) * small_gap(random));
    const Quat from = turn_about(k_y, any_angle(random));
    const Quat to = turn_about(axis, any_angle(random)) * from;
    pair.sweep_a = {{{start.x * wide.x, height, start.z * wide.z}, from},
                    {{end.x * wide.x, height - sink, end.z * wide.z}, to}};
    return pair;
  });
}

/// A flat plate that spins in front of a wall, about an axis near its edge or its middle.
MovingPair plate(Random& random) {
  return grazing(random, -k_y, [&] {
    MovingPair pair;
    const double side = random.log_uniform(-3, 3);
    pair.a = box(side, side * std::pow(10.0, random.uniform(-3.0, -1.0)), side * random.uniform(0.1, 1.0));
    pair.b = box(side * 4.0, side * random.uniform(0.01, 1.0), side * 4.0);
    const Vec3 axis = normalized(k_z + random.in_cube(random.chance(0.5) ? 0.0 : 0.1));
    pair.sweep_a = spin(random, axis, turn_about(k_z, any_angle(random)));
    pair.sweep_a.to.position = Vec3{random.uniform(-1.0, 1.0), 0.0, random.uniform(-1.0, 1.0)} * side;
    shift(pair.sweep_b, {0.0, -side, 0.0});
    return pair;
  });
}

/// A body in helical motion along a wall, past a pillar or a ball.
MovingPair corkscrew(Random& random) {
  return grazing(random, -k_y, [&] {
    MovingPair pair;
    const double radius = random.log_uniform(-3, 3), length = radius * random.uniform(2.0, 20.0);
    pair.a = make_test_prism(3 + random.below(20), radius, length, radius * random.uniform(0.1, 1.0));
    const Quat lying = turn_about(k_x, 0.5 * k_pi);
    switch (random.below(3)) {
      case 0:
        pair.b = box(20.0 * radius, radius, 20.0 * radius);
        break;
      case 1:
        pair.b.shape = make_cylinder(radius * random.uniform(0.1, 3.0), length).value;
        pair.sweep_b.from.rotation = pair.sweep_b.to.rotation = turn_about(k_y, random.uniform(0.0, k_pi)) * lying;
        break;
      default:
        pair.b.shape = make_sphere(radius * random.uniform(0.1, 3.0)).value;
    }
    pair.sweep_a = spin(random, k_z, lying);
    pair.sweep_a.from.position.z = -length;
    pair.sweep_a.to.position.z = length;
    shift(pair.sweep_b, {0.0, -6.0 * radius, 0.0});
    return pair;
  });
}

/// Shapes of any two types in random motion.
MovingPair random_ways(Random& random, ShapeForm form, double ratio, double pivot, bool mounted = false) {
  const int types = static_cast<int>(std::size(k_shape_types));
  const Vec3 away = random.direction();
  return grazing(random, away, [&] {
    const auto make = [&](double size) {
      if (pivot == 0.0) return make_test_shape(random, k_shape_types[random.below(types)], form, size);
      const Vec3 middle = random.direction() * (pivot * size);
      return make_test_prism(3 + random.below(20), 0.5 * size, size * random.uniform(0.2, 1.0), 0.5 * size, middle);
    };
    MovingPair pair;
    const double unit = ratio == 1.0 ? random.log_uniform(-9, 9) : ratio > 1.0 ? 1.0 : 1.0 / std::sqrt(ratio);
    pair.a = make(unit);
    pair.b = make(unit * ratio);
    if (mounted) {
      pair.mount_a = any_mount(random, unit);
      pair.mount_b = any_mount(random, unit * ratio);
    }
    const double reach = unit * std::max(1.0, ratio) * 0.6;
    const auto sweep = [&] {
      const Quat from = random.rotation();
      const Vec3 at = random.in_cube(reach);
      const Quat to = random.chance(0.1) ? from : random.rotation();
      return Sweep{{at, from}, {random.chance(0.2) ? at : random.in_cube(reach), to}};
    };
    pair.sweep_a = sweep();
    pair.sweep_b = sweep();
    // Side by side in the middle of the step.
    const auto middle_of = [](const TestShape& shape, const Sweep& way, const Pose& mount) {
      const Aabb box = bounds(shape.shape, oracle_pose(way, 0.5, mount));
      return (box.min + box.max) * 0.5;
    };
    const Vec3 together = middle_of(pair.a, pair.sweep_a, pair.mount_a) - middle_of(pair.b, pair.sweep_b, pair.mount_b);
    shift(pair.sweep_b, together + away * (2.0 * unit * (1.0 + ratio)));
    return pair;
  });
}

MovingPair plain(Random& random) { return random_ways(random, ShapeForm::plain, 1.0, 0.0); }
MovingPair flat(Random& random) { return random_ways(random, ShapeForm::flat, 1.0, 0.0); }
MovingPair unequal(Random& random) {
  return random_ways(random, ShapeForm::plain, std::pow(10.0, random.uniform(-3.0, 3.0)), 0.0);
}
/// 1e-3 m and 1e3 m.
MovingPair very_unequal(Random& random) {
  return random_ways(random, ShapeForm::plain, random.chance(0.5) ? 1e-6 : 1e6, 0.0);
}
MovingPair far_pivots(Random& random) {
  return random_ways(random, ShapeForm::plain, 1.0, std::pow(10.0, random.uniform(0.0, 2.0)));
}
MovingPair mounted(Random& random) {
  return random_ways(random, random.chance(0.2) ? ShapeForm::flat : ShapeForm::plain,
                     random.chance(0.5) ? 1.0 : std::pow(10.0, random.uniform(-1.0, 1.0)), 0.0, true);
}
MovingPair far_away(Random& random) {
  MovingPair pair = random.chance(0.5) ? wheel(random) : slide(random);
  place(pair, {random.direction() * 1e6, {}});
  return pair;
}

constexpr GrazingFamily k_families[] = {
    {"rolling", rolling, 300},
    {"wheels", wheel, 300},
    {"round_wheels", round_wheel, 200},
    {"gears", gears, 300},
    {"cams", cams, 200},
    {"revolutions", make_revolutions, 200},
    {"slides", slide, 200},
    {"plates", plate, 200},
    {"corkscrews", corkscrew, 200},
    {"far_away", far_away, 200},
    {"random_ways", plain, 200},
    {"flat", flat, 200},
    {"unequal", unequal, 200},
    {"very_unequal", very_unequal, 200},
    {"far_pivots", far_pivots, 200},
    {"cranks", cranks, 200},
    {"mounted", mounted, 400},
};

}  // namespace

std::span<const GrazingFamily> grazing_families() { return k_families; }

MovingPair make_revolutions(Random& random) {
  return spinning_pair(random, random.chance(0.5) ? 0.0 : random.uniform(0.1, 1.0), 0.9 * k_pi);
}

Pose any_mount(Random& random, double size) {
  Pose mount;
  if (random.chance(0.5)) {
    mount.rotation = random.rotation();
  } else if (random.chance(0.5)) {
    mount.rotation = turn_about(unit_axis(random.below(3)), 0.5 * k_pi * random.sign());
  }
  if (random.chance(0.1)) return mount;
  const Vec3 towards =
      random.chance(0.3) ? rotate(mount.rotation, unit_axis(random.below(3))) * random.sign() : random.direction();
  mount.position = towards * (random.uniform(0.0, 10.0) * size);
  return mount;
}

double small_gap(Random& random) { return std::pow(10.0, random.uniform(-5.5, -2.0)); }

Quat turn_about(const Vec3& axis, double angle) {
  const double sine = std::sin(0.5 * angle);
  return {axis.x * sine, axis.y * sine, axis.z * sine, std::cos(0.5 * angle)};
}

double diameter_of(const TestShape& shape) { return length(extent(shape)); }

}  // namespace hyperplane::test
