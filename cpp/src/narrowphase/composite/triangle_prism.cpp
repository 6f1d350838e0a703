#include "narrowphase/composite/triangle_prism.h"

#include "narrowphase/convex/convex_convex.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Moves all sides of a triangle's prism inwards. @return whether anything is left of it.
bool shrink_prism(double by, Shape& prism) {
  const Triangle flat(prism);
  const double opposite[3] = {length(flat.edge(1)), length(flat.edge(2)), length(flat.edge(0))};
  const double perimeter = opposite[0] + opposite[1] + opposite[2];
  const double inner_radius = length(cross(flat.to_b, flat.to_c)) / perimeter;
  prism.thickness -= 2.0 * by;
  if (!(by < inner_radius) || !(prism.thickness > 0.0)) return false;
  // Towards the middle of the inscribed circle, which is as far from all sides.
  Vec3 middle;
  for (int i = 0; i < 3; ++i) middle += flat.corner(i) * (opposite[i] / perimeter);
  const Vec3 shift = flat.origin + flat.normal() * -by;
  for (int i = 0; i < 3; ++i) {
    const Vec3 corner = shift + flat.corner(i) + (middle - flat.corner(i)) * (by / inner_radius);
    for (int axis = 0; axis < 3; ++axis) prism.parameters[3 * i + axis] = component(corner, axis);
  }
  return true;
}

}  // namespace

bool reaches_into_prism(const Surface& surface, const Shape& triangle, const Shape& body, const Transform& frame,
                        double rest) {
  if (!surface.exists() || !(surface.thickness() > 0.0)) return false;
  Shape prism = prism_behind(triangle, surface.thickness());
  return (rest == 0.0 || shrink_prism(rest, prism)) && ConvexConvex::intersects(prism, body, frame);
}

}  // namespace hyperplane
