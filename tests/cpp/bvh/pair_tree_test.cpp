#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "bvh/float_bounds.h"
#include "bvh/pair_tree.h"
#include "support/random.h"

namespace hyperplane::test {
namespace {

TEST(PairTree, VisitsEachPartNearAPointOnce) {
  Random random(61);
  PairTree tree;
  // One after the other in the same tree.
  for (const std::uint32_t parts : {1u, 7u, 60u, 128u}) {
    std::vector<FloatBounds> bounds[2];
    for (auto& of : bounds) {
      for (std::uint32_t i = 0; i < parts; ++i) {
        const Vec3 at = random.in_cube(3.0), half = abs(random.in_cube(2.0));
        of.push_back(to_float_bounds({at - half, at + half}, {}));
      }
    }
    // All pairs, the part of A changing last.
    const std::uint32_t count = parts * parts;
    const auto part_of = [&](bool of_a, std::uint32_t i) { return of_a ? i / parts : i % parts; };
    ASSERT_FALSE(tree.is_over(count));
    ASSERT_TRUE(tree.build(
        count, [&](bool of_a, std::uint32_t i) { return PairTree::Key{7, part_of(of_a, i)}; },
        [&](bool of_a, std::uint32_t i) { return bounds[of_a ? 0 : 1][part_of(of_a, i)]; }));
    ASSERT_TRUE(tree.is_over(count));
    std::size_t found_count = 0;
    for (int query = 0; query < 100; ++query) {
      const Vec3 at = random.in_cube(3.0);
      const FloatBounds around = to_float_bounds({at, at}, {});
      for (const bool of_a : {true, false}) {
        std::multiset<std::uint32_t> found, expected;
        tree.visit(of_a, around, [&](std::uint32_t i) {
          EXPECT_LT(i, count);
          found.insert(part_of(of_a, i));
          return true;
        });
        for (std::uint32_t part = 0; part < parts; ++part) {
          if (overlaps(bounds[of_a ? 0 : 1][part], around)) expected.insert(part);
        }
        EXPECT_EQ(found, expected);
        found_count += found.size();
      }
    }
    if (parts > 100) EXPECT_GT(found_count, 100u);
    std::size_t visited = 0;
    tree.visit(true, to_float_bounds({{-20.0, -20.0, -20.0}, {20.0, 20.0, 20.0}}, {}), [&](std::uint32_t) {
      ++visited;
      return false;
    });
    EXPECT_EQ(visited, 1u);
    tree.clear();
  }
}

}  // namespace
}  // namespace hyperplane::test
