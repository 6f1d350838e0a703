#include "core/loan.h"

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

namespace hyperplane {
namespace {

struct Large {
  std::byte bytes[20];
};
struct Odd {
  std::byte bytes[48];
};

constexpr std::size_t k_count = 10'001;

TEST(Loan, LendsMemoryAndGivesAllOfItBack) {
  Buffer<Large> lender;
  Buffer<Odd> borrower;
  ASSERT_TRUE(lender.reserve_exactly(k_count));
  const void* const memory = lender.data();
  for (int i = 0; i < 3; ++i) {
    {
      const Loan loan(borrower, k_count / 3, lender);
      EXPECT_EQ(lender.capacity(), 0u);
      EXPECT_EQ(borrower.data(), memory);
      EXPECT_TRUE(borrower.empty());
      // Not a multiple of the size of an element.
      EXPECT_EQ(borrower.capacity(), k_count * sizeof(Large) / sizeof(Odd));
      ASSERT_TRUE(borrower.resize(borrower.capacity(), Odd{}));
    }
    EXPECT_EQ(lender.data(), memory);
    EXPECT_EQ(lender.capacity(), k_count);
    EXPECT_TRUE(lender.empty());
    EXPECT_EQ(borrower.capacity(), 0u);
  }
}

TEST(Loan, FreesWhatTheBorrowerHadAndKeepsWhatItAllocates) {
  Buffer<Large> lender;
  Buffer<Odd> borrower;
  ASSERT_TRUE(lender.reserve_exactly(k_count));
  ASSERT_TRUE(borrower.resize(5, Odd{}));
  {
    const Loan loan(borrower, 1, lender);
    ASSERT_TRUE(borrower.reserve_exactly(k_count));
  }
  EXPECT_EQ(lender.capacity(), k_count * sizeof(Odd) / sizeof(Large));
  EXPECT_EQ(borrower.data(), nullptr);
}

TEST(Loan, LendsNothingThatIsTooSmall) {
  Buffer<Large> lender;
  Buffer<Odd> borrower;
  ASSERT_TRUE(borrower.resize(5, Odd{}));
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{100}, k_count}) {
    ASSERT_TRUE(lender.reserve_exactly(capacity));
    const void* const memory = lender.data();
    {
      const Loan loan(borrower, capacity, lender);
      EXPECT_EQ(borrower.size(), 5u);
      EXPECT_EQ(lender.data(), memory);
    }
    EXPECT_EQ(borrower.size(), 5u);
    EXPECT_EQ(lender.data(), memory);
  }
}

}  // namespace
}  // namespace hyperplane
