#include <algorithm>
#include <cstdio>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "bvh/descent.h"
#include "bvh/static_tree.h"
#include "bvh/static_tree_build.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

std::vector<FloatBounds> random_items(Random& random, int count) {
  std::vector<FloatBounds> items;
  const int kind = random.below(4);
  for (int i = 0; i < count; ++i) {
    const Vec3 at = kind == 0 ? Vec3{} : (kind == 1 ? Vec3{std::ldexp(1.0, i % 60), 0.0, 0.0} : random.in_cube(100.0));
    const Vec3 half = abs(random.in_cube(kind == 2 ? 0.0 : 2.0));
    items.push_back(to_float_bounds({at - half, at + half}, {}));
  }
  return items;
}

/// Of neighbours that fit, most as pairs.
void build_from_pairs(const std::vector<FloatBounds>& items, Random& random, StaticTree& tree,
                      std::span<std::uint32_t> order) {
  StaticTreeBuild build;
  ASSERT_TRUE(build.reserve(items.size()));
  bool is_single = false;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (is_single && random.chance(0.8) && build.pair(items[i], i - 1)) {
      is_single = false;
    } else {
      build.add(items[i], i);
      is_single = true;
    }
  }
  ASSERT_EQ(build.start(StaticTree::k_max_run / 2), Status::ok);
  while (!build.is_done()) ASSERT_EQ(build.step(1 + static_cast<std::size_t>(random.below(50))), Status::ok);
  ASSERT_EQ(build.finish(tree, order), Status::ok);
}

TEST(StaticTree, IsSoundAndFindsAllOverlaps) {
  constexpr std::uint64_t k_seed = 7501;
  Random random(k_seed), pairing(k_seed + 1);
  std::size_t found = 0;
  for (int n = 0; n < scaled(300); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", tree " << n);
    const int count = 1 + random.below(random.chance(0.1) ? 3000 : 100);
    std::vector<FloatBounds> items = random_items(random, count);
    std::vector<std::uint32_t> order(items.size());
    StaticTree tree;
    if (pairing.chance(0.5)) {
      ASSERT_EQ(tree.build([&](std::uint32_t i) { return items[i]; }, order), Status::ok);
    } else {
      build_from_pairs(items, pairing, tree, order);
    }
    for (int round = 0; round < 2; ++round) {
      std::vector<FloatBounds> by_place;
      for (const std::uint32_t item : order) by_place.push_back(items[item]);
      ASSERT_EQ(tree.validate(by_place), nullptr);
      std::vector<std::uint32_t> sorted = order;
      std::sort(sorted.begin(), sorted.end());
      for (std::uint32_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i);
      const Vec3 at = random.in_cube(100.0), half = abs(random.in_cube(40.0));
      const FloatBounds wanted = to_float_bounds({at - half, at + half}, {});
      std::vector<int> seen(items.size());
      descend_overlapping(tree.nodes(), wanted, AcceptAll{}, [&](std::uint32_t leaf) {
        const StaticTree::Run run = StaticTree::run_of(leaf);
        for (std::uint32_t place = run.begin; place < run.end; ++place) ++seen[order[place]];
        return true;
      });
      for (std::size_t i = 0; i < items.size(); ++i) {
        EXPECT_LE(seen[i], 1);
        if (!overlaps(items[i], wanted)) continue;
        EXPECT_EQ(seen[i], 1);
        ++found;
      }
      int visits = 0;
      descend_overlapping(tree.nodes(), wanted, AcceptAll{}, [&](std::uint32_t) { return ++visits < 2; });
      EXPECT_LE(visits, 2);
      // The items move.
      items = random_items(random, count);
      tree.refit([&](std::uint32_t place) { return items[order[place]]; });
    }
    // The children alone are the tree; a wrong one is refused.
    std::vector<std::uint32_t> words;
    for (const LaneNode& node : tree.nodes()) words.insert(words.end(), node.child, node.child + 4);
    StaticTree copy;
    EXPECT_EQ(copy.adopt(words, static_cast<std::uint32_t>(count)), Status::ok);
    EXPECT_EQ(StaticTree{}.adopt(words, static_cast<std::uint32_t>(count + 1)), Status::invalid_argument);
    EXPECT_EQ(StaticTree{}.adopt({}, static_cast<std::uint32_t>(count)), Status::invalid_argument);
    for (int k = 0; k < 20; ++k) {
      std::vector<std::uint32_t> wrong = words;
      std::uint32_t& word = wrong[static_cast<std::size_t>(random.below(static_cast<int>(wrong.size())))];
      const std::uint32_t before = word;
      word = random.chance(0.5) ? before ^ 1u << random.below(32) : static_cast<std::uint32_t>(random.bits());
      if (word != before) {
        EXPECT_EQ(StaticTree{}.adopt(wrong, static_cast<std::uint32_t>(count)), Status::invalid_argument);
      }
    }
  }
  EXPECT_GT(found, static_cast<std::size_t>(scaled(300)));
}

}  // namespace
}  // namespace hyperplane::test
