#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <hyperplane/shape.h>

#include "hull/hull.h"
#include "hull/support.h"
#include "random.h"

/// Milliseconds to build convex hulls, and nanoseconds per support point: medians over rounds.

namespace {

using namespace hyperplane;
using scenes::Random;
using Clock = std::chrono::steady_clock;

enum class Kind { cube, ball, sphere, rings, grid };
constexpr const char* k_kind_names[] = {"in a cube", "in a ball", "on a sphere", "on two rings", "of a grid, turned"};

std::vector<double> make_cloud(Kind kind, int count) {
  Random random(7);
  std::vector<double> cloud;
  const int side = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count))));
  for (int i = 0; i < count; ++i) {
    Vec3 p = random.in_cube();
    if (kind == Kind::ball) p = random.in_ball();
    if (kind == Kind::sphere) p = normalized(random.in_ball());
    if (kind == Kind::rings) {
      const double scale = 1.0 / std::sqrt(p.x * p.x + p.z * p.z);
      p = {p.x * scale, i % 2 == 0 ? 1.0 : -1.0, p.z * scale};
    }
    if (kind == Kind::grid) {
      const Vec3 q = Vec3{double(i % side), double(i / side % side), double(i / side / side)} * (1.0 / side);
      p = {0.36 * q.x + 0.48 * q.y - 0.8 * q.z, -0.8 * q.x + 0.6 * q.y, 0.48 * q.x + 0.64 * q.y + 0.6 * q.z};
    }
    for (const double c : {p.x, p.y, p.z}) cloud.push_back(c);
  }
  return cloud;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void time_build(Kind kind, int count, std::uint32_t max_vertices) {
  const std::vector<double> cloud = make_cloud(kind, count);
  std::vector<double> times;
  Result<HullPtr> hull;
  for (int round = 0; round < (count > 10000 ? 7 : 101); ++round) {
    const auto start = Clock::now();
    hull = build_hull(cloud, max_vertices);
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::printf("%7d points %-18s", count, k_kind_names[static_cast<int>(kind)]);
  if (max_vertices != 0) std::printf(" max %3u", max_vertices);
  std::printf(" %9.3f ms  %6u vertices %6u faces %9zu bytes\n", median(times), hull.value->vertex_count(),
              hull.value->face_count(), hull.value->memory_size());
}

/// @param ask (direction, previous answer) -> vertex.
template <class Ask>
double time_support(const std::vector<Vec3>& directions, Ask ask) {
  std::vector<double> times;
  std::uint32_t sum = 0;
  for (int round = 0; round < 9; ++round) {
    std::uint32_t last = 0;
    const auto start = Clock::now();
    for (const Vec3& direction : directions) {
      last = ask(direction, last);
      sum += last;
    }
    times.push_back(std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
                    static_cast<double>(directions.size()));
  }
  if (sum == 0) std::printf("!");  // never true; keeps the compiler from removing the calls
  return median(times);
}

/// All support mappings at all sizes, to choose the thresholds in constants.h. Directions are random or turn by 0.1 rad
/// at a time; there are too many for branch predictors to learn.
void time_support() {
  std::printf("\nsupport point, ns: random directions and directions that turn slowly\n");
  std::printf("vertices | chosen  climb | chosen   climb from the last\n");
  Random random(11);
  std::vector<Vec3> far, near{{1, 0, 0}};
  for (int i = 0; i < 1 << 15; ++i) {
    far.push_back(normalized(random.in_ball()));
    near.push_back(normalized(near.back() + normalized(random.in_ball()) * 0.1));
  }
  for (const int count : {8, 16, 24, 32, 48, 64, 96, 128, 256, 1024, 10000}) {
    const Result<HullPtr> built = build_hull(make_cloud(Kind::sphere, count));
    const Hull& hull = *built.value;
    const auto cold = [&](const Vec3& d, std::uint32_t) { return highest_point(hull, d).x > 0.0 ? 1u : 0u; };
    const auto cold_climb = [&](const Vec3& d, std::uint32_t) { return climb(hull, d, 0); };
    const auto warm_climb = [&](const Vec3& d, std::uint32_t last) { return climb(hull, d, last); };
    std::printf("%8u | %6.1f %6.1f | %6.1f %6.1f\n", hull.vertex_count(), time_support(far, cold),
                time_support(far, cold_climb), time_support(near, cold), time_support(near, warm_climb));
  }
}

}  // namespace

int main() {
  for (const int count : {1000, 100000}) {
    for (const Kind kind : {Kind::cube, Kind::ball, Kind::sphere, Kind::rings, Kind::grid}) time_build(kind, count, 0);
    time_build(Kind::sphere, count, 64);
  }
  time_support();
}
