#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <hyperplane/batch.h>
#include <hyperplane/geometry.h>

/// A scene of pairs, written by bench/lib/native.js, and the contenders that are measured on it.

namespace bench {

/// In the order of `kinds` in bench/lib/native.js.
enum class ShapeKind { box, capsule, cylinder, hull, round_box, tapered_capsule };

struct ShapeDescription {
  ShapeKind kind;
  /// Box: full sizes; round box: rounding too. Capsule and cylinder: radius, height. Tapered capsule: radius at the
  /// top, at the bottom, height.
  double parameters[4];
  /// Hull: x, y, z of each point.
  std::vector<double> points;
};

struct Pair {
  std::size_t shape_a, shape_b;
  hyperplane::Pose pose_a, pose_b;
};

struct PairScene {
  std::vector<ShapeDescription> shapes;
  std::vector<Pair> pairs;
  /// Poses as read: 14 numbers per pair.
  std::vector<double> poses;
  /// Shape indices as read: 2 per pair.
  std::vector<std::uint32_t> indices;
};

/// @return false if the file cannot be read or is not a scene.
bool read_scene(const char* path, PairScene& scene);

/// Normal (or zeros), and depth or distance; 1 or 0 for the question "intersects".
using Answer = hyperplane::BatchAnswer;
static_assert(sizeof(Answer) == 4 * sizeof(double));

/// A library function that is run on every pair.
struct Contender {
  std::string name;
  std::string question;
  /// Writes one answer per pair. Timed.
  std::function<void(Answer* answers)> run;
  /// Optional: converts the results of `run` to answers. Not timed.
  std::function<void(Answer* answers)> collect = nullptr;
};

/// Each adds the contenders of a library that support the shapes of the scene, which must outlive them.
void add_hyperplane(const PairScene& scene, std::vector<Contender>& contenders);
void add_bullet(const PairScene& scene, std::vector<Contender>& contenders);
void add_ode(const PairScene& scene, std::vector<Contender>& contenders);
void add_fcl(const PairScene& scene, std::vector<Contender>& contenders);
void add_libccd(const PairScene& scene, std::vector<Contender>& contenders);

}  // namespace bench
