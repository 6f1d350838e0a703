#pragma once

#include <vector>

#include <hyperplane/height_field.h>
#include <hyperplane/shape.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

namespace hyperplane::test {

/// The shapes of the worlds in the seed corpus of snapshot_fuzz. Its snapshots without shapes name these.
class SnapshotShapes {
 public:
  SnapshotShapes() {
    hull_ = build_hull(std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}).value;
    mesh_ = build_triangle_mesh(std::vector<double>{-2, 0, -2, -2, 0, 2, 2, 0, 2, 2, 0, -2},
                                std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}, {})
                .value;
    HeightFieldOptions grid;
    grid.columns = 3;
    grid.width = grid.depth = 4.0;
    field_ = build_height_field(std::vector<double>{0, 0.25, 0, 0.5, 0, 0.125}, grid).value;
    voxels_ = build_voxels(std::vector<std::uint8_t>{1, 2, 0, 1, 2, 1, 0, 0}, {2, 2, 2, {0.5, 0.25, 1.0}}).value;
    const CompoundPart parts[] = {
        {box(1.0), {{-1, 0, 0}, {}}}, {tetrahedron(), {{0, 0.5, 0}, {0, 0, 0.6, 0.8}}}, {box(1.0), {{1, 0, 0}, {}}}};
    compound_ = build_compound(parts).value;
  }

  static Shape ball(double radius) { return make_sphere(radius).value; }
  static Shape box(double side) { return make_box(side, side, side).value; }
  static Shape capsule() { return make_capsule(0.3, 0.5).value; }
  Shape tetrahedron() const { return make_convex_hull(*hull_); }
  /// A square.
  Shape mesh() const { return make_triangle_mesh(*mesh_); }
  /// Four triangles.
  Shape field() const { return make_height_field(*field_); }
  /// Eight cells of two kinds.
  Shape voxels() const { return make_voxels(*voxels_); }
  /// Two boxes and a tetrahedron.
  Shape compound() const { return make_compound(*compound_); }

  std::vector<Shape> all() const {
    return {ball(0.1), ball(0.5), box(1.0), box(3.0), capsule(), tetrahedron(), mesh(), field(), voxels(), compound()};
  }

 private:
  HullPtr hull_;
  TriangleMeshPtr mesh_;
  HeightFieldPtr field_;
  VoxelsPtr voxels_;
  CompoundPtr compound_;
};

}  // namespace hyperplane::test
