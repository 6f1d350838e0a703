#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include <hyperplane/plane.h>
#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>

#include "../held_shapes.h"

/// The module hyperplane-2d: arguments and results that do not fit into a call's numbers, at a fixed address.
/// web/plane/plane_module.ts states the same layout.

namespace hyperplane::bindings {

/// Pairs of a batch in one call.
inline constexpr std::uint32_t k_plane_block_pairs = 256;
/// Return value of a failed call; the fault record has the reason.
inline constexpr std::uint32_t k_plane_fault = 0xffffffff;

/// The argument at fault. Calls with one shape use `shape_a` and `pose_a`.
enum class PlaneArgument : std::uint32_t { none = 0, shape_a, pose_a, shape_b, pose_b, value };

struct PlaneRecords {
  struct {
    std::uint32_t status, argument;
    /// Batches: the pair within the block. Polygons: the vertex. Compounds: the part.
    std::uint32_t item;
    /// Address of a null-terminated message.
    std::uint32_t message;
  } fault;
  /// Address of the list, and its number of doubles.
  struct {
    std::uint32_t address, count;
  } report;
  /// Poses of A and B, or of one shape. Sweeps: A from, A to, B from, B to.
  plane::Pose poses[4];
  /// Points and directions, in the order of the call's parameters.
  plane::Vec2 vectors[2];
  /// Results, in the order that each call states.
  double results[16];
  /// Parts of A and B that the results are about; -1: the shape has none. One shape is A.
  std::int32_t parts[2];
  /// Batches: places of shapes among those of the batch and poses in, answers out.
  std::uint32_t block_shapes[2 * k_plane_block_pairs];
  plane::Pose block_poses[2 * k_plane_block_pairs];
  plane::PairAnswer block_answers[k_plane_block_pairs];
  std::uint8_t block_verdicts[k_plane_block_pairs];
};
static_assert(sizeof(plane::Pose) == 3 * sizeof(double), "JavaScript writes three numbers");
static_assert(sizeof(plane::PairAnswer) == 3 * sizeof(double), "three numbers a pair");

// Bytes, which are zero without default values.
extern unsigned char plane_record_bytes[sizeof(PlaneRecords)];
inline PlaneRecords& plane_records() { return *std::launder(reinterpret_cast<PlaneRecords*>(plane_record_bytes)); }

/// The item of a fault that is about none.
inline constexpr std::uint32_t k_no_plane_item = 0xffffffff;

/// Frees the polygon or composite that a shape points to, which the store owns.
inline void free_plane_data(const plane::Shape& shape) {
  plane::PolygonDeleter{}(shape.polygon);
  plane::CompositeDeleter{}(shape.composite);
}

/// The shapes that JavaScript refers to. It holds each that it made, a compound those of its parts.
extern HeldShapes<plane::Shape, &free_plane_data> plane_shapes;

/// Fills the fault record. @param message static. @return k_plane_fault.
std::uint32_t report_plane_fault(Status status, PlaneArgument argument, const char* message, std::uint32_t item = 0);
/// @return the shape, or null with the fault record filled.
const plane::Shape* accept_plane_shape(std::uint32_t number, PlaneArgument argument, std::uint32_t item = 0);
/// @return whether the pose is valid; if not, the fault record is filled.
bool accept_plane_pose(const plane::Pose& pose, PlaneArgument argument, std::uint32_t item = 0);
/// The list that JavaScript has filled, or the last one made for it.
std::span<double> plane_list();
void release_plane_report();
/// A list for JavaScript to read. @return null if memory runs out, with the fault record filled.
double* make_plane_report(std::size_t count);
/// Writes a number without the sign of a zero. @return the place after it.
inline double* put(double* out, double number) {
  *out = number + 0.0;
  return out + 1;
}
inline double* put(double* out, plane::Vec2 vector) { return put(put(out, vector.x), vector.y); }

}  // namespace hyperplane::bindings
