#include <hyperplane/batch.h>

#include "math/transform.h"
#include "narrowphase/box_filter.h"
#include "narrowphase/open_pairs.h"
#include "narrowphase/sat_box_box.h"
#include "shape/box.h"

/// Batches of pairs. Pairs of boxes are collected from the batch in groups of four, which go through the 32-bit filter;
/// what it leaves open, and all other pairs, is answered by the code of the single calls.

namespace hyperplane {
namespace {

using Shapes = std::span<const Shape* const>;
using Poses = std::span<const Pose>;

static_assert(sizeof(Pose) == 7 * sizeof(double));

bool is_good(const Pose& pose) {
  const Vec3 p = abs(pose.position);
  const double sum =
      std::fabs(pose.rotation.x) + std::fabs(pose.rotation.y) + std::fabs(pose.rotation.z) + std::fabs(pose.rotation.w);
  // NaN fails every comparison. A sum out of this range need not be a fault; then the slow way decides.
  return (p.x <= k_max_coordinate && p.y <= k_max_coordinate && p.z <= k_max_coordinate && sum >= 1e-300 &&
          sum <= 1e300) ||
         check_pose(pose).ok();
}

/// Up to four pairs of boxes by their place in the batch.
struct BoxPairs {
  std::size_t pair[4];
  int count = 0;
};

F32x4 load_half_size(const Shape& box) { return narrow(load(box.parameters), load(box.parameters + 1)) * splat(0.5f); }

void load_group(Shapes shapes, Poses poses, const BoxPairs& pairs, BoxGroup& group) {
  BoxGroupRows by_pair;
  for (int lane = 0; lane < 4; ++lane) {
    const std::size_t a = 2 * pairs.pair[lane], b = a + 1;
    by_pair.half_a[lane] = load_half_size(*shapes[a]);
    by_pair.half_b[lane] = load_half_size(*shapes[b]);
    const double* const pa = &poses[a].position.x;
    const double* const pb = &poses[b].position.x;
    by_pair.offset[lane] = narrow(load(pb) - load(pa), load(pb + 1) - load(pa + 1));
    by_pair.rotation_a[lane] = narrow(load(pa + 3), load(pa + 5));
    by_pair.rotation_b[lane] = narrow(load(pb + 3), load(pb + 5));
  }
  set_group(by_pair, group);
}

/// Calls others(i) for pairs with a shape that is no box, and boxes(pairs) for every group of box pairs. A last group
/// that is not full repeats its first pair.
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
    if (!is_good(poses[i])) return i;
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
      if (verdict && filtered.candidates[lane] != 0) {
        verdict = boxes_intersect(Box(*shapes[2 * i]).half, Box(*shapes[2 * i + 1]).half,
                                  pair_frames(poses[2 * i], poses[2 * i + 1]).b_in_a, filtered.candidates[lane]);
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
  OpenPairs open([&](std::size_t i) { return pair_frames(poses[2 * i], poses[2 * i + 1]); },
                 [&](std::size_t i, const PairFrames& frames, std::uint32_t candidates) {
                   const BoxSat sat =
                       box_sat(Box(*shapes[2 * i]).half, Box(*shapes[2 * i + 1]).half, frames.b_in_a, candidates);
                   if (sat.intersects) answers[i] = {frames.a.rotation * sat.normal, sat.depth};
                 });
  const auto boxes = [&](const BoxPairs& pairs) {
    BoxGroup group;
    load_group(shapes, poses, pairs, group);
    for (int lane = 0; lane < pairs.count; ++lane) answers[pairs.pair[lane]] = {};
    open.add(filter_least_overlap(group), pairs.pair, pairs.count);
  };
  for_each_group(shapes, answers.size(), others, boxes);
  open.settle_all();
}

void distance_batch(Shapes shapes, Poses poses, std::span<BatchAnswer> answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Distance found = distance(*shapes[2 * i], poses[2 * i], *shapes[2 * i + 1], poses[2 * i + 1]);
    answers[i] = {found.normal, found.distance};
  }
}

}  // namespace hyperplane
