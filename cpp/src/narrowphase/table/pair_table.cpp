#include "narrowphase/table/pair_table.h"

#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_capsule.h"
#include "narrowphase/convex/axes_pair.h"
#include "narrowphase/convex/capsule_triangle.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/sphere_convex.h"
#include "narrowphase/convex/sphere_sphere.h"
#include "shape/box.h"

namespace hyperplane {
namespace {

/// The exact pairs: X(a, b, Algorithm).
#define HYPERPLANE_EXACT_PAIRS(X)          \
  X(sphere, sphere, SphereSphere)          \
  X(sphere, box, SphereConvex)             \
  X(sphere, capsule, SphereConvex)         \
  X(sphere, cylinder, SphereConvex)        \
  X(sphere, cone, SphereConvex)            \
  X(sphere, ellipsoid, SphereConvex)       \
  X(sphere, triangle, SphereConvex)        \
  X(sphere, round_box, SphereConvex)       \
  X(sphere, tapered_capsule, SphereConvex) \
  X(box, capsule, BoxCapsule)              \
  X(box, triangle, AxesPair)               \
  X(round_box, capsule, BoxCapsule)        \
  X(capsule, capsule, BoxCapsule)          \
  X(capsule, triangle, CapsuleTriangle)    \
  X(triangle, triangle, AxesPair)

/// Not inlined: each cell of the table would have its copy.
[[gnu::noinline]] Transform exchanged_frame(const Transform& b_in_a) { return inverse(b_in_a); }

/// The pair algorithm with A and B exchanged.
template <class Algorithm>
struct Flipped {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
    return Algorithm::intersects(b, a, exchanged_frame(b_in_a));
  }
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
    Penetration result = Algorithm::penetration(b, a, exchanged_frame(b_in_a));
    flip(b_in_a, result);
    return result;
  }
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
    ContactManifold result = Algorithm::collide(b, a, exchanged_frame(b_in_a));
    flip(b_in_a, result);
    return result;
  }
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
    Distance result = Algorithm::distance(b, a, exchanged_frame(b_in_a));
    flip(b_in_a, result);
    return result;
  }
};

template <class Algorithm>
constexpr PairFunctions functions_of() {
  return {&Algorithm::intersects, &Algorithm::penetration, &Algorithm::collide, &Algorithm::distance};
}

Distance distance_of_boxes(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return box_distance(Box(a).half, Box(b).half, b_in_a);
}

struct PairTable {
  PairFunctions cells[k_shape_type_count][k_shape_type_count];
};

template <class Algorithm>
constexpr void set_pair(PairTable& table, ShapeType a, ShapeType b) {
  table.cells[static_cast<int>(b)][static_cast<int>(a)] = functions_of<Flipped<Algorithm>>();
  table.cells[static_cast<int>(a)][static_cast<int>(b)] = functions_of<Algorithm>();
}

constexpr PairTable make_pair_table() {
  PairTable table{};
  for (int a = 0; a < k_shape_type_count; ++a) {
    for (int b = a; b < k_shape_type_count; ++b) {
      set_pair<ConvexConvex>(table, static_cast<ShapeType>(a), static_cast<ShapeType>(b));
    }
  }
#define HYPERPLANE_SET_EXACT_PAIR(a, b, Algorithm) set_pair<Algorithm>(table, ShapeType::a, ShapeType::b);
  HYPERPLANE_EXACT_PAIRS(HYPERPLANE_SET_EXACT_PAIR)
#undef HYPERPLANE_SET_EXACT_PAIR
  constexpr int k_box = static_cast<int>(ShapeType::box);
  table.cells[k_box][k_box] = {nullptr, nullptr, nullptr, &distance_of_boxes};
  return table;
}

constexpr PairTable k_pair_table = make_pair_table();

}  // namespace

const PairFunctions& pair_functions(ShapeType a, ShapeType b) {
  return k_pair_table.cells[static_cast<int>(a)][static_cast<int>(b)];
}

}  // namespace hyperplane
