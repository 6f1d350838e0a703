#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <hyperplane/batch.h>
#include <hyperplane/pair.h>

#include "random.h"

/// Nanoseconds per pair of boxes, single calls and batches: the minimum of many rounds in which all functions take
/// turns, for random rotations, parallel axes, and separated bounds.

namespace {

using namespace hyperplane;
using scenes::Random;

struct Scene {
  const char* name;
  std::vector<Shape> table;
  std::vector<const Shape*> shapes;
  std::vector<Pose> poses;
  std::size_t count() const { return poses.size() / 2; }
};

Scene make_scene(const char* name, bool aligned, double reach) {
  constexpr std::size_t k_count = 5000;
  Random random(1);
  Scene scene{name, {}, {}, {}};
  for (int i = 0; i < 64; ++i) {
    scene.table.push_back(make_box(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)).value);
  }
  for (std::size_t i = 0; i < 2 * k_count; ++i) {
    scene.shapes.push_back(&scene.table[static_cast<std::size_t>(random.uniform(0.0, 63.9))]);
    Pose pose;
    if (i % 2 == 1) pose = scene.poses.back();
    pose.position.x += random.uniform(-reach, reach);
    pose.position.y += random.uniform(-reach, reach);
    pose.position.z += random.uniform(-reach, reach);
    if (i % 2 == 0 || !aligned) {
      Quat q{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
      pose.rotation = {q.x / length, q.y / length, q.z / length, q.w / length};
    }
    scene.poses.push_back(pose);
  }
  return scene;
}

template <class Function>
double nanoseconds_a_pair(const Scene& scene, Function function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  const auto stop = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(stop - start).count() / static_cast<double>(scene.count());
}

/// The minimum, which other load on the machine disturbs least.
double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

void run(const Scene& scene) {
  const std::size_t n = scene.count();
  std::vector<std::uint8_t> verdicts(n);
  std::vector<BatchAnswer> answers(n);
  double sink = 0.0;
  const auto each = [&](auto call) {
    return [&, call] {
      for (std::size_t i = 0; i < n; ++i) {
        sink += call(*scene.shapes[2 * i], scene.poses[2 * i], *scene.shapes[2 * i + 1], scene.poses[2 * i + 1]);
      }
    };
  };
  const auto verdict = each([](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) {
    return intersects(a, pa, b, pb) ? 1.0 : 0.0;
  });
  const auto depth = each(
      [](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) { return penetration(a, pa, b, pb).depth; });
  const auto manifold =
      each([](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) { return collide(a, pa, b, pb).depth; });
  const auto apart = each(
      [](const Shape& a, const Pose& pa, const Shape& b, const Pose& pb) { return distance(a, pa, b, pb).distance; });
  const auto verdict_batch = [&] { intersects_batch(scene.shapes, scene.poses, verdicts); };
  const auto depth_batch = [&] { penetration_batch(scene.shapes, scene.poses, answers); };
  const auto apart_batch = [&] { distance_batch(scene.shapes, scene.poses, answers); };
  const auto check = [&] { sink += static_cast<double>(find_bad_pose(scene.poses)); };

  std::vector<double> times[8];
  for (int round = 0; round < 301; ++round) {
    times[0].push_back(nanoseconds_a_pair(scene, verdict));
    times[1].push_back(nanoseconds_a_pair(scene, depth));
    times[2].push_back(nanoseconds_a_pair(scene, manifold));
    times[3].push_back(nanoseconds_a_pair(scene, apart));
    times[4].push_back(nanoseconds_a_pair(scene, verdict_batch));
    times[5].push_back(nanoseconds_a_pair(scene, depth_batch));
    times[6].push_back(nanoseconds_a_pair(scene, apart_batch));
    times[7].push_back(nanoseconds_a_pair(scene, check));
  }
  const auto hits = std::count(verdicts.begin(), verdicts.end(), 1);
  std::printf(
      "%-10s %3.0f %% overlap | single: intersects %5.1f  penetration %5.1f  collide %5.1f  distance %5.1f | "
      "batch: intersects %5.1f  penetration %5.1f  distance %5.1f  check %4.1f ns%s\n",
      scene.name, 100.0 * static_cast<double>(hits) / static_cast<double>(n), least(times[0]), least(times[1]),
      least(times[2]), least(times[3]), least(times[4]), least(times[5]), least(times[6]), least(times[7]),
      sink == 0.5 ? " " : "");
}

}  // namespace

int main() {
  run(make_scene("random", false, 1.2));
  run(make_scene("aligned", true, 1.2));
  run(make_scene("far", false, 3.0));
  return 0;
}
