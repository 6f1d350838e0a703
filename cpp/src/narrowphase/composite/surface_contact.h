#pragma once

#include <cstdint>

#include <hyperplane/pair.h>

#include "narrowphase/composite/part_pairs.h"
#include "narrowphase/composite/rim_exits.h"
#include "narrowphase/composite/surface_vicinity.h"

/// Contacts with triangles of surfaces, by the rule that edges and corners inside a flat or hollow surface push nobody.
///
/// The least overlap of a triangle alone may lie along any direction. As part of a surface the triangle can only push
/// along the normals that the surface has there: that of its face, and at a convex edge or corner those between the
/// faces that meet. A direction counts as such a normal if no triangle around the point of contact rises above the
/// plane through it: a local supporting plane of the surface (compare van den Bergen, "Smooth Mesh Contacts with GJK",
/// 2010, and Terdiman, "Contact generation for meshes", 2015). All other contacts snap to the normal of the face, with
/// the depth along it, if the other shape's supporting face lies over the triangle; if not, a neighbour has the
/// contact.
///
/// The triangles around a point are found through the tree and not by adjacency, so that T-junctions and vertices that
/// were not welded are inside the surface, too. The bends of the edges settle most cases before.
///
/// A triangle pushes towards the side that the middle of the other shape's bounds is on, a one-sided one and one of a
/// solid towards its front.

namespace hyperplane {

/// Whether a pair of a triangle and a convex part stays farther apart than a distance; of other pairs nothing is known.
/// @param way m: how far A moves on a straight line. @param distance m, not negative.
bool is_farther(const PartPair& pair, const Vec3& way, double distance);

/// Whether a triangle of B may push A along a direction.
/// @param middle of A's bounds. @param point of the triangle. @param gap m: to A. @param around of the surface.
/// @param direction unit length, out of the surface; may be set to the normal of the face, if that is next to it.
bool may_push(const PartPair& pair, const Vec3& middle, const Vec3& point, double gap, TrianglesAround around,
              Vec3& direction);

/// Changes the signed distance of A from a triangle of B to that along a normal of the surface.
/// @param row of B. @param middle of A's bounds. @param around of the surface. @param rims of this place of A.
/// @param is_joined in the frame of the surface. @return false if a neighbour has the contact.
bool snap_to_surface(const PartPair& pair, std::uint32_t row, const Vec3& middle, TrianglesAround around,
                     RimExits& rims, RimExits::JoinedSearch is_joined, Distance& apart);

}  // namespace hyperplane
