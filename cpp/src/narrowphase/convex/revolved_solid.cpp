#include "narrowphase/convex/revolved_solid.h"

#include "core/constants.h"
#include "shape/tolerances.h"

namespace hyperplane {

bool find_revolved_witness(const PlacedFrustum& a, const PlacedFrustum& b, const DirectionalDepth& least, double size,
                           Vec3& on_a) {
  const double tolerance = k_contact_tolerance * size;
  const Vec3& n = least.normal;
  const Vec3 way = n * least.depth;
  const int end_a = a.farther(n), end_b = b.farther(-n);
  on_a = b.support(-n, end_b) + way;
  if (a.contains(on_a, tolerance)) return true;
  on_a = a.support(n, end_a);
  if (b.contains(on_a - way, tolerance)) return true;
  // Lines of both sides.
  const Vec3 start_a = on_a, along_a = a.support(n, 1 - end_a) - start_a;
  const Vec3 start_b = b.support(-n, end_b) + way, along_b = b.support(-n, 1 - end_b) + way - start_b;
  if (std::fabs(dot(along_a, n)) > tolerance || std::fabs(dot(along_b, n)) > tolerance) return false;
  const Vec3 across = cross(along_a, along_b);
  const double squared = length_squared(across);
  if (!(squared > k_parallel_edge_sine * k_parallel_edge_sine * length_squared(along_a) * length_squared(along_b))) {
    return false;
  }
  const Vec3 between = start_b - start_a;
  const double on_line_a = dot(cross(between, along_b), across) / squared,
               on_line_b = dot(cross(between, along_a), across) / squared;
  if (min(on_line_a, on_line_b) < -tolerance / size || max(on_line_a, on_line_b) > 1.0 + tolerance / size) return false;
  on_a = start_a + along_a * on_line_a;
  return true;
}

}  // namespace hyperplane
