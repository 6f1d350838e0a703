#include "query/solve_planes.h"

#include <cstddef>

#include "core/constants.h"

namespace hyperplane {
namespace {

class NearestPointSearch {
 public:
  NearestPointSearch(std::span<const HalfSpace> planes, const Vec3& target, double tolerance)
      : planes_(planes), target_(target), tolerance_(tolerance) {}

  void try_point(const Vec3& point) {
    const double distance = length_squared(point - target_);
    if (found && !(distance < best_distance_)) return;
    for (const HalfSpace& plane : planes_) {
      if (dot(plane.normal, point) < plane.offset - tolerance_) return;
    }
    found = true;
    best = point;
    best_distance_ = distance;
  }

  /// The target's projection onto the line of two planes.
  void try_line(const HalfSpace& a, const HalfSpace& b) {
    const double cosine = dot(a.normal, b.normal), sine_squared = length_squared(cross(a.normal, b.normal));
    if (sine_squared < k_least_crease_sine * k_least_crease_sine) return;
    // target + s a + t b lies on both planes.
    const double of_a = a.offset - dot(a.normal, target_), of_b = b.offset - dot(b.normal, target_);
    const double s = (of_a - cosine * of_b) / sine_squared, t = (of_b - cosine * of_a) / sine_squared;
    try_point(target_ + a.normal * s + b.normal * t);
  }

  void try_corner(const HalfSpace& a, const HalfSpace& b, const HalfSpace& c) {
    const Vec3 bc = cross(b.normal, c.normal);
    const double volume = dot(a.normal, bc);
    if (std::fabs(volume) < k_least_crease_sine) return;
    const Vec3 ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
    try_point((bc * a.offset + ca * b.offset + ab * c.offset) * (1.0 / volume));
  }

  bool found = false;
  Vec3 best;

 private:
  std::span<const HalfSpace> planes_;
  Vec3 target_;
  double tolerance_;
  double best_distance_ = 0.0;
};

}  // namespace

Vec3 solve_planes(std::span<const HalfSpace> planes, const Vec3& target, double tolerance, bool& found) {
  NearestPointSearch search(planes, target, tolerance);
  search.try_point(target);
  if (!search.found) {
    for (const HalfSpace& a : planes) search.try_point(target + a.normal * (a.offset - dot(a.normal, target)));
    for (std::size_t i = 0; i < planes.size(); ++i) {
      for (std::size_t j = i + 1; j < planes.size(); ++j) {
        search.try_line(planes[i], planes[j]);
        for (std::size_t k = j + 1; k < planes.size(); ++k) search.try_corner(planes[i], planes[j], planes[k]);
      }
    }
  }
  found = search.found;
  return found ? search.best : target;
}

}  // namespace hyperplane
