#include "narrowphase/box/box_rows.h"

#include "core/safe_rotation.h"
#include "math/transform.h"
#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_filter.h"
#include "narrowphase/box/open_pairs.h"

namespace hyperplane {
namespace {

Vec3 half_size_of(const BoxRow& row) { return {row.half_size[0], row.half_size[1], row.half_size[2]}; }

/// Pairs first to first + count - 1; a group that is not full repeats its first one.
void load_group(const BoxRow* rows, const std::uint32_t* pairs, std::size_t count, BoxGroup& group) {
  const BoxRow *a[4], *b[4];
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const std::uint32_t* const pair = pairs + 2 * (lane < count ? lane : 0);
    a[lane] = &rows[pair[0]];
    b[lane] = &rows[pair[1]];
  }
  const auto half_size = [](const BoxRow& row) { return narrow(load(row.half_size), load(row.half_size + 1)); };
  set_quaternions(group.rotation_a, [&](int lane) { return load(a[lane]->rotation); });
  set_quaternions(group.rotation_b, [&](int lane) { return load(b[lane]->rotation); });
  set_vectors(group.offset, [&](int lane) {
    const double *const from = a[lane]->position, *const to = b[lane]->position;
    return narrow(load(to) - load(from), load(to + 1) - load(from + 1));
  });
  set_vectors(group.half_a, [&](int lane) { return half_size(*a[lane]); });
  set_vectors(group.half_b, [&](int lane) { return half_size(*b[lane]); });
}

/// Calls decide(pair, frames, candidates) in order for every pair that the filter does not prove apart.
template <class Decide>
void for_each_open_pair(const BoxRow* rows, std::span<const std::uint32_t> pairs, Decide decide) {
  OpenPairs open(
      [&](std::size_t i) { return inlined_pair_frames(pose_of(rows[pairs[2 * i]]), pose_of(rows[pairs[2 * i + 1]])); },
      decide);
  const std::size_t count = pairs.size() / 2;
  for (std::size_t first = 0; first < count; first += 4) {
    const std::size_t in_group = count - first < 4 ? count - first : 4;
    BoxGroup group;
    load_group(rows, pairs.data() + 2 * first, in_group, group);
    open.add(filter_least_overlap(group), {first, first + 1, first + 2, first + 3}, static_cast<int>(in_group));
  }
  open.decide_all();
}

}  // namespace

std::size_t collide_box_rows(const BoxRow* rows, std::span<const std::uint32_t> pairs, std::span<BoxContact> contacts) {
  std::size_t touching = 0;
  for_each_open_pair(rows, pairs, [&](std::size_t pair, const PairFrames& frames, std::uint32_t candidates) {
    const BoxRow &a = rows[pairs[2 * pair]], &b = rows[pairs[2 * pair + 1]];
    BoxContact& contact = contacts[touching];
    contact.pair = static_cast<std::uint32_t>(pair);
    touching += collide_open_boxes(
                    half_size_of(a), half_size_of(b), frames, candidates,
                    [&] { return PosePair{pose_of(a), pose_of(b)}; }, contact.manifold)
                    ? 1
                    : 0;
  });
  return touching;
}

std::size_t intersect_box_rows(const BoxRow* rows, std::span<const std::uint32_t> pairs,
                               std::span<std::uint32_t> touching) {
  std::size_t count = 0;
  const std::size_t pair_count = pairs.size() / 2;
  for (std::size_t first = 0; first < pair_count; first += 4) {
    const std::size_t in_group = pair_count - first < 4 ? pair_count - first : 4;
    BoxGroup group;
    load_group(rows, pairs.data() + 2 * first, in_group, group);
    const BoxFilterResult filtered = filter_separation(group);
    for (std::size_t lane = 0; lane < in_group; ++lane) {
      if ((filtered.apart >> lane & 1u) != 0) continue;
      const std::size_t i = first + lane;
      const BoxRow &a = rows[pairs[2 * i]], &b = rows[pairs[2 * i + 1]];
      if (filtered.candidates[lane] == 0 ||
          boxes_intersect_settled(half_size_of(a), pose_of(a), half_size_of(b), pose_of(b))) {
        touching[count++] = static_cast<std::uint32_t>(i);
      }
    }
  }
  return count;
}

}  // namespace hyperplane
