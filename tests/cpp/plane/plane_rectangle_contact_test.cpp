#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "plane/pair/contact.h"
#include "plane/pair/separation.h"
#include "support/random.h"
#include "support/test_size.h"

/// Rectangles of a world, whose contacts are found two pairs at a time, beside those of single pairs of any shapes: the
/// same bits.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::Contact;
using plane::ContactPointsRecord;
using plane::Frame;
using plane::Pose;
using plane::Separation;
using plane::Vec2;

enum class Layout { random, aligned, on_grid, nearly_parallel, thin, far_away };

struct RectangleAt {
  double width, height;
  Pose pose;
};

RectangleAt random_rectangle(Random& random, Layout layout, double half_side) {
  const auto side = [&] { return random.uniform(-half_side, half_side); };
  RectangleAt at{random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), {{side(), side()}, random.uniform(-3.1, 3.1)}};
  const auto halves = [](double value) { return std::round(2.0 * value) / 2.0; };
  switch (layout) {
    case Layout::aligned:
    case Layout::on_grid:
      at.width = halves(at.width);
      at.height = halves(at.height);
      at.pose.position = {halves(at.pose.position.x), halves(at.pose.position.y)};
      at.pose.angle = layout == Layout::aligned ? 0.0 : std::round(at.pose.angle * 2.0) * 0.25 * 3.14159265358979312;
      break;
    case Layout::nearly_parallel:
      at.pose.angle *= 1e-10;
      break;
    case Layout::thin:
      at.width *= 1e-3;
      at.height *= 3.0;
      break;
    case Layout::far_away:
      at.pose.position = {at.pose.position.x + 1e6, at.pose.position.y - 1e6};
      break;
    default:
      break;
  }
  return at;
}

/// The contact of a single pair, about the position of A. No points: it does not touch.
Contact single_contact(const RectangleAt& a, const RectangleAt& b) {
  const plane::Shape shape_a = plane::make_rectangle(a.width, a.height).value;
  const plane::Shape shape_b = plane::make_rectangle(b.width, b.height).value;
  const Frame frame_a = plane::frame_of(shape_a, {{}, a.pose.angle});
  const Vec2 apart{b.pose.position.x - a.pose.position.x, b.pose.position.y - a.pose.position.y};
  const plane::Pair pair = plane::pair_of(shape_a, frame_a, shape_b, plane::frame_of(shape_b, {apart, b.pose.angle}));
  const Separation at = plane::separate_polygons(pair, 0.0);
  return at.gap > 0.0 ? Contact{} : plane::contact_of(pair, frame_a, at);
}

void expect_same(const Contact& expected, const float* normal, const ContactPointsRecord& record) {
  EXPECT_EQ(normal[0], static_cast<float>(expected.normal.x));
  EXPECT_EQ(normal[1], static_cast<float>(expected.normal.y));
  EXPECT_EQ(normal[2], static_cast<float>(expected.depth));
  ASSERT_EQ(record.count, static_cast<std::uint32_t>(expected.point_count));
  EXPECT_EQ(record.part_a, -1);
  EXPECT_EQ(record.part_b, -1);
  for (int i = 0; i < 2; ++i) {
    const plane::ContactPoint& point = expected.points[i];
    EXPECT_EQ(record.ids[i], point.id);
    EXPECT_EQ(record.points[i][0], static_cast<float>((point.on_a.x + point.on_b.x) * 0.5));
    EXPECT_EQ(record.points[i][1], static_cast<float>((point.on_a.y + point.on_b.y) * 0.5));
    EXPECT_EQ(record.points[i][2], static_cast<float>(point.depth));
  }
}

class PlaneRectangleContact : public testing::TestWithParam<Layout> {};

TEST_P(PlaneRectangleContact, HasTheBitsOfSinglePairs) {
  const int worlds = scaled(60);
  std::size_t touching = 0, with_two_points = 0;
  for (int trial = 0; trial < worlds; ++trial) {
    Random random(static_cast<std::uint64_t>(trial) + 1);
    const int count = 40 + trial % 2;
    const double half_side = 0.5 * std::sqrt(2.2 * count);
    std::vector<RectangleAt> all;
    const plane::WorldPtr world = plane::make_world({}).value;
    for (int i = 0; i < count; ++i) {
      all.push_back(random_rectangle(random, GetParam(), half_side));
      ColliderOptions options;
      options.shape = plane::make_rectangle(all.back().width, all.back().height).value;
      options.pose = all.back().pose;
      ASSERT_TRUE(world->add(options).ok());
    }
    ASSERT_TRUE(world->update().ok());
    const plane::ContactList found = world->contacts();
    std::size_t next = 0;
    for (std::uint32_t a = 0; a < all.size(); ++a) {
      for (std::uint32_t b = a + 1; b < all.size(); ++b) {
        const Contact expected = single_contact(all[a], all[b]);
        if (expected.point_count == 0) continue;
        SCOPED_TRACE(testing::Message() << "world " << trial << ", pair " << a << ", " << b);
        ASSERT_LT(next, found.pairs.size());
        ASSERT_EQ(found.pairs[next].a, a);
        ASSERT_EQ(found.pairs[next].b, b);
        expect_same(expected, &found.normals[3 * next], found.points[next]);
        with_two_points += expected.point_count == 2 ? 1 : 0;
        ++next;
      }
    }
    EXPECT_EQ(next, found.pairs.size());
    touching += next;
  }
  EXPECT_GT(touching, static_cast<std::size_t>(5 * worlds));
  EXPECT_GT(5 * with_two_points, touching);
}

INSTANTIATE_TEST_SUITE_P(Layouts, PlaneRectangleContact,
                         testing::Values(Layout::random, Layout::aligned, Layout::on_grid, Layout::nearly_parallel,
                                         Layout::thin, Layout::far_away));

}  // namespace
}  // namespace hyperplane::test::in_plane
