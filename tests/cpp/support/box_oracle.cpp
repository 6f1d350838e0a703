#include "support/box_oracle.h"

#include <algorithm>
#include <cmath>

#include "support/oracle_axes.h"

namespace hyperplane::test {
namespace {

OracleBox make_oracle_box(const Vec3& size, const Quat& rotation, double x, double y, double z) {
  OracleBox box{{x, y, z}, {}, {size.x / 2.0, size.y / 2.0, size.z / 2.0}};
  set_oracle_axes(rotation, box.axis);
  return box;
}

void set_vertices(const OracleBox& box, double (&vertices)[8][3]) {
  for (int v = 0; v < 8; ++v) {
    for (int c = 0; c < 3; ++c) {
      vertices[v][c] = box.centre[c];
      for (int k = 0; k < 3; ++k) vertices[v][c] += ((v >> k & 1) != 0 ? 1.0 : -1.0) * box.half[k] * box.axis[k][c];
    }
  }
}

double clamped(double value, double reach) { return std::min(std::max(value, -reach), reach); }

/// Squared distance of a point from one face, a rectangle.
double squared_point_face(const double* point, const OracleBox& box, int axis, double side) {
  double squared = 0.0;
  double offset[3];
  for (int c = 0; c < 3; ++c) offset[c] = point[c] - box.centre[c] - side * box.half[axis] * box.axis[axis][c];
  for (int k = 0; k < 3; ++k) {
    const double along = dot(offset, box.axis[k]);
    const double beside = k == axis ? along : along - clamped(along, box.half[k]);
    squared += beside * beside;
  }
  return squared;
}

double squared_point_segment(const double* p, const double* from, const double* to) {
  double d[3], r[3];
  for (int c = 0; c < 3; ++c) {
    d[c] = to[c] - from[c];
    r[c] = p[c] - from[c];
  }
  const double share = std::min(std::max(dot(r, d) / dot(d, d), 0.0), 1.0);
  for (int c = 0; c < 3; ++c) r[c] -= share * d[c];
  return dot(r, r);
}

/// Either an end of one segment is closest, or the common perpendicular meets both.
double squared_segment_segment(const double* p0, const double* p1, const double* q0, const double* q1) {
  double least = std::min({squared_point_segment(p0, q0, q1), squared_point_segment(p1, q0, q1),
                           squared_point_segment(q0, p0, p1), squared_point_segment(q1, p0, p1)});
  double u[3], v[3], w[3];
  for (int c = 0; c < 3; ++c) {
    u[c] = p1[c] - p0[c];
    v[c] = q1[c] - q0[c];
    w[c] = q0[c] - p0[c];
  }
  const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
  const double nn = dot(n, n);
  if (nn <= 1e-24 * dot(u, u) * dot(v, v)) return least;
  const double wv[3] = {w[1] * v[2] - w[2] * v[1], w[2] * v[0] - w[0] * v[2], w[0] * v[1] - w[1] * v[0]};
  const double wu[3] = {w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2], w[0] * u[1] - w[1] * u[0]};
  const double s = dot(wv, n) / nn, t = dot(wu, n) / nn;
  if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) {
    double gap[3];
    for (int c = 0; c < 3; ++c) gap[c] = w[c] + t * v[c] - s * u[c];
    least = std::min(least, dot(gap, gap));
  }
  return least;
}

/// Distance by which B must move along the unit vector n to leave A's half-space.
double overlap_along(const double* n, const double (&a)[8][3], const double (&b)[8][3]) {
  double highest = -1e300, lowest = 1e300;
  for (int v = 0; v < 8; ++v) {
    highest = std::max(highest, dot(n, a[v]));
    lowest = std::min(lowest, dot(n, b[v]));
  }
  return highest - lowest;
}

double least_overlap(const OraclePair& pair, const double (&a)[8][3], const double (&b)[8][3]) {
  double least = 1e300;
  const auto try_both_ways = [&](const double* axis) {
    const double length = std::sqrt(dot(axis, axis));
    if (length == 0.0) return;
    const double n[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
    const double m[3] = {-n[0], -n[1], -n[2]};
    least = std::min({least, overlap_along(n, a, b), overlap_along(m, a, b)});
  };
  for (const auto& axis : pair.a.axis) try_both_ways(axis);
  for (const auto& axis : pair.b.axis) try_both_ways(axis);
  for (const auto& e : pair.a.axis) {
    for (const auto& f : pair.b.axis) {
      const double cross[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
      try_both_ways(cross);
    }
  }
  return least;
}

double least_distance(const OraclePair& pair, const double (&a)[8][3], const double (&b)[8][3]) {
  double squared = 1e300;
  for (int v = 0; v < 8; ++v) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const double side : {-1.0, 1.0}) {
        squared = std::min(squared, squared_point_face(a[v], pair.b, axis, side));
        squared = std::min(squared, squared_point_face(b[v], pair.a, axis, side));
      }
    }
  }
  for (int i = 0; i < 8; ++i) {
    for (int along_a = 1; along_a < 8; along_a <<= 1) {
      if ((i & along_a) != 0) continue;
      for (int j = 0; j < 8; ++j) {
        for (int along_b = 1; along_b < 8; along_b <<= 1) {
          if ((j & along_b) != 0) continue;
          squared = std::min(squared, squared_segment_segment(a[i], a[i | along_a], b[j], b[j | along_b]));
        }
      }
    }
  }
  return std::sqrt(squared);
}

void set_local(const Vec3& size, const Pose& pose, const Vec3& point, double (&local)[3], double (&half)[3]) {
  const OracleBox box = make_oracle_box(size, pose.rotation, 0.0, 0.0, 0.0);
  const double offset[3] = {point.x - pose.position.x, point.y - pose.position.y, point.z - pose.position.z};
  for (int k = 0; k < 3; ++k) {
    local[k] = dot(offset, box.axis[k]);
    half[k] = box.half[k];
  }
}

}  // namespace

OraclePair make_oracle_pair(const Vec3& size_a, const Pose& a, const Vec3& size_b, const Pose& b) {
  return {make_oracle_box(size_a, a.rotation, 0.0, 0.0, 0.0),
          make_oracle_box(size_b, b.rotation, b.position.x - a.position.x, b.position.y - a.position.y,
                          b.position.z - a.position.z)};
}

double oracle_distance(const OraclePair& pair) {
  double a[8][3], b[8][3];
  set_vertices(pair.a, a);
  set_vertices(pair.b, b);
  const double overlap = least_overlap(pair, a, b);
  return overlap >= 0.0 ? -overlap : least_distance(pair, a, b);
}

double oracle_distance_to_box(const Vec3& size, const Pose& pose, const Vec3& point) {
  double local[3], half[3], squared = 0.0;
  set_local(size, pose, point, local, half);
  for (int k = 0; k < 3; ++k) {
    const double beside = std::max(std::fabs(local[k]) - half[k], 0.0);
    squared += beside * beside;
  }
  return std::sqrt(squared);
}

double oracle_distance_to_surface(const Vec3& size, const Pose& pose, const Vec3& point) {
  double local[3], half[3];
  set_local(size, pose, point, local, half);
  const double outside = oracle_distance_to_box(size, pose, point);
  if (outside > 0.0) return outside;
  return std::min({half[0] - std::fabs(local[0]), half[1] - std::fabs(local[1]), half[2] - std::fabs(local[2])});
}

}  // namespace hyperplane::test
