#include "support/failing_memory.h"

#include <cstddef>

namespace {

/// Requests left until one fails; negative: no failure.
int requests_left = -1;
bool failed = false;

}  // namespace

#ifdef HYPERPLANE_TEST_WRAPS_MEMORY
// The linker's --wrap defines these names.
// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
extern "C" void* __real_hyperplane_allocate(std::size_t bytes, std::size_t alignment);
extern "C" void* __wrap_hyperplane_allocate(std::size_t bytes, std::size_t alignment);
extern "C" void* __wrap_hyperplane_allocate(std::size_t bytes, std::size_t alignment) {
  if (requests_left == 0) {
    failed = true;
    return nullptr;
  }
  if (requests_left > 0) --requests_left;
  return __real_hyperplane_allocate(bytes, alignment);
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
#endif

namespace hyperplane::test {

bool can_fail_memory() {
#ifdef HYPERPLANE_TEST_WRAPS_MEMORY
  return true;
#else
  return false;
#endif
}

FailingMemory::FailingMemory(int n) {
  requests_left = n;
  failed = false;
}
FailingMemory::~FailingMemory() { requests_left = -1; }
bool FailingMemory::has_failed() const { return failed; }

}  // namespace hyperplane::test
