#include "core/buffer.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

TEST(Buffer, GrowsKeepsItsElementsAndStartsOnACacheLine) {
  Buffer<int> buffer;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(buffer.push(i));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % k_block_alignment, 0u);
  }
  ASSERT_EQ(buffer.size(), 1000u);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(buffer[static_cast<std::size_t>(i)], i);
}

TEST(Buffer, PushesACopyOfItsOwnElementWhileGrowing) {
  Buffer<int> buffer;
  ASSERT_TRUE(buffer.push(42));
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(buffer.push(buffer[0]));
  for (const int value : buffer) ASSERT_EQ(value, 42);
  ASSERT_TRUE(buffer.resize(5000, buffer[7]));
  for (const int value : buffer) ASSERT_EQ(value, 42);
}

TEST(Buffer, RefusesWhatCannotBeAddressedAndStaysAsItWas) {
  Buffer<double> buffer;
  ASSERT_TRUE(buffer.push(1.5));
  const double* before = buffer.data();
  EXPECT_FALSE(buffer.reserve(SIZE_MAX));
  EXPECT_FALSE(buffer.reserve(SIZE_MAX / sizeof(double)));
  EXPECT_FALSE(buffer.resize(SIZE_MAX / 16, 0.0));
  EXPECT_EQ(buffer.data(), before);
  EXPECT_EQ(buffer.size(), 1u);
  EXPECT_EQ(buffer[0], 1.5);
}

TEST(Buffer, KeepsItsMemoryWhenClearedAndReturnsItOnRelease) {
  Buffer<int> buffer;
  ASSERT_TRUE(buffer.resize(100, 1));
  const int* before = buffer.data();
  buffer.clear();
  EXPECT_TRUE(buffer.empty());
  ASSERT_TRUE(buffer.resize(100, 2));
  EXPECT_EQ(buffer.data(), before);
  buffer.release();
  EXPECT_EQ(buffer.capacity(), 0u);
  ASSERT_TRUE(buffer.push(3));
  EXPECT_EQ(buffer.back(), 3);
}

TEST(Buffer, MovesSwapsAndAssigns) {
  Buffer<int> a, b;
  ASSERT_TRUE(a.resize(3, 1));
  ASSERT_TRUE(b.resize(5, 2));
  a.swap(b);
  EXPECT_EQ(a.size(), 5u);
  EXPECT_EQ(b.size(), 3u);
  Buffer<int> c = std::move(a);
  EXPECT_EQ(c.size(), 5u);
  EXPECT_EQ(a.size(), 0u);  // NOLINT(bugprone-use-after-move): it says that it is empty then
  const std::vector<int> values{7, 8, 9};
  ASSERT_TRUE(c.assign(values));
  EXPECT_EQ(std::vector<int>(c.begin(), c.end()), values);
  ASSERT_TRUE(c.assign(c.span().subspan(1)));
  EXPECT_EQ(c[0], 8);
}

}  // namespace
}  // namespace hyperplane
