#include <hyperplane/batch.h>

#include "core/safe_rotation.h"
#include "math/transform.h"
#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_filter.h"
#include "narrowphase/box/open_pairs.h"
#include "narrowphase/pair/plain_pose.h"
#include "shape/box.h"

/// Batches of pairs. Pairs of boxes pass the 32-bit filter in groups of four. The code of the single calls answers the
/// pairs that the filter leaves open and all other pairs.

namespace hyperplane {
namespace {

using Shapes = std::span<const Shape* const>;
using Poses = std::span<const Pose>;

/// Up to four pairs of boxes, as indices into the batch.
struct BoxPairs {
  std::size_t pair[4];
  int count = 0;
};

F32x4 load_size(const Shape& box) { return narrow(load(box.parameters), load(box.parameters + 1)); }
F32x4 load_rotation(const Pose& pose) { return narrow(load(&pose.rotation.x), load(&pose.rotation.z)); }

void load_group(Shapes shapes, Poses poses, const BoxPairs& pairs, BoxGroup& group) {
  const Pose* const lanes[4] = {&poses[2 * pairs.pair[0]], &poses[2 * pairs.pair[1]], &poses[2 * pairs.pair[2]],
                                &poses[2 * pairs.pair[3]]};
  set_quaternions(group.rotation_a, [&](int lane) { return load_rotation(lanes[lane][0]); });
  set_quaternions(group.rotation_b, [&](int lane) { return load_rotation(lanes[lane][1]); });
  set_vectors(group.offset, [&](int lane) {
    const double *const a = &lanes[lane][0].position.x, *const b = &lanes[lane][1].position.x;
    return narrow(load(b) - load(a), load(b + 1) - load(a + 1));
  });
  set_vectors(group.half_a, [&](int lane) { return load_size(*shapes[2 * pairs.pair[lane]]); });
  set_vectors(group.half_b, [&](int lane) { return load_size(*shapes[2 * pairs.pair[lane] + 1]); });
  const F32x4 half = splat(0.5f);
  for (int k = 0; k < 3; ++k) {
    group.half_a[k] = group.half_a[k] * half;
    group.half_b[k] = group.half_b[k] * half;
  }
}

/// Calls others(i) for pairs with at least one shape other than a box, and boxes(pairs) for every group of box pairs.
/// An incomplete last group repeats its first pair.
template <class Others, class Boxes>
void for_each_group(Shapes shapes, std::size_t count, Others others, Boxes boxes) {
  BoxPairs pairs;
  for (std::size_t i = 0; i < count; ++i) {
    if (shapes[2 * i]->type != ShapeType::box || shapes[2 * i + 1]->type != ShapeType::box) {
      others(i);
      continue;
    }
    pairs.pair[pairs.count++] = i;
    if (pairs.count == 4) {
      boxes(pairs);
      pairs.count = 0;
    }
  }
  if (pairs.count == 0) return;
  for (int lane = pairs.count; lane < 4; ++lane) pairs.pair[lane] = pairs.pair[0];
  boxes(pairs);
}

}  // namespace

std::size_t find_bad_pose(Poses poses) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    // Poses are tested in pairs; an unpaired last one takes the slow path.
    if (i % 2 == 0 && i + 1 < poses.size() && are_plainly_valid(&poses[i])) {
      ++i;
    } else if (!check_pose(poses[i]).ok()) {
      return i;
    }
  }
  return poses.size();
}

void intersects_batch(Shapes shapes, Poses poses, std::span<std::uint8_t> verdicts) {
  const auto others = [&](std::size_t i) {
    verdicts[i] = intersects(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]) ? 1 : 0;
  };
  const auto boxes = [&](const BoxPairs& pairs) {
    BoxGroup group;
    load_group(shapes, poses, pairs, group);
    const BoxFilterResult filtered = filter_separation(group);
    for (int lane = 0; lane < pairs.count; ++lane) {
      const std::size_t i = pairs.pair[lane];
      bool verdict = (filtered.apart >> lane & 1u) == 0;
      // The rare condition first: a branch on the verdict would be mispredicted every second time.
      if (filtered.candidates[lane] != 0 && verdict) {
        verdict = boxes_intersect_settled(Box(*shapes[2 * i]).half, poses[2 * i], Box(*shapes[2 * i + 1]).half,
                                          poses[2 * i + 1]);
      }
      verdicts[i] = verdict ? 1 : 0;
    }
  };
  for_each_group(shapes, verdicts.size(), others, boxes);
}

void penetration_batch(Shapes shapes, Poses poses, std::span<BatchAnswer> answers) {
  const auto others = [&](std::size_t i) {
    const Penetration found = penetration(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]);
    answers[i] = {found.normal, found.depth};
  };
  OpenPairs open([&](std::size_t i) { return inlined_pair_frames(poses[2 * i], poses[2 * i + 1]); },
                 [&](std::size_t i, const PairFrames& frames, std::uint32_t candidates) {
                   const Penetration found =
                       penetration_of_open_boxes(Box(*shapes[2 * i]).half, Box(*shapes[2 * i + 1]).half, frames,
                                                 candidates, [&] { return PosePair{poses[2 * i], poses[2 * i + 1]}; });
                   answers[i] = {found.normal, found.depth};
                 });
  const auto boxes = [&](const BoxPairs& pairs) {
    BoxGroup group;
    load_group(shapes, poses, pairs, group);
    for (int lane = 0; lane < pairs.count; ++lane) answers[pairs.pair[lane]] = {};
    open.add(filter_least_overlap(group), pairs.pair, pairs.count);
  };
  for_each_group(shapes, answers.size(), others, boxes);
  open.decide_all();
}

void distance_batch(Shapes shapes, Poses poses, std::span<BatchAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Distance found = distance(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]);
    answers[i] = {found.normal, found.distance};
  }
}

}  // namespace hyperplane
