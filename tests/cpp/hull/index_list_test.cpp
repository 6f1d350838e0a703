#include "hull/index_list.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.h"

namespace hyperplane::test {
namespace {

/// Stored in a block of exactly the bytes that a list needs, so that a sanitizer sees accesses beyond it.
class Stored {
 public:
  explicit Stored(const std::vector<std::uint32_t>& indices) {
    std::uint32_t bits = 0;
    for (const std::uint32_t index : indices) bits |= index;
    width_ = IndexWidth::for_bits(bits);
    bytes_.resize((indices.size() << width_.shift) + IndexList::k_padding, std::byte{0xff});
    for (std::size_t i = 0; i < indices.size(); ++i) IndexList::write(bytes_.data(), i, width_, indices[i]);
    list_ = IndexList(bytes_.data(), indices.size(), width_);
  }
  const IndexList& list() const { return list_; }
  std::uint32_t bytes_per_index() const { return 1u << width_.shift; }
  IndexWidth width() const { return width_; }
  const std::byte* data() const { return bytes_.data(); }

 private:
  std::vector<std::byte> bytes_;
  IndexWidth width_;
  IndexList list_;
};

void expect_reads_back(const std::vector<std::uint32_t>& indices, std::uint32_t bytes_per_index) {
  const Stored stored(indices);
  const IndexList& list = stored.list();
  EXPECT_EQ(stored.bytes_per_index(), bytes_per_index);
  ASSERT_EQ(list.size(), indices.size());
  EXPECT_EQ(list.empty(), indices.empty());
  EXPECT_TRUE(std::ranges::equal(list, indices));
  for (std::size_t i = 0; i < indices.size(); ++i) ASSERT_EQ(list[i], indices[i]) << i;
  if (!indices.empty()) EXPECT_EQ(list.back(), indices.back());
  stored.width().visit_type([&](auto zero) {
    using Index = decltype(zero);
    EXPECT_EQ(sizeof(Index), bytes_per_index);
    const auto* const typed = reinterpret_cast<const Index*>(stored.data());
    for (std::size_t i = 0; i < indices.size(); ++i) ASSERT_EQ(typed[i], indices[i]) << i;
  });
}

TEST(IndexList, TakesAsManyBytesAsTheLargestIndexNeeds) {
  expect_reads_back({0}, 1);
  expect_reads_back({0, 254, 255, 7}, 1);
  expect_reads_back({0, 255, 256, 7}, 2);
  expect_reads_back({257}, 2);
  expect_reads_back({65534, 0, 65535}, 2);
  expect_reads_back({65535, 65536, 0}, 4);
  expect_reads_back({65537, 255}, 4);
  expect_reads_back({0xffffffff, 0, 0x80000000}, 4);
}

TEST(IndexList, MayBeEmpty) {
  expect_reads_back({}, 1);
  const IndexList none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.begin() == none.end());
}

TEST(IndexList, ReadsBackAnyIndicesOfAnyCount) {
  constexpr std::uint64_t k_seed = 41;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (const int count : {1, 2, 3, 4, 5, 255, 256, 257, 65535, 65536, 65537}) {
    for (const std::uint32_t bytes : {1u, 2u, 4u}) {
      const std::uint32_t largest = 0xffffffffu >> (32 - 8 * bytes);
      std::vector<std::uint32_t> indices;
      for (int i = 0; i < count; ++i)
        indices.push_back(static_cast<std::uint32_t>(random.below(1 << 30)) * 4 & largest);
      indices[static_cast<std::size_t>(random.below(count))] = largest;
      expect_reads_back(indices, bytes);
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
