#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "broadphase/sweep_and_prune.h"
#include "broadphase/tree_pairs.h"
#include "moving_boxes.h"
#include "random.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

BroadPhaseInput input_of(std::span<const FloatBounds> bounds, std::span<const std::uint32_t> movers,
                         std::span<const std::uint32_t> statics, std::span<const std::uint32_t> layers,
                         std::span<const std::uint32_t> masks, bool filters_matter, std::uint64_t membership) {
  BroadPhaseInput input;
  input.bounds = bounds;
  input.movers = movers;
  input.statics = statics;
  input.layers = layers;
  input.masks = masks;
  input.filters_matter = filters_matter;
  input.membership = membership;
  return input;
}

/// Colliders as a broad phase sees them, under random adds, moves, teleports, removals and changes of filter.
class Herd {
 public:
  Herd(std::uint64_t seed, double side, bool filtered) : random_(seed), side_(side), filtered_(filtered) {}

  void add() {
    std::uint32_t row;
    if (!free_.empty() && random_.chance(0.7)) {
      row = free_.back();
      free_.pop_back();
    } else {
      row = static_cast<std::uint32_t>(bounds_.size());
      bounds_.push_back(k_empty_bounds);
      layers_.push_back(0);
      masks_.push_back(0);
    }
    place(row);
    set_filter(row);
    const bool is_static = random_.chance(0.4);
    (is_static ? statics_ : movers_).push_back(row);
    if (is_static) {
      (void)static_tree_.insert(row, rows());
    } else {
      (void)mover_tree_.insert(row, rows());
    }
    ++membership_;
  }

  void remove() {
    auto& list = random_.chance(0.4) ? statics_ : movers_;
    if (list.empty()) return;
    const std::uint32_t i = random_.below(static_cast<std::uint32_t>(list.size()));
    const std::uint32_t row = list[i];
    list[i] = list.back();
    list.pop_back();
    (static_tree_.contains(row) ? static_tree_ : mover_tree_).remove(row);
    free_.push_back(row);
    ++membership_;
  }

  /// @param step how far a collider moves at most.
  void move_all(double step) {
    for (const std::uint32_t row : movers_) {
      for (int k = 0; k < 3; ++k) {
        const float by = number(-step, step);
        bounds_[row].min[k] += by;
        bounds_[row].max[k] += by;
      }
      // What has left comes back.
      const FloatBounds& b = bounds_[row];
      const auto limit = static_cast<float>(1.5 * side_);
      if (b.max[0] < -limit || b.max[1] < -limit || b.max[2] < -limit || b.min[0] > limit || b.min[1] > limit ||
          b.min[2] > limit) {
        place(row);
      }
    }
    mover_tree_.refit_all(rows());
  }

  void teleport() {
    if (movers_.empty()) return;
    const std::uint32_t row = movers_[random_.below(static_cast<std::uint32_t>(movers_.size()))];
    place(row);
    mover_tree_.refit(row, rows());
  }

  void refilter() {
    if (movers_.empty()) return;
    const std::uint32_t row = movers_[random_.below(static_cast<std::uint32_t>(movers_.size()))];
    set_filter(row);
    mover_tree_.refit(row, rows());
  }

  BroadPhaseInput input() const {
    return input_of(bounds_, movers_, statics_, layers_, masks_, filtered_, membership_);
  }
  Tree::Rows rows() const { return {bounds_, layers_, masks_}; }
  Tree& mover_tree() { return mover_tree_; }
  Tree& static_tree() { return static_tree_; }
  scenes::Random& random() { return random_; }
  std::size_t size() const { return movers_.size() + statics_.size(); }
  std::uint32_t row_count() const { return static_cast<std::uint32_t>(bounds_.size()); }

 private:
  float number(double low, double high) { return static_cast<float>(random_.uniform(low, high)); }

  void place(std::uint32_t row) {
    // Sizes over three orders of magnitude, now and then flat, points, or on a grid so that ends coincide.
    const double size = random_.chance(0.02) ? random_.uniform(0.1, side_) : random_.uniform(0.05, 2.0);
    const bool on_grid = random_.chance(0.2);
    for (int k = 0; k < 3; ++k) {
      float low = number(-side_, side_), extent = random_.chance(0.03) ? 0.0f : number(0.2 * size, size);
      if (on_grid) {
        low = std::floor(low);
        extent = 1.0f;
      }
      bounds_[row].min[k] = low;
      bounds_[row].max[k] = low + extent;
    }
  }

  void set_filter(std::uint32_t row) {
    layers_[row] = filtered_ ? 1u << random_.below(4) : 1u;
    masks_[row] = filtered_ ? static_cast<std::uint32_t>(random_.bits()) | (1u << random_.below(4)) : ~0u;
  }

  scenes::Random random_;
  double side_;
  bool filtered_;
  std::vector<FloatBounds> bounds_;
  std::vector<std::uint32_t> layers_, masks_, movers_, statics_, free_;
  Tree mover_tree_, static_tree_;
  std::uint64_t membership_ = 1;
};

class PairSorter {
 public:
  void sort(PairList& list, std::uint32_t row_count) {
    ASSERT_EQ(sort_pairs(list.pairs(), row_count, scratch_, starts_), Status::ok);
  }

 private:
  Buffer<RowPair> scratch_;
  Buffer<std::uint32_t> starts_;
};

void expect_same(const PairList& expected, const PairList& found, const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(found.pairs()[i], expected.pairs()[i]) << what << ", pair " << i;
  }
}

void run_frames(std::uint64_t seed, int frame_count, int colliders, double side, bool filtered) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const int frames = test::scaled(frame_count);
  Herd herd(seed, side, filtered);
  for (int i = 0; i < colliders; ++i) herd.add();
  SweepAndPrune sweep;
  PairList expected(1 << 20), swept(1 << 20), from_trees(1 << 20);
  PairSorter sorter;
  std::size_t pairs_in_all = 0;
  for (int frame = 0; frame < frames; ++frame) {
    scenes::Random& random = herd.random();
    for (std::uint32_t i = random.below(4); i > 0; --i) herd.add();
    for (std::uint32_t i = random.below(4); i > 0; --i) herd.remove();
    if (!random.chance(0.1)) herd.move_all(random.chance(0.05) ? side : 0.1);
    for (std::uint32_t i = random.below(3); i > 0; --i) herd.teleport();
    if (filtered) herd.refilter();
    const Tree::Rows rows = herd.rows();
    for (Tree* tree : {&herd.mover_tree(), &herd.static_tree()}) {
      if (tree->wants_rebuild() && random.chance(0.5)) {
        ASSERT_EQ(tree->rebuild(rows), Status::ok);
      }
      const char* const wrong = tree->validate(rows);
      ASSERT_EQ(wrong, nullptr) << wrong;
    }

    BroadPhaseInput input = herd.input();
    // In some frames only a few, or only half, have changed; rows that are not in use may be among them.
    std::vector<std::uint8_t> changed(herd.row_count(), 0);
    std::vector<std::uint32_t> changed_rows;
    const int kind = frame % 3;
    if (kind != 0) {
      for (std::uint32_t row = 0; row < herd.row_count(); ++row) {
        if (!random.chance(kind == 1 ? 0.1 : 0.5)) continue;
        changed[row] = 1;
        changed_rows.push_back(row);
      }
      input.changed = changed;
      input.changed_rows = changed_rows;
    }
    ASSERT_EQ(find_pairs_by_brute_force(input, expected), Status::ok);
    ASSERT_EQ(sweep.find_pairs(input, swept), Status::ok);
    ASSERT_EQ(find_pairs_in_trees(input, herd.mover_tree(), herd.static_tree(), from_trees), Status::ok);
    for (PairList* list : {&expected, &swept, &from_trees}) sorter.sort(*list, herd.row_count());
    expect_same(expected, swept, "sweep and prune, frame " + std::to_string(frame));
    expect_same(expected, from_trees, "trees, frame " + std::to_string(frame));
    ASSERT_FALSE(::testing::Test::HasFailure());
    pairs_in_all += expected.size();
  }
  // Neither none nor all.
  const double average = static_cast<double>(pairs_in_all) / frames;
  const auto n = static_cast<double>(herd.size());
  EXPECT_GT(average, 0.05 * n);
  EXPECT_LT(average, 0.2 * n * n);
}

TEST(BroadPhase, AgreesWithBruteForceOverAThousandRandomFrames) { run_frames(71, 1000, 300, 4.5, false); }
TEST(BroadPhase, AgreesWithBruteForceWithFilters) { run_frames(72, 300, 300, 3.0, true); }
TEST(BroadPhase, AgreesWithBruteForceInSmallCrowds) { run_frames(73, 300, 12, 1.5, false); }

TEST(BroadPhase, AgreesWithBruteForceOnEveryLayout) {
  for (const scenes::Layout layout : scenes::k_layouts) {
    SCOPED_TRACE(scenes::name_of(layout));
    const std::size_t count = layout == scenes::Layout::one_spot ? 300 : 3000;
    scenes::MovingBoxes scene = scenes::make_moving_boxes(layout, count, 5);
    std::vector<FloatBounds> bounds(count);
    std::vector<std::uint32_t> rows(count), filter(count, 1u);
    for (std::uint32_t i = 0; i < count; ++i) rows[i] = i;
    SweepAndPrune sweep;
    Tree movers;
    const Tree statics;
    PairList expected(1 << 20), swept(1 << 20), from_trees(1 << 20);
    PairSorter sorter;
    for (int frame = 0; frame < 3; ++frame) {
      for (std::size_t i = 0; i < count; ++i) {
        const Vec3 half = abs(to_matrix(scene.rotations[i])) * (scene.sizes[i] * 0.5);
        bounds[i] = to_float_bounds({scene.positions[i] - half, scene.positions[i] + half}, {});
      }
      const BroadPhaseInput input = input_of(bounds, rows, {}, filter, filter, false, 1);
      ASSERT_EQ(movers.build(rows, {bounds, filter, filter}), Status::ok);
      ASSERT_EQ(find_pairs_by_brute_force(input, expected), Status::ok);
      ASSERT_EQ(sweep.find_pairs(input, swept), Status::ok);
      ASSERT_EQ(find_pairs_in_trees(input, movers, statics, from_trees), Status::ok);
      for (PairList* list : {&expected, &swept, &from_trees}) sorter.sort(*list, static_cast<std::uint32_t>(count));
      expect_same(expected, swept, "sweep and prune");
      expect_same(expected, from_trees, "trees");
      EXPECT_GT(expected.size(), count / 10);
      scene.advance(1.0 / 60.0);
    }
    // Cells keep the sweep near linear wherever colliders can be told apart.
    if (layout == scenes::Layout::uniform) {
      EXPECT_GT(sweep.cell_count(), 4u);
    }
    if (layout == scenes::Layout::one_spot) {
      EXPECT_EQ(sweep.cell_count(), 1u);
    }
  }
}

/// Equal boxes in one spot.
struct Heap {
  explicit Heap(std::uint32_t count) : bounds(count, FloatBounds{{0, 0, 0, 0}, {1, 1, 1, 0}}), filter(count, 1u) {
    for (std::uint32_t i = 0; i < count; ++i) rows.push_back(i);
  }
  std::vector<FloatBounds> bounds;
  std::vector<std::uint32_t> rows, filter;
  BroadPhaseInput input() const { return input_of(bounds, rows, {}, filter, filter, false, 1); }
};

TEST(BroadPhase, StopsAtTheCapAndWorksAgainAfterwards) {
  Heap heap(200);
  SweepAndPrune sweep;
  Tree movers;
  const Tree statics;
  ASSERT_EQ(movers.build(heap.rows, {heap.bounds, heap.filter, heap.filter}), Status::ok);
  PairList list(5000), all(200 * 199 / 2);
  EXPECT_EQ(sweep.find_pairs(heap.input(), list), Status::out_of_memory);
  EXPECT_LE(list.pairs().capacity(), 5000u);
  EXPECT_EQ(find_pairs_in_trees(heap.input(), movers, statics, list), Status::out_of_memory);
  EXPECT_EQ(find_pairs_by_brute_force(heap.input(), list), Status::out_of_memory);
  EXPECT_EQ(sweep.find_pairs(heap.input(), all), Status::ok);
  EXPECT_EQ(all.size(), 200u * 199 / 2);
  EXPECT_EQ(find_pairs_in_trees(heap.input(), movers, statics, all), Status::ok);
  EXPECT_EQ(all.size(), 200u * 199 / 2);
}

TEST(BroadPhase, FindsNoPairsAmongStaticsOrInAnEmptyWorld) {
  Heap heap(100);
  SweepAndPrune sweep;
  PairList list(1 << 16);
  BroadPhaseInput input = heap.input();
  input.statics = input.movers;
  input.movers = {};
  EXPECT_EQ(sweep.find_pairs(input, list), Status::ok);
  EXPECT_EQ(list.size(), 0u);
  const std::uint32_t* const rows = heap.rows.data();
  input.movers = {rows, 1};
  input.statics = {rows + 1, 99};
  input.membership = 2;
  EXPECT_EQ(sweep.find_pairs(input, list), Status::ok);
  EXPECT_EQ(list.size(), 99u);
  EXPECT_EQ(sweep.find_pairs({}, list), Status::ok);
  EXPECT_EQ(list.size(), 0u);
}

TEST(BroadPhase, SortsAlongTheWidestAxis) {
  for (int axis = 0; axis < 3; ++axis) {
    Heap heap(100);
    for (std::uint32_t i = 0; i < 100; ++i) {
      heap.bounds[i].min[axis] += 3.0f * static_cast<float>(i);
      heap.bounds[i].max[axis] += 3.0f * static_cast<float>(i);
    }
    SweepAndPrune sweep;
    PairList list(1000);
    ASSERT_EQ(sweep.find_pairs(heap.input(), list), Status::ok);
    EXPECT_EQ(sweep.axis(), axis);
    EXPECT_EQ(list.size(), 0u);
  }
}

TEST(BroadPhase, CountsTouchingBoundsAsOverlapping) {
  Heap heap(2);
  SweepAndPrune sweep;
  PairList list(10);
  for (int axis = 0; axis < 3; ++axis) {
    for (const float gap : {0.0f, 1e-6f}) {
      heap.bounds[1] = heap.bounds[0];
      heap.bounds[1].min[axis] = 1.0f + gap;
      heap.bounds[1].max[axis] = 2.0f;
      ASSERT_EQ(sweep.find_pairs(heap.input(), list), Status::ok);
      EXPECT_EQ(list.size(), gap == 0.0f ? 1u : 0u) << axis;
    }
  }
}

TEST(SortPairs, SortsByFirstThenBySecondRow) {
  const std::uint64_t seed = 9;
  SCOPED_TRACE(seed);
  scenes::Random random(seed);
  PairList list(1 << 20);
  std::vector<RowPair> expected;
  const std::uint32_t rows = 500;
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t a = random.below(rows), b = random.below(rows);
    if (a == b) continue;
    ASSERT_TRUE(list.push(a, b));
    expected.push_back({std::min(a, b), std::max(a, b)});
  }
  std::sort(expected.begin(), expected.end());
  PairSorter().sort(list, rows);
  ASSERT_EQ(list.size(), expected.size());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), list.pairs().begin()));
}

/// The heart of the 32-bit bounds: what touches in 64 bits touches in 32, wherever it is.
TEST(FloatBounds, KeepsEveryOverlapAtAnyDistanceFromTheOrigin) {
  const std::uint64_t seed = 11;
  SCOPED_TRACE(seed);
  scenes::Random random(seed);
  int touching = 0;
  for (int i = 0; i < 100000; ++i) {
    const double distance = i % 3 == 0 ? 1e7 : (i % 3 == 1 ? 1e12 : 10.0);
    const Vec3 at = random.in_box({-distance, -distance, -distance}, {distance, distance, distance});
    const Vec3 origin = random.in_box({-10, -10, -10}, {10, 10, 10});
    const Vec3 step = random.in_box({-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2});
    const Aabb a{at, at + Vec3{1, 1, 1}};
    // Half of them touch exactly.
    Aabb b{at + step, at + step + Vec3{1, 1, 1}};
    if (i % 2 == 0) b.min.x = a.max.x;
    if (b.max.x < b.min.x) continue;
    if (!overlaps(a, b)) continue;
    ++touching;
    ASSERT_TRUE(overlaps(to_float_bounds(a, origin), to_float_bounds(b, origin))) << i;
  }
  EXPECT_GT(touching, 20000);
}

}  // namespace
}  // namespace hyperplane
