#include "narrowphase/composite/part_pairs.h"

#include "composite/compound.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "math/pose.h"

namespace hyperplane {
namespace {

/// One convex part of a shape, in the frame of the shape.
struct OnePart {
  const Shape* shape;
  Pose pose;
  std::int32_t part = -1, triangle = -1;
  const TriangleMesh* mesh = nullptr;
};

using OnePartVisitor = FunctionRef<void(const OnePart&)>;

/// Bounds in another frame, rounded outwards. @param frame in the frame of the bounds.
Aabb seen_from(const Pose& frame, const Aabb& bounds) {
  const Vec3 rounding = (abs(frame.position) + max(abs(bounds.min), abs(bounds.max))) * k_bounds_rounding;
  const Vec3 margin{length(rounding), length(rounding), length(rounding)};
  const Mat3 back = transpose(to_matrix(frame.rotation));
  return rotated(back, {bounds.min - frame.position - margin, bounds.max - frame.position + margin});
}

/// Visits the triangles of a mesh near bounds. @param pose of the mesh in the frame of the bounds.
/// @param end null: those whose touch bounds overlap; else as `visit_near`.
void visit_triangles(const TriangleMesh& mesh, const Pose& pose, std::int32_t part, const Aabb& bounds,
                     const double* end, OnePartVisitor visit) {
  const auto visit_triangle = [&](std::uint32_t i) {
    const Shape triangle = triangle_shape(mesh, i);
    visit(OnePart{&triangle, pose, part, static_cast<std::int32_t>(i), &mesh});
  };
  const Aabb around = pose == Pose{} ? bounds : seen_from(pose, bounds);
  if (end == nullptr) {
    mesh.visit_within(around, visit_triangle);
  } else {
    mesh.visit_near(around, *end, visit_triangle);
  }
}

/// Visits the parts of a shape near bounds in its frame. @param end as above.
void visit_parts(const Shape& shape, const Aabb& bounds, const double* end, OnePartVisitor visit) {
  if (!is_composite(shape.type)) {
    visit(OnePart{&shape, {}});
    return;
  }
  if (shape.type == ShapeType::triangle_mesh) {
    visit_triangles(*shape.mesh, {}, -1, bounds, end, visit);
    return;
  }
  const auto visit_part = [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    const auto number = static_cast<std::int32_t>(i);
    if (part.shape.type == ShapeType::triangle_mesh) {
      visit_triangles(*part.shape.mesh, part.pose, number, bounds, end, visit);
    } else {
      visit(OnePart{&part.shape, part.pose, number});
    }
  };
  if (end == nullptr) {
    shape.compound->visit_within(bounds, visit_part);
  } else {
    shape.compound->visit_near(bounds, *end, visit_part);
  }
}

PartPair pair_of(const OnePart& a, const OnePart& b, const Pose& b_in_a) {
  return {a.shape, a.pose, b.shape, b_in_a * b.pose, {a.part, a.triangle, b.part, b.triangle}, a.mesh, b.mesh};
}

void visit_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, const double* end, PartPairVisitor visit) {
  const Pose a_in_b = relative_pose(b_in_a, {});
  visit_parts(a, touch_bounds(b, b_in_a), end, [&](const OnePart& of_a) {
    Aabb around;
    if (is_composite(b.type)) {
      Shape prism = *of_a.shape;
      prism.thickness = of_a.mesh == nullptr ? 0.0 : of_a.mesh->thickness();
      around = touch_bounds(prism, a_in_b * of_a.pose);
    }
    visit_parts(b, around, end, [&](const OnePart& of_b) { visit(pair_of(of_a, of_b, b_in_a)); });
  });
}

}  // namespace

void visit_touching_candidates(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairVisitor visit) {
  visit_pairs(a, b, b_in_a, nullptr, visit);
}

void visit_near_candidates(const Shape& a, const Shape& b, const Pose& b_in_a, const double& end,
                           PartPairVisitor visit) {
  visit_pairs(a, b, b_in_a, &end, visit);
}

void visit_parts_within(const Shape& a, const Aabb& bounds, const Shape& b, const Pose& b_in_a, PartPairVisitor visit) {
  const Aabb all_of_b = is_composite(b.type) ? touch_bounds(b, {}) : Aabb{};
  visit_parts(a, bounds, nullptr, [&](const OnePart& of_a) {
    visit_parts(b, all_of_b, nullptr, [&](const OnePart& of_b) { visit(pair_of(of_a, of_b, b_in_a)); });
  });
}

}  // namespace hyperplane
