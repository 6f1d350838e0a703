#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <hyperplane/batch.h>
#include <hyperplane/geometry.h>

/// A scene of pairs as bench/lib/native.js writes it, and the ways of working through it that are measured.

namespace bench {

enum class ShapeKind { box, capsule, cylinder, hull };

struct ShapeDescription {
  ShapeKind kind;
  /// Box: full sizes. Capsule and cylinder: radius, height.
  double parameters[3];
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
  /// The poses as they came: 14 numbers a pair.
  std::vector<double> poses;
  /// Shape indices as they came: 2 a pair.
  std::vector<std::uint32_t> indices;
};

/// @return false where the file cannot be read or is not a scene.
bool read_scene(const char* path, PairScene& scene);

/// Normal (or zeros) and depth or distance; for the question "intersects" the amount is 1 or 0.
using Answer = hyperplane::BatchAnswer;
static_assert(sizeof(Answer) == 4 * sizeof(double));

/// One way of asking a question about every pair.
struct Contender {
  std::string name;
  std::string question;
  /// Writes one answer a pair; this is what is timed.
  std::function<void(Answer* answers)> run;
  /// Called after `run` where its answers first have to be put into this form.
  std::function<void(Answer* answers)> collect = nullptr;
};

/// Each adds what its library can do with the shapes of the scene, which must outlive the contenders.
void add_hyperplane(const PairScene& scene, std::vector<Contender>& contenders);
void add_bullet(const PairScene& scene, std::vector<Contender>& contenders);
void add_ode(const PairScene& scene, std::vector<Contender>& contenders);
void add_fcl(const PairScene& scene, std::vector<Contender>& contenders);
void add_libccd(const PairScene& scene, std::vector<Contender>& contenders);

}  // namespace bench
