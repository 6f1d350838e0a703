#pragma once

#include <cstddef>

#include "core/buffer.h"

namespace hyperplane {

/// Lends the memory of an unused buffer to another one for the life of the object, so that successive stages of a
/// computation share it. The borrower may allocate as usual; memory that replaces the loan goes to the lender. The
/// contents of both are lost.
template <class T, class U>
class Loan {
 public:
  /// @param count elements that the borrower needs. If the lender has less memory, or little, nothing is lent.
  Loan(Buffer<T>& borrower, std::size_t count, Buffer<U>& lender) : borrower_(borrower), lender_(lender) {
    constexpr std::size_t k_least_bytes = std::size_t{1} << 16;
    const std::size_t bytes = lender.capacity() * sizeof(U);
    if (bytes < k_least_bytes || bytes / sizeof(T) < count) return;
    lent_ = lender.give_memory();
    borrower.take_memory(lent_);
  }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;
  ~Loan() {
    if (lent_.data == nullptr) return;
    const MemoryBlock back = borrower_.give_memory();
    // Returns the whole loan, since the borrower's block omits the tail that its elements did not fill.
    lender_.take_memory(back.data == lent_.data ? lent_ : back);
  }

 private:
  Buffer<T>& borrower_;
  Buffer<U>& lender_;
  MemoryBlock lent_;
};

}  // namespace hyperplane
