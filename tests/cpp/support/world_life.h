#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <hyperplane/world.h>

#include "random.h"
#include "random_shapes.h"

/// Worlds that should be the same, and random lives that they share.

namespace hyperplane::test {

std::vector<std::byte> bytes_of(const World& world, const SnapshotOptions& options = {});
/// Gives a forged snapshot a valid length and checksum.
void sign(std::vector<std::byte>& bytes);
/// Everything that two worlds show, bit by bit. Fails fatally.
void expect_same(World& a, World& b);
/// Whether the points of all contacts are the same, bit by bit.
bool has_same_points(const ContactPointsList& a, const ContactPointsList& b);

/// Touching pairs without a contact, and without a sensor: those whose contact is left to another static collider.
std::size_t left_count(const World& world);

struct WorldLifeOptions {
  /// Share of compounds and meshes among new shapes.
  double composite_share = 0.0;
  /// Share of static boxes of 1 m, on a grid of metres, among new colliders: many lie flush.
  double voxel_share = 0.0;
};

/// Random calls, each on all worlds: colliders of all kinds are added, removed, moved, teleported, filtered, ignored,
/// changed, and their rows are written.
class WorldLife {
 public:
  explicit WorldLife(std::uint64_t seed, const WorldLifeOptions& options = {}) : random(seed), options_(options) {}

  /// @param worlds in the same state.
  void step(std::span<World* const> worlds);

  scenes::Random random;
  /// Live colliders.
  std::vector<ColliderId> ids;
  /// All shapes ever used; they live as long as this object.
  std::vector<Shape> shapes;

 private:
  ColliderId any() { return ids[random.below(static_cast<std::uint32_t>(ids.size()))]; }
  Pose pose() { return {random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}), random.rotation()}; }
  Shape new_shape();
  ColliderOptions new_voxel();
  ColliderOptions new_collider();
  void add(std::span<World* const> worlds);

  WorldLifeOptions options_;
  scenes::RandomShapes owner_;
};

}  // namespace hyperplane::test
