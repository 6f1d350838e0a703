#pragma once

#include "shape/dispatch.h"

/// The features of a polytope (box, hull or triangle) for the searches for its least depth, in the polytope's frame.

namespace hyperplane {

/// The normals at an edge: the short arc between those of its two faces.
struct Arc {
  Vec3 from, to;
  /// The edge starts at `point` and leads to point + along.
  Vec3 point, along;
};

template <class Visit>
void for_each_arc(const ConvexHull& shape, Visit visit) {
  const Hull& hull = *shape.hull;
  const auto points = hull.points();
  const auto faces = hull.faces();
  for (const Hull::Edge edge : hull.edges()) {
    const Vec3 point = points[edge.vertex[0]];
    visit(Arc{faces[edge.face[0]].normal, faces[edge.face[1]].normal, point, points[edge.vertex[1]] - point});
  }
}

template <class Visit>
void for_each_arc(const Box& box, Visit visit) {
  const Vec3& half = box.half;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 along = scale(unit_axis(axis), half), u = unit_axis((axis + 1) % 3), v = unit_axis((axis + 2) % 3);
    for (int corner = 0; corner < 4; ++corner) {
      const Vec3 from = u * ((corner & 1) != 0 ? 1.0 : -1.0), to = v * ((corner & 2) != 0 ? 1.0 : -1.0);
      visit(Arc{from, to, scale(from + to, half) - along, along * 2.0});
    }
  }
}

/// The normals at an edge of a triangle turn from one side over the edge to the other: two arcs.
template <class Visit>
void for_each_arc(const Triangle& triangle, Visit visit) {
  const Vec3 front = triangle.normal();
  for (int i = 0; i < Triangle::k_corner_count; ++i) {
    const Vec3 along = triangle.edge(i), aside = normalized(cross(along, front));
    visit(Arc{front, aside, triangle.corner(i), along});
    visit(Arc{aside, -front, triangle.corner(i), along});
  }
}

template <class Visit>
void for_each_face_normal(const Box& /*box*/, Visit visit) {
  for (int axis = 0; axis < 3; ++axis) {
    visit(unit_axis(axis));
    visit(-unit_axis(axis));
  }
}

template <class Visit>
void for_each_face_normal(const ConvexHull& shape, Visit visit) {
  for (const Hull::Face& face : shape.hull->faces()) visit(face.normal);
}

template <class Visit>
void for_each_face_normal(const Triangle& triangle, Visit visit) {
  visit(triangle.normal());
  visit(-triangle.normal());
}

template <class Visit>
void for_each_vertex(const Box& box, Visit visit) {
  const Vec3& half = box.half;
  for (int i = 0; i < 8; ++i) {
    visit(Vec3{(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  }
}

template <class Visit>
void for_each_vertex(const ConvexHull& shape, Visit visit) {
  for (const Vec3& point : shape.hull->points()) visit(point);
}

template <class Visit>
void for_each_vertex(const Triangle& triangle, Visit visit) {
  for (int i = 0; i < Triangle::k_corner_count; ++i) visit(triangle.corner(i));
}

}  // namespace hyperplane
