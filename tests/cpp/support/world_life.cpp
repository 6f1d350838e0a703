#include "support/world_life.h"

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "math/vec3.h"
#include "world/snapshot.h"

namespace hyperplane::test {
namespace {

template <class T>
std::vector<T> list(std::span<const T> values) {
  return {values.begin(), values.end()};
}

template <class T>
bool has_same_bytes(std::span<const T> a, std::span<const T> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

}  // namespace

std::vector<std::byte> bytes_of(const World& world, const SnapshotOptions& options) {
  const Result<Snapshot> snapshot = world.snapshot(options);
  EXPECT_TRUE(snapshot.ok()) << snapshot.message;
  return list(snapshot.value.span());
}

void sign(std::vector<std::byte>& bytes) {
  SnapshotHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.length = bytes.size();
  header.checksum = snapshot_checksum(std::span(bytes).subspan(sizeof header));
  std::memcpy(bytes.data(), &header, sizeof header);
}

bool has_same_points(const ContactPointsList& a, const ContactPointsList& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const ContactPointsRecord of_a = a[i], of_b = b[i];
    // The bits are what is meant. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (std::memcmp(&of_a, &of_b, sizeof of_a) != 0) return false;
  }
  return true;
}

void expect_same(World& a, World& b) {
  ASSERT_EQ(a.hash(), b.hash());
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(list(a.touching()), list(b.touching()));
  ASSERT_EQ(list(a.began()), list(b.began()));
  ASSERT_EQ(list(a.ended()), list(b.ended()));
  const ContactList of_a = a.contacts(), of_b = b.contacts();
  ASSERT_EQ(list(of_a.pairs), list(of_b.pairs));
  ASSERT_TRUE(has_same_bytes(of_a.normals, of_b.normals));
  ASSERT_TRUE(has_same_points(of_a.points, of_b.points));
  ASSERT_TRUE(has_same_bytes(of_a.features, of_b.features));
  const std::span<const SweptImpact> impacts = a.impacts(), others = b.impacts();
  ASSERT_EQ(impacts.size(), others.size());
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    ASSERT_EQ(impacts[i].time, others[i].time);
    ASSERT_EQ(impacts[i].point, others[i].point);
    ASSERT_EQ(impacts[i].normal, others[i].normal);
    ASSERT_EQ(impacts[i].a, others[i].a);
    ASSERT_EQ(impacts[i].b, others[i].b);
  }
}

std::size_t left_count(const World& world) {
  const std::span<const RowPair> pairs = world.contacts().pairs;
  std::size_t count = 0;
  for (const RowPair pair : world.touching()) {
    const bool has_sensor = world.describe(pair.a).is_sensor || world.describe(pair.b).is_sensor;
    count += !has_sensor && std::find(pairs.begin(), pairs.end(), pair) == pairs.end() ? 1 : 0;
  }
  return count;
}

Shape WorldLife::new_shape() {
  if (!shapes.empty() && random.chance(0.5)) {
    return shapes[random.below(static_cast<std::uint32_t>(shapes.size()))];
  }
  const bool is_composite = options_.composite_share > 0.0 && random.chance(options_.composite_share);
  if (!is_composite) return owner_.next(random);
  return random.chance(0.5) ? owner_.next_mesh(random, random.uniform(0.5, 2.0))
                            : owner_.next_compound(random, 1 + random.below(6), 0.5, 0.2);
}

ColliderOptions WorldLife::new_voxel() {
  ColliderOptions options;
  options.shape = make_box(1.0, 1.0, 1.0).value;
  const auto place = [&] { return static_cast<double>(random.below(4)) - 1.5; };
  const double x = place(), y = place();
  options.pose.position = {x, y, place()};
  options.is_static = true;
  return options;
}

ColliderOptions WorldLife::new_collider() {
  ColliderOptions options;
  options.shape = new_shape();
  options.pose = pose();
  options.is_static = random.chance(0.2);
  options.is_sensor = random.chance(0.1);
  options.is_continuous = random.chance(0.2);
  options.is_enabled = random.chance(0.95);
  if (random.chance(0.2)) options.layer = 3;
  if (random.chance(0.1)) options.margin = random.uniform(0.0, 0.2);
  return options;
}

void WorldLife::add(std::span<World* const> worlds) {
  const bool is_voxel = options_.voxel_share > 0.0 && random.chance(options_.voxel_share);
  const ColliderOptions options = is_voxel ? new_voxel() : new_collider();
  shapes.push_back(options.shape);
  const ColliderId id = worlds[0]->add(options).value;
  ids.push_back(id);
  for (World* const copy : worlds.subspan(1)) ASSERT_EQ(copy->add(options).value, id);
}

void WorldLife::step(std::span<World* const> worlds) {
  const std::uint32_t chance = random.below(13);
  if (chance < 4 || ids.size() < 20) return add(worlds);
  if (chance < 6) {
    const std::uint32_t k = random.below(static_cast<std::uint32_t>(ids.size()));
    for (World* const world : worlds) ASSERT_EQ(world->remove(ids[k]), Status::ok);
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(k));
  } else if (chance == 6) {
    const ColliderId id = any();
    const Pose to = pose();
    const bool teleports = random.chance(0.3);
    for (World* const world : worlds) {
      ASSERT_EQ(teleports ? world->teleport(id, to) : world->set_pose(id, to), Status::ok);
    }
  } else if (chance == 7) {
    const ColliderId a = any(), b = any();
    const bool ignored = random.chance(0.7);
    if (a == b) return;
    for (World* const world : worlds) ASSERT_EQ(world->set_ignored(a, b, ignored), Status::ok);
  } else if (chance == 8) {
    for (int i = 0; i < 5; ++i) {
      const std::size_t at = 3 * std::size_t{any().row};
      const double by = random.uniform(-0.2, 0.2);
      for (World* const world : worlds) world->positions()[at] += by;
    }
  } else if (chance == 9) {
    const ColliderId id = any();
    const ColliderOptions options = worlds[0]->describe(id.row);
    ColliderKind kind{options.is_static, options.is_sensor, options.is_continuous, true};
    const std::uint32_t change = random.below(4);
    if (change == 0) kind.is_static = !kind.is_static;
    if (change == 1) kind.is_sensor = random.chance(0.2);
    if (change == 2) kind.is_continuous = random.chance(0.2);
    if (change == 3) kind.is_enabled = random.chance(0.5);
    for (World* const world : worlds) ASSERT_EQ(world->set_kind(id, kind), Status::ok);
  } else if (chance == 10) {
    const ColliderId id = any();
    shapes.push_back(new_shape());
    for (World* const world : worlds) ASSERT_EQ(world->set_shape(id, shapes.back()), Status::ok);
  } else if (chance == 11) {
    const ColliderId id = any();
    const double margin = random.chance(0.5) ? random.uniform(0.0, 0.2) : 0.0;
    for (World* const world : worlds) ASSERT_EQ(world->set_margin(id, margin), Status::ok);
  } else {
    const ColliderId id = any();
    const std::uint32_t layer = 1u << random.below(2);
    for (World* const world : worlds) ASSERT_EQ(world->set_filter(id, layer, ~0u), Status::ok);
  }
}

}  // namespace hyperplane::test
