#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/pair.h>

/// Many pairs in one call. Pair i has A = shapes[2 i] at poses[2 i] and B = shapes[2 i + 1] at poses[2 i + 1]; any mix
/// of shapes. Results have the same bits as the single calls in pair.h, at any place in the batch; boxes are tested
/// four pairs at a time.
///
/// `shapes` and `poses` have 2 n entries for n pairs. Input must be valid; `find_bad_pose` checks it.

namespace hyperplane {

/// @return the index of the first pose that `check_pose` rejects, or poses.size().
std::size_t find_bad_pose(std::span<const Pose> poses);

/// @param verdicts n entries: 1 where the pair intersects, else 0.
void intersects_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                      std::span<std::uint8_t> verdicts);

/// A normal, and a signed length along it.
struct BatchAnswer {
  Vec3 normal;
  double amount = 0.0;
};

/// @param answers n entries: normal and penetration depth; all zeros for separated pairs.
void penetration_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                       std::span<BatchAnswer> answers);

/// @param answers n entries: normal and signed distance.
void distance_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<BatchAnswer> answers);

}  // namespace hyperplane
