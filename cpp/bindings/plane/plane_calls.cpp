#include <emscripten/bind.h>

#include <cmath>
#include <span>

#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>

#include "core/buffer.h"
#include "plane_records.h"

/// Calls on shapes. Poses, points and directions are in the records, and so are the parts that an answer is about. All
/// input is checked before a result is written.

namespace hyperplane::bindings {
namespace {

/// The two shapes of a call. `valid` false: the fault record is filled.
struct PlanePairCall {
  const plane::Shape* a;
  const plane::Shape* b;
  bool valid;

  /// @param poses how many of the records each shape has.
  PlanePairCall(std::uint32_t number_a, std::uint32_t number_b, int poses)
      : a(accept_plane_shape(number_a, PlaneArgument::shape_a)),
        b(a == nullptr ? nullptr : accept_plane_shape(number_b, PlaneArgument::shape_b)),
        valid(b != nullptr) {
    for (int i = 0; i < 2 * poses; ++i) {
      const PlaneArgument argument = i < poses ? PlaneArgument::pose_a : PlaneArgument::pose_b;
      valid = valid && accept_plane_pose(plane_records().poses[i], argument);
    }
  }
};

const plane::Pose& pose(int i) { return plane_records().poses[i]; }

/// @return 0 or 1, or k_plane_fault.
std::uint32_t call_intersects(std::uint32_t a, std::uint32_t b) {
  const PlanePairCall call(a, b, 1);
  if (!call.valid) return k_plane_fault;
  return plane::intersects(*call.a, pose(0), *call.b, pose(1)) ? 1 : 0;
}

void put_parts(std::int32_t a, std::int32_t b = -1) {
  plane_records().parts[0] = a;
  plane_records().parts[1] = b;
}

/// Normal, depth, then on A, on B, depth, id of each point. @return the place after them.
double* put_contact(double* out, const plane::Contact& contact) {
  out = put(put(out, contact.normal), contact.depth);
  for (int i = 0; i < contact.point_count; ++i) {
    const plane::ContactPoint& point = contact.points[i];
    out = put(put(put(put(out, point.on_a), point.on_b), point.depth), point.id);
  }
  return out;
}
constexpr std::size_t k_contact_numbers = 3, k_point_numbers = 6;

/// Results as by put_contact. @return the number of points, or k_plane_fault.
std::uint32_t call_collide(std::uint32_t a, std::uint32_t b) {
  const PlanePairCall call(a, b, 1);
  if (!call.valid) return k_plane_fault;
  const plane::Contact contact = plane::collide(*call.a, pose(0), *call.b, pose(1));
  put_contact(plane_records().results, contact);
  put_parts(contact.part_a, contact.part_b);
  return static_cast<std::uint32_t>(contact.point_count);
}

/// The list: of each contact its parts, number of points, and what put_contact writes; deepest first.
/// @return the number of contacts, or k_plane_fault.
std::uint32_t call_collide_all(std::uint32_t a, std::uint32_t b) {
  const PlanePairCall call(a, b, 1);
  if (!call.valid) return k_plane_fault;
  Buffer<plane::Contact> contacts;
  // Room for most pairs; a pair with more contacts is computed again.
  std::size_t count = 64;
  do {
    if (!contacts.resize_uninitialized(count)) {
      return report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for the contacts");
    }
    count = plane::collide_all(*call.a, pose(0), *call.b, pose(1), contacts.span());
  } while (count > contacts.size());
  if (count == 0) return 0;
  std::size_t number_count = 0;
  for (const plane::Contact& contact : contacts.span().first(count)) {
    number_count += 3 + k_contact_numbers + k_point_numbers * static_cast<std::size_t>(contact.point_count);
  }
  double* out = make_plane_report(number_count);
  if (out == nullptr) return k_plane_fault;
  for (const plane::Contact& contact : contacts.span().first(count)) {
    out = put(put(put(out, contact.part_a), contact.part_b), contact.point_count);
    out = put_contact(out, contact);
  }
  return static_cast<std::uint32_t>(count);
}

/// Results: distance, point on A, on B, normal. @return 0, or k_plane_fault.
std::uint32_t call_distance(std::uint32_t a, std::uint32_t b) {
  const PlanePairCall call(a, b, 1);
  if (!call.valid) return k_plane_fault;
  const plane::Distance found = plane::distance(*call.a, pose(0), *call.b, pose(1));
  put(put(put(put(plane_records().results, found.distance), found.point_a), found.point_b), found.normal);
  put_parts(found.part_a, found.part_b);
  return 0;
}

/// Results: time, point, normal. @return 0: no impact; 1: one; 2: the search gave up at that time; or k_plane_fault.
std::uint32_t call_time_of_impact(std::uint32_t a, std::uint32_t b) {
  const PlanePairCall call(a, b, 2);
  if (!call.valid) return k_plane_fault;
  const plane::Impact impact = plane::time_of_impact(*call.a, {pose(0), pose(1)}, *call.b, {pose(2), pose(3)});
  put(put(put(plane_records().results, impact.time), impact.point), impact.normal);
  put_parts(impact.part_a, impact.part_b);
  if (!impact.hit) return 0;
  return impact.converged ? 1 : 2;
}

/// @return the shape, if its pose, the point and the direction are valid.
const plane::Shape* accept_query(std::uint32_t shape, const plane::Vec2* point, const plane::Vec2* direction) {
  const plane::Shape* const found = accept_plane_shape(shape, PlaneArgument::shape_a);
  if (found == nullptr || !accept_plane_pose(pose(0), PlaneArgument::pose_a)) return nullptr;
  // As a pose's position.
  if (point != nullptr && !accept_plane_pose({*point, 0.0}, PlaneArgument::value)) return nullptr;
  if (direction == nullptr) return found;
  const bool is_zero = direction->x == 0.0 && direction->y == 0.0;
  if (!is_zero && std::isfinite(direction->x) && std::isfinite(direction->y)) return found;
  report_plane_fault(Status::invalid_argument, PlaneArgument::value, "a direction must be finite and not zero");
  return nullptr;
}

/// Results: distance, point, normal. @return 1 for a hit, 0 for none, or k_plane_fault.
std::uint32_t call_raycast(std::uint32_t shape, double max_distance) {
  const plane::Vec2* const ray = plane_records().vectors;
  const plane::Shape* const found = accept_query(shape, ray, ray + 1);
  if (found == nullptr) return k_plane_fault;
  const plane::RayHit hit = plane::raycast(*found, pose(0), ray[0], ray[1], max_distance);
  put(put(put(plane_records().results, hit.distance), hit.point), hit.normal);
  put_parts(hit.part);
  return hit.hit ? 1 : 0;
}

/// Results: distance, point, normal. @return 0, or k_plane_fault.
std::uint32_t call_closest_point(std::uint32_t shape) {
  const plane::Vec2* const point = plane_records().vectors;
  const plane::Shape* const found = accept_query(shape, point, nullptr);
  if (found == nullptr) return k_plane_fault;
  const plane::ClosestPoint closest = plane::closest_point(*found, pose(0), *point);
  put(put(put(plane_records().results, closest.distance), closest.point), closest.normal);
  put_parts(closest.part);
  return 0;
}

/// Results: the point. @return 0, or k_plane_fault.
std::uint32_t call_support(std::uint32_t shape) {
  const plane::Vec2* const direction = plane_records().vectors;
  const plane::Shape* const found = accept_query(shape, nullptr, direction);
  if (found == nullptr) return k_plane_fault;
  put(plane_records().results, plane::support(*found, pose(0), *direction));
  return 0;
}

/// The list: whether they intersect, the decisive axis, then of each axis its vector, source, index, both intervals,
/// overlap. @return 0, or k_plane_fault.
std::uint32_t call_explain_sat(std::uint32_t a, std::uint32_t b) {
  const PlanePairCall call(a, b, 1);
  if (!call.valid) return k_plane_fault;
  const std::size_t count = plane::sat_axis_count(*call.a, *call.b);
  if (count == 0) {
    return report_plane_fault(Status::invalid_argument, PlaneArgument::value,
                              "only convex shapes but ellipses have a list of axes");
  }
  Buffer<plane::SatAxis> axes;
  double* out = nullptr;
  if (!axes.resize_uninitialized(count)) {
    return report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for an explanation");
  }
  out = make_plane_report(2 + 9 * count);
  if (out == nullptr) return k_plane_fault;
  const std::size_t decisive = plane::explain_sat(*call.a, pose(0), *call.b, pose(1), axes.span());
  out = put(put(out, plane::intersects(*call.a, pose(0), *call.b, pose(1)) ? 1.0 : 0.0), static_cast<double>(decisive));
  for (const plane::SatAxis& axis : axes) {
    out = put(put(put(out, axis.axis), static_cast<double>(axis.source)), axis.index);
    out = put(put(put(put(put(out, axis.min_a), axis.max_a), axis.min_b), axis.max_b), axis.overlap);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_plane_calls) {
  emscripten::function("intersects", &call_intersects);
  emscripten::function("collide", &call_collide);
  emscripten::function("collideAll", &call_collide_all);
  emscripten::function("distance", &call_distance);
  emscripten::function("timeOfImpact", &call_time_of_impact);
  emscripten::function("raycast", &call_raycast);
  emscripten::function("closestPoint", &call_closest_point);
  emscripten::function("support", &call_support);
  emscripten::function("explainSat", &call_explain_sat);
}

}  // namespace hyperplane::bindings
