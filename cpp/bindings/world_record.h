#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hyperplane/collider.h>

namespace hyperplane::bindings {

/// Addresses and lengths of a world's arrays, for JavaScript. Its own address is fixed for the life of the world; every
/// call that may change it updates it. JavaScript learns where its members are by border.cpp.
struct WorldRecord {
  std::uint32_t positions = 0, rotations = 0;  // addresses; quaternions, or angles in the plane
  std::uint32_t capacity = 0;                  // rows
  std::uint32_t size = 0;
  std::uint32_t contact_count = 0, pairs = 0, normals = 0, points = 0;
  std::uint32_t began_count = 0, began = 0;
  std::uint32_t ended_count = 0, ended = 0;
  std::uint32_t touching_count = 0, touching = 0;
  std::uint32_t candidate_count = 0;
  std::uint32_t broad_phase = 0;
  UpdateTimings timings;  // ms
  std::uint32_t impact_count = 0, impacts = 0;
  // In space only.
  std::uint32_t features = 0;  // of the contacts; 0 if none has any
  std::uint32_t point_places = 0, point_origins = 0;
};
static_assert(std::is_standard_layout_v<WorldRecord> && offsetof(WorldRecord, timings) == 16 * sizeof(std::uint32_t));

}  // namespace hyperplane::bindings
