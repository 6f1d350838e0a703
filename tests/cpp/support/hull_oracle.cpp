#include "support/hull_oracle.h"

#include <map>
#include <numeric>

namespace hyperplane::test {
namespace {

using Normal = std::array<long long, 3>;

Normal cross(const Normal& a, const Normal& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
long long dot(const Normal& a, const Normal& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Normal wide(const GridPoint& p) { return {p[0], p[1], p[2]}; }
Normal between(const GridPoint& a, const GridPoint& b) { return {b[0] - a[0], b[1] - a[1], b[2] - a[2]}; }

/// Whether the normals of the faces at a point span space, i.e. whether it is a corner of the hull.
bool span_space(const std::vector<Normal>& normals) {
  for (const Normal& a : normals) {
    for (const Normal& b : normals) {
      for (const Normal& c : normals) {
        if (dot(cross(a, b), c) != 0) return true;
      }
    }
  }
  return false;
}

}  // namespace

HullFaces brute_force_faces(const std::vector<GridPoint>& cloud) {
  const std::set<GridPoint> points(cloud.begin(), cloud.end());
  // Keyed by reduced outward normal: a hull has one face per direction.
  std::map<Normal, std::set<GridPoint>> faces;
  for (const GridPoint& a : points) {
    for (const GridPoint& b : points) {
      for (const GridPoint& c : points) {
        Normal n = cross(between(a, b), between(a, c));
        const long long divisor = std::gcd(std::gcd(n[0], n[1]), n[2]);
        if (divisor == 0) continue;
        for (long long& component : n) component /= divisor;
        if (faces.contains(n)) continue;
        std::set<GridPoint> on_face;
        bool is_face = true, is_flat = true;
        for (const GridPoint& p : points) {
          const long long height = dot(n, wide(p)) - dot(n, wide(a));
          if (height > 0) is_face = false;
          if (height != 0) is_flat = false;
          if (height == 0) on_face.insert(p);
        }
        if (is_flat) return {};
        if (is_face) faces[n] = on_face;
      }
    }
  }
  std::map<GridPoint, std::vector<Normal>> normals;
  for (const auto& [n, on_face] : faces) {
    for (const GridPoint& p : on_face) normals[p].push_back(n);
  }
  HullFaces result;
  for (const auto& [n, on_face] : faces) {
    std::set<GridPoint> corners;
    for (const GridPoint& p : on_face) {
      if (span_space(normals[p])) corners.insert(p);
    }
    result.insert(corners);
  }
  return result;
}

}  // namespace hyperplane::test
