#include "narrowphase/composite/part_pairs.h"

#include "composite/compound.h"
#include "composite/touch_bounds.h"
#include "math/pose.h"

namespace hyperplane {
namespace {

/// Receives the index, the shape and the pose of a part.
using OnePartVisitor = FunctionRef<void(std::int32_t, const Shape&, const Pose&)>;

/// Visits the parts of a shape near bounds. @param end null: those whose touch bounds overlap; else as `visit_near`.
void visit_parts(const Shape& shape, const Aabb& bounds, const double* end, OnePartVisitor visit) {
  if (!is_composite(shape.type)) {
    visit(-1, shape, Pose{});
    return;
  }
  const auto visit_part = [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    visit(static_cast<std::int32_t>(i), part.shape, part.pose);
  };
  if (end == nullptr) {
    shape.compound->visit_within(bounds, visit_part);
  } else {
    shape.compound->visit_near(bounds, *end, visit_part);
  }
}

void visit_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, const double* end, PartPairVisitor visit) {
  const Pose a_in_b = relative_pose(b_in_a, {});
  visit_parts(a, touch_bounds(b, b_in_a), end, [&](std::int32_t part_a, const Shape& shape_a, const Pose& pose_a) {
    const Aabb around = is_composite(b.type) ? touch_bounds(shape_a, a_in_b * pose_a) : Aabb{};
    visit_parts(b, around, end, [&](std::int32_t part_b, const Shape& shape_b, const Pose& pose_b) {
      visit(PartPair{&shape_a, pose_a, &shape_b, b_in_a * pose_b, {part_a, -1, part_b, -1}});
    });
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
  visit_parts(a, bounds, nullptr, [&](std::int32_t part_a, const Shape& shape_a, const Pose& pose_a) {
    if (!is_composite(b.type)) {
      visit(PartPair{&shape_a, pose_a, &b, b_in_a, {part_a, -1, -1, -1}});
      return;
    }
    std::int32_t part_b = 0;
    for (const CompoundPart& part : b.compound->parts()) {
      visit(PartPair{&shape_a, pose_a, &part.shape, b_in_a * part.pose, {part_a, -1, part_b++, -1}});
    }
  });
}

}  // namespace hyperplane
