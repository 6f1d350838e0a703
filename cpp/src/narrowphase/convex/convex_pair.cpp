#include "narrowphase/convex/convex_pair.h"

namespace hyperplane {
ConvexPair make_convex_pair(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const CoreSize core_a = core_size_of(a), core_b = core_size_of(b);
  const double size = 2.0 * max(core_a.extent + core_a.radius, core_b.extent + core_b.radius);
  const Vec3 apart = b_in_a * core_b.origin - core_a.origin;
  return {a,
          b,
          {AnyCore(a), AnyCore(b), {by_columns(b_in_a.rotation), apart}, size},
          core_a.origin,
          core_a.radius,
          core_b.radius};
}

SupportPoint called_support(ConvexDifference& difference, const Vec3& n) { return difference.support(n); }

}  // namespace hyperplane
