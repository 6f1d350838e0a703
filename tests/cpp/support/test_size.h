#pragma once

#include <cstdlib>

/// How much the tests run: HYPERPLANE_TEST_SCALE, by default all of it in an optimised build and a twentieth of the
/// random cases in a debug or sanitizer build.

namespace hyperplane::test {

/// The share of the random cases that run.
inline double test_scale() {
  if (const char* text = std::getenv("HYPERPLANE_TEST_SCALE")) return std::atof(text);
#ifdef NDEBUG
  return 1.0;
#else
  return 0.05;
#endif
}

/// Number of random cases of a test. @param full_count in an optimised build
inline int scaled(int full_count) {
  const int count = static_cast<int>(full_count * test_scale());
  return count < 1 ? 1 : count;
}

/// Of slow cases that are not random every third, where less than everything is asked for. Of nested lists: add one for
/// each round of the outer one, so that all of the inner one have their turn. @param index of the case, from 0
inline bool is_chosen(int index) { return test_scale() >= 1.0 || index % 3 == 0; }

}  // namespace hyperplane::test
