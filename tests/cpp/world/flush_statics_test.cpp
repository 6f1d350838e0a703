#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "math/quat.h"
#include "support/slider.h"
#include "support/test_size.h"
#include "support/tile_floor.h"

/// Bodies on floors of static colliders that lie flush, and worlds of voxels whose results must not depend on history.

namespace hyperplane::test {
namespace {

ColliderOptions fixed_at(const Shape& shape, const Pose& pose) {
  ColliderOptions options{shape, pose};
  options.is_static = true;
  return options;
}

TEST(FlushStatics, SlidesOverTilesMeetNoEdge) {
  Random random(911);
  int cases = 0, seams = 0, bad = 0;
  for (const Tiling tiling : k_tilings) {
    for (int place = 0; place < 3; ++place) {
      for (int kind = 0; kind < k_slider_kinds; ++kind) {
        for (int run = 0; run < scaled(20); ++run) {
          const TileFloor floor = make_tile_floor(random, tiling, 3.0);
          const Pose frame = place == 0   ? Pose{}
                             : place == 1 ? Pose{random.in_cube(100.0), random.rotation()}
                                          : Pose{{1e5, -1e5, 1e5}, random.rotation()};
          const WorldPtr world = make_world().value;
          for (const CompoundPart& tile : floor.tiles) {
            ASSERT_TRUE(world->add(fixed_at(tile.shape, frame * tile.pose)).ok());
          }
          // Rows hold rotations in 32 bits.
          const Vec3 up = rotate(world->describe(0).pose.rotation, {0.0, 1.0, 0.0});
          const Slider slider = make_slider(random, kind);
          const double depth = random.uniform(1e-4, 0.1);
          const Vec3 heading = random.direction();
          slide_over(*world, slider, frame, up, heading, depth, [&](const SlidePlace& at) {
            ++cases;
            seams += at.is_over_seam ? 1 : 0;
            // The tiles are as flush as rotations of 32 bits make them.
            const double reach = place == 0 ? 1e-7 : 2e-6;
            if (at.angle <= 1e-6 && std::fabs(at.deepest - depth) <= reach) return;
            if (++bad > 10) return;
            printf("tiling %d place %d kind %d run %d step %d: %zu contacts, %g rad, %g of %g\n",
                   static_cast<int>(tiling), place, kind, run, at.step, at.contact_count, at.angle, at.deepest, depth);
          });
        }
      }
    }
  }
  printf("seed 911: %d cases, %d over seams, %d bad\n", cases, seams, bad);
  EXPECT_LE(bad, 1 + cases / 3000);
  EXPECT_GT(seams, cases / 4);
}

TEST(FlushStatics, ContinuousBodiesSlideOverTilesWithoutAnImpact) {
  Random random(931);
  int slides = 0, impacts = 0, alone = 0, slabs = 0;
  for (const Tiling tiling : k_tilings) {
    for (int run = 0; run < scaled(300); ++run) {
      const TileFloor floor = make_tile_floor(random, tiling, 3.0);
      const Slider slider = make_slider(random, run % k_slider_kinds);
      const Shape& shape = slider.body.shape;
      const double depth = random.uniform(1e-4, 0.05);
      const Sweep slide = sunk_sweep(slider, depth, random.direction());
      const Pose &from = slide.from, &to = slide.to;
      ++slides;
      const WorldPtr world = make_world().value, slab = make_world().value;
      for (const CompoundPart& tile : floor.tiles) ASSERT_TRUE(world->add(fixed_at(tile.shape, tile.pose)).ok());
      ASSERT_TRUE(slab->add(fixed_at(make_box(6, 1, 6).value, {{0, -0.5, 0}, {}})).ok());
      for (World* const each : {world.get(), slab.get()}) {
        ColliderOptions options{shape, from};
        options.is_continuous = true;
        const ColliderId body = each->add(options).value;
        ASSERT_TRUE(each->update().ok());
        ASSERT_EQ(each->set_pose(body, to), Status::ok);
        ASSERT_TRUE(each->update().ok());
      }
      impacts += static_cast<int>(world->impacts().size());
      slabs += static_cast<int>(slab->impacts().size());
      for (const CompoundPart& tile : floor.tiles) {
        const Impact impact = time_of_impact(shape, {from, to}, tile.shape, {tile.pose, tile.pose});
        if (impact.hit && impact.time > 0.0) {
          ++alone;
          break;
        }
      }
    }
  }
  printf("seed 931: %d slides, %d would hit a tile, %d hit one, %d hit the slab\n", slides, alone, impacts, slabs);
  EXPECT_EQ(impacts, slabs);
  EXPECT_GT(alone, slides / 2);
}

TEST(FlushStatics, ContinuousBodiesHitTilesAsOneBox) {
  Random random(932);
  int hits = 0, shots = 0;
  for (const Tiling tiling : k_tilings) {
    for (int run = 0; run < scaled(100); ++run) {
      const TileFloor floor = make_tile_floor(random, tiling, 3.0);
      const WorldPtr world = make_world().value, slab = make_world().value;
      for (const CompoundPart& tile : floor.tiles) ASSERT_TRUE(world->add(fixed_at(tile.shape, tile.pose)).ok());
      ASSERT_TRUE(slab->add(fixed_at(make_box(6, 1, 6).value, {{0, -0.5, 0}, {}})).ok());
      for (int shot = 0; shot < 10; ++shot) {
        const Slider slider = make_slider(random, shot % k_slider_kinds);
        // Towards a corner of a tile, and anywhere.
        const CompoundPart& tile =
            floor.tiles[static_cast<std::size_t>(random.below(static_cast<int>(floor.tiles.size())))];
        Vec3 aim = support(tile.shape, tile.pose, {random.sign(), 1.0, random.sign()});
        if (random.chance(0.5) || std::max(std::fabs(aim.x), std::fabs(aim.z)) > 1.5) {
          aim = {random.uniform(-1.5, 1.5), 0.0, random.uniform(-1.5, 1.5)};
        }
        const Vec3 way{random.chance(0.3) ? 0.0 : random.uniform(-1, 1), -3.0, random.uniform(-1, 1)};
        const bool turns = random.chance(0.5);
        const Pose from{aim - way, slider.rotation}, to{aim + way, turns ? random.rotation() : slider.rotation};
        ++shots;
        SweptImpact found[2];
        std::size_t counts[2];
        int at = 0;
        for (World* const each : {world.get(), slab.get()}) {
          ColliderOptions options{slider.body.shape, from};
          options.is_continuous = true;
          const ColliderId body = each->add(options).value;
          ASSERT_TRUE(each->update().ok());
          ASSERT_EQ(each->set_pose(body, to), Status::ok);
          ASSERT_TRUE(each->update().ok());
          counts[at] = each->impacts().size();
          if (counts[at] > 0) found[at] = each->impacts()[0];
          ASSERT_EQ(each->remove(body), Status::ok);
          ++at;
        }
        SCOPED_TRACE(testing::Message() << "tiling " << static_cast<int>(tiling) << " run " << run << " shot " << shot);
        ASSERT_EQ(counts[0], counts[1]);
        if (counts[0] == 0) continue;
        ++hits;
        ASSERT_NEAR(found[0].time, found[1].time, 1e-6);
        ASSERT_LT(length(found[0].normal - found[1].normal), 1e-3);
      }
    }
  }
  printf("seed 932: %d shots, %d hit\n", shots, hits);
  EXPECT_GT(hits, shots / 2);
}

/// A world of voxels, of other static boxes and balls, and of bodies, which are added, moved, filtered and removed; by
/// numbers that do not depend on rows.
class VoxelLife {
 public:
  explicit VoxelLife(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 60; ++i) bodies_.push_back(make_slider(random_, i % k_slider_kinds));
    for (int i = 0; i < 60; ++i) {
      const Slider& slider = bodies_[static_cast<std::size_t>(i)];
      add({slider.body.shape, {place(), slider.rotation}});
    }
    for (int i = 0; i < 200; ++i) add_voxel();
  }

  void run(int updates) {
    for (int i = 0; i < updates; ++i) {
      // Beyond 64 changes a world takes everything for changed.
      const int calls = random_.chance(0.1) ? 150 : random_.below(5);
      for (int k = 0; k < calls; ++k) change();
      if (random_.chance(0.1)) {
        ASSERT_TRUE(world_->refit().ok());
      }
      if (random_.chance(0.05)) world_->clear_caches();
      ASSERT_TRUE(world_->update().ok());
      compare();
    }
  }

  int contact_count = 0, touching_count = 0, different_from_pairs = 0;

 private:
  struct Known {
    ColliderId id;
    ColliderOptions options;
  };

  Vec3 place() { return random_.in_cube(3.5); }
  void add(const ColliderOptions& options) { known_[next_++] = {world_->add(options).value, options}; }
  void add_voxel() {
    const Vec3 cell{std::floor(random_.uniform(-3.0, 4.0)), std::floor(random_.uniform(-3.0, 1.0)),
                    std::floor(random_.uniform(-3.0, 4.0))};
    if (random_.chance(0.8)) return add(fixed_at(make_box(1.0, 1.0, 1.0).value, {cell, {}}));
    if (random_.chance(0.5)) return add(fixed_at(make_sphere(random_.uniform(0.5, 1.5)).value, {cell, {}}));
    add(fixed_at(make_box(random_.uniform(0.5, 6.0), 1.0, 1.0).value, {cell, random_.rotation()}));
  }
  std::map<int, Known>::iterator any() {
    auto at = known_.begin();
    std::advance(at, random_.below(static_cast<int>(known_.size())));
    return at;
  }
  void change() {
    const auto at = any();
    Known& known = at->second;
    const bool is_voxel = known.options.is_static;
    switch (random_.below(7)) {
      case 0:
        add_voxel();
        break;
      case 1:
        if (!is_voxel) break;
        world_->remove(known.id);
        ignored_.erase(
            std::remove_if(ignored_.begin(), ignored_.end(),
                           [&](const auto& pair) { return pair.first == at->first || pair.second == at->first; }),
            ignored_.end());
        known_.erase(at);
        break;
      case 2:
      case 3: {
        Pose& pose = known.options.pose;
        if (is_voxel)
          pose.position += unit_axis(random_.below(3)) * random_.sign();
        else
          pose.position = place();
        if (random_.chance(0.5)) {
          world_->teleport(known.id, pose);
        } else {
          const double p[] = {pose.position.x, pose.position.y, pose.position.z};
          std::copy(p, p + 3, world_->positions().begin() + 3 * static_cast<std::ptrdiff_t>(known.id.row));
        }
        break;
      }
      case 4:
        known.options.layer = random_.chance(0.5) ? 1u : 2u;
        world_->set_filter(known.id, known.options.layer, known.options.mask);
        break;
      case 5: {
        if (is_voxel) break;
        known.options.mask = random_.chance(0.7) ? 0xffffffffu : 1u;
        world_->set_filter(known.id, known.options.layer, known.options.mask);
        break;
      }
      default: {
        const auto other = any();
        if (other == at) break;
        const bool first = random_.chance(0.5);
        ignored_.emplace_back(at->first, other->first);
        world_->set_ignored(first ? known.id : other->second.id, first ? other->second.id : known.id, true);
      }
    }
  }

  /// A contact by numbers, with its record.
  using Shown = std::map<std::pair<int, int>, std::vector<float>>;
  static Shown shown(const World& world, const std::map<std::uint32_t, int>& numbers) {
    Shown result;
    for (const RowPair pair : world.touching()) {
      const int a = numbers.at(pair.a), b = numbers.at(pair.b);
      result[{std::min(a, b), std::max(a, b)}].push_back(0.0f);
    }
    const ContactList contacts = world.contacts();
    for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
      const int a = numbers.at(contacts.pairs[i].a), b = numbers.at(contacts.pairs[i].b);
      std::vector<float>& record = result[{std::min(a, b), std::max(a, b)}];
      for (int k = 0; k < 4; ++k)
        record.push_back((a < b || k == 3 ? 1.0f : -1.0f) * contacts.normals[4 * i + static_cast<std::size_t>(k)] +
                         0.0f);
      for (const auto& point : contacts.points[i].points)
        record.insert(record.end(), std::begin(point), std::end(point));
    }
    return result;
  }

  void compare() {
    const WorldPtr fresh = make_world().value;
    std::map<std::uint32_t, int> numbers, fresh_numbers;
    std::map<int, ColliderId> fresh_ids;
    for (auto at = known_.rbegin(); at != known_.rend(); ++at) {
      numbers[at->second.id.row] = at->first;
      const ColliderId id = fresh->add(at->second.options).value;
      fresh_numbers[id.row] = at->first;
      fresh_ids[at->first] = id;
    }
    for (const auto& [a, b] : ignored_) fresh->set_ignored(fresh_ids.at(a), fresh_ids.at(b), true);
    ASSERT_TRUE(fresh->update().ok());
    const Shown here = shown(*world_, numbers), there = shown(*fresh, fresh_numbers);
    EXPECT_EQ(here, there);
    touching_count += static_cast<int>(here.size());
    contact_count += static_cast<int>(world_->contacts().pairs.size());
    for (const auto& [pair, record] : here) {
      const ColliderOptions &a = known_.at(pair.first).options, &b = known_.at(pair.second).options;
      const ContactManifold plain = collide(a.shape, a.pose, b.shape, b.pose);
      EXPECT_GT(plain.point_count, 0);
      different_from_pairs +=
          record.size() == 1 || std::fabs(static_cast<double>(record[4]) - plain.depth) > 1e-4 ? 1 : 0;
    }
  }

  Random random_;
  WorldPtr world_ = make_world().value;
  std::vector<Slider> bodies_;
  std::map<int, Known> known_;
  std::vector<std::pair<int, int>> ignored_;
  int next_ = 0;
};

TEST(FlushStatics, WorldsOfVoxelsDoNotDependOnHistory) {
  int contacts = 0, touching = 0, different = 0;
  const int runs = scaled(20);
  for (int run = 0; run < runs; ++run) {
    SCOPED_TRACE(testing::Message() << "seed " << 920 + run);
    VoxelLife life(920 + static_cast<std::uint64_t>(run));
    life.run(20);
    contacts += life.contact_count;
    touching += life.touching_count;
    different += life.different_from_pairs;
  }
  printf("seeds from 920: %d touching pairs, %d contacts, %d unlike those of the pair alone\n", touching, contacts,
         different);
  EXPECT_GT(different, touching / 20);
  EXPECT_GT(contacts, touching / 2);
}

}  // namespace
}  // namespace hyperplane::test
