#include "narrowphase/convex/sat_depth.h"

#include "narrowphase/convex/tolerances.h"
#include "shape/dispatch.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Directions of the faces and edges of a core, in the frame of A.
struct CoreDirections {
  int face_count = 0, edge_count = 0;
  Vec3 faces[4], edges[4];

  CoreDirections(const Shape& shape, const Mat3& rotation) {
    visit_shape(shape, [&](const auto& s) { set(s); });
    for (Vec3& face : faces) face = rotation * face;
    for (Vec3& edge : edges) edge = rotation * edge;
  }

 private:
  void set(const Capsule& /*segment*/) {
    edge_count = 1;
    edges[0] = {0.0, 1.0, 0.0};
  }
  void set(const Triangle& triangle) {
    face_count = 1;
    faces[0] = triangle.normal();
    edge_count = Triangle::k_corner_count;
    for (int i = 0; i < edge_count; ++i) edges[i] = triangle.edge(i);
    if (triangle.below == Vec3{}) return;
    // A prism.
    for (int i = 0; i < Triangle::k_corner_count; ++i) faces[face_count++] = normalized(cross(edges[i], faces[0]));
    edges[edge_count++] = faces[0];
  }
  void set(const Box& /*box*/) {
    face_count = edge_count = 3;
    for (int i = 0; i < 3; ++i) faces[i] = edges[i] = unit_axis(i);
  }
  void set(const RoundBox& box) { set(static_cast<const Box&>(box)); }
  template <class Other>
  void set(const Other& /*other*/) {}
};

class AxisSearch {
 public:
  explicit AxisSearch(ConvexPair& pair) : pair_(pair), tie_(k_axis_tie * pair.difference.size) {}

  const DirectionalDepth& best() const { return best_; }

  /// @param axis unit length.
  void try_axis(const Vec3& axis) {
    for (const Vec3& normal : {axis, -axis}) {
      const double depth = -dot(normal, called_support(pair_.difference, normal).w);
      if (depth < best_.depth - tie_) best_ = {normal, depth};
    }
  }
  void try_edges(const Vec3& a, const Vec3& b) {
    const Vec3 across = cross(a, b);
    const double squared = length_squared(across);
    constexpr double k_squared = k_parallel_edge_sine * k_parallel_edge_sine;
    if (squared > k_squared * (length_squared(a) * length_squared(b))) try_axis(across * (1.0 / std::sqrt(squared)));
  }

 private:
  ConvexPair& pair_;
  const double tie_;
  DirectionalDepth best_{{}, __builtin_huge_val()};
};

}  // namespace

bool has_sat_depth(const ConvexPair& pair) {
  const auto has_few_axes = [](ShapeType type) {
    return type == ShapeType::capsule || has_box_core(type) || type == ShapeType::triangle;
  };
  const ShapeType a = pair.a.type, b = pair.b.type;
  return has_few_axes(a) && has_few_axes(b) && (a == ShapeType::triangle || b == ShapeType::triangle);
}

DirectionalDepth sat_depth(ConvexPair& pair) {
  const CoreDirections a(pair.a, Mat3{}), b(pair.b, pair.difference.b_in_a.rotation);
  AxisSearch search(pair);
  for (int i = 0; i < a.face_count; ++i) search.try_axis(a.faces[i]);
  for (int i = 0; i < b.face_count; ++i) search.try_axis(b.faces[i]);
  for (int i = 0; i < a.edge_count; ++i) {
    for (int j = 0; j < b.edge_count; ++j) search.try_edges(a.edges[i], b.edges[j]);
  }
  return search.best();
}

}  // namespace hyperplane
