#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/world.h>

#include "math/transform.h"
#include "math/vec3.h"
#include "support/random.h"

/// Random courses for a mover: boxes in a frame with +Y up, and the same course rotated and translated.

namespace hyperplane::test {

/// A rotation and a translation of a whole course.
class Frame {
 public:
  Frame() : Frame(Pose{}) {}
  explicit Frame(const Pose& pose) : pose_(pose), transform_(to_transform(pose)) {}

  Vec3 point(const Vec3& p) const { return transform_ * p; }
  Vec3 direction(const Vec3& d) const { return transform_.rotation * d; }
  Vec3 inverse(const Vec3& p) const { return inverse_times(transform_, p); }
  Pose pose(const Pose& p) const {
    const Quat &a = pose_.rotation, &b = p.rotation;
    return {point(p.position),
            {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
             a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z}};
  }

 private:
  Pose pose_;
  Transform transform_;
};

inline Frame random_frame(Random& random) { return Frame({random.in_cube(20.0), random.rotation()}); }

/// A body with its origin in the middle of its height.
struct CourseBody {
  Shape shape;
  const char* name = "";
  /// m: from the origin to the sole and to the top; and the greatest horizontal distance from the axis.
  double half_height = 0.0, reach = 0.0;
  HullPtr hull;
};

/// About the size of a person, of every type of shape.
CourseBody make_course_body(Random& random);

/// A body, its obstacles and its motion, in a frame with +Y up.
struct Course {
  CourseBody body;
  std::vector<ColliderOptions> colliders;
  Vec3 start, delta;
  MoverOptions options;
  /// m: the x to reach, and the number of moves that suffice.
  double goal = 0.0;
  int moves = 0;

  /// A static box with these corners.
  void add_box(const Vec3& low, const Vec3& high);
  void add_floor() { add_box({-6, -1, -5}, {25, 0, 5}); }
  WorldPtr build(const Frame& frame) const;
  MoverOptions options_in(const Frame& frame) const;
  Pose start_in(const Frame& frame) const { return frame.pose({start, {}}); }
};

Course stairs_up(Random& random);
Course stairs_down(Random& random);
/// A step under a ceiling that leaves little more room than the body needs, and begins before or behind the step.
Course step_under_ceiling(Random& random);
/// A floor with randomly rotated shapes of every type scattered on it.
Course clutter(Random& random);

/// m: distance between a shape and the nearest collider.
double least_gap(const World& world, const Shape& shape, const Pose& pose);

}  // namespace hyperplane::test
