#include "core/bit_set.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

TEST(BitSet, BehavesAsASetUnderRandomUse) {
  const unsigned seed = 5;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  BitSet set;
  std::set<unsigned> model;
  for (int step = 0; step < 20000; ++step) {
    const unsigned number = random() % 1000;
    if (random() % 2 == 0) {
      ASSERT_TRUE(set.insert(number));
      model.insert(number);
    } else {
      set.erase(number);
      model.erase(number);
    }
    if (random() % 5000 == 0) {
      set.clear();
      model.clear();
    }
    const unsigned other = random() % 1100;
    ASSERT_EQ(set.contains(other), model.contains(other));
  }
  EXPECT_GT(model.size(), 100u);
  EXPECT_FALSE(set.contains(0xffffffff));
}

}  // namespace
}  // namespace hyperplane
