#include "moving_boxes.h"

#include <cmath>

#include "math/quat.h"
#include "random.h"

namespace hyperplane::scenes {
namespace {

/// Boxes per cubic metre (per square metre in the plane) that give one touching pair a box, found by trial.
constexpr double k_uniform_density = 0.20;
constexpr double k_plane_density = 0.33;
constexpr double k_uneven_density = 0.20;
constexpr double k_cluster_density = 0.20;
constexpr double k_speed = 3.0;  ///< m/s
constexpr double k_spin = 1.5;   ///< rad/s

/// Side of a cube from its volume. Newton's iteration, because the last bits of std::cbrt differ between platforms.
double cube_root(double volume) {
  double x = volume > 1.0 ? volume : 1.0;
  for (int i = 0; i < 200; ++i) x = (2.0 * x + volume / (x * x)) / 3.0;
  return x;
}

/// Two statements: the evaluation order of a product's operands is unspecified.
Vec3 random_motion(Random& random, double most) {
  const Vec3 direction = random.direction();
  return direction * random.uniform(0.2 * most, most);
}

Vec3 size_of(Layout layout, Random& random) {
  if (layout != Layout::uneven) return random.in_box({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5});
  // The size s has density ~ s^-4, so that every size class fills the same share of space. By inversion,
  // s = 1 / (1 - u (1 - 100^-3))^(1/3).
  const double u = random.uniform();
  const double s = 1.0 / cube_root(1.0 - u * (1.0 - 1e-6));
  return random.in_box({0.5 * s, 0.5 * s, 0.5 * s}, {1.5 * s, 1.5 * s, 1.5 * s});
}

}  // namespace

const char* name_of(Layout layout) {
  switch (layout) {
    case Layout::uniform:
      return "uniform";
    case Layout::uneven:
      return "uneven";
    case Layout::plane:
      return "plane";
    case Layout::clusters:
      return "clusters";
    case Layout::one_spot:
      return "one_spot";
  }
  return "";
}

MovingBoxes make_moving_boxes(Layout layout, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  MovingBoxes scene;
  const auto n = static_cast<double>(count);

  for (std::size_t i = 0; i < count; ++i) {
    scene.sizes.push_back(size_of(layout, random));
    scene.rotations.push_back(random.rotation());
    scene.velocities.push_back(random_motion(random, k_speed));
    scene.spins.push_back(random_motion(random, k_spin));
  }

  switch (layout) {
    case Layout::uniform:
      scene.half_side = 0.5 * cube_root(n / k_uniform_density);
      break;
    case Layout::uneven: {
      double volume = 0.0;
      for (const Vec3& size : scene.sizes) volume += size.x * size.y * size.z;
      scene.half_side = 0.5 * cube_root(volume / k_uneven_density);
      break;
    }
    case Layout::plane:
      scene.half_side = 0.5 * std::sqrt(n / k_plane_density);
      break;
    case Layout::clusters:
      scene.half_side = 4.0 * cube_root(n / k_cluster_density);
      break;
    case Layout::one_spot:
      scene.half_side = 0.1;
      break;
  }

  const double h = scene.half_side;
  std::vector<Vec3> centres;
  const std::size_t per_cluster = 100;
  const double cluster_half = 0.5 * cube_root(static_cast<double>(per_cluster) / k_cluster_density);
  for (std::size_t i = 0; i <= count / per_cluster; ++i) centres.push_back(random.in_box({-h, -h, -h}, {h, h, h}));

  for (std::size_t i = 0; i < count; ++i) {
    Vec3 at = random.in_box({-h, -h, -h}, {h, h, h});
    if (layout == Layout::plane) {
      at.y = 0.5 * scene.sizes[i].y;
      scene.velocities[i].y = 0.0;
    }
    if (layout == Layout::clusters) {
      const double c = cluster_half;
      at = centres[i / per_cluster] + random.in_box({-c, -c, -c}, {c, c, c});
    }
    scene.positions.push_back(at);
  }
  return scene;
}

void MovingBoxes::advance(double dt) {
  const auto step = [&](double& x, double& v) {
    x += v * dt;
    if ((x > half_side && v > 0.0) || (x < -half_side && v < 0.0)) v = -v;
  };
  for (std::size_t i = 0; i < count(); ++i) {
    step(positions[i].x, velocities[i].x);
    step(positions[i].y, velocities[i].y);
    step(positions[i].z, velocities[i].z);
    const Vec3 half = spins[i] * (0.5 * dt);
    const Quat turned = Quat{half.x, half.y, half.z, 1.0} * rotations[i];
    rotations[i] = normalized(turned);
  }
}

}  // namespace hyperplane::scenes
