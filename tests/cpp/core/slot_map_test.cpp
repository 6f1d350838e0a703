#include "core/slot_map.h"

#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

TEST(SlotMap, FindsWhatWasInsertedUntilItIsRemoved) {
  SlotMap<int> map;
  const Handle a = map.insert(10).value;
  const Handle b = map.insert(20).value;
  ASSERT_NE(map.find(a), nullptr);
  EXPECT_EQ(*map.find(a), 10);
  EXPECT_EQ(*map.find(b), 20);
  EXPECT_EQ(map.size(), 2u);
  EXPECT_TRUE(map.remove(a));
  EXPECT_EQ(map.find(a), nullptr);
  EXPECT_FALSE(map.remove(a));
  EXPECT_EQ(*map.find(b), 20);
  EXPECT_EQ(map.size(), 1u);
}

TEST(SlotMap, TellsAStaleHandleFromTheNewTenantOfItsRow) {
  SlotMap<int> map;
  const Handle old = map.insert(1).value;
  map.remove(old);
  const Handle fresh = map.insert(2).value;
  EXPECT_EQ(fresh.index, old.index);
  EXPECT_NE(fresh.generation, old.generation);
  EXPECT_EQ(map.find(old), nullptr);
  EXPECT_EQ(*map.find(fresh), 2);
}

TEST(SlotMap, KnowsNoNullForeignOrMadeUpHandle) {
  SlotMap<int> map;
  EXPECT_EQ(map.find(Handle{}), nullptr);
  const Handle a = map.insert(1).value;
  EXPECT_EQ(map.find(Handle{}), nullptr);
  EXPECT_EQ(map.find(Handle{a.index + 1, a.generation}), nullptr);
  EXPECT_EQ(map.find(Handle{a.index, a.generation + 1}), nullptr);
  EXPECT_EQ(map.find(Handle{0xffffffff, 1}), nullptr);
  map.remove(a);
  EXPECT_EQ(map.find(Handle{a.index, a.generation + 1}), nullptr);
}

TEST(SlotMap, FindsARowWithItsGeneration) {
  SlotMap<int> map;
  std::uint32_t generation = 0;
  EXPECT_EQ(map.find_row(0, generation), nullptr);
  const Handle first = map.insert(1).value;
  ASSERT_NE(map.find_row(0, generation), nullptr);
  EXPECT_EQ(*map.find_row(0, generation), 1);
  EXPECT_EQ(generation, first.generation);
  map.remove(first);
  EXPECT_EQ(map.find_row(0, generation), nullptr);
  const Handle second = map.insert(2).value;
  EXPECT_EQ(*map.find_row(0, generation), 2);
  EXPECT_EQ(generation, second.generation);
  EXPECT_EQ(map.find_row(1, generation), nullptr);
  EXPECT_EQ(map.find_row(0xffffffff, generation), nullptr);
}

TEST(SlotMap, RetiresARowWhoseGenerationsAreUsedUp) {
  SlotMap<int> map;
  Handle first{}, last{};
  for (std::uint32_t i = 0; i < SlotMap<int>::k_last_generation; ++i) {
    last = map.insert(1).value;
    if (i == 0) first = last;
    ASSERT_EQ(last.index, 0u);
    map.remove(last);
  }
  EXPECT_EQ(last.generation, SlotMap<int>::k_last_generation);
  const Handle next = map.insert(2).value;
  EXPECT_EQ(next.index, 1u);
  EXPECT_EQ(map.find(first), nullptr);
  EXPECT_EQ(map.find(last), nullptr);
  EXPECT_EQ(map.handle_at(0), Handle{});
  EXPECT_EQ(map.handle_at(1), next);
}

TEST(SlotMap, HandleGoesThroughANumberAndBack) {
  for (const Handle handle : {Handle{0, 1}, Handle{0xffffffff, 1}, Handle{7, SlotMap<int>::k_last_generation}}) {
    EXPECT_EQ(Handle::from_number(handle.to_number()), handle);
  }
  for (const double number : {0.0, -1.0, 1.0, 0x1p32 + 0.5, 0x1p53, 1e300, -0x1p40}) {
    EXPECT_EQ(Handle::from_number(number), Handle{}) << number;
  }
  EXPECT_EQ(Handle::from_number(std::numeric_limits<double>::quiet_NaN()), Handle{});
  EXPECT_EQ(Handle::from_number(std::numeric_limits<double>::infinity()), Handle{});
}

TEST(SlotMap, BehavesAsAMapUnderRandomUse) {
  const unsigned seed = 20240611;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  SlotMap<std::uint32_t> map;
  std::map<double, std::uint32_t> model;
  std::vector<Handle> all;
  for (std::uint32_t step = 0; step < 20000; ++step) {
    if (random() % 5 < 3) {
      const Result<Handle> inserted = map.insert(step);
      ASSERT_TRUE(inserted.ok());
      ASSERT_TRUE(model.emplace(inserted.value.to_number(), step).second) << "a handle was given out twice";
      all.push_back(inserted.value);
    } else if (!all.empty()) {
      const Handle victim = all[random() % all.size()];
      ASSERT_EQ(map.remove(victim), model.erase(victim.to_number()) == 1);
    }
  }
  EXPECT_EQ(map.size(), model.size());
  EXPECT_LT(map.row_count(), all.size());
  for (const Handle handle : all) {
    const auto expected = model.find(handle.to_number());
    const std::uint32_t* found = map.find(handle);
    ASSERT_EQ(found != nullptr, expected != model.end());
    if (found != nullptr) {
      ASSERT_EQ(*found, expected->second);
    }
  }
  std::size_t visited = 0;
  map.for_each([&](Handle handle, std::uint32_t& value) {
    ++visited;
    ASSERT_EQ(model.at(handle.to_number()), value);
    map.remove(handle);
  });
  EXPECT_EQ(visited, model.size());
  EXPECT_EQ(map.size(), 0u);
}

}  // namespace
}  // namespace hyperplane
