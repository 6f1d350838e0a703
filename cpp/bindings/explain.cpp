#include <algorithm>
#include <initializer_list>

#include <hyperplane/explain.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

#include "bind_call.h"
#include "ccd/tolerances.h"
#include "core/buffer.h"
#include "report.h"
#include "space/space_call.h"

/// Steps of the algorithms as lists of numbers.

namespace hyperplane::bindings {
namespace {

/// Numbers of an axis: source, index of A, index of B, 1 if the axis exists or 0, axis x, y, z, interval of A, interval
/// of B, overlap.
constexpr std::size_t k_axis_numbers = 12;

void write_axis(const SatAxis& axis, double* out) {
  out[0] = static_cast<double>(axis.source);
  out[1] = axis.index_a;
  out[2] = axis.index_b;
  out[3] = axis.exists ? 1.0 : 0.0;
  out[4] = axis.axis.x;
  out[5] = axis.axis.y;
  out[6] = axis.axis.z;
  out[7] = axis.min_a;
  out[8] = axis.max_a;
  out[9] = axis.min_b;
  out[10] = axis.max_b;
  out[11] = axis.overlap;
}

/// @return 0 with a list, or k_fault. The list: 1 if the shapes intersect or 0, index of the decisive axis, the axes.
std::uint32_t call_explain_sat(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid || !accept_convex(*call.a, *call.b)) return k_fault;
  const std::size_t count = sat_axis_count(*call.a, *call.b);
  Buffer<SatAxis> axes;
  if (count <= k_max_sat_axes && !axes.resize(count, {})) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the axes");
  }
  const Result<SatExplanation> result = explain_sat(*call.a, call.pose_a, *call.b, call.pose_b, axes.span());
  if (!result.ok()) return report_fault(result.status, Argument::none, result.message);
  const std::span<double> list = make_report(2 + k_axis_numbers * count);
  if (list.empty()) return k_fault;
  list[0] = result.value.intersects ? 1.0 : 0.0;
  list[1] = static_cast<double>(result.value.decisive);
  for (std::size_t i = 0; i < count; ++i) write_axis(axes[i], &list[2 + k_axis_numbers * i]);
  return 0;
}

/// A growing list of numbers. After memory has run out, `publish` reports the fault.
class NumberList {
 public:
  void add(double value) { complete_ = complete_ && numbers_.push(value); }
  void add(const Vec3& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(const Aabb& bounds) {
    add(bounds.min);
    add(bounds.max);
  }
  void add(const DifferencePoint& p) {
    add(p.point);
    add(p.on_a);
    add(p.on_b);
  }

  void add_bounds(const Vec3& closest, double lower, double upper) {
    add(closest);
    add(lower);
    add(upper);
  }

  /// Copies the list to the report, after the numbers of `head`. @return 0, or k_fault.
  std::uint32_t publish(std::initializer_list<double> head) const {
    if (!complete_) {
      return report_fault(Status::out_of_memory, Argument::none, "no memory for the steps");
    }
    const std::span<double> list = make_report(head.size() + numbers_.size());
    if (list.empty()) return k_fault;
    std::copy(head.begin(), head.end(), list.begin());
    for (std::size_t i = 0; i < numbers_.size(); ++i) list[head.size() + i] = numbers_[i];
    return 0;
  }

 private:
  Buffer<double> numbers_;
  bool complete_ = true;
};

/// Numbers of a step: closest point, lower and upper bound, 1 and the support point or 0, size of the simplex, and each
/// of its points with its weight.
struct GjkList final : GjkSteps {
  NumberList numbers;

  void take(const GjkStep& step) override {
    numbers.add_bounds(step.closest, step.lower, step.upper);
    numbers.add(step.has_support ? 1.0 : 0.0);
    if (step.has_support) numbers.add(step.support);
    numbers.add(step.simplex_size);
    for (int i = 0; i < step.simplex_size; ++i) {
      numbers.add(step.simplex[i]);
      numbers.add(step.weights[i]);
    }
  }
};

/// Numbers of a step: closest point, lower and upper bound, support point, index of the closest face, vertex count and
/// vertices, face count and three vertex indices for each face.
struct EpaList final : EpaSteps {
  NumberList numbers;

  void take(const EpaStep& step) override {
    numbers.add_bounds(step.closest, step.lower, step.upper);
    numbers.add(step.support);
    numbers.add(step.closest_face);
    numbers.add(static_cast<double>(step.vertices.size()));
    for (const DifferencePoint& vertex : step.vertices) numbers.add(vertex);
    numbers.add(static_cast<double>(step.faces.size()));
    for (const EpaTriangle& face : step.faces) {
      for (const std::uint32_t vertex : face.vertex) numbers.add(vertex);
    }
  }
};

/// Numbers of a step: 1 and the bounds of a node, or 0 and the number of a triangle.
struct RayList final : RaySteps {
  NumberList numbers;

  void enter(const Aabb& bounds) override {
    numbers.add(1.0);
    numbers.add(bounds);
  }
  void test(std::uint32_t triangle) override {
    numbers.add(0.0);
    numbers.add(triangle);
  }
};

/// A ray from vector 0 along vector 1. @param max_distance m, may be infinite.
/// @return 0 with a list, or k_fault. The list: 1 with the hit in the records, or 0; the steps.
std::uint32_t call_explain_ray(std::uint32_t number, double max_distance) {
  Records& r = records();
  const Shape* shape = accept_shape_at_pose(number);
  if (shape == nullptr || !accept_point(r.vectors[0]) || !accept_direction(r.vectors[1])) return k_fault;
  RayList list;
  if (shape->type == ShapeType::triangle_mesh) {
    r.ray = explain_ray(*shape->mesh, r.poses[0], r.vectors[0], r.vectors[1], max_distance, list);
  } else if (shape->type == ShapeType::voxels) {
    r.ray = explain_ray(*shape, r.poses[0], r.vectors[0], r.vectors[1], max_distance, list);
  } else {
    return report_fault(Status::invalid_argument, Argument::shape_a, "neither a triangle mesh nor voxels");
  }
  return list.numbers.publish({r.ray.hit ? 1.0 : 0.0});
}

/// @return 0 with a list, or k_fault. The list: the nodes at a depth of a mesh's tree, as steps.
std::uint32_t call_explain_tree(std::uint32_t number, std::uint32_t level) {
  const Shape* shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  if (shape->type != ShapeType::triangle_mesh) {
    return report_fault(Status::invalid_argument, Argument::shape_a, "not a triangle mesh");
  }
  RayList list;
  explain_tree(*shape->mesh, level, list);
  return list.numbers.publish({});
}

/// @return 0 with a list, or k_fault. The list: 0 apart, 1 touching, plus 2 if not converged; the radii of A and B; the
/// steps.
std::uint32_t call_explain_gjk(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid || !accept_convex(*call.a, *call.b)) return k_fault;
  GjkList list;
  const GjkExplanation result = explain_gjk(*call.a, call.pose_a, *call.b, call.pose_b, list);
  return list.numbers.publish(
      {(result.touching ? 1.0 : 0.0) + (result.converged ? 0.0 : 2.0), result.radius_a, result.radius_b});
}

/// @return 0 with a list, or k_fault. The list: the EpaEnd, the radii of A and B, the steps.
std::uint32_t call_explain_epa(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid || !accept_convex(*call.a, *call.b)) return k_fault;
  EpaList list;
  const EpaExplanation result = explain_epa(*call.a, call.pose_a, *call.b, call.pose_b, list);
  return list.numbers.publish({static_cast<double>(result.end), result.radius_a, result.radius_b});
}

/// Numbers of a step of the search: time, gap, step, normal x, y, z, witness points of A and of B.
constexpr std::size_t k_step_numbers = 12;

/// @return as timeOfImpact, with the steps of the search in the report.
std::uint32_t call_explain_time_of_impact(std::uint32_t a, std::uint32_t b) {
  const SweepCall call(a, b);
  if (!call.valid || !accept_convex(*call.a, *call.b)) return k_fault;
  Buffer<ImpactStep> steps;
  if (!steps.resize(k_max_impact_iterations, {})) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the steps");
  }
  const Impact impact = explain_time_of_impact(*call.a, call.sweep_a, *call.b, call.sweep_b, steps.span());
  // The count comes first, so that the list is never empty.
  const std::span<double> list = make_report(1 + k_step_numbers * static_cast<std::size_t>(impact.iterations));
  if (list.empty()) return k_fault;
  double* out = list.data();
  *out++ = impact.iterations;
  for (int i = 0; i < impact.iterations; ++i) {
    const ImpactStep& step = steps[static_cast<std::size_t>(i)];
    for (const double number : {step.time, step.gap, step.step}) *out++ = number;
    for (const Vec3& vector : {step.normal, step.point_a, step.point_b}) out = put(out, vector);
  }
  keep(impact);
  return answer_of(impact);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_explain) {
  bind_call("explainSat", &call_explain_sat);
  bind_call("explainGjk", &call_explain_gjk);
  bind_call("explainEpa", &call_explain_epa);
  bind_call("explainRay", &call_explain_ray);
  bind_call("explainTree", &call_explain_tree);
  bind_call("explainTimeOfImpact", &call_explain_time_of_impact);
}

}  // namespace hyperplane::bindings
