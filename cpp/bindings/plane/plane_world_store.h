#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hyperplane/plane_world.h>

#include "core/buffer.h"
#include "plane_records.h"

/// Worlds of the plane by number, as world_store.h has those of space.

namespace hyperplane::bindings {

/// Flags of a row. k_plane_known: there is a collider, or there was one. web/src/records.ts states the same.
enum PlaneRowFlag : std::uint32_t {
  k_plane_static = 1,
  k_plane_sensor = 2,
  k_plane_continuous = 4,
  k_plane_known = 8,
  k_plane_live = 16,
  k_plane_disabled = 32
};

/// Row of an empty result.
inline constexpr std::uint32_t k_no_plane_row = 0xfffffffe;
/// Rays in one call, in the place of the block's poses: 4 numbers each.
inline constexpr std::uint32_t k_plane_block_rays = 256;
static_assert(std::size_t{4} * k_plane_block_rays * sizeof(double) <= sizeof(PlaneRecords::block_poses));
static_assert(std::size_t{2} * k_plane_block_rays * sizeof(double) <= sizeof(PlaneRecords::block_answers));

/// Addresses and lengths of a world's arrays, for JavaScript. Its own address is fixed for the life of the world; every
/// call that may change it updates it. It begins as WorldRecord of space.
struct PlaneWorldRecord {
  std::uint32_t positions, angles;  // addresses
  std::uint32_t capacity;           // rows
  std::uint32_t size;
  std::uint32_t contact_count, pairs, normals, points;
  std::uint32_t began_count, began;
  std::uint32_t ended_count, ended;
  std::uint32_t touching_count, touching;
  std::uint32_t candidate_count;
  std::uint32_t broad_phase;
  UpdateTimings timings;  // ms
  std::uint32_t impact_count, impacts;
};
static_assert(std::is_standard_layout_v<PlaneWorldRecord>);
static_assert(offsetof(PlaneWorldRecord, timings) == 16 * sizeof(std::uint32_t));
static_assert(sizeof(plane::SweptImpact) == 48 && offsetof(plane::SweptImpact, a) == 40);
static_assert(sizeof(plane::ContactPointsRecord) == 64 && offsetof(plane::ContactPointsRecord, points) == 16 &&
              offsetof(plane::ContactPointsRecord, count) == 40 && offsetof(plane::ContactPointsRecord, part_a) == 52);

/// A world with its record and the shapes that it holds.
struct BoundPlaneWorld {
  plane::WorldPtr world;
  PlaneWorldRecord record;
  /// By row: number of the collider's shape in the store, which the collider holds; or 0.
  Buffer<std::uint32_t> shapes;
  bool is_closed = false;

  void let_go_of_shapes();
  /// Updates the record.
  void describe();
};

/// @param shapes as BoundPlaneWorld::shapes; emptied on success. @return the world's number, or 0 with the fault record
/// filled: the shapes keep their holders.
std::uint32_t add_plane_world(plane::WorldPtr world, Buffer<std::uint32_t>& shapes);
/// @return the world, or null with the fault record filled for a stale number or a closed world.
BoundPlaneWorld* accept_plane_world(std::uint32_t number);
/// Frees a world and releases its shapes.
void release_plane_world(std::uint32_t number);
/// Options of a query, which leaves out the rows that JavaScript has excluded.
plane::QueryOptions plane_query_options(double max_distance, std::uint32_t mask, bool sensors);

}  // namespace hyperplane::bindings
