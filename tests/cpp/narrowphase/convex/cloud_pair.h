#pragma once

#include "math/transform.h"
#include "narrowphase/convex/minkowski_difference.h"
#include "support/cloud_oracle.h"
#include "support/random.h"

/// Two clouds of points as a Minkowski difference for GJK and EPA, with a support mapping that looks at every point.

namespace hyperplane::test {

struct CloudCore {
  std::vector<Vec3> points;

  Vec3 core_support(const Vec3& direction) const {
    Vec3 best = points[0];
    for (const Vec3& p : points) {
      if (dot(p, direction) > dot(best, direction)) best = p;
    }
    return best;
  }
};

struct CloudPair {
  MinkowskiDifference<CloudCore, CloudCore> difference;
  /// In the frame of A.
  OracleCloud a, b;
};

inline CloudPoint to_cloud(const Vec3& v) { return {v.x, v.y, v.z}; }

/// Clouds of 4 to 7 points in a ball of radius 1 to 2, with `apart` m between their middles; a third are flattened to a
/// hundredth.
inline CloudPair make_cloud_pair(Random& random, double apart) {
  const auto make_core = [&] {
    CloudCore core;
    const int count = 4 + random.below(4);
    const double radius = random.uniform(1.0, 2.0), thickness = random.chance(0.33) ? 0.01 : 1.0;
    for (int i = 0; i < count; ++i) {
      const Vec3 p = random.direction() * (radius * random.uniform(0.5, 1.0));
      core.points.push_back({p.x, p.y * thickness, p.z});
    }
    return core;
  };
  CloudPair pair{{make_core(), make_core(), {to_matrix(random.rotation()), random.direction() * apart}, 4.0}, {}, {}};
  for (const Vec3& p : pair.difference.a.points) pair.a.push_back(to_cloud(p));
  for (const Vec3& p : pair.difference.b.points) pair.b.push_back(to_cloud(pair.difference.b_in_a * p));
  return pair;
}

}  // namespace hyperplane::test
