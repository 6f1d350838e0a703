#include <hyperplane/pair.h>

#include "bind_call.h"
#include "call.h"
#include "core/buffer.h"
#include "report.h"

/// Compounds, and all contacts of a pair.

namespace hyperplane::bindings {
namespace {

/// Numbers of a part in the report: the number of its shape, position, quaternion.
constexpr std::size_t k_compound_part_numbers = 8;
/// Numbers of a contact: normal, depth, part and triangle of A and of B, point count.
constexpr std::size_t k_contact_numbers = 9;
/// Numbers of each of its points: on A, on B, depth, id.
constexpr std::size_t k_point_numbers = 8;

/// Builds the compound of the parts in the report, and normalises their quaternions there.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t create_compound() {
  const std::span<double> numbers = report_numbers();
  const std::size_t count = numbers.size() / k_compound_part_numbers;
  Buffer<CompoundPart> parts;
  Buffer<std::uint32_t> shapes;
  if (!parts.reserve_exactly(count) || !shapes.reserve_exactly(count)) {
    report_fault(Status::out_of_memory, Argument::none, "no memory for the parts of a compound");
    return 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double* const n = numbers.data() + k_compound_part_numbers * i;
    const auto number = static_cast<std::uint32_t>(n[0]);
    const Shape* const shape = accept_shape(number, Argument::shape_a, static_cast<std::uint32_t>(i));
    if (shape == nullptr) return 0;
    parts.push_unchecked({*shape, {{n[1], n[2], n[3]}, {n[4], n[5], n[6], n[7]}}});
    shapes.push_unchecked(number);
  }
  Result<CompoundPtr> compound = build_compound(parts.span());
  if (!compound.ok()) {
    report_fault(compound.status, Argument::value, compound.message);
    return 0;
  }
  const Result<std::uint32_t> added = shape_store.add(make_compound(*compound.value), shapes.span());
  if (!added.ok()) return number_or_fault(added);
  const Compound& built = *compound.value.release();  // the store frees it
  for (std::size_t i = 0; i < count; ++i) {
    const Quat& q = compound_parts(built)[i].pose.rotation;
    double* out = numbers.data() + k_compound_part_numbers * i + 4;
    for (const double component : {q.x, q.y, q.z, q.w}) *out++ = component;
  }
  return added.value;
}

/// Writes all contacts of a pair to the report, deepest first. @return their number, or k_fault.
std::uint32_t call_collide_all(std::uint32_t a, std::uint32_t b, double margin) {
  const PairCall call(a, b);
  if (!call.valid) return k_fault;
  Buffer<ContactManifold> contacts;
  // Room for most pairs; a pair with more contacts is computed again.
  std::size_t count = 256;
  do {
    if (!contacts.resize_uninitialized(count)) {
      return report_fault(Status::out_of_memory, Argument::none, "no memory for the contacts");
    }
    count = collide_all_within(*call.a, call.pose_a, *call.b, call.pose_b, margin, contacts.span());
  } while (count > contacts.size());
  if (count == 0) return 0;
  std::size_t number_count = 0;
  for (const ContactManifold& contact : contacts.span().first(count)) {
    number_count += k_contact_numbers + k_point_numbers * static_cast<std::size_t>(contact.point_count);
  }
  const std::span<double> list = make_report(number_count);
  if (list.empty()) return k_fault;
  double* out = list.data();
  for (const ContactManifold& contact : contacts.span().first(count)) {
    out = put(out, contact.normal);
    const PairFeatures& features = contact.features;
    for (const double number : {contact.depth, double(features.part_a), double(features.triangle_a),
                                double(features.part_b), double(features.triangle_b), double(contact.point_count)}) {
      *out++ = number;
    }
    for (int k = 0; k < contact.point_count; ++k) {
      const ContactPoint& point = contact.points[k];
      out = put(put(out, point.on_a), point.on_b);
      *out++ = point.depth;
      *out++ = point.id;
    }
  }
  return static_cast<std::uint32_t>(count);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_compound) {
  bind_call("createCompound", &create_compound);
  bind_call("collideAll", &call_collide_all);
}

}  // namespace hyperplane::bindings
