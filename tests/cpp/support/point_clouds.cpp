#include "support/point_clouds.h"

#include <cmath>

#include "math/quat.h"
#include "support/shuffle.h"

namespace hyperplane::test {

std::vector<double> coordinates_of(const Cloud& cloud) {
  std::vector<double> coordinates;
  coordinates.reserve(3 * cloud.size());
  for (const Vec3& p : cloud) {
    for (const double c : {p.x, p.y, p.z}) coordinates.push_back(c);
  }
  return coordinates;
}

Cloud cloud_in_cube(Random& random, int count) {
  Cloud cloud;
  for (int i = 0; i < count; ++i) cloud.push_back(random.in_cube(1.0));
  return cloud;
}

Cloud cloud_in_ball(Random& random, int count) {
  Cloud cloud;
  while (static_cast<int>(cloud.size()) < count) {
    const Vec3 p = random.in_cube(1.0);
    if (length_squared(p) <= 1.0) cloud.push_back(p);
  }
  return cloud;
}

Cloud cloud_on_sphere(Random& random, int count) {
  Cloud cloud;
  for (int i = 0; i < count; ++i) cloud.push_back(random.direction());
  return cloud;
}

Cloud cylinder_cloud(Random& random, int count) {
  Cloud cloud;
  for (const double y : {-1.0, 1.0}) {
    for (int i = 0; i < count; ++i) {
      const Vec3 d = random.direction();
      const double scale = 1.0 / std::sqrt(d.x * d.x + d.z * d.z);
      cloud.push_back({d.x * scale, y, d.z * scale});
    }
  }
  return cloud;
}

Cloud cone_cloud(int count) {
  Cloud cloud{{0.0, 1.0, 0.0}};
  for (int i = 0; i < count; ++i) {
    const double angle = 6.283185307179586 * i / count;
    cloud.push_back({std::cos(angle), -1.0, std::sin(angle)});
  }
  return cloud;
}

Cloud grid_cloud(int count) {
  Cloud cloud;
  const auto place = [&](int i) { return 2.0 * i / (count - 1) - 1.0; };
  for (int x = 0; x < count; ++x) {
    for (int y = 0; y < count; ++y) {
      for (int z = 0; z < count; ++z) cloud.push_back({place(x), place(y), place(z)});
    }
  }
  return cloud;
}

Cloud box_cloud(const Vec3& half_size, int copies) {
  Cloud cloud;
  for (int copy = 0; copy < copies; ++copy) {
    for (int i = 0; i < 8; ++i) {
      cloud.push_back(scale(half_size, {i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}));
    }
  }
  return cloud;
}

Cloud rotated(const Cloud& cloud, const Quat& rotation) {
  Cloud result = cloud;
  for (Vec3& p : result) p = rotate(rotation, p);
  return result;
}

Cloud scaled(const Cloud& cloud, const Vec3& factors) {
  Cloud result = cloud;
  for (Vec3& p : result) p = scale(p, factors);
  return result;
}

Cloud moved(const Cloud& cloud, const Vec3& offset) {
  Cloud result = cloud;
  for (Vec3& p : result) p += offset;
  return result;
}

Cloud in_float(const Cloud& cloud) {
  Cloud result = cloud;
  const auto round = [](double c) { return static_cast<double>(static_cast<float>(c)); };
  for (Vec3& p : result) p = {round(p.x), round(p.y), round(p.z)};
  return result;
}

Cloud noisy(Random& random, const Cloud& cloud, double amplitude) {
  Cloud result = cloud;
  for (Vec3& p : result) p += random.in_cube(amplitude);
  return result;
}

Cloud shuffled(Random& random, const Cloud& cloud) {
  Cloud result = cloud;
  shuffle(random, result);
  return result;
}

Cloud joined(const Cloud& a, const Cloud& b) {
  Cloud result = a;
  result.insert(result.end(), b.begin(), b.end());
  return result;
}

}  // namespace hyperplane::test
