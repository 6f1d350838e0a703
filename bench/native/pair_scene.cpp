#include "pair_scene.h"

#include <cstdio>

namespace bench {
namespace {

std::vector<double> read_doubles(const char* path) {
  std::vector<double> numbers;
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return numbers;
  std::fseek(file, 0, SEEK_END);
  const long size = std::ftell(file);
  std::rewind(file);
  numbers.resize(size > 0 ? static_cast<std::size_t>(size) / sizeof(double) : 0);
  if (std::fread(numbers.data(), sizeof(double), numbers.size(), file) != numbers.size()) numbers.clear();
  std::fclose(file);
  return numbers;
}

hyperplane::Pose to_pose(const double* p) { return {{p[0], p[1], p[2]}, {p[3], p[4], p[5], p[6]}}; }

}  // namespace

/// All numbers are doubles: shape count, pair count; per shape kind, four parameters, point count, points; then two
/// shape indices per pair; then fourteen numbers of poses per pair.
bool read_scene(const char* path, PairScene& scene) {
  const std::vector<double> numbers = read_doubles(path);
  std::size_t at = 0;
  const auto left = [&] { return numbers.size() - at; };
  if (left() < 2) return false;
  const auto shape_count = static_cast<std::size_t>(numbers[at++]);
  const auto pair_count = static_cast<std::size_t>(numbers[at++]);
  for (std::size_t i = 0; i < shape_count; ++i) {
    if (left() < 6) return false;
    ShapeDescription shape{static_cast<ShapeKind>(static_cast<int>(numbers[at])),
                           {numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4]},
                           {}};
    const auto coordinates = 3 * static_cast<std::size_t>(numbers[at + 5]);
    at += 6;
    if (left() < coordinates) return false;
    shape.points.assign(numbers.begin() + static_cast<std::ptrdiff_t>(at),
                        numbers.begin() + static_cast<std::ptrdiff_t>(at + coordinates));
    at += coordinates;
    scene.shapes.push_back(std::move(shape));
  }
  if (left() != 16 * pair_count) return false;
  for (std::size_t i = 0; i < 2 * pair_count; ++i) {
    scene.indices.push_back(static_cast<std::uint32_t>(numbers[at++]));
    if (scene.indices.back() >= shape_count) return false;
  }
  scene.poses.assign(numbers.begin() + static_cast<std::ptrdiff_t>(at), numbers.end());
  for (std::size_t i = 0; i < pair_count; ++i) {
    scene.pairs.push_back({scene.indices[2 * i], scene.indices[2 * i + 1], to_pose(&scene.poses[14 * i]),
                           to_pose(&scene.poses[14 * i + 7])});
  }
  return true;
}

}  // namespace bench
