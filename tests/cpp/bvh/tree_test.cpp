#include "bvh/tree.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bvh/lanes.h"
#include "random.h"

namespace hyperplane {
namespace {

/// Rows with unit boxes at random places.
struct Boxes {
  explicit Boxes(std::uint32_t count, std::uint64_t seed = 1, double side = 20.0) : random(seed), filter(count, 1u) {
    for (std::uint32_t i = 0; i < count; ++i) {
      bounds.push_back(k_empty_bounds);
      place(i, side);
      all.push_back(i);
    }
  }
  void place(std::uint32_t row, double side) {
    const Vec3 at = random.in_box({-side, -side, -side}, {side, side, side});
    bounds[row] = to_float_bounds({at, at + Vec3{1, 1, 1}}, {});
  }
  Tree::Rows rows() const { return {bounds, filter, filter}; }

  scenes::Random random;
  std::vector<FloatBounds> bounds;
  std::vector<std::uint32_t> filter, all;
};

/// How many leaves a query box meets, descending node by node.
std::uint32_t count_overlapping(const Tree& tree, const FloatBounds& query) {
  std::uint32_t found = 0;
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const Tree::Node& node = tree.nodes()[stack.back()];
    stack.pop_back();
    const std::uint32_t hits = overlapping_children(node, SplatBounds(query));
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if ((hits >> lane & 1) == 0) continue;
      if ((node.child[lane] & Tree::k_leaf) != 0) {
        ++found;
      } else {
        stack.push_back(node.child[lane]);
      }
    }
  }
  return found;
}

TEST(Tree, IsValidAfterBuildingWithAnyNumberOfLeaves) {
  for (std::uint32_t count = 0; count < 70; ++count) {
    const Boxes boxes(count);
    Tree tree;
    ASSERT_EQ(tree.build(boxes.all, boxes.rows()), Status::ok);
    ASSERT_EQ(tree.validate(boxes.rows()), nullptr) << count;
    ASSERT_EQ(tree.size(), count);
  }
}

TEST(Tree, StaysValidUnderRandomInsertsRemovalsAndMoves) {
  Boxes boxes(400, 3);
  SCOPED_TRACE("seed 3");
  Tree tree;
  std::uint32_t rebuilds = 0;
  for (int step = 0; step < 6000; ++step) {
    const std::uint32_t row = boxes.random.below(400);
    if (!tree.contains(row)) {
      ASSERT_EQ(tree.insert(row, boxes.rows()), Status::ok);
    } else if (boxes.random.chance(0.3)) {
      tree.remove(row);
    } else {
      boxes.place(row, 20.0);
      boxes.filter[row] = 1u << boxes.random.below(8);
      tree.refit(row, boxes.rows());
    }
    if (step % 20 == 0) {
      ASSERT_EQ(tree.validate(boxes.rows()), nullptr) << step;
    }
    if (step % 100 == 0 && tree.wants_rebuild()) {
      ++rebuilds;
      ASSERT_EQ(tree.rebuild(boxes.rows()), Status::ok);
      ASSERT_FALSE(tree.wants_rebuild());
      ASSERT_EQ(tree.validate(boxes.rows()), nullptr) << step;
    }
  }
  EXPECT_GT(rebuilds, 3u);
  for (std::uint32_t row = 0; row < 400; ++row) {
    if (tree.contains(row)) tree.remove(row);
  }
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_EQ(tree.validate(boxes.rows()), nullptr);
  ASSERT_EQ(tree.insert(7, boxes.rows()), Status::ok);
  EXPECT_EQ(tree.validate(boxes.rows()), nullptr);
}

TEST(Tree, RefitsAllLeavesAtOnceAndAsksToBeBuiltAnewWhenWornDown) {
  Boxes boxes(2000, 4);
  Tree tree;
  ASSERT_EQ(tree.build(boxes.all, boxes.rows()), Status::ok);
  tree.refit_all(boxes.rows());
  EXPECT_FALSE(tree.wants_rebuild());
  for (const std::uint32_t row : boxes.all) boxes.place(row, 20.0);
  tree.refit_all(boxes.rows());
  EXPECT_EQ(tree.validate(boxes.rows()), nullptr);
  EXPECT_TRUE(tree.wants_rebuild());
  ASSERT_EQ(tree.rebuild(boxes.rows()), Status::ok);
  EXPECT_FALSE(tree.wants_rebuild());
}

TEST(Tree, FindsWhatAQueryOverlaps) {
  Boxes boxes(3000, 5);
  Tree tree;
  ASSERT_EQ(tree.build(boxes.all, boxes.rows()), Status::ok);
  std::uint32_t found = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 at = boxes.random.in_box({-20, -20, -20}, {20, 20, 20});
    const FloatBounds query = to_float_bounds({at, at + Vec3{3, 3, 3}}, {});
    std::uint32_t expected = 0;
    for (const FloatBounds& b : boxes.bounds) expected += overlaps(b, query) ? 1 : 0;
    ASSERT_EQ(count_overlapping(tree, query), expected);
    found += expected;
  }
  EXPECT_GT(found, 200u);
}

TEST(Tree, StaysShallowWhereAreasAreOfNoHelp) {
  // Every box twice as far and twice as large as the one before, all in one spot, and all on one line.
  for (int kind = 0; kind < 3; ++kind) {
    SCOPED_TRACE(kind);
    Boxes boxes(kind == 0 ? 120 : 5000);
    for (const std::uint32_t row : boxes.all) {
      const double x = kind == 0 ? std::ldexp(1.0, static_cast<int>(row) - 60) : (kind == 1 ? 0.0 : row);
      boxes.bounds[row] = to_float_bounds({{x, 0, 0}, {kind == 0 ? 1.5 * x : x + 1, 1, 1}}, {});
    }
    Tree built, grown;
    ASSERT_EQ(built.build(boxes.all, boxes.rows()), Status::ok);
    ASSERT_EQ(built.validate(boxes.rows()), nullptr);
    EXPECT_FALSE(built.wants_rebuild());
    for (const std::uint32_t row : boxes.all) {
      ASSERT_EQ(grown.insert(row, boxes.rows()), Status::ok);
      if (row % 64 == 63 && grown.wants_rebuild()) {
        ASSERT_EQ(grown.rebuild(boxes.rows()), Status::ok);
      }
    }
    EXPECT_EQ(grown.validate(boxes.rows()), nullptr);
  }
}

TEST(Tree, IsAsCheapToQueryWhenGrownAsWhenBuilt) {
  Boxes boxes(4000, 6);
  Tree built, grown;
  ASSERT_EQ(built.build(boxes.all, boxes.rows()), Status::ok);
  for (const std::uint32_t row : boxes.all) ASSERT_EQ(grown.insert(row, boxes.rows()), Status::ok);
  const auto cost = [](const Tree& tree) {
    float areas = 0.0f;
    for (const Tree::Node& node : tree.nodes()) {
      for (int lane = 0; lane < 4; ++lane) {
        if (node.child[lane] == Tree::k_none) continue;
        const float x = node.bounds[3][lane] - node.bounds[0][lane], y = node.bounds[4][lane] - node.bounds[1][lane],
                    z = node.bounds[5][lane] - node.bounds[2][lane];
        areas += x * y + y * z + z * x;
      }
    }
    return areas;
  };
  EXPECT_LT(cost(grown), 3.0f * cost(built));
}

TEST(TreeValidate, NamesEachKindOfDamage) {
  Boxes boxes(100);
  Tree tree;
  ASSERT_EQ(tree.build(boxes.all, boxes.rows()), Status::ok);
  ASSERT_EQ(tree.validate(boxes.rows()), nullptr);
  // The rows have changed behind the tree's back.
  Boxes moved = boxes;
  moved.place(17, 20.0);
  EXPECT_STREQ(tree.validate(moved.rows()), "the bounds of a child are not those of what lies below");
  Boxes refiltered = boxes;
  refiltered.filter[17] = 2;
  EXPECT_STREQ(tree.validate(refiltered.rows()), "the filter of a child is not that of what lies below");
  // The tree is damaged.
  auto* const nodes = const_cast<Tree::Node*>(tree.nodes().data());
  std::uint32_t lane = 0;
  while ((nodes[0].child[lane] & Tree::k_leaf) != 0) ++lane;
  const std::uint32_t child = nodes[0].child[lane];
  nodes[0].child[lane] = 0;
  EXPECT_STREQ(tree.validate(boxes.rows()), "a child does not come after its parent");
  nodes[0].child[lane] = child;
  nodes[child].parent += 1;
  EXPECT_STREQ(tree.validate(boxes.rows()), "a child does not know its parent");
  nodes[child].parent -= 1;
  nodes[0].parent = 5;
  EXPECT_STREQ(tree.validate(boxes.rows()), "the root has a parent");
  nodes[0].parent = Tree::k_none;
  EXPECT_EQ(tree.validate(boxes.rows()), nullptr);
}

}  // namespace
}  // namespace hyperplane
