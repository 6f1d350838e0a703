#include "bvh/lanes.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

/// All ways of choosing four distances out of five, equal ones and misses among them.
TEST(PushChildren, StacksThoseThatAreMetFarthestFirst) {
  constexpr float k_distances[5] = {k_missed, 0.0f, 0.5f, 1.0f, 3.0f};
  constexpr float k_share = 0.75f;
  constexpr std::uint32_t k_children[4] = {7, LaneNode::k_leaf | 3, 100, 2};
  for (int choice = 0; choice < 5 * 5 * 5 * 5; ++choice) {
    float distances[4];
    std::uint32_t hits = 0;
    std::vector<DescentTask> expected;
    for (int i = 0, rest = choice; i < 4; ++i, rest /= 5) {
      distances[i] = k_distances[rest % 5];
      if (distances[i] == k_missed) continue;
      hits |= 1u << i;
      // Above all that are as far or farther.
      const DescentTask task{k_children[i], distances[i] * k_share};
      const auto place = std::find_if(expected.begin(), expected.end(),
                                      [&](const DescentTask& other) { return other.distance < task.distance; });
      expected.insert(place, task);
    }

    DescentTask stack[k_descent_stack_size] = {};
    stack[0] = {55, 2.5f};
    const DescentTask* const top = push_children(k_children, distances, hits, k_share, stack + 1);
    ASSERT_EQ(static_cast<std::size_t>(top - stack), 1 + expected.size());
    ASSERT_EQ(stack[0].child, 55u);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(stack[1 + i].distance, expected[i].distance);
      ASSERT_EQ(stack[1 + i].child, expected[i].child) << choice;
    }
  }
}

}  // namespace
}  // namespace hyperplane
