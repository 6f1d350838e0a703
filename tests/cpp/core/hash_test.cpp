#include "core/hash.h"

#include <array>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

std::uint64_t hash_of(std::span<const std::byte> bytes) {
  Hash hash;
  hash.add_bytes(bytes);
  return hash.value();
}

TEST(Hash, IsTheSameOnEveryPlatform) {
  Hash hash;
  EXPECT_EQ(hash.value(), 13258805574571075079u);
  hash.add(1.5);
  hash.add(2.5f);
  hash.add(std::uint32_t{7});
  EXPECT_EQ(hash.value(), 2111265765189583465u);
}

TEST(Hash, NoticesEveryBitItsPlaceAndTheLength) {
  std::array<std::byte, 21> bytes{};
  const std::uint64_t before = hash_of(bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] ^= std::byte{1} << bit;
      EXPECT_NE(hash_of(bytes), before) << i << " " << bit;
      bytes[i] ^= std::byte{1} << bit;
    }
  }
  for (std::size_t count = 0; count < bytes.size(); ++count) {
    EXPECT_NE(hash_of(std::span(bytes).first(count)), before) << count;
  }
  Hash ab, ba;
  ab.add(1.0);
  ab.add(2.0);
  ba.add(2.0);
  ba.add(1.0);
  EXPECT_NE(ab.value(), ba.value());
}

}  // namespace
}  // namespace hyperplane
