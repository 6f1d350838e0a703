#include "hull/hull.h"
#include "bind_call.h"
#include "report.h"
#include "space/space_call.h"

/// Convex hulls: the report holds the points on the way in, vertices and faces on the way out.

namespace hyperplane::bindings {
namespace {

/// Builds the hull of the points in the report: x, y, z of each.
/// @param max_vertices 0: no limit. @param rounding m; must be that of a shape.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t create_hull(std::uint32_t max_vertices, double rounding) {
  return add_built(build_hull(report_numbers(), max_vertices),
                   [&](const Hull& hull) { return make_convex_hull(hull, rounding).value; });
}

/// Writes a hull to the report: vertex count, face count, x, y, z of each vertex, and for each face its vertex count
/// and vertex indices. @return 0, or k_fault.
std::uint32_t describe_hull(std::uint32_t number) {
  const Shape* shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  if (shape->hull == nullptr) {
    return report_fault(Status::invalid_argument, Argument::shape_a, "not a convex hull");
  }
  const Hull& hull = *shape->hull;
  // Every edge is a side of two faces.
  const std::size_t count =
      2 + 3 * std::size_t{hull.vertex_count()} + hull.face_count() + 2 * std::size_t{hull.edge_count()};
  const std::span<double> list = make_report(count);
  if (list.empty()) return k_fault;
  double* out = list.data();
  *out++ = hull.vertex_count();
  *out++ = hull.face_count();
  for (const Vec3& vertex : hull.vertices()) out = put(out, vertex);
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.loop_vertices(f);
    *out++ = static_cast<double>(loop.size());
    for (const std::uint32_t vertex : loop) *out++ = vertex;
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_hull) {
  bind_call("createHull", &create_hull);
  bind_call("describeHull", &describe_hull);
}

}  // namespace hyperplane::bindings
