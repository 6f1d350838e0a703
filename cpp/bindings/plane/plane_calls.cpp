#include <cmath>
#include <span>

#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>

#include "../bind_call.h"
#include "../call.h"
#include "core/buffer.h"

/// Calls on shapes. Poses, points and directions are in the records, and so are the parts that an answer is about. All
/// input is checked before a result is written.

namespace hyperplane::bindings {
namespace {

const plane::Pose& pose(int i) { return records().poses[i]; }

/// @return 0 or 1, or k_fault.
std::uint32_t call_intersects(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  return plane::intersects(*call.a, pose(0), *call.b, pose(1)) ? 1 : 0;
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

/// Results as by put_contact. @return the number of points, or k_fault.
std::uint32_t call_collide(std::uint32_t a, std::uint32_t b, double margin) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  const plane::Contact contact = plane::collide_within(*call.a, pose(0), *call.b, pose(1), margin);
  put_contact(records().results, contact);
  keep_parts(contact.part_a, contact.part_b);
  return static_cast<std::uint32_t>(contact.point_count);
}

/// The list: of each contact its parts, number of points, and what put_contact writes; deepest first.
/// @return the number of contacts, or k_fault.
std::uint32_t call_collide_all(std::uint32_t a, std::uint32_t b, double margin) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  Buffer<plane::Contact> contacts;
  // Room for most pairs; a pair with more contacts is computed again.
  std::size_t count = 64;
  do {
    if (!contacts.resize_uninitialized(count)) {
      return report_fault(Status::out_of_memory, Argument::none, "no memory for the contacts");
    }
    count = plane::collide_all_within(*call.a, pose(0), *call.b, pose(1), margin, contacts.span());
  } while (count > contacts.size());
  if (count == 0) return 0;
  std::size_t number_count = 0;
  for (const plane::Contact& contact : contacts.span().first(count)) {
    number_count += 3 + k_contact_numbers + k_point_numbers * static_cast<std::size_t>(contact.point_count);
  }
  double* out = make_report(number_count).data();
  if (out == nullptr) return k_fault;
  for (const plane::Contact& contact : contacts.span().first(count)) {
    out = put(put(put(out, contact.part_a), contact.part_b), contact.point_count);
    out = put_contact(out, contact);
  }
  return static_cast<std::uint32_t>(count);
}

/// The list: whether they intersect, the decisive axis, then of each axis its vector, source, index, both intervals,
/// overlap. @return 0, or k_fault.
std::uint32_t call_explain_sat(std::uint32_t a, std::uint32_t b) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  const std::size_t count = plane::sat_axis_count(*call.a, *call.b);
  if (count == 0) {
    return report_fault(Status::invalid_argument, Argument::value,
                        "only convex shapes but ellipses have a list of axes");
  }
  Buffer<plane::SatAxis> axes;
  double* out = nullptr;
  if (!axes.resize_uninitialized(count)) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for an explanation");
  }
  out = make_report(2 + 9 * count).data();
  if (out == nullptr) return k_fault;
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
  bind_call("intersects", &call_intersects);
  bind_call("collide", &call_collide);
  bind_call("collideAll", &call_collide_all);
  bind_call("explainSat", &call_explain_sat);
}

}  // namespace hyperplane::bindings
