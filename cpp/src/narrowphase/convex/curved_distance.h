#pragma once

#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/gjk.h"

/// Distance of two separated cores of which one is curved. GJK gains about half a digit an iteration there; Newton's
/// method on the smooth pieces that it has found doubles the digits with every step.
///
/// A core's support function is made of smooth pieces: a vertex, the rim of a disc, an ellipsoid. With w(x) the support
/// point of the difference along x, the vector v between the closest points is the maximum of the concave function x .
/// w(x) - x^2 / 2, whose gradient is w(x) - x and whose second derivatives are -(I + bends): sums of those of the
/// pieces' support functions, which are closed forms. Where the closest feature is an edge, a line of a side or a face,
/// several pieces are about equally far along x. Their points are kept level (an equality constraint each) and w is a
/// weighted mean of them: sequential quadratic programming for a minimax problem.
///
/// Pieces and weights come from GJK's simplex. Afterwards GJK starts from the pieces' support points along the x found,
/// and its bounds decide whether they are the answer; if not, its new support point names another piece, and so on. So
/// a wrong step or a wrong piece costs time only.
///
/// Sources: Gilbert, Johnson, Keerthi (1988) for the problem; Han, "Variable Metric Methods for Minimizing a Class of
/// Nondifferentiable Functions" (1981) for the constraints.

namespace hyperplane {

constexpr bool is_curved_core(ShapeType type) {
  return type == ShapeType::cylinder || type == ShapeType::cone || type == ShapeType::ellipsoid;
}
/// Whether a core of the pair is curved.
constexpr bool has_curved_core(const Shape& a, const Shape& b) {
  return is_curved_core(a.type) || is_curved_core(b.type);
}
inline bool is_curved(const ConvexPair& pair) { return has_curved_core(pair.a, pair.b); }

/// @param cores of GJK, which knows that they are apart. Receives better bounds.
/// @return whether they meet to within what a normal needs. If not, a few rounds were not enough.
bool find_curved_distance(ConvexPair& pair, GjkResult& cores);

}  // namespace hyperplane
