#include <numeric>
#include <string>

#include "query/mover_course.h"
#include "support/shuffle.h"
#include "support/test_size.h"

/// Colliders excluded by mask, by filter or as sensors do not change a bit of a mover's result, whatever the order of
/// the rows.

namespace hyperplane {
namespace {

using test::Course;
using test::Frame;
using test::Random;

enum class Unseen { absent, by_mask, by_filter, sensor };

/// The course's colliders in a random order, mixed with excluded colliders.
class Disguise {
 public:
  Disguise(const Course& course, const Frame& frame, Unseen unseen, Random& random)
      : options_(course.options_in(frame)) {
    std::vector<ColliderOptions> colliders = course.colliders;
    test::shuffle(random, colliders);
    for (ColliderOptions& collider : colliders) {
      collider.is_static = random.chance(0.5);
      while (unseen != Unseen::absent && random.chance(0.5)) add_unseen(course.start, frame, unseen, random);
      collider.pose = frame.pose(collider.pose);
      add(collider, true);
    }
    if (unseen == Unseen::by_mask) options_.mask = 1;
    if (unseen == Unseen::by_filter) {
      options_.context = &is_seen_;
      options_.accepts = [](const void* context, std::uint32_t row) {
        return (*static_cast<const std::vector<bool>*>(context))[row];
      };
    }
  }
  Disguise(const Disguise&) = delete;
  Disguise& operator=(const Disguise&) = delete;

  MoverResult move(const Shape& shape, const Pose& pose, const Vec3& delta) const {
    return world_->move_and_slide(shape, pose, delta, options_).value;
  }

 private:
  void add(const ColliderOptions& collider, bool is_seen) {
    ASSERT_TRUE(world_->add(collider).ok());
    is_seen_.push_back(is_seen);
  }
  void add_unseen(const Vec3& around, const Frame& frame, Unseen unseen, Random& random) {
    const double size = random.uniform(0.1, 2.0);
    ColliderOptions collider;
    collider.shape = random.chance(0.5) ? make_sphere(size).value : make_box(size, size, size).value;
    collider.pose = frame.pose({around + random.in_cube(2.0), random.rotation()});
    collider.is_static = random.chance(0.5);
    collider.is_sensor = unseen == Unseen::sensor;
    if (unseen == Unseen::by_mask) collider.layer = 2;
    add(collider, false);
  }

  WorldPtr world_ = make_world().value;
  std::vector<bool> is_seen_;
  MoverOptions options_;
};

TEST(MoverFilter, LeavesNoTraceOfWhatItPasses) {
  int moves = 0, hits = 0;
  for (int i = 0; i < test::scaled(40); ++i) {
    SCOPED_TRACE("course " + std::to_string(i));
    Random random(400000 + static_cast<std::uint64_t>(i));
    const Course course = i % 4 == 0   ? test::stairs_up(random)
                          : i % 4 == 1 ? test::stairs_down(random)
                                       : test::clutter(random);
    const Frame frame = random.chance(0.5) ? test::random_frame(random) : Frame();
    const WorldPtr world = course.build(frame);
    const Disguise disguises[] = {{course, frame, Unseen::absent, random},
                                  {course, frame, Unseen::by_mask, random},
                                  {course, frame, Unseen::by_filter, random},
                                  {course, frame, Unseen::sensor, random}};
    const MoverOptions options = course.options_in(frame);
    const Vec3 delta = frame.direction(course.delta);
    Pose pose = course.start_in(frame);
    for (int move = 0; move < 40; ++move, ++moves) {
      SCOPED_TRACE("move " + std::to_string(move));
      const MoverResult expected = world->move_and_slide(course.body.shape, pose, delta, options).value;
      for (const Disguise& disguise : disguises) {
        const MoverResult moved = disguise.move(course.body.shape, pose, delta);
        ASSERT_EQ(moved.position, expected.position);
        ASSERT_EQ(moved.grounded, expected.grounded);
        ASSERT_EQ(moved.ground_point, expected.ground_point);
        ASSERT_EQ(moved.ground_normal, expected.ground_normal);
        ASSERT_EQ(moved.hit_count, expected.hit_count);
        for (int k = 0; k < moved.hit_count; ++k) {
          ASSERT_EQ(moved.hits[k].point, expected.hits[k].point);
          ASSERT_EQ(moved.hits[k].normal, expected.hits[k].normal);
        }
      }
      hits += expected.hit_count;
      pose.position = expected.position;
    }
  }
  EXPECT_GT(hits, moves / 10);
}

TEST(MoverFilter, PassesSensorsUnlessAskedToStop) {
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add({make_box(20, 1, 20).value, {{0, -0.5, 0}, {}}, true}).ok());
  ColliderOptions gate{make_box(1, 4, 20).value, {{2, 2, 0}, {}}};
  gate.is_sensor = true;
  const ColliderId sensor = world->add(gate).value;
  const Shape body = make_capsule(0.3, 1.2).value;
  MoverOptions options;
  EXPECT_NEAR(world->move_and_slide(body, {{0, 0.91, 0}, {}}, {4, 0, 0}, options).value.position.x, 4.0, 1e-12);
  options.sensors = true;
  EXPECT_NEAR(world->move_and_slide(body, {{0, 0.91, 0}, {}}, {4, 0, 0}, options).value.position.x, 1.19, 1e-4);
  ASSERT_EQ(world->remove(sensor), Status::ok);
  EXPECT_NEAR(world->move_and_slide(body, {{0, 0.91, 0}, {}}, {4, 0, 0}, options).value.position.x, 4.0, 1e-12);
}

}  // namespace
}  // namespace hyperplane
