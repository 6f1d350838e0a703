#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include <hyperplane/batch.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape.h>

#include "core/safe_rotation.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/penetration_depth.h"
#include "random.h"

/// Nanoseconds per pair (minimum of many rounds) and iterations of the algorithms on convex shapes, for random pairs
/// that are apart or overlap, never the same pair twice in a row.
///
///     hyperplane_convex_bench [substring of the lines to run]

namespace {

using namespace hyperplane;
using scenes::Random;
using Clock = std::chrono::steady_clock;

constexpr int k_pairs = 1000, k_shapes = 32;

struct Scene {
  std::vector<HullPtr> hulls;
  std::vector<Shape> shapes_a, shapes_b;
  std::vector<const Shape*> shapes;
  std::vector<Pose> poses;
};

Shape make(Random& random, ShapeType type, int vertices, std::vector<HullPtr>& hulls) {
  const auto length = [&] { return random.uniform(0.5, 1.5); };
  switch (type) {
    case ShapeType::sphere:
      return make_sphere(0.5 * length()).value;
    case ShapeType::box:
      return make_box(length(), length(), length()).value;
    case ShapeType::capsule:
      return make_capsule(0.4 * length(), length()).value;
    case ShapeType::cylinder:
      return make_cylinder(0.5 * length(), length()).value;
    case ShapeType::cone:
      return make_cone(0.5 * length(), length()).value;
    case ShapeType::ellipsoid:
      return make_ellipsoid(0.5 * length(), 0.5 * length(), 0.5 * length()).value;
    default:
      break;  // a hull
  }
  std::vector<double> cloud;
  const Vec3 radii{0.5 * length(), 0.5 * length(), 0.5 * length()};
  for (int i = 0; i < vertices; ++i) {
    const Vec3 p = scale(random.direction(), radii);
    cloud.insert(cloud.end(), {p.x, p.y, p.z});
  }
  hulls.push_back(build_hull(cloud).value);
  return make_convex_hull(*hulls.back());
}

/// @param overlapping true: only overlapping pairs. false: only separated pairs.
void fill(Scene& scene, ShapeType a, ShapeType b, int vertices, bool overlapping) {
  Random random(17);
  for (int i = 0; i < k_shapes; ++i) {
    scene.shapes_a.push_back(make(random, a, vertices, scene.hulls));
    scene.shapes_b.push_back(make(random, b, vertices, scene.hulls));
  }
  while (scene.poses.size() < 2 * k_pairs) {
    const Shape& shape_a = scene.shapes_a[static_cast<std::size_t>(random.uniform(0, k_shapes))];
    const Shape& shape_b = scene.shapes_b[static_cast<std::size_t>(random.uniform(0, k_shapes))];
    const Pose pose_a{random.in_cube() * 100.0, random.rotation()};
    const double apart = overlapping ? random.uniform(0.0, 1.0) : random.uniform(0.5, 2.5);
    const Pose pose_b{pose_a.position + random.direction() * apart, random.rotation()};
    if (intersects(shape_a, pose_a, shape_b, pose_b) != overlapping) continue;
    scene.shapes.insert(scene.shapes.end(), {&shape_a, &shape_b});
    scene.poses.insert(scene.poses.end(), {pose_a, pose_b});
  }
}

double g_sink = 0.0;

/// @param ask pair index -> a number.
template <class Ask>
double time_pairs(Ask ask) {
  double least = __builtin_huge_val();
  for (int round = 0; round < 40; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < k_pairs; ++i) g_sink += ask(i);
    least = std::min(least, std::chrono::duration<double, std::nano>(Clock::now() - start).count() / k_pairs);
  }
  return least;
}

struct Counts {
  double mean = 0.0;
  int most = 0;
  void add(int count) {
    mean += count / static_cast<double>(k_pairs);
    most = std::max(most, count);
  }
};

void run(ShapeType type_a, ShapeType type_b, int vertices, bool overlapping, const char* name, const char* only) {
  char title[80];
  std::snprintf(title, sizeof(title), "%s %s", name, overlapping ? "overlapping" : "apart");
  if (only != nullptr && std::string_view(title).find(only) == std::string_view::npos) return;
  Scene scene;
  fill(scene, type_a, type_b, vertices, overlapping);
  const auto a = [&](int i) -> const Shape& { return *scene.shapes[2 * static_cast<std::size_t>(i)]; };
  const auto b = [&](int i) -> const Shape& { return *scene.shapes[2 * static_cast<std::size_t>(i) + 1]; };
  const auto pose_a = [&](int i) -> const Pose& { return scene.poses[2 * static_cast<std::size_t>(i)]; };
  const auto pose_b = [&](int i) -> const Pose& { return scene.poses[2 * static_cast<std::size_t>(i) + 1]; };

  std::printf("%-32s", title);
  std::printf(" intersects %7.1f", time_pairs([&](int i) { return intersects(a(i), pose_a(i), b(i), pose_b(i)); }));
  std::vector<BatchAnswer> answers(k_pairs);
  if (overlapping) {
    std::printf(" penetration %7.1f",
                time_pairs([&](int i) { return penetration(a(i), pose_a(i), b(i), pose_b(i)).depth; }));
    std::printf(" collide %7.1f", time_pairs([&](int i) { return collide(a(i), pose_a(i), b(i), pose_b(i)).depth; }));
  } else {
    std::printf(" distance %7.1f",
                time_pairs([&](int i) { return distance(a(i), pose_a(i), b(i), pose_b(i)).distance; }));
  }
  const auto pair_of = [&](int i) { return make_convex_pair(a(i), b(i), pair_frames(pose_a(i), pose_b(i)).b_in_a); };
  Counts cold, warm, deep;
  std::vector<GjkCache> caches(k_pairs);
  for (int i = 0; i < k_pairs; ++i) {
    ConvexPair pair = pair_of(i);
    const GjkResult first = gjk(pair.difference, {}, caches[static_cast<std::size_t>(i)]);
    cold.add(first.iterations);
    if (overlapping) {
      deep.add(penetration_depth(pair, first.simplex).iterations);
    } else {
      GjkCache cache = caches[static_cast<std::size_t>(i)];
      warm.add(gjk(pair.difference, {}, cache).iterations);
    }
  }
  std::printf(" | gjk %7.1f ns %4.1f (%d) iterations", time_pairs([&](int i) {
                ConvexPair pair = pair_of(i);
                return gjk(pair.difference).upper;
              }),
              cold.mean, cold.most);
  if (overlapping) {
    std::printf(" epa %4.1f (%d)\n", deep.mean, deep.most);
  } else {
    std::printf(" warm %7.1f ns %4.1f (%d)\n", time_pairs([&](int i) {
                  ConvexPair pair = pair_of(i);
                  return gjk(pair.difference, {}, caches[static_cast<std::size_t>(i)]).upper;
                }),
                warm.mean, warm.most);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* only = argc > 1 ? argv[1] : nullptr;
  struct Line {
    ShapeType a, b;
    int vertices;
    const char* name;
  };
  using enum ShapeType;
  const Line lines[] = {
      {box, box, 0, "box box"},
      {convex_hull, convex_hull, 16, "hull 16 hull 16"},
      {convex_hull, convex_hull, 64, "hull 64 hull 64"},
      {convex_hull, convex_hull, 256, "hull 256 hull 256"},
      {box, convex_hull, 64, "box hull 64"},
      {sphere, capsule, 0, "sphere capsule"},
      {capsule, capsule, 0, "capsule capsule"},
      {box, capsule, 0, "box capsule"},
      {box, cylinder, 0, "box cylinder"},
      {cylinder, cylinder, 0, "cylinder cylinder"},
      {box, cone, 0, "box cone"},
      {ellipsoid, ellipsoid, 0, "ellipsoid ellipsoid"},
  };
  for (const bool overlapping : {false, true}) {
    for (const Line& line : lines) run(line.a, line.b, line.vertices, overlapping, line.name, only);
  }
  if (g_sink == 0.123) std::printf("!");  // never true; keeps the compiler from removing the calls
}
