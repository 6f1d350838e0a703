#pragma once

#include <cstdlib>

/// Number of random cases of a test: the full number in an optimised build, a twentieth in a debug or sanitizer build,
/// times the environment variable HYPERPLANE_TEST_SCALE.

namespace hyperplane::test {

inline int scaled(int full_count) {
#ifdef NDEBUG
  double scale = 1.0;
#else
  double scale = 0.05;
#endif
  if (const char* text = std::getenv("HYPERPLANE_TEST_SCALE")) scale = std::atof(text);
  const int count = static_cast<int>(full_count * scale);
  return count < 1 ? 1 : count;
}

}  // namespace hyperplane::test
