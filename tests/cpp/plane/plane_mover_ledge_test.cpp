#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "plane/math/vec2.h"
#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Bodies that come down on one-sided chains, however these are told: cut, doubled, a collider for each segment.

namespace hyperplane::test::in_ledges {
namespace {

using plane::ChainSides;
using plane::ColliderOptions;
using plane::MoverOptions;
using plane::MoverResult;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

using Points = std::vector<Vec2>;

/// A world that keeps its chains.
struct Ledges {
  WorldPtr world = plane::make_world().value;
  std::vector<plane::CompositePtr> kept;

  Shape chain_of(const Points& points) {
    std::vector<double> numbers;
    for (const Vec2 point : points) numbers.insert(numbers.end(), {point.x, point.y});
    return keep(plane::build_one_way_chain(numbers, false, {0.0, 1.0}));
  }
  void add(const Shape& shape) {
    ColliderOptions options;
    options.shape = shape;
    options.is_static = true;
    ASSERT_TRUE(world->add(options).ok());
  }
  void add_segments(const Points& points) {
    for (std::size_t i = 1; i < points.size(); ++i) add(chain_of({points[i - 1], points[i]}));
  }
  void add_compound(const Points& points) {
    std::vector<plane::CompoundPart> parts;
    for (std::size_t i = 1; i < points.size(); ++i) parts.push_back({chain_of({points[i - 1], points[i]}), {}});
    add(keep(plane::build_compound(parts)));
  }
  Shape keep(plane::BuiltComposite built) {
    kept.push_back(std::move(built.value));
    return make_composite(*kept.back());
  }
};

/// The points, and between each two another one at these shares of the way.
Points cut(const Points& points, const std::vector<double>& shares) {
  Points result{points[0]};
  for (std::size_t i = 1; i < points.size(); ++i) {
    result.push_back(points[i - 1] + (points[i] - points[i - 1]) * shares[i - 1]);
    result.push_back(points[i]);
  }
  return result;
}

constexpr const char* k_tellings[] = {"one chain", "cut",      "doubled",           "a collider a segment",
                                      "cut each",  "compound", "each and all twice"};
constexpr int k_telling_count = 7;

void tell(int telling, Ledges& ledges, const Points& points, const std::vector<double>& shares) {
  switch (telling) {
    case 0:
      ledges.add(ledges.chain_of(points));
      break;
    case 1:
      ledges.add(ledges.chain_of(cut(points, shares)));
      break;
    case 2:
      ledges.add(ledges.chain_of(points));
      ledges.add(ledges.chain_of(points));
      break;
    case 3:
      ledges.add_segments(points);
      break;
    case 4:
      ledges.add_segments(cut(points, shares));
      break;
    case 5:
      ledges.add_compound(points);
      break;
    default:
      ledges.add_segments(points);
      ledges.add(ledges.chain_of(cut(points, shares)));
  }
}

MoverResult move(Ledges& ledges, const Shape& body, Vec2 from, Vec2 delta, const MoverOptions& options) {
  const Result<MoverResult> moved = ledges.world->move_and_slide(body, {from, 0.0}, delta, options);
  EXPECT_TRUE(moved.ok()) << moved.message;
  return moved.value;
}

std::vector<Shape> bodies() {
  return {plane::make_circle(0.4).value, plane::make_capsule(0.3, 1.2).value, plane::make_ellipse(0.3, 0.9).value,
          plane::make_rectangle(0.6, 1.8).value};
}

TEST(PlaneMoverLedge, HoldsWhoComesDownPastItsEnd) {
  // From 0.2 m beside the end, whose sole sinks below the line before it meets that.
  const Points points{{1.0, 1.0}, {2.0, 1.0}};
  MoverOptions options;
  options.max_slope = 1.5;
  for (int telling = 0; telling < k_telling_count; ++telling) {
    for (const Shape& body : bodies()) {
      for (const double step : {0.02, 0.1, 5.0}) {
        Ledges ledges;
        tell(telling, ledges, points, {0.5});
        Vec2 at{0.8, 3.0};
        MoverResult moved{};
        for (double way = 0.0; way < 4.0; way += step) {
          moved = move(ledges, body, at, {0.0, -step}, options);
          at = moved.position;
        }
        EXPECT_TRUE(moved.grounded) << k_tellings[telling];
        EXPECT_GT(at.y, 1.0) << k_tellings[telling];
        // From below it passes.
        EXPECT_NEAR(move(ledges, body, {0.8, -1.0}, {0.0, 4.0}, options).position.y, 3.0, 1e-9);
      }
    }
  }
}

TEST(PlaneMoverLedge, LandsTheSameHoweverAChainIsTold) {
  Random random(640);
  int landed = 0;
  double worst = 0.0;
  for (int run = 0; run < scaled(1500); ++run) {
    Points points;
    std::vector<double> shares;
    double y = 0.0;
    for (double x = 0.0; x <= 6.0; x += random.uniform(0.4, 1.5)) {
      points.push_back({x, y});
      y += random.uniform(-0.7, 0.7);
      shares.push_back(random.uniform(0.2, 0.8));
    }
    MoverOptions options;
    options.max_slope = 1.5;
    Ledges ledges[k_telling_count];
    for (int i = 0; i < k_telling_count; ++i) tell(i, ledges[i], points, shares);
    for (const Shape& body : bodies()) {
      const Vec2 from{random.uniform(-0.4, points.back().x + 0.4), 8.0};
      const Vec2 fall{random.chance(0.5) ? 0.0 : random.uniform(-1.0, 1.0), -16.0};
      const double walk = random.uniform(-0.1, 0.1);
      Vec2 first_end;
      for (int i = 0; i < k_telling_count; ++i) {
        MoverResult moved = move(ledges[i], body, from, fall, options);
        landed += i == 0 && moved.grounded ? 1 : 0;
        for (int k = 0; k < 8 && moved.grounded; ++k) {
          moved = move(ledges[i], body, moved.position, {walk, -0.01}, options);
        }
        if (i == 0) first_end = moved.position;
        const double off = std::hypot(moved.position.x - first_end.x, moved.position.y - first_end.y);
        worst = std::fmax(worst, off);
        EXPECT_LT(off, 1e-5) << run << " " << k_tellings[i] << " " << static_cast<int>(body.type);
      }
    }
  }
  printf("seed 640: %d landings, no farther apart than %g m\n", landed, worst);
  EXPECT_GT(landed, 0);
}

}  // namespace
}  // namespace hyperplane::test::in_ledges
