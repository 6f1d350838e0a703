#include <cstring>

#include <emscripten/bind.h>

#include "call.h"
#include "clock.h"
#include "report.h"
#include "world_store.h"

/// Snapshots of worlds. The report carries their bytes, eight in each double.

namespace hyperplane::bindings {
namespace {

/// Writes the bytes to the report. @return 0, or k_fault.
std::uint32_t save_world(std::uint32_t world) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr) return k_fault;
  const Result<Snapshot> snapshot = bound->world->snapshot();
  if (!snapshot.ok()) return report_fault(snapshot.status, Argument::none, snapshot.message);
  const std::span<double> report = make_report(snapshot.value.size / sizeof(double));
  if (report.empty()) return k_fault;
  std::memcpy(report.data(), snapshot.value.bytes.get(), snapshot.value.size);
  return 0;
}

/// Puts the shapes of a restored world into the store. Holders: one JavaScript object a shape, and the colliders.
class RestoredShapes {
 public:
  explicit RestoredShapes(RestoredWorld& restored) : restored_(restored) {}

  /// @return false on failure, with the fault record filled and the store unchanged.
  bool store(Buffer<std::uint32_t>& shape_of_row) {
    if (!numbers_.reserve(restored_.shape_count) || !shape_of_row.resize(restored_.world->capacity(), 0)) {
      report_fault(Status::out_of_memory, Argument::none, "no memory for the shapes of a snapshot");
      return false;
    }
    for (std::uint32_t i = 0; i < restored_.shape_count; ++i) {
      const Shape& shape = restored_.shapes[i];
      std::uint32_t number = 0;  // of a removed collider, whose hull, mesh or compound was not saved
      if (is_complete(shape)) {
        const Result<std::uint32_t> added = add(shape);
        if (!added.ok()) {
          for (const std::uint32_t earlier : numbers_) shape_store.release(earlier);
          report_fault(added.status, Argument::none, added.message);
          return false;
        }
        number = added.value;
        // The store frees them.
        restored_.shapes[i].hull = nullptr;
        restored_.shapes[i].compound = nullptr;
        restored_.shapes[i].mesh = nullptr;
      }
      numbers_.push_unchecked(number);
    }
    for (std::uint32_t row = 0; row < restored_.world->capacity(); ++row) {
      if (restored_.world->at(row) == ColliderId{}) continue;
      shape_of_row[row] = numbers_[restored_.shape_of_row[row]];
      shape_store.hold(shape_of_row[row]);
    }
    return true;
  }

  std::span<const std::uint32_t> numbers() const { return numbers_.span(); }

 private:
  /// @return the number, which owns the hull, the mesh or the compound.
  Result<std::uint32_t> add(const Shape& shape) {
    if (shape.compound == nullptr) return shape_store.add(shape);
    const std::size_t count = compound_parts(*shape.compound).size();
    Buffer<std::uint32_t> parts;
    if (!parts.reserve_exactly(count)) {
      return Result<std::uint32_t>::failure(Status::out_of_memory, "no memory for the parts of a compound");
    }
    for (std::size_t k = 0; k < count; ++k) parts.push_unchecked(numbers_[restored_.shape_of_part[next_part_++]]);
    return shape_store.add(shape, parts.span());
  }

  RestoredWorld& restored_;
  Buffer<std::uint32_t> numbers_;
  std::size_t next_part_ = 0;
};

/// The parts of a shape in the store; none for 0.
std::span<const CompoundPart> parts_of(std::uint32_t number) {
  const Shape* const shape = shape_store.find(number);
  return shape == nullptr || shape->compound == nullptr ? std::span<const CompoundPart>{}
                                                        : compound_parts(*shape->compound);
}

/// Writes to the report: shape count, row count; number, type, parameters (k_max_shape_parameters) and part count of
/// each shape, and of each part the index of its shape, position and quaternion; flags (RowFlag), shape index, layer
/// and mask of each row. @return false on failure, with the fault record filled.
bool describe(RestoredWorld& restored, std::span<const std::uint32_t> numbers) {
  const std::uint32_t rows = restored.world->capacity();
  constexpr std::size_t k_shape_numbers = 3 + k_max_shape_parameters,
                        k_part_numbers = 1 + sizeof(Pose) / sizeof(double);
  std::size_t part_count = 0;
  for (const std::uint32_t number : numbers) part_count += parts_of(number).size();
  const std::span<double> report =
      make_report(2 + k_shape_numbers * numbers.size() + k_part_numbers * part_count + 4 * std::size_t{rows});
  if (report.empty()) return false;
  const std::uint32_t* part_shape = restored.shape_of_part.get();
  double* out = report.data();
  *out++ = restored.shape_count;
  *out++ = rows;
  for (std::uint32_t i = 0; i < restored.shape_count; ++i) {
    const Shape& shape = restored.shapes[i];
    *out++ = numbers[i];
    *out++ = static_cast<double>(shape.type);
    for (const double parameter : shape.parameters) *out++ = parameter;
    const std::span<const CompoundPart> parts = parts_of(numbers[i]);
    *out++ = static_cast<double>(parts.size());
    for (const CompoundPart& part : parts) {
      *out++ = *part_shape++;
      const auto& [position, rotation] = part.pose;
      for (const double number : {position.x, position.y, position.z, rotation.x, rotation.y, rotation.z, rotation.w}) {
        *out++ = number;
      }
    }
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    const ColliderOptions options = restored.world->describe(row);
    const std::uint32_t shape = restored.shape_of_row[row];
    const bool is_known = shape != restored.shape_count, is_live = restored.world->at(row) != ColliderId{};
    *out++ = (is_known ? k_known : 0u) | (is_live ? k_live : 0u) | (options.is_static ? k_static : 0u) |
             (options.is_sensor ? k_sensor : 0u) | (options.is_continuous ? k_continuous : 0u);
    *out++ = shape;
    *out++ = options.layer;
    *out++ = options.mask;
  }
  return true;
}

/// Reads the first `byte_count` bytes of the report.
/// @return the world's number, with its description in the report, or 0 with the fault record filled.
std::uint32_t restore_world(std::uint32_t byte_count, bool measures) {
  const std::span<const std::byte> bytes = std::as_bytes(report_numbers());
  Result<RestoredWorld> result = hyperplane::restore_world(
      bytes.first(byte_count < bytes.size() ? byte_count : bytes.size()), measures ? &hyperplane_now : nullptr);
  if (!result.ok()) {
    report_fault(result.status, Argument::value, result.message);
    return 0;
  }
  RestoredWorld& restored = result.value;
  RestoredShapes shapes(restored);
  Buffer<std::uint32_t> shape_of_row;
  if (!shapes.store(shape_of_row)) return 0;
  const bool is_described = describe(restored, shapes.numbers());
  Result<std::uint32_t> added;
  if (is_described) added = world_store.add(static_cast<WorldPtr&&>(restored.world), shape_of_row);
  if (!is_described || !added.ok()) {
    if (is_described) report_fault(added.status, Argument::none, added.message);
    for (const std::uint32_t shape : shapes.numbers()) shape_store.release(shape);
    for (const std::uint32_t shape : shape_of_row) shape_store.release(shape);
    return 0;
  }
  return added.value;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_snapshot) {
  emscripten::function("saveWorld", &save_world);
  emscripten::function("restoreWorld", &restore_world);
}

}  // namespace hyperplane::bindings
