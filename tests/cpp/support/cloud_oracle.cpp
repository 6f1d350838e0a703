#include "support/cloud_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hyperplane::test {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

CloudPoint cross(const CloudPoint& a, const CloudPoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// @return false for a vector that is zero up to rounding.
bool normalize(CloudPoint& v, double scale) {
  const double size = length(v);
  if (!(size > 1e-14 * scale)) return false;
  for (double& c : v) c /= size;
  return true;
}

double distance_to_segment(const CloudPoint& p, const CloudPoint& a, const CloudPoint& b) {
  const CloudPoint ab = between(a, b), ap = between(a, p);
  const double square = dot(ab, ab);
  const double t = square > 0.0 ? std::clamp(dot(ap, ab) / square, 0.0, 1.0) : 0.0;
  return length(between(p, moved(a, ab, t)));
}

double distance_to_triangle(const CloudPoint& p, const CloudPoint& a, const CloudPoint& b, const CloudPoint& c) {
  double best = std::min({distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
  CloudPoint n = cross(between(a, b), between(a, c));
  if (!normalize(n, length(between(a, b)) * length(between(a, c)))) return best;
  // The foot is in the triangle if it lies on the inner side of all three edges.
  const bool inside = dot(cross(between(a, b), between(a, p)), n) >= 0.0 &&
                      dot(cross(between(b, c), between(b, p)), n) >= 0.0 &&
                      dot(cross(between(c, a), between(c, p)), n) >= 0.0;
  if (inside) best = std::min(best, std::fabs(dot(between(a, p), n)));
  return best;
}

double distance_of_segments(const CloudPoint& a, const CloudPoint& b, const CloudPoint& c, const CloudPoint& d) {
  double best = std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d), distance_to_segment(c, a, b),
                          distance_to_segment(d, a, b)});
  const CloudPoint ab = between(a, b), cd = between(c, d), ac = between(a, c);
  CloudPoint n = cross(ab, cd);
  const double square = dot(n, n);
  if (!normalize(n, length(ab) * length(cd))) return best;
  const double s = dot(cross(ac, cd), cross(ab, cd)) / square, t = dot(cross(ac, ab), cross(ab, cd)) / square;
  if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) best = std::min(best, std::fabs(dot(ac, n)));
  return best;
}

/// Calls visit(unit normal), with both signs, for every three points that are not collinear.
template <class Visit>
void for_each_normal(const OracleCloud& cloud, Visit visit) {
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    for (std::size_t j = i + 1; j < cloud.size(); ++j) {
      for (std::size_t k = j + 1; k < cloud.size(); ++k) {
        const CloudPoint ij = between(cloud[i], cloud[j]), ik = between(cloud[i], cloud[k]);
        CloudPoint n = cross(ij, ik);
        if (!normalize(n, length(ij) * length(ik))) continue;
        visit(n);
        visit(CloudPoint{-n[0], -n[1], -n[2]});
      }
    }
  }
}

}  // namespace

double dot(const CloudPoint& a, const CloudPoint& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

double length(const CloudPoint& a) { return std::sqrt(dot(a, a)); }

CloudPoint between(const CloudPoint& a, const CloudPoint& b) { return {b[0] - a[0], b[1] - a[1], b[2] - a[2]}; }

CloudPoint moved(const CloudPoint& a, const CloudPoint& direction, double distance) {
  return {a[0] + direction[0] * distance, a[1] + direction[1] * distance, a[2] + direction[2] * distance};
}

double height(const OracleCloud& cloud, const CloudPoint& direction) {
  double best = -k_infinity;
  for (const CloudPoint& p : cloud) best = std::max(best, dot(p, direction));
  return best;
}

OracleCloud minkowski_difference(const OracleCloud& a, const OracleCloud& b) {
  OracleCloud difference;
  for (const CloudPoint& p : a) {
    for (const CloudPoint& q : b) difference.push_back(between(p, q));
  }
  return difference;
}

double distance_of_simplex(const OracleCloud& points) {
  const CloudPoint origin{};
  double best = k_infinity;
  for (std::size_t i = 0; i < points.size(); ++i) {
    best = std::min(best, length(points[i]));
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      best = std::min(best, distance_to_segment(origin, points[i], points[j]));
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        best = std::min(best, distance_to_triangle(origin, points[i], points[j], points[k]));
      }
    }
  }
  if (points.size() < 4) return best;
  // Inside if it lies on the same side of each of the four planes as the opposite corner. The inside of a tetrahedron
  // thinner than rounding is within rounding of its triangles.
  const CloudPoint a = between(points[3], points[0]), b = between(points[3], points[1]),
                   c = between(points[3], points[2]);
  if (!(std::fabs(dot(cross(a, b), c)) > 1e-11 * length(a) * length(b) * length(c))) return best;
  for (std::size_t opposite = 0; opposite < 4; ++opposite) {
    const CloudPoint &p = points[(opposite + 1) % 4], &q = points[(opposite + 2) % 4], &r = points[(opposite + 3) % 4];
    const CloudPoint n = cross(between(p, q), between(p, r));
    if (!(dot(n, between(p, points[opposite])) * dot(n, between(p, origin)) > 0.0)) return best;
  }
  return 0.0;
}

double distance_of_clouds(const OracleCloud& a, const OracleCloud& b) {
  double best = k_infinity;
  for (const auto& [vertices, triangles] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (const CloudPoint& p : *vertices) {
      for (std::size_t i = 0; i < triangles->size(); ++i) {
        for (std::size_t j = i + 1; j < triangles->size(); ++j) {
          for (std::size_t k = j + 1; k < triangles->size(); ++k) {
            best = std::min(best, distance_to_triangle(p, (*triangles)[i], (*triangles)[j], (*triangles)[k]));
          }
        }
      }
    }
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) {
        for (std::size_t l = k + 1; l < b.size(); ++l) {
          best = std::min(best, distance_of_segments(a[i], a[j], b[k], b[l]));
        }
      }
    }
  }
  return best;
}

double widest_gap(const OracleCloud& a, const OracleCloud& b) {
  double widest = -k_infinity;
  const auto try_axis = [&](const CloudPoint& n) {
    widest = std::max(widest, -height(a, n) - height(b, {-n[0], -n[1], -n[2]}));
  };
  for_each_normal(a, try_axis);
  for_each_normal(b, try_axis);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      for (std::size_t k = 0; k < b.size(); ++k) {
        for (std::size_t l = k + 1; l < b.size(); ++l) {
          const CloudPoint along_a = between(a[i], a[j]), along_b = between(b[k], b[l]);
          CloudPoint n = cross(along_a, along_b);
          if (!normalize(n, length(along_a) * length(along_b))) continue;
          try_axis(n);
          try_axis({-n[0], -n[1], -n[2]});
        }
      }
    }
  }
  return widest;
}

double depth_of_origin(const OracleCloud& cloud) {
  double least = k_infinity;
  for_each_normal(cloud, [&](const CloudPoint& n) { least = std::min(least, height(cloud, n)); });
  return least;
}

double distance_beyond_planes(const OracleCloud& cloud, const CloudPoint& point) {
  double farthest = -k_infinity;
  for_each_normal(cloud, [&](const CloudPoint& n) { farthest = std::max(farthest, dot(n, point) - height(cloud, n)); });
  return farthest;
}

}  // namespace hyperplane::test
