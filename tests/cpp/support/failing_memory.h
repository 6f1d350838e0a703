#pragma once

/// Makes the core's allocations fail. The linker wraps the core's allocation function (`--wrap`).

namespace hyperplane::test {

/// Whether this build supports it.
bool can_fail_memory();

/// While alive, the n-th allocation from now on and all later ones fail.
class FailingMemory {
 public:
  /// @param n 0: the next one.
  explicit FailingMemory(int n);
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
  ~FailingMemory();

  /// Whether a request has failed.
  bool has_failed() const;
};

}  // namespace hyperplane::test
