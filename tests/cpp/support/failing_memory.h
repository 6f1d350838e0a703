#pragma once

/// Makes requests of the core for memory fail on purpose: the linker puts us in front of the core's own function
/// (`--wrap`), which carries no switch for it.

namespace hyperplane::test {

/// Whether this build can do that.
bool can_fail_memory();

/// As long as it lives, the n-th request from now on fails, and all after it.
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
