#include "core/safe_rotation.h"
#include "fuzz_shapes.h"
#include "math/transform.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/penetration_depth.h"
#include "narrowphase/convex/tolerances.h"

/// GJK and, for overlapping cores, EPA on the cores of any two shapes: no more iterations than allowed, bounds that
/// hold against support points of other directions, and the same answer with a warm start.

namespace hyperplane::fuzz {
namespace {

/// Directions for testing a lower bound: the axes, and an even grid.
std::vector<Vec3> make_directions() {
  std::vector<Vec3> directions{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {0.6, 0.48, 0.64}};
  constexpr int k_grid = 200;
  for (int i = 0; i < k_grid; ++i) {
    const double y = 1.0 - (2.0 * i + 1.0) / k_grid, across = std::sqrt(1.0 - y * y), angle = 2.399963229728653 * i;
    directions.push_back({across * std::cos(angle), y, across * std::sin(angle)});
  }
  return directions;
}
const std::vector<Vec3> k_directions = make_directions();

/// Gap between the projections of the cores on a unit direction: at most their signed distance.
double gap_along(ConvexPair& pair, const Vec3& n) { return dot(n, pair.difference.support(n).w); }

void check_gjk(const Case& c, ConvexPair& pair, const GjkResult& found, double tolerance) {
  require(c, found.iterations <= k_max_gjk_iterations, "GJK keeps to its number of iterations");
  require(c, std::isfinite(found.upper) && std::isfinite(found.lower), "the bounds are finite");
  require(c, found.lower <= found.upper + tolerance, "the lower bound is no more than the upper one");
  require(c, found.simplex.size >= 1 && found.simplex.size <= 4, "a simplex has one to four points");
  require(c, found.simplex.size == 4 || found.upper == length(found.v), "the upper bound is the length of v");
  double sum = 0.0;
  Vec3 v;
  for (int i = 0; i < found.simplex.size; ++i) {
    require(c, found.simplex.weights[i] > 0.0, "weights are positive");
    sum += found.simplex.weights[i];
    v += found.simplex.points[i].w * found.simplex.weights[i];
  }
  require(c, std::fabs(sum - 1.0) <= 1e-9, "weights sum up to one");
  require(c, length(v - found.v) <= tolerance, "v is the weighted sum of the simplex");
  for (const Vec3& n : k_directions) {
    require(c, gap_along(pair, n) <= found.upper + tolerance, "no gap is wider than the upper bound");
  }
  if (found.status != GjkStatus::separated || !c.is_promised()) return;
  const Vec3 n = found.v * (1.0 / found.upper);
  require(c, gap_along(pair, n) >= found.upper - tolerance, "the gap along v is the distance");
}

void check_depth(const Case& c, ConvexPair& pair, const Simplex& start, double tolerance) {
  const EpaResult epa_found = epa(pair.difference, start, {});
  // Every iteration but the last adds a vertex.
  require(c, epa_found.iterations <= EpaPolytope::k_max_vertices, "EPA keeps to its number of iterations");
  require(c, epa_found.lower <= epa_found.upper + tolerance, "the bounds of EPA are in order");
  for (const Vec3& n : k_directions) {
    require(c, -gap_along(pair, n) >= epa_found.lower - tolerance, "no overlap is less than EPA's lower bound");
  }
  const PenetrationDepth found = penetration_depth(pair, start);
  require(c, std::isfinite(found.depth) && is_unit(found.normal), "the depth is finite and its normal of unit length");
  require(c, std::fabs(gap_along(pair, found.normal) + found.depth) <= tolerance, "the depth is that along the normal");
  require(c, found.depth <= epa_found.upper + tolerance, "the depth is no more than EPA's upper bound");
  for (const Vec3& n : k_directions) {
    require(c, -gap_along(pair, n) >= found.depth - tolerance, "no axis has a lesser depth");
  }
  // The depth of a hull is often least along the normal of a face.
  const auto try_faces = [&](const FuzzShape& shape, const Mat3& to_a, double sign) {
    if (shape.hull == nullptr) return;
    for (const Hull::Face& face : shape.hull->faces()) {
      const Vec3 n = to_a * face.normal * sign;
      require(c, -gap_along(pair, n) >= found.depth - tolerance, "no face has a lesser depth");
    }
  };
  try_faces(c.a, {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}}, 1.0);
  try_faces(c.b, pair.difference.b_in_a.rotation, -1.0);
}

void check(const Case& c) {
  const Transform b_in_a = pair_frames(c.pose_a, c.pose_b).b_in_a;
  ConvexPair pair = make_convex_pair(c.a.shape.value, c.b.shape.value, b_in_a);
  const double tolerance = 1e-6 * pair.difference.size + 1e-12 * length(pair.difference.b_in_a.translation);
  GjkCache cache;
  const GjkResult cold = gjk(pair.difference, {}, cache);
  check_gjk(c, pair, cold, tolerance);
  if (cold.status == GjkStatus::touching && c.is_promised()) check_depth(c, pair, cold.simplex, tolerance);

  const GjkResult warm = gjk(pair.difference, {}, cache);
  check_gjk(c, pair, warm, tolerance);
  if (c.is_promised()) {
    require(c, std::fabs(warm.upper - cold.upper) <= tolerance, "a warm start leads to the same distance");
  }

  // A cache of another pair only costs time.
  ConvexPair moved = pair;
  moved.difference.b_in_a.translation += Vec3{0.3, -0.7, 0.2} * pair.difference.size;
  const GjkResult stale = gjk(moved.difference, {}, cache), fresh = gjk(moved.difference);
  check_gjk(c, moved, stale, tolerance);
  if (!c.is_promised()) return;
  require(c, std::fabs(stale.upper - fresh.upper) <= tolerance, "a stale cache leads to the same distance");
}

}  // namespace
}  // namespace hyperplane::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hyperplane::fuzz::Input input(data, size);
  const hyperplane::fuzz::Case c(input);
  if (c.ok()) hyperplane::fuzz::check(c);
  return 0;
}
