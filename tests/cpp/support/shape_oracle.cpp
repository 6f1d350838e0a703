#include "support/shape_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "support/oracle_axes.h"

namespace hyperplane::test {
namespace {

/// Many times as fast as std::hypot; a search takes thousands of heights. The squares neither overflow nor vanish for
/// sizes of 1e-9 to 1e9 and directions of about unit length.
double root_of_squares(double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }

/// Signed distance of (x, y), x >= 0, from a convex polygon whose corners run counter-clockwise and whose first and
/// last corner lie on the axis x = 0, which is not part of the outline.
double profile_distance(const std::vector<std::pair<double, double>>& corners, double x, double y) {
  double nearest = std::numeric_limits<double>::infinity(), farthest_out = -nearest;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const double ax = corners[i].first, ay = corners[i].second;
    const double ex = corners[i + 1].first - ax, ey = corners[i + 1].second - ay;
    const double squared = ex * ex + ey * ey;
    const double t = std::min(std::max(((x - ax) * ex + (y - ay) * ey) / squared, 0.0), 1.0);
    nearest = std::min(nearest, std::hypot(x - ax - t * ex, y - ay - t * ey));
    farthest_out = std::max(farthest_out, ((x - ax) * ey - (y - ay) * ex) / std::sqrt(squared));
  }
  return farthest_out <= 0.0 ? farthest_out : nearest;
}

using Real = long double;
using Point = std::array<Real, 3>;

Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Real dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// @param corners three.
double triangle_distance(const std::vector<double>& corners, const Point& point) {
  Point at[3];
  for (std::size_t i = 0; i < 9; ++i) at[i / 3][i % 3] = static_cast<Real>(corners[i]);
  Real nearest = std::numeric_limits<Real>::infinity();
  for (std::size_t i = 0; i < 3; ++i) {
    const Point along = at[(i + 1) % 3] - at[i], from = point - at[i];
    const Real u = std::clamp(dot(along, from) / dot(along, along), Real{0}, Real{1});
    const Point apart{from[0] - u * along[0], from[1] - u * along[1], from[2] - u * along[2]};
    nearest = std::min(nearest, std::sqrt(dot(apart, apart)));
  }
  // Over the triangle the plane is nearer.
  const Point u = at[1] - at[0], v = at[2] - at[0];
  const Point normal{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  for (std::size_t i = 0; i < 3; ++i) {
    const Point along = at[(i + 1) % 3] - at[i];
    const Point outwards{along[1] * normal[2] - along[2] * normal[1], along[2] * normal[0] - along[0] * normal[2],
                         along[0] * normal[1] - along[1] * normal[0]};
    if (dot(outwards, point - at[i]) > 0) return static_cast<double>(nearest);
  }
  return static_cast<double>(std::fabs(dot(normal, point - at[0])) / std::sqrt(dot(normal, normal)));
}

}  // namespace

std::vector<OraclePlane> oracle_planes(const std::vector<double>& points) {
  std::vector<OraclePlane> planes;
  const std::size_t count = points.size() / 3;
  double size = 0.0;
  for (std::size_t i = 0; i < 3 * count; ++i) size = std::max(size, std::fabs(points[i] - points[i % 3]));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const std::size_t others = planes.size();
      for (std::size_t k = j + 1; k < count; ++k) {
        const auto holds_k = [&](const OraclePlane& plane) {
          return std::fabs(dot(plane.normal, &points[3 * k]) - plane.offset) <= 1e-12 * size;
        };
        // Those found for this i and j hold both points.
        if (std::any_of(planes.begin() + static_cast<std::ptrdiff_t>(others), planes.end(), holds_k)) continue;
        const double *a = &points[3 * i], *b = &points[3 * j], *c = &points[3 * k];
        const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        OraclePlane plane{{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]}, 0.0};
        const double length = std::sqrt(dot(plane.normal, plane.normal));
        if (length <= 1e-9 * std::sqrt(dot(u, u) * dot(v, v))) continue;
        for (double& component : plane.normal) component /= length;
        plane.offset = dot(plane.normal, a);
        double above = 0.0, below = 0.0;
        for (std::size_t p = 0; p < count; ++p) {
          const double height = dot(plane.normal, &points[3 * p]) - plane.offset;
          above = std::max(above, height);
          below = std::max(below, -height);
          if (above > 1e-12 * size && below > 1e-12 * size) break;
        }
        if (below <= 1e-12 * size) {
          for (double& component : plane.normal) component = -component;
          plane.offset = -plane.offset;
          std::swap(above, below);
        }
        if (above <= 1e-12 * size) planes.push_back(plane);
      }
    }
  }
  return planes;
}

OracleShape::OracleShape(const Shape& shape, const Pose& pose, const std::vector<double>& points, const Vec3& origin)
    : shape_(shape), points_(points) {
  set_pose(pose, origin);
}

void OracleShape::set_pose(const Pose& pose, const Vec3& origin) {
  position_ = {pose.position.x - origin.x, pose.position.y - origin.y, pose.position.z - origin.z};
  set_oracle_axes(pose.rotation, axes_);
}

void OracleShape::move(const Vec3& by) { position_ = {position_.x + by.x, position_.y + by.y, position_.z + by.z}; }

Vec3 OracleShape::to_local(const Vec3& direction) const {
  const double d[3] = {direction.x, direction.y, direction.z};
  return {dot(d, axes_[0]), dot(d, axes_[1]), dot(d, axes_[2])};
}

double OracleShape::rounding() const {
  const double* p = shape_.parameters;
  switch (shape_.type) {
    case ShapeType::round_box:
      return p[3];
    case ShapeType::cylinder:
    case ShapeType::cone:
      return p[2];
    case ShapeType::convex_hull:
      return p[0];
    default:
      return 0.0;
  }
}

double OracleShape::height(const Vec3& direction) const {
  return core_height(direction) + rounding() * root_of_squares(direction.x, direction.y, direction.z);
}

double OracleShape::core_height(const Vec3& direction) const {
  const Vec3 d = to_local(direction);
  const double* p = shape_.parameters;
  const double centre = direction.x * position_.x + direction.y * position_.y + direction.z * position_.z;
  const auto across = [&] { return root_of_squares(d.x, 0.0, d.z); };
  const auto all = [&] { return root_of_squares(d.x, d.y, d.z); };
  switch (shape_.type) {
    case ShapeType::sphere:
      return centre + p[0] * all();
    case ShapeType::box:
    case ShapeType::round_box:
      return centre + 0.5 * (p[0] * std::fabs(d.x) + p[1] * std::fabs(d.y) + p[2] * std::fabs(d.z));
    case ShapeType::capsule:
      return centre + p[0] * all() + 0.5 * p[1] * std::fabs(d.y);
    case ShapeType::tapered_capsule:
      return centre + std::max(p[0] * all() + 0.5 * p[2] * d.y, p[1] * all() - 0.5 * p[2] * d.y);
    case ShapeType::cylinder:
      return centre + p[0] * across() + 0.5 * p[1] * std::fabs(d.y);
    case ShapeType::cone:
      return centre + std::max(0.5 * p[1] * d.y, p[0] * across() - 0.5 * p[1] * d.y);
    case ShapeType::ellipsoid:
      return centre + root_of_squares(p[0] * d.x, p[1] * d.y, p[2] * d.z);
    case ShapeType::triangle:
    case ShapeType::convex_hull: {
      double best = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i + 2 < points_.size(); i += 3) {
        best = std::max(best, d.x * points_[i] + d.y * points_[i + 1] + d.z * points_[i + 2]);
      }
      return centre + best;
    }
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  return 0.0;
}

double OracleShape::signed_distance(const Vec3& point) const {
  const Vec3 local = to_local({point.x - position_.x, point.y - position_.y, point.z - position_.z});
  return local_signed_distance(local.x, local.y, local.z) - rounding();
}

double OracleShape::local_signed_distance(double x, double y, double z) const {
  const double* p = shape_.parameters;
  const double across = std::hypot(x, z);
  switch (shape_.type) {
    case ShapeType::sphere:
      return std::hypot(across, y) - p[0];
    case ShapeType::box:
    case ShapeType::round_box: {
      const double out[3] = {std::fabs(x) - 0.5 * p[0], std::fabs(y) - 0.5 * p[1], std::fabs(z) - 0.5 * p[2]};
      const double most = std::max({out[0], out[1], out[2]});
      if (most <= 0.0) return most;
      return std::hypot(std::hypot(std::max(out[0], 0.0), std::max(out[1], 0.0)), std::max(out[2], 0.0));
    }
    case ShapeType::tapered_capsule: {
      // The least distance from the balls between the two, whose centres and radii change evenly: convex in the share.
      const auto from_ball = [&](double share) {
        return std::hypot(across, y - p[2] * (share - 0.5)) - p[1] - (p[0] - p[1]) * share;
      };
      double low = 0.0, high = 1.0;
      for (int i = 0; i < 200; ++i) {
        const double third = (high - low) / 3.0;
        (from_ball(low + third) > from_ball(high - third) ? low : high) =
            from_ball(low + third) > from_ball(high - third) ? low + third : high - third;
      }
      return std::min({from_ball(low), from_ball(0.0), from_ball(1.0)});
    }
    case ShapeType::capsule:
      return std::hypot(across, std::max(std::fabs(y) - 0.5 * p[1], 0.0)) - p[0];
    case ShapeType::cylinder:
      return profile_distance({{0.0, -0.5 * p[1]}, {p[0], -0.5 * p[1]}, {p[0], 0.5 * p[1]}, {0.0, 0.5 * p[1]}}, across,
                              y);
    case ShapeType::cone:
      return profile_distance({{0.0, -0.5 * p[1]}, {p[0], -0.5 * p[1]}, {0.0, 0.5 * p[1]}}, across, y);
    case ShapeType::ellipsoid:
      return ellipsoid_signed_distance(x, y, z);
    case ShapeType::triangle:
      return triangle_distance(points_, {static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)});
    case ShapeType::convex_hull: {
      if (planes_.empty()) planes_ = oracle_planes(points_);
      double most = -std::numeric_limits<double>::infinity();
      for (const OraclePlane& plane : planes_) {
        most = std::max(most, plane.normal[0] * x + plane.normal[1] * y + plane.normal[2] * z - plane.offset);
      }
      return most > 0.0 && rounding() > 0.0 ? distance_from_triangles(x, y, z) : most;
    }
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  return 0.0;
}

/// The closest surface point q of p satisfies q_i = r_i^2 p_i / (s + r_i^2); s is found by bisection. If no s above the
/// pole satisfies it, q leaves the plane of symmetry along the shortest axis until it is on the surface.
double OracleShape::ellipsoid_signed_distance(double x, double y, double z) const {
  const double r[3] = {shape_.parameters[0], shape_.parameters[1], shape_.parameters[2]};
  const double p[3] = {std::fabs(x), std::fabs(y), std::fabs(z)};
  const int shortest = r[0] <= r[1] ? (r[0] <= r[2] ? 0 : 2) : (r[1] <= r[2] ? 1 : 2);
  const double pole = r[shortest] * r[shortest];
  // The unknown is u = s + pole > 0.
  const auto at = [&](double u, double(&q)[3]) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double below = u + (r[i] - r[shortest]) * (r[i] + r[shortest]);
      q[i] = p[i] == 0.0 ? 0.0 : r[i] * (r[i] * p[i] / below);
      sum += (q[i] / r[i]) * (q[i] / r[i]);
    }
    return sum - 1.0;
  };
  double low = 0.0, high = pole;
  double q[3];
  if (p[shortest] == 0.0 && at(1e-300 * pole, q) <= 0.0) {
    q[shortest] = r[shortest] * std::sqrt(-at(1e-300 * pole, q));
  } else {
    while (at(high, q) > 0.0) high *= 4.0;
    for (int i = 0; i < 2000; ++i) {
      const double middle = low > 0.0 && high / low > 4.0 ? std::sqrt(low) * std::sqrt(high) : 0.5 * (low + high);
      if (middle <= low || middle >= high) break;
      (at(middle, q) > 0.0 ? low : high) = middle;
    }
    at(high, q);
  }
  const double distance = std::hypot(std::hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
  const double level = (p[0] / r[0]) * (p[0] / r[0]) + (p[1] / r[1]) * (p[1] / r[1]) + (p[2] / r[2]) * (p[2] / r[2]);
  return level <= 1.0 ? -distance : distance;
}

/// Every face of a hull is a union of triangles of three of its points, and no such triangle leaves the hull.
double OracleShape::distance_from_triangles(double x, double y, double z) const {
  const Point point{static_cast<Real>(x), static_cast<Real>(y), static_cast<Real>(z)};
  double nearest = std::numeric_limits<double>::infinity();
  std::vector<double> corners(9);
  const auto take = [&](std::size_t corner, std::size_t i) { std::copy_n(&points_[i], 3, &corners[3 * corner]); };
  for (std::size_t i = 0; i < points_.size(); i += 3) {
    take(0, i);
    for (std::size_t j = 0; j < i; j += 3) {
      take(1, j);
      for (std::size_t k = 0; k < j; k += 3) {
        take(2, k);
        nearest = std::min(nearest, triangle_distance(corners, point));
      }
    }
  }
  return nearest;
}

double OracleShape::diameter() const { return core_diameter() + 2.0 * rounding(); }

double OracleShape::core_diameter() const {
  const double* p = shape_.parameters;
  switch (shape_.type) {
    case ShapeType::sphere:
      return 2.0 * p[0];
    case ShapeType::box:
    case ShapeType::round_box:
      return std::hypot(std::hypot(p[0], p[1]), p[2]);
    case ShapeType::capsule:
      return 2.0 * p[0] + p[1];
    case ShapeType::tapered_capsule:
      return std::max({2.0 * p[0], 2.0 * p[1], p[0] + p[1] + p[2]});
    case ShapeType::cylinder:
      return std::hypot(2.0 * p[0], p[1]);
    case ShapeType::cone:
      return std::max(2.0 * p[0], std::hypot(p[0], p[1]));
    case ShapeType::ellipsoid:
      return 2.0 * std::max({p[0], p[1], p[2]});
    case ShapeType::triangle:
    case ShapeType::convex_hull: {
      double squared = 0.0;
      for (std::size_t i = 0; i + 2 < points_.size(); i += 3) {
        for (std::size_t j = 0; j < i; j += 3) {
          const double d[3] = {points_[i] - points_[j], points_[i + 1] - points_[j + 1],
                               points_[i + 2] - points_[j + 2]};
          squared = std::max(squared, dot(d, d));
        }
      }
      return std::sqrt(squared);
    }
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  return 0.0;
}

}  // namespace hyperplane::test
