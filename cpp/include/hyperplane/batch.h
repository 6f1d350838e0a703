#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/pair.h>

/// Many pairs in one call: shapes[2 i] at poses[2 i] is A of pair i, shapes[2 i + 1] at poses[2 i + 1] its B. Any mix
/// of shapes. The answers have the same bits as those of the single calls in pair.h, wherever a pair stands in the
/// batch; boxes are tested four pairs at a time.
///
/// `shapes` and `poses` have 2 n entries for n pairs. The functions take valid input: `find_bad_pose` tells whether it
/// is.

namespace hyperplane {

/// @return the index of the first pose that `check_pose` refuses; poses.size() if there is none.
std::size_t find_bad_pose(std::span<const Pose> poses);

/// @param verdicts n entries: 1 where the pair intersects, else 0.
void intersects_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                      std::span<std::uint8_t> verdicts);

/// The normal, and an amount along it.
struct BatchAnswer {
  Vec3 normal;
  double amount = 0.0;
};

/// @param answers n entries: normal and penetration depth; all zeros where the pair is apart.
void penetration_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                       std::span<BatchAnswer> answers);

/// @param answers n entries: normal and signed distance.
void distance_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<BatchAnswer> answers);

}  // namespace hyperplane
