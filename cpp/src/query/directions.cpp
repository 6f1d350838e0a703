#include "query/directions.h"

#include <initializer_list>

#include "math/trigonometry.h"

namespace hyperplane {

double visit_all_round(FunctionRef<void(const Vec3&)> visit) {
  for (int i = 0; i < 27; ++i) {
    const int x = i % 3, y = i / 3 % 3, z = i / 9;
    if (i != 13) visit(normalized(Vec3{x - 1.0, y - 1.0, z - 1.0}));
  }
  return k_pi / 4;
}

void visit_beside(const Vec3& direction, double angle, FunctionRef<void(const Vec3&)> visit) {
  const Vec3 side = normalized(any_perpendicular(direction)), other = cross(direction, side);
  for (const Vec3& aside : {side, other, -side, -other}) visit(normalized(direction + aside * angle));
}

}  // namespace hyperplane
