#include "core/pair_set.h"

#include <random>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

TEST(PairSet, IsEmptyAtFirst) {
  PairSet set;
  EXPECT_EQ(set.size(), 0u);
  EXPECT_FALSE(set.contains(1, 2));
  set.erase(1, 2);
  set.erase_all_of(1);
  EXPECT_EQ(set.size(), 0u);
}

TEST(PairSet, DoesNotKnowAnOrderInAPair) {
  PairSet set;
  ASSERT_TRUE(set.insert(7, 3));
  EXPECT_TRUE(set.contains(3, 7));
  ASSERT_TRUE(set.insert(3, 7));
  EXPECT_EQ(set.size(), 1u);
  set.erase(3, 7);
  EXPECT_FALSE(set.contains(7, 3));
}

TEST(PairSet, BehavesAsASetUnderRandomUse) {
  const unsigned seed = 77;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  PairSet set;
  std::set<std::pair<unsigned, unsigned>> model;
  for (int step = 0; step < 20000; ++step) {
    const unsigned a = static_cast<unsigned>(random() % 60), b = static_cast<unsigned>(random() % 60);
    const std::pair<unsigned, unsigned> key{std::min(a, b), std::max(a, b)};
    switch (random() % 8) {
      case 0:
      case 1:
      case 2:
      case 3:
        ASSERT_TRUE(set.insert(a, b));
        model.insert(key);
        break;
      case 4:
        if (random() % 10 != 0) break;
        set.erase_all_of(a);
        std::erase_if(model, [&](const auto& k) { return k.first == a || k.second == a; });
        break;
      default:
        set.erase(a, b);
        model.erase(key);
    }
    ASSERT_EQ(set.size(), model.size());
    ASSERT_EQ(set.contains(b, a), model.contains(key));
  }
  EXPECT_GT(model.size(), 100u);
  set.for_each([&](unsigned low, unsigned high) { ASSERT_EQ(model.erase({low, high}), 1u); });
  EXPECT_TRUE(model.empty());
}

}  // namespace
}  // namespace hyperplane
