#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hyperplane::test {

/// Brings values into a random order (Fisher and Yates). @param random of the tests or of the scenes.
template <class Random, class T>
void shuffle(Random& random, std::vector<T>& values) {
  using Number = decltype(random.below(1));
  for (std::size_t k = values.size(); k > 1; --k) {
    std::swap(values[k - 1], values[static_cast<std::size_t>(random.below(static_cast<Number>(k)))]);
  }
}

}  // namespace hyperplane::test
