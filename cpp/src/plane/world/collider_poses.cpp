#include <bit>

#include "core/constants.h"
#include "plane/world/colliders.h"

/// Poses that the user has written, taken over by every update: what a row of numbers says of a collider becomes its
/// rotation, its size and its bounds. All poses are checked first; if one is invalid, nothing changes.

namespace hyperplane::plane {
namespace {

/// Unlike ==, tells -0 from +0 and finds a NaN equal to itself.
bool differs(double a, double b) { return std::bit_cast<std::uint64_t>(a) != std::bit_cast<std::uint64_t>(b); }

}  // namespace

void Colliders::end_of_update() {
  free_waiting(~std::uint32_t{k_waiting});
  starts.swap(formers);
  for (std::uint32_t row = 0; row < row_count; ++row) starts[row] = bodies[row].pose();
}

UpdateResult Colliders::sync() {
  moved_.clear();
  for (std::uint32_t row = 0; row < row_count; ++row) {
    const Body& seen = bodies[row];
    const double x = positions[2 * std::size_t{row}], y = positions[2 * std::size_t{row} + 1];
    const bool has_moved =
        differs(x, seen.position.x) || differs(y, seen.position.y) || differs(rotations[row], seen.angle);
    if (has_moved && (flags[row] & k_live) != 0) moved_.push_unchecked(row);
  }
  // All poses are checked before any is taken over.
  for (const std::uint32_t row : moved_) {
    const Result<bool> checked = check_pose(written_pose(row));
    if (!checked.ok()) return {checked.status, row, checked.message};
  }
  for (const std::uint32_t row : moved_) {
    place(row, written_pose(row));
    mark(row);
  }
  follow_with_origin();
  return {};
}

bool Colliders::take_pose(std::uint32_t row) {
  const Pose pose = written_pose(row);
  if (!check_pose(pose).ok()) return false;
  place(row, pose);
  return true;
}

void Colliders::set_pose(std::uint32_t row, const Pose& pose) {
  positions[2 * std::size_t{row}] = pose.position.x;
  positions[2 * std::size_t{row} + 1] = pose.position.y;
  rotations[row] = pose.angle;
  set_body(row, pose);
  mark(row);
}

void Colliders::set_body(std::uint32_t row, const Pose& pose) {
  const Shape& shape = shapes[row];
  Body& body = bodies[row];
  body.reach = shape.reach + length(shape.centre);
  const bool has_area = shape.type == ShapeType::rectangle && shape.vertex_count == 4;
  body.half = has_area && margin(row) == 0.0 ? shape.radii : Vec2{-1.0, -1.0};
  place(row, pose);
}

void Colliders::place(std::uint32_t row, const Pose& pose) {
  Body& body = bodies[row];
  body.position = pose.position;
  body.angle = pose.angle;
  body.rotation = rotation_of(pose.angle);
  set_bounds(row);
}

void Colliders::set_bounds(std::uint32_t row) {
  if (!takes_part(row)) {
    bounds[row] = k_empty_bounds;
    return;
  }
  const Body& body = bodies[row];
  const double slack =
      4.0 * k_unit_roundoff *
      (magnitude(body.position.x) + magnitude(body.position.y) + magnitude(origin.x) + magnitude(origin.y));
  Box2 box;
  if (body.is_rectangle()) {
    const double c = magnitude(body.rotation.cosine), s = magnitude(body.rotation.sine);
    const double around = slack + 2.0 * k_bounds_rounding * body.reach;
    const Vec2 reach{c * body.half.x + s * body.half.y + around, s * body.half.x + c * body.half.y + around};
    const Vec2 middle = body.position - origin;
    box = {middle - reach, middle + reach};
  } else {
    box = bounds_of_any(shapes[row], frame_at(row, origin)).grown(slack + margin(row));
  }
  bounds[row] = to_tree_bounds(box);
}

}  // namespace hyperplane::plane
