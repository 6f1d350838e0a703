#pragma once

#include <cstdint>

#include <hyperplane/pair.h>

#include "core/buffer.h"
#include "math/aabb.h"
#include "math/transform.h"
#include "motion/mover_contact.h"
#include "narrowphase/part/part_pairs.h"
#include "query/gap_planes.h"

namespace hyperplane {

/// How many moves like the last one a list is made for, where parts are few.
inline constexpr double k_mover_list_moves = 8.0;

using Contact = MoverContactOf<Vec3>;
using ContactSet = NearestContacts<Vec3, 16>;

/// Contacts within a gap of a body at a position; a negative one: none are known.
struct KnownContacts {
  Vec3 position;
  double reach = -1.0;
  ContactSet set;
  /// Parts that were tested for them.
  std::int64_t tested = 0;
};

/// A part of a collider near a mover's body.
struct NearPart {
  std::uint32_t row;
  /// Whether the planes and frames are set, for the body and rotation of the list.
  bool has_planes;
  Shape shape;
  /// With the part as B. A query sets A, and the pointer to the shape, which moves with the list.
  PartPair pair;
  GapPlanes planes;
  /// Of the body and the part, at any positions.
  PairFrames frames;
};

/// Parts in a list, and the bounds by which most are passed by, relative to the point that the list was made for, as
/// the planes are.
struct ListedParts {
  const Aabb* bounds;
  NearPart* parts;
  std::size_t count;
};

/// The parts of static colliders around a body that moves on, gathered for several moves.
class MoverList {
 public:
  /// Whether the list holds all parts within a region. @param region relative to `position`.
  bool covers(const Vec3& position, const Aabb& region) const;
  /// Empties the list for a new region. Complete once `is_complete` is set.
  void begin(const Vec3& position, const Aabb& new_region);
  /// Makes the region smaller, and drops the parts beyond it.
  void shrink(const Aabb& new_region);
  /// Adds a part, to be set. @return null when memory runs out.
  NearPart* add(const Aabb& part_bounds);
  ListedParts near() { return {bounds.data(), parts.data(), parts.size()}; }
  /// Notes the surface or the voxels of a collider, which must not change.
  /// @param seen hash of the shape at the last update, which its bounds in the tree are from.
  /// @return false if it has changed since, if memory runs out, or if it is in a compound, whose hash only follows when
  /// it is told.
  bool watch(const Shape& shape, std::uint64_t seen);

  /// Hash of the body's shape, and where its last move began and ended.
  std::uint64_t body = 0;
  Vec3 began, ended;
  /// At the last move.
  std::uint64_t revision = 0;
  /// Of the body, for the planes.
  Quat rotation;
  /// Filter of the parts.
  std::uint32_t mask = 0;
  bool sensors = false;
  const KindMask* kinds = nullptr;

  bool is_complete = false;
  /// Whether the body may be inside of a collider and touch none of its parts.
  bool may_be_inside = false;
  /// Moves like the last one that the next region is made for: fewer where parts are many.
  double moves_ahead = k_mover_list_moves;
  Buffer<NearPart> parts;
  Buffer<Aabb> bounds;
  /// Those with the parts that were found last, if the body overlapped none: a move begins where the last one ended.
  KnownContacts contacts;
  /// The parts that the last casts of two kinds ended at; none: beyond the end.
  std::size_t stops[2] = {};
  NearPart* last_stop(int kind) { return stops[kind] < parts.size() ? &parts[stops[kind]] : nullptr; }
  Vec3 from;
  /// Relative to `from`.
  Aabb region;

 private:
  friend class MoverCache;

  struct Watched {
    Shape shape;
    std::uint64_t hash;
  };

  /// Number of the last move in the cache; 0: none.
  std::uint64_t used_ = 0;
  Buffer<Watched> watched_;
};

/// The lists of the bodies that moved last, each found by the body and the position at which it was left. Any state of
/// it will do: moves have the same results with an empty one.
class MoverCache {
 public:
  MoverCache() = default;
  MoverCache(const MoverCache&) = delete;
  MoverCache& operator=(const MoverCache&) = delete;
  ~MoverCache() { release(); }

  /// Opens the list of a body for a move: its own, which the last move has left within a distance of where this one
  /// begins, or that which has not been used for longest. That, and a list of other statics, is to be filled anew, for
  /// a body that has come from nowhere. One at a time, until `close`.
  /// @param body hash of its shape. @param revision of the static colliders.
  /// @return null if one is open, or memory runs out.
  MoverList* open(std::uint64_t body, const Vec3& position, double within, std::uint64_t revision);
  void close(MoverList& list, const Vec3& began, const Vec3& ended);

  /// Frees the memory, unless a list is open.
  void release();

 private:
  static constexpr std::uint32_t k_lists = 32;
  struct Lists {
    MoverList all[k_lists];
  };

  Lists* lists_ = nullptr;
  /// The list that was opened last, where the search begins: a body often makes several moves, and many bodies move in
  /// the same order in every frame.
  std::uint32_t last_ = 0;
  std::uint64_t moves_ = 0;
  bool is_open_ = false;
};

}  // namespace hyperplane
