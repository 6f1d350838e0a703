#include <limits>

#include <hyperplane/triangle_mesh.h>

#include "composite/triangle_mesh.h"

namespace hyperplane {
namespace {

/// Takes in the triangles below a child of a node.
void unite_below(const TriangleMesh& mesh, std::uint32_t child, Aabb& bounds) {
  if (is_leaf(child)) {
    const StaticTree::Run run = StaticTree::run_of(child);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      Vec3 corners[3];
      mesh.corners(mesh.triangle_at(place), corners);
      for (const Vec3& corner : corners) bounds = united(bounds, {corner, corner});
    }
  } else if (child != LaneNode::k_none) {
    for (const std::uint32_t next : mesh.tree().nodes()[child].child) unite_below(mesh, next, bounds);
  }
}

void enter_level(const TriangleMesh& mesh, std::uint32_t child, std::uint32_t level, RaySteps& steps) {
  if (child == LaneNode::k_none) return;
  if (level > 0 && !is_leaf(child)) {
    for (const std::uint32_t next : mesh.tree().nodes()[child].child) enter_level(mesh, next, level - 1, steps);
    return;
  }
  constexpr double k_far = std::numeric_limits<double>::infinity();
  Aabb bounds{{k_far, k_far, k_far}, {-k_far, -k_far, -k_far}};
  unite_below(mesh, child, bounds);
  steps.enter(bounds);
}

}  // namespace

void explain_tree(const TriangleMesh& mesh, std::uint32_t level, RaySteps& steps) {
  enter_level(mesh, 0, level, steps);
}

}  // namespace hyperplane
