#include "core/sort.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "random.h"

namespace hyperplane {
namespace {

struct Item {
  double key;
  std::uint32_t number;
};

bool comes_before(const Item& a, const Item& b) { return a.key != b.key ? a.key < b.key : a.number < b.number; }

/// Keys out of `kinds`: 1 makes them all equal, few make many ties.
std::vector<Item> random_items(scenes::Random& random, std::size_t count, std::uint32_t kinds) {
  std::vector<Item> items;
  items.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) items.push_back({static_cast<double>(random.below(kinds)), i});
  return items;
}

void expect_like_the_standard(std::vector<Item> items) {
  std::vector<Item> expected = items;
  std::sort(expected.begin(), expected.end(), comes_before);
  sort(std::span<Item>(items), comes_before);
  ASSERT_EQ(items.size(), expected.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(items[i].number, expected[i].number) << "item " << i << " of " << items.size();
    ASSERT_EQ(items[i].key, expected[i].key);
  }
}

TEST(Sort, AgreesWithTheStandardLibraryAtEveryLength) {
  scenes::Random random(41);
  for (std::size_t count = 0; count < 200; ++count) {
    SCOPED_TRACE(count);
    for (const std::uint32_t kinds : {1u, 3u, 1000000u}) expect_like_the_standard(random_items(random, count, kinds));
  }
  expect_like_the_standard(random_items(random, 20000, 1000000));
}

TEST(Sort, TakesListsThatAreSortedOrReversed) {
  for (const std::size_t count : {k_insertion_sort_length, std::size_t{1000}}) {
    std::vector<std::uint32_t> upwards(count);
    for (std::uint32_t i = 0; i < count; ++i) upwards[i] = i;
    std::vector<std::uint32_t> items = upwards;
    sort(std::span<std::uint32_t>(items));
    EXPECT_EQ(items, upwards);
    std::reverse(items.begin(), items.end());
    sort(std::span<std::uint32_t>(items));
    EXPECT_EQ(items, upwards);
  }
}

/// Worst case of heapsort: n log2 n comparisons for each of its two phases.
TEST(Sort, ComparesNoMoreThanItsBound) {
  scenes::Random random(42);
  std::vector<Item> items = random_items(random, 4096, 1000000);
  std::size_t comparisons = 0;
  sort(std::span<Item>(items), [&](const Item& a, const Item& b) {
    ++comparisons;
    return comes_before(a, b);
  });
  EXPECT_LE(comparisons, 2u * 4096u * 12u);
}

}  // namespace
}  // namespace hyperplane
