#pragma once

#include <string>

#include "support/convex_shapes.h"

/// Points, segments, rectangles and discs: shapes with sizes of zero, with thin twins and an oracle of their own.

namespace hyperplane::test {

/// Number of kinds of flat shapes: every shape with parameters, with every set of zero sizes that leaves no volume.
inline constexpr int k_flat_kind_count = 23;

struct FlatTestShape {
  Shape shape;
  /// The same shape with k_least_size in place of zero.
  Shape twin;
};
inline constexpr double k_least_size = 1e-9;

/// @param kind 0 to k_flat_kind_count - 1. @param size m: approximate diameter.
FlatTestShape make_flat_shape(Random& random, int kind, double size);

/// Oracle of a flat shape by its half extents. Shares no code with the code under test.
class FlatOracle {
 public:
  FlatOracle(const Shape& shape, const Pose& pose);

  /// max of direction . (p - origin) over the shape. @param origin a nearby point.
  double height(const Vec3& direction, const Vec3& origin) const;
  /// Distance of a point from the shape; 0 on it.
  double distance(const Vec3& point) const;
  double diameter() const;

 private:
  void to_local(const Vec3& vector, double* local) const;

  Vec3 position_;
  double axes_[3][3];
  double half_[3] = {};
  bool is_round_ = false;
};

}  // namespace hyperplane::test
