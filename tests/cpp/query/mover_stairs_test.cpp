#include <cmath>
#include <string>

#include "query/mover_course.h"
#include "support/test_size.h"

/// Stairs, low steps and ceilings, with +Y up and in randomly rotated frames, in which the rows' 32-bit rotations tilt
/// everything slightly.

namespace hyperplane {
namespace {

using test::Course;
using test::Frame;
using test::Random;

/// Moves along a course until its goal is reached.
class Walk {
 public:
  Walk(const Course& course, const Frame& frame)
      : course_(course),
        frame_(frame),
        world_(course.build(frame)),
        options_(course.options_in(frame)),
        pose_(course.start_in(frame)) {}

  const World& world() const { return *world_; }
  const Pose& pose() const { return pose_; }
  /// In the frame with +Y up.
  Vec3 position() const { return frame_.inverse(pose_.position); }
  bool is_at_goal() const { return position().x >= course_.goal; }
  bool is_grounded() const { return grounded_; }
  double gap() const { return test::least_gap(*world_, course_.body.shape, pose_); }

  void move_to(const Vec3& position) { pose_.position = frame_.point(position); }
  void move(const Vec3& delta) {
    const auto moved = world_->move_and_slide(course_.body.shape, pose_, frame_.direction(delta), options_);
    ASSERT_TRUE(moved.ok()) << moved.message;
    pose_.position = moved.value.position;
    grounded_ = moved.value.grounded;
  }

 private:
  const Course& course_;
  Frame frame_;
  WorldPtr world_;
  MoverOptions options_;
  Pose pose_;
  bool grounded_ = false;
};

double horizontal(const Vec3& v) { return std::sqrt(v.x * v.x + v.z * v.z); }

/// Every move keeps half of the skin and is no longer than requested; the body reaches the goal; and a move in a
/// rotated frame ends where it does in the upright frame.
void run(const Course& course, Random& random, bool stays_grounded) {
  Walk walk(course, random.chance(0.5) ? test::random_frame(random) : Frame());
  Walk twin(course, test::random_frame(random));
  const double skin = course.options.skin;
  for (int i = 0; i < course.moves && !walk.is_at_goal(); ++i) {
    SCOPED_TRACE(std::string(course.body.name) + ", move " + std::to_string(i));
    const Vec3 before = walk.position();
    twin.move_to(before);
    ASSERT_NO_FATAL_FAILURE(walk.move(course.delta));
    ASSERT_NO_FATAL_FAILURE(twin.move(course.delta));
    ASSERT_GT(walk.gap(), 0.5 * skin - 1e-7);
    ASSERT_LT(horizontal(walk.position() - before), horizontal(course.delta) + 1e-9);
    ASSERT_LT(length(twin.position() - walk.position()), 2e-6);
    if (stays_grounded) {
      ASSERT_TRUE(walk.is_grounded()) << "at " << walk.position().x << ", " << walk.position().y;
    }
  }
  ASSERT_TRUE(walk.is_at_goal()) << course.body.name << " is stuck at " << walk.position().x << " of " << course.goal;
}

void run_many(Course (*make)(Random&), int count, std::uint64_t seed, bool stays_grounded) {
  for (int i = 0; i < test::scaled(count); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + " + " + std::to_string(i));
    Random random(seed + static_cast<std::uint64_t>(i));
    const Course course = make(random);
    ASSERT_NO_FATAL_FAILURE(run(course, random, stays_grounded));
  }
}

TEST(MoverStairs, AreClimbedByEveryBody) { run_many(&test::stairs_up, 60, 100000, true); }
TEST(MoverStairs, AreWalkedDownWithoutHangingInTheAir) { run_many(&test::stairs_down, 60, 200000, true); }
TEST(MoverStairs, AreClimbedUnderCeilingsThatLeaveRoom) { run_many(&test::step_under_ceiling, 100, 300000, true); }

Course case_of(const Result<Shape>& shape, double half_height, double skin = 0.01) {
  Course course;
  course.body.shape = shape.value;
  course.body.half_height = half_height;
  course.options.skin = skin;
  course.add_floor();
  return course;
}

/// Rounding tilts the riser's normal down, so that a rising body approaches it by 1e-8 of its path.
TEST(MoverStairs, WithARiserThatRoundingTiltsAreClimbed) {
  Course course = case_of(make_cylinder(0.35, 1.8), 0.9);
  course.add_box({1.1079831449314952, 0, -5}, {25, 0.2, 5});
  course.start = {0, 0.9105, 0.6543691004626453};
  course.delta = {0.06886991454288363, -0.02, 0};
  Walk walk(course, Frame());
  for (int i = 0; i < 40; ++i) ASSERT_NO_FATAL_FAILURE(walk.move(course.delta));
  EXPECT_GT(walk.position().x, 2.0);
  EXPECT_NEAR(walk.position().y, 1.11, 1e-3);
}

/// A skirting board or a narrow sill in front of a wall is no step: the body stays on the floor.
TEST(MoverStairs, OfNarrowTreadsInFrontOfAWallAreNotClimbed) {
  for (const double depth : {0.01, 0.03, 0.2}) {
    for (const double least : {0.0, 0.05}) {
      Course course = case_of(make_cylinder(0.35, 1.8), 0.9);
      course.options.min_tread = least;
      course.add_box({1, 0, -5}, {25, 0.1, 5});
      course.add_box({1 + depth, 0, -5}, {25, 3, 5});
      course.start = {0, 0.91, 0};
      course.delta = {0.05, -0.02, 0};
      Walk walk(course, Frame());
      for (int i = 0; i < 40; ++i) ASSERT_NO_FATAL_FAILURE(walk.move(course.delta));
      const bool climbs = depth > least;
      EXPECT_NEAR(walk.position().y, climbs ? 1.01 : 0.91, 1e-3) << depth << ", " << least;
      EXPECT_NEAR(walk.position().x, (climbs ? 1 + depth : 1) - 0.36, 1e-3) << depth << ", " << least;
      EXPECT_TRUE(walk.is_grounded());
    }
  }
}

TEST(MoverStairs, OfOneLowStepAreClimbedByAnEllipsoidUnderACeiling) {
  for (const double room : {0.05, 0.075, 0.1, 0.15, 0.2, 0.3}) {
    for (int seed = 0; seed < 20; ++seed) {
      Random random(static_cast<std::uint64_t>(seed) + 17);
      Course course = case_of(make_ellipsoid(0.4, 0.9, 0.4), 0.9);
      course.add_box({1.0208405503071845, 0, -5}, {25, 0.1, 5});
      course.add_box({-6, 0.1 + 1.8 + room, -5}, {25, 3, 5});
      course.start = {0, 0.91, random.uniform(-1, 1)};
      course.delta = {random.uniform(0.01, 0.08), -0.02, 0};
      Walk walk(course, seed == 0 ? Frame() : test::random_frame(random));
      for (int i = 0; i < 220; ++i) ASSERT_NO_FATAL_FAILURE(walk.move(course.delta));
      EXPECT_GT(walk.position().x, 1.5) << room << ", " << seed;
      EXPECT_NEAR(walk.position().y, 1.01, 1e-3) << room << ", " << seed;
    }
  }
}

TEST(MoverStairs, AreClimbedBehindALintelThatHangsLowerThanAStepIsHigh) {
  Course course = case_of(make_box(0.6, 1.8, 0.6), 0.9);
  course.add_box({1, 0, -5}, {25, 0.1, 5});
  course.add_box({0.95, 1.95, -5}, {25, 3, 5});
  course.start = {0, 0.91, 0};
  Walk walk(course, Frame());
  for (int i = 0; i < 60; ++i) ASSERT_NO_FATAL_FAILURE(walk.move({0.05, -0.02, 0}));
  EXPECT_GT(walk.position().x, 2.9);
}

/// The body's edge is beside the tread's edge by nearly the skin, where it can neither stand nor pass.
TEST(MoverStairs, AreLeftBehindWithoutHangingBesideTheirEdges) {
  for (const double beside : {0.0, 0.5, 0.9, 0.99, 0.9985, 0.999, 0.9995, 1.0, 1.001}) {
    Course course = case_of(make_box(0.6, 1.8, 0.6), 0.9);
    course.options.snap_distance = 0.6;
    course.add_box({-6, 0, -5}, {1.0349832, 0.29, 5});
    course.delta = {0.04, 0, 0};
    course.start = {1.0349832 + 0.3 + 0.01 * beside - 0.04, 1.2, 0};
    Walk walk(course, Frame());
    for (int i = 0; i < 8; ++i) {
      ASSERT_NO_FATAL_FAILURE(walk.move(course.delta));
      EXPECT_TRUE(walk.is_grounded()) << beside << ", move " << i << " at " << walk.position().y;
    }
    EXPECT_NEAR(walk.position().y, 0.91, 1e-3) << beside;
  }
}

TEST(MoverStairs, AddNothingToTheWayOfASlowBody) {
  for (const double skin : {0.01, 0.03, 0.1}) {
    for (const double step : {0.0005, 0.002, 0.01}) {
      Course course = case_of(make_cylinder(0.35, 1.8), 0.9, skin);
      course.add_box({0.5, 0, -5}, {25, 0.2, 5});
      course.start = {0.5 - 0.35 - skin - 0.001, 0.9 + skin, 0};
      Walk walk(course, Frame());
      const double start = walk.position().x;
      const int moves = static_cast<int>(0.3 / step);
      for (int i = 0; i < moves; ++i) {
        const Vec3 before = walk.position();
        ASSERT_NO_FATAL_FAILURE(walk.move({step, -0.02, 0}));
        ASSERT_LT(horizontal(walk.position() - before), step + 1e-9);
      }
      EXPECT_NEAR(walk.position().x, start + moves * step, 1e-3) << skin << ", " << step;
      EXPECT_NEAR(walk.position().y, 1.1 + skin, 0.1 * skin) << skin << ", " << step;
    }
  }
}

}  // namespace
}  // namespace hyperplane
