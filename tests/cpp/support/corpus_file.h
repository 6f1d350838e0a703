#pragma once

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hyperplane::test {

/// Expects that a fuzzer's seed has these bytes. HYPERPLANE_RENEW_CORPUS=1 writes the file first.
inline void expect_corpus_file(const std::string& path, std::span<const std::byte> bytes) {
  const std::vector<char> expected(reinterpret_cast<const char*>(bytes.data()),
                                   reinterpret_cast<const char*>(bytes.data()) + bytes.size());
  if (std::getenv("HYPERPLANE_RENEW_CORPUS") != nullptr) {
    std::ofstream(path, std::ios::binary).write(expected.data(), static_cast<std::streamsize>(expected.size()));
  }
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> found{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(found == expected) << path << " is out of date: run this test with HYPERPLANE_RENEW_CORPUS=1";
}

}  // namespace hyperplane::test
