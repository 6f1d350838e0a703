#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/decompose.h>
#include <hyperplane/shape.h>

#include "../address.h"
#include "../bind_call.h"
#include "core/buffer.h"
#include "records.h"

/// All of the module hyperplane-decompose: one decomposition at a time, and one list of numbers in either direction.
/// web/decompose/decompose_module.ts is the other side.

namespace hyperplane::bindings {
namespace {

/// Return value of a failed call; the fault record has the reason.
constexpr std::uint32_t k_fault = 0xffffffff;

constinit DecomposeRecords records{};
constinit Buffer<double> list;
constinit DecompositionPtr decomposition;

std::uint32_t report_fault(Status status, const char* message) {
  records.fault = {static_cast<std::uint32_t>(status), 0, 0, address_of(message)};
  return k_fault;
}

std::uint32_t record_address() { return address_of(&records); }

void release_report() {
  list.release();
  records.report = {};
}

/// Makes a list for JavaScript to write to. @param count numbers. @return 0, or k_fault.
std::uint32_t reserve_report(std::uint32_t count) {
  release_report();
  if (!list.resize_uninitialized(count)) return report_fault(Status::out_of_memory, "no memory for a list of numbers");
  records.report = {address_of(list.data()), count};
  return 0;
}

/// Starts with the model of the list: x, y, z of each vertex in doubles, then the indices in 32 bits each. Frees the
/// list. @return 0, or k_fault.
std::uint32_t start(std::uint32_t index_count, std::uint32_t max_parts, double max_error, std::uint32_t max_vertices,
                    bool primitives) {
  const std::span<const double> numbers = list.span();
  const std::span<const double> vertices = numbers.first(numbers.size() - (std::size_t{index_count} + 1) / 2);
  const auto* const indices = reinterpret_cast<const std::uint32_t*>(vertices.data() + vertices.size());
  DecomposeOptions options;
  options.max_parts = max_parts;
  options.max_error = max_error;
  options.max_vertices = max_vertices;
  options.primitives = primitives;
  Result<DecompositionPtr> started = start_decomposition(vertices, {indices, index_count}, options);
  release_report();
  decomposition = static_cast<DecompositionPtr&&>(started.value);
  return started.ok() ? 0 : report_fault(started.status, started.message);
}

/// @return the share that is done, or -1 with the fault record filled.
double advance_by(std::uint32_t work) {
  const Result<double> advanced = advance(*decomposition, work);
  if (advanced.ok()) return advanced.value;
  report_fault(advanced.status, advanced.message);
  return -1.0;
}

/// Writes the result to the list and frees the decomposition: the error, the number of vertices of each part, the shape
/// in place of each, then x, y, z of each vertex. @return the number of parts, or k_fault.
std::uint32_t finish() {
  const std::uint32_t parts = part_count(*decomposition);
  std::size_t count = 1 + (1 + k_shape_numbers) * std::size_t{parts};
  for (std::uint32_t i = 0; i < parts; ++i) count += 3 * part_vertices(*decomposition, i).size();
  if (reserve_report(static_cast<std::uint32_t>(count)) == k_fault) return k_fault;
  double* out = list.data();
  *out++ = decomposition_error(*decomposition);
  for (std::uint32_t i = 0; i < parts; ++i) *out++ = static_cast<double>(part_vertices(*decomposition, i).size());
  for (std::uint32_t i = 0; i < parts; ++i) {
    const auto& [type, parameters, pose] = part_shape(*decomposition, i);
    const auto& [position, rotation] = pose;
    const double numbers[k_shape_numbers] = {static_cast<double>(type),
                                             parameters[0],
                                             parameters[1],
                                             parameters[2],
                                             position.x,
                                             position.y,
                                             position.z,
                                             rotation.x,
                                             rotation.y,
                                             rotation.z,
                                             rotation.w};
    for (const double number : numbers) *out++ = number;
  }
  for (std::uint32_t i = 0; i < parts; ++i) {
    for (const Vec3& vertex : part_vertices(*decomposition, i)) {
      *out++ = vertex.x;
      *out++ = vertex.y;
      *out++ = vertex.z;
    }
  }
  decomposition.reset();
  return parts;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_decompose) {
  bind_call("recordAddress", &record_address);
  bind_call("reserveReport", &reserve_report);
  bind_call("releaseReport", &release_report);
  bind_call("start", &start);
  bind_call("advance", &advance_by);
  bind_call("finish", &finish);
}

}  // namespace hyperplane::bindings
