#include <algorithm>

#include "../bind_call.h"
#include "../call.h"
#include "../clock.h"
#include "../world_store.h"

/// Worlds out of snapshots. The report carries their bytes, eight in each double.

namespace hyperplane::bindings {
namespace {

/// The shapes that JavaScript gives for a snapshot.
struct GivenShapes {
  Buffer<std::uint32_t> numbers;
  Buffer<Shape> shapes;

  /// @param list their numbers. @return false on failure, with the fault record filled.
  bool read(std::span<const double> list) {
    if (!numbers.reserve_exactly(list.size()) || !shapes.reserve_exactly(list.size())) {
      report_fault(Status::out_of_memory, Argument::none, "no memory for the shapes of a snapshot");
      return false;
    }
    for (const double number : list) {
      numbers.push_unchecked(static_cast<std::uint32_t>(number));
      const Shape* const shape = accept_shape(numbers.back(), Argument::value);
      if (shape == nullptr) return false;
      shapes.push_unchecked(*shape);
    }
    return true;
  }
};

/// Puts the shapes of a restored world into the store. Holders: one JavaScript object a shape, and the colliders.
class RestoredShapes {
 public:
  /// @param base the world to roll back, or null.
  RestoredShapes(RestoredWorld& restored, const BoundWorld* base, const GivenShapes& given)
      : restored_(restored), base_(base), given_(given) {}

  /// @return false on failure, with the fault record filled and the store unchanged.
  bool store(Buffer<std::uint32_t>& shape_of_row) {
    if (!numbers_.reserve(restored_.shape_count) || !shape_of_row.resize(restored_.row_count, 0)) {
      report_fault(Status::out_of_memory, Argument::none, "no memory for the shapes of a snapshot");
      return false;
    }
    for (std::uint32_t i = 0; i < restored_.shape_count; ++i) {
      const Result<std::uint32_t> number = number_of(i);
      if (!number.ok()) {
        release_own();
        report_fault(number.status, Argument::none, number.message);
        return false;
      }
      numbers_.push_unchecked(number.value);
    }
    for (std::uint32_t row = 0; row < restored_.row_count; ++row) {
      if (restored_.world->at(row) == ColliderId{}) continue;
      const std::uint32_t shape = restored_.shape_of_row[row];
      shape_of_row[row] = shape == k_kept_shape ? base_->shapes[row] : numbers_[shape];
      shape_store.hold(shape_of_row[row]);
    }
    return true;
  }

  /// Releases the shapes that came from the snapshot.
  void release_own() {
    for (std::uint32_t i = 0; i < numbers_.size(); ++i) {
      if (is_own(i)) shape_store.release(numbers_[i]);
    }
  }

  /// Their numbers in the store; 0 for the shape of a removed collider, whose data was not saved.
  std::span<const std::uint32_t> numbers() const { return numbers_.span(); }
  bool is_own(std::uint32_t i) const { return restored_.source_of_shape[i] == k_own_shape; }

 private:
  /// The number of a shape, which is put into the store unless another source has it.
  Result<std::uint32_t> number_of(std::uint32_t i) {
    const std::uint32_t source = restored_.source_of_shape[i], rows = restored_.base_row_count;
    if (!is_own(i)) return {Status::ok, source < rows ? base_->shapes[source] : given_.numbers[source - rows], ""};
    Shape& shape = restored_.shapes[i];
    if (!is_complete(shape)) return {Status::ok, 0, ""};
    const Result<std::uint32_t> added = add(shape);
    // The store frees them.
    if (added.ok()) shape = Shape{shape.type, {}};
    return added;
  }

  /// @return the number, which owns the shape's data.
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
  const BoundWorld* base_;
  const GivenShapes& given_;
  Buffer<std::uint32_t> numbers_;
  std::size_t next_part_ = 0;
};

/// The parts of a shape in the store; none for 0.
std::span<const CompoundPart> parts_of(std::uint32_t number) {
  const Shape* const shape = shape_store.find(number);
  return shape == nullptr || shape->compound == nullptr ? std::span<const CompoundPart>{}
                                                        : compound_parts(*shape->compound);
}

/// Writes to the report: shape count, row count of the base. Of each shape its source: a row of the base,
/// beyond these an index into the given shapes, or -1; then number, type, parameters (k_max_shape_parameters) and part
/// count, and of each part the index of its shape, position and quaternion. Of each row flags (RowFlag), shape index
/// (-1: keeps the shape that it has in the base), layer, mask and generation.
/// @return false on failure, with the fault record filled.
bool describe(RestoredWorld& restored, const RestoredShapes& shapes) {
  const std::span<const std::uint32_t> numbers = shapes.numbers();
  constexpr std::size_t k_own_shape_numbers = 3 + k_max_shape_parameters,
                        k_part_numbers = 1 + sizeof(Pose) / sizeof(double), k_row_numbers = 5;
  std::size_t count = 2 + numbers.size() + k_row_numbers * restored.row_count;
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (shapes.is_own(i)) count += k_own_shape_numbers + k_part_numbers * parts_of(numbers[i]).size();
  }
  const std::span<double> report = make_report(count);
  if (report.empty()) return false;
  const std::uint32_t* part_shape = restored.shape_of_part.get();
  double* out = report.data();
  *out++ = restored.shape_count;
  *out++ = restored.base_row_count;
  for (std::uint32_t i = 0; i < restored.shape_count; ++i) {
    *out++ = shapes.is_own(i) ? -1.0 : restored.source_of_shape[i];
    if (!shapes.is_own(i)) continue;
    *out++ = numbers[i];
    *out++ = static_cast<double>(restored.shapes[i].type);
    const Shape* const stored = shape_store.find(numbers[i]);
    for (int k = 0; k < k_max_shape_parameters; ++k) *out++ = stored == nullptr ? 0.0 : stored->parameters[k];
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
  for (std::uint32_t row = 0; row < restored.row_count; ++row) {
    const ColliderOptions options = restored.world->describe(row);
    const std::uint32_t shape = restored.shape_of_row[row];
    *out++ = flags_of(*restored.world, row, shape != restored.shape_count);
    *out++ = shape == k_kept_shape ? -1.0 : shape;
    *out++ = options.layer;
    *out++ = options.mask;
    *out++ = restored.world->generation(row);
  }
  return true;
}

/// Reports why bytes were not restored. Of missing shapes, writes the number of each type to the points.
void report_failure(const Result<RestoredWorld>& result) {
  bool has_all = true;
  double* out = &records().results[0].x;
  for (const std::uint32_t missing : result.value.missing) {
    *out++ = missing;
    has_all = has_all && missing == 0;
  }
  report_fault(result.status, has_all ? Argument::value : Argument::shape_a, result.message);
}

/// Restores a world from the report: `byte_count` bytes, padded to whole numbers, then the numbers of given shapes.
/// @param base the world to roll back with the result, or 0.
/// @return the world's number, with its description in the report, or 0 with the fault record filled.
std::uint32_t restore_world(std::uint32_t byte_count, bool measures, std::uint32_t base) {
  const BoundWorld* const bound = base == 0 ? nullptr : accept_world(base);
  if (base != 0 && bound == nullptr) return 0;
  const std::span<const double> report = report_numbers();
  const std::size_t size = std::min<std::size_t>(byte_count, report.size_bytes());
  GivenShapes given;
  if (!given.read(report.subspan((size + sizeof(double) - 1) / sizeof(double)))) return 0;
  RestoreOptions options;
  options.clock = measures ? &hyperplane_now : nullptr;
  options.shapes = given.shapes.span();
  options.base = bound == nullptr ? nullptr : bound->world.get();
  Result<RestoredWorld> result = hyperplane::restore_world(std::as_bytes(report).first(size), options);
  if (!result.ok()) {
    report_failure(result);
    return 0;
  }
  RestoredWorld& restored = result.value;
  RestoredShapes shapes(restored, bound, given);
  Buffer<std::uint32_t> shape_of_row;
  if (!shapes.store(shape_of_row)) return 0;
  const bool is_described = describe(restored, shapes);
  Result<std::uint32_t> added;
  if (is_described) added = world_store.add(static_cast<WorldPtr&&>(restored.world), shape_of_row);
  if (!is_described || !added.ok()) {
    if (is_described) report_fault(added.status, Argument::none, added.message);
    shapes.release_own();
    for (const std::uint32_t shape : shape_of_row) shape_store.release(shape);
    return 0;
  }
  return added.value;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_restore) { bind_call("restoreWorld", &restore_world); }

}  // namespace hyperplane::bindings
