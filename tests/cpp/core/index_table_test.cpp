#include "core/index_table.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.h"

namespace hyperplane::test {
namespace {

TEST(IndexTable, GivesTheFirstOfEqualItems) {
  Random random(5);
  std::vector<int> items;
  for (int i = 0; i < 1000; ++i) items.push_back(random.below(200));
  // Also with hashes that are all alike, or all at the end of the table. Room anew is empty.
  IndexTable table;
  for (const std::uint64_t spread : {std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{0x9fb21c651e98df25}}) {
    const auto hash_of = [&](int item) { return static_cast<std::uint64_t>(item) * spread - 1; };
    ASSERT_TRUE(table.reserve(items.size()));
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto is_same = [&](std::uint32_t k) { return items[k] == items[i]; };
      std::size_t first = 0;
      while (items[first] != items[i]) ++first;
      EXPECT_EQ(table.find(hash_of(items[i]), is_same), first == i ? IndexTable::k_none : first);
      EXPECT_EQ(table.find_or_add(hash_of(items[i]), static_cast<std::uint32_t>(i), is_same), first);
    }
  }
}

TEST(IndexTable, TakesNothing) {
  IndexTable table;
  ASSERT_TRUE(table.reserve(0));
  EXPECT_EQ(table.find(7, [](std::uint32_t) { return true; }), IndexTable::k_none);
}

}  // namespace
}  // namespace hyperplane::test
