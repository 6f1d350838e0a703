#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>

#include "narrowphase/composite/flush_contact.h"
#include "query/scene.h"
#include "world/static_neighbours.h"
#include "world/storage.h"

namespace hyperplane {

/// The rules of flush_contact.h and surface_contact.h for contacts of movers with static colliders: those that lie
/// flush push nobody out of their seams. Siblings are static colliders that the mover may touch, and no sensors.
///
/// Most contacts are settled by what StaticNeighbours knows of the static collider: boxes that merely cross others keep
/// all contacts, and a direction along which no neighbour rises counts everywhere.
///
/// A contact so depends on other static colliders near the mover. When one of them changes, the mover counts as changed
/// (World::Impl::disturb).
class StaticRule {
 public:
  /// @param scene with the tree of the static colliders up to date.
  /// @param neighbours found for the static colliders of all contacts.
  StaticRule(const Storage& storage, const Scene& scene, const StaticNeighbours& neighbours)
      : storage_(storage), scene_(scene), neighbours_(neighbours) {}

  /// @param a, b rows of the contact, one of them static. @return false if another static collider has the contact.
  bool apply(std::uint32_t a, std::uint32_t b, FlushFaces which, ContactManifold& contact) const;
  /// The same at another pose of the mover. Needs no neighbours.
  bool apply_at(std::uint32_t a, std::uint32_t b, const Pose& mover_pose, ContactManifold& contact) const;
  /// Visits the contacts of a pair with a composite, as the function of composite_pair.h, with what lies beside the
  /// static one of the rows.
  void visit_part_contacts(std::uint32_t a, std::uint32_t b,
                           FunctionRef<void(ContactManifold& contact, bool is_left)> visit) const;
  /// The same at another pose of the mover. Needs no neighbours.
  void visit_part_contacts_at(std::uint32_t a, std::uint32_t b, const Pose& mover_pose,
                              FunctionRef<void(ContactManifold& contact, bool is_left)> visit) const;
  /// Whether an impact counts. False in a seam between static colliders: another one is hit as early, or the mover was
  /// in one from the start. Needs no neighbours.
  /// @param pose of the mover at the impact. @param impact of the static collider, which `static_is_a` says, and the
  /// mover. @param way m per step: motion of the mover at the point.
  /// @param direction out of the static collider. Replaced by the normal of a face, if that stops the mover instead.
  bool may_stop(std::uint32_t fixed, std::uint32_t mover, bool static_is_a, const Pose& pose, const Impact& impact,
                const Vec3& way, Vec3& direction) const;

 private:
  /// The rows of a contact.
  struct Sides {
    std::uint32_t fixed, mover;
    bool static_is_a;
  };

  Sides sides_of(std::uint32_t a, std::uint32_t b) const;
  /// Whether a mover may touch a static collider.
  bool may_meet(std::uint32_t mover, std::uint32_t row) const;
  /// @param near rows of all neighbours; null: they are sought in the tree.
  bool decide(const Sides& sides, const Pose& mover_pose, FlushFaces which, const std::span<const std::uint32_t>* near,
              ContactManifold& contact) const;
  /// @param near as above.
  void visit_part_contacts(std::uint32_t a, std::uint32_t b, const Pose& mover_pose,
                           const std::span<const std::uint32_t>* near,
                           FunctionRef<void(ContactManifold&, bool)> visit) const;
  /// Whether a direction is the normal of a face of a box that no neighbour rises above: it counts at any point.
  bool is_free_face(std::uint32_t row, const Vec3& direction) const;

  const Storage& storage_;
  const Scene& scene_;
  const StaticNeighbours& neighbours_;
};

}  // namespace hyperplane
