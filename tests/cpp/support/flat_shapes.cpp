#include "support/flat_shapes.h"

#include <algorithm>
#include <cmath>

namespace hyperplane::test {
namespace {

struct FlatKind {
  ShapeType type;
  /// Bit i: parameter i is zero.
  unsigned zeros;
};

constexpr FlatKind k_flat_kinds[k_flat_kind_count] = {
    {ShapeType::sphere, 1},    {ShapeType::capsule, 1},   {ShapeType::capsule, 3},   {ShapeType::cylinder, 1},
    {ShapeType::cylinder, 2},  {ShapeType::cylinder, 3},  {ShapeType::cone, 1},      {ShapeType::cone, 2},
    {ShapeType::cone, 3},      {ShapeType::box, 1},       {ShapeType::box, 2},       {ShapeType::box, 4},
    {ShapeType::box, 3},       {ShapeType::box, 5},       {ShapeType::box, 6},       {ShapeType::box, 7},
    {ShapeType::ellipsoid, 1}, {ShapeType::ellipsoid, 2}, {ShapeType::ellipsoid, 3}, {ShapeType::ellipsoid, 4},
    {ShapeType::ellipsoid, 5}, {ShapeType::ellipsoid, 6}, {ShapeType::ellipsoid, 7}};

/// Distance of (x, y) from an ellipse with half axes a, b; 0 inside. The closest point is x a^2 / (t + a^2), and the
/// same for y, with the positive t that puts it on the rim.
double distance_from_ellipse(double x, double y, double a, double b) {
  const auto excess = [&](double t) {
    const double p = x * a / (t + a * a), q = y * b / (t + b * b);
    return p * p + q * q - 1;
  };
  if (excess(0) <= 0) return 0;
  double low = 0, high = std::hypot(x * a, y * b);
  for (int i = 0; i < 120 && low < high; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  const double t = (low + high) / 2;
  return std::hypot(x * t / (t + a * a), y * t / (t + b * b));
}

}  // namespace

FlatTestShape make_flat_shape(Random& random, int kind, double size) {
  const FlatKind& flat = k_flat_kinds[kind];
  double p[3], q[3];
  for (int i = 0; i < 3; ++i) {
    p[i] = q[i] = size * random.uniform(0.3, 1.0) * (flat.type == ShapeType::box ? 1.0 : 0.5);
    if ((flat.zeros >> i & 1u) == 0) continue;
    p[i] = 0.0;
    q[i] = k_least_size;
  }
  // Not a rounding.
  if (flat.type == ShapeType::cylinder || flat.type == ShapeType::cone) p[2] = q[2] = 0.0;
  return {make_shape(flat.type, p[0], p[1], p[2]).value, make_shape(flat.type, q[0], q[1], q[2]).value};
}

FlatOracle::FlatOracle(const Shape& shape, const Pose& pose) : position_(pose.position) {
  const Quat& q = pose.rotation;
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  const double s = 2 / (x * x + y * y + z * z + w * w);
  const double columns[3][3] = {{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
                                {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
                                {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) axes_[i][k] = columns[i][k];
  }
  const double* const p = shape.parameters;
  is_round_ = shape.type != ShapeType::box;
  if (shape.type == ShapeType::box || shape.type == ShapeType::ellipsoid) {
    for (int i = 0; i < 3; ++i) half_[i] = p[i] / (is_round_ ? 1.0 : 2.0);
  } else if (shape.type != ShapeType::sphere) {
    half_[0] = half_[2] = shape.type == ShapeType::capsule ? 0 : p[0];
    half_[1] = p[1] / 2;
  }
}

void FlatOracle::to_local(const Vec3& vector, double* local) const {
  for (int i = 0; i < 3; ++i) {
    local[i] = axes_[i][0] * vector.x + axes_[i][1] * vector.y + axes_[i][2] * vector.z;
  }
}

double FlatOracle::height(const Vec3& direction, const Vec3& origin) const {
  double d[3], squares = 0, sum = 0;
  to_local(direction, d);
  for (int i = 0; i < 3; ++i) {
    squares += d[i] * half_[i] * d[i] * half_[i];
    sum += std::fabs(d[i]) * half_[i];
  }
  const Vec3 from_origin{position_.x - origin.x, position_.y - origin.y, position_.z - origin.z};
  const double middle = direction.x * from_origin.x + direction.y * from_origin.y + direction.z * from_origin.z;
  return middle + (is_round_ ? std::sqrt(squares) : sum);
}

double FlatOracle::distance(const Vec3& point) const {
  double p[3], outside = 0;
  to_local({point.x - position_.x, point.y - position_.y, point.z - position_.z}, p);
  int wide[3], count = 0;
  for (int i = 0; i < 3; ++i) {
    if (half_[i] == 0) {
      outside += p[i] * p[i];
    } else {
      wide[count++] = i;
    }
  }
  if (count == 2 && is_round_) {
    const double in_plane = distance_from_ellipse(p[wide[0]], p[wide[1]], half_[wide[0]], half_[wide[1]]);
    return std::sqrt(outside + in_plane * in_plane);
  }
  for (int i = 0; i < count; ++i) {
    const double beyond = std::max(std::fabs(p[wide[i]]) - half_[wide[i]], 0.0);
    outside += beyond * beyond;
  }
  return std::sqrt(outside);
}

double FlatOracle::diameter() const {
  return 2 * std::sqrt(half_[0] * half_[0] + half_[1] * half_[1] + half_[2] * half_[2]);
}

}  // namespace hyperplane::test
