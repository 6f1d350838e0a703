#pragma once

#include <cstddef>

/// Tolerances of contacts with unions in space, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Cosine of the angle, 1e-6 rad, within which a search has found the normal of a face.
inline constexpr double k_snapping_cosine = 1.0 - 5e-13;
/// Most steps of the search for the least overlap over the normals of an edge; a polytope takes one a vertex.
inline constexpr int k_edge_steps = 16;
/// Share of a body's size within which two points of a contact are as deep: far less than a direction that is off by
/// the least angle that matters makes of the closeness of points.
inline constexpr double k_same_depth = 1e-12;
/// Share of the least overlap that a search has found that is not more than the true one.
inline constexpr double k_sure_overlap = 0.99;
/// How many times the deepest least overlap of two shapes a way back out of a surface may be. What reaches around it
/// has not sunk deep; among many triangles the search for ways that free all of them would take long.
inline constexpr double k_side_detour = 4.0;
/// How many times as long as a closed surface a shape that it runs around may be, along each axis of the surface: what
/// has sunk into opposite walls is a little longer than the room.
inline constexpr double k_most_enclosed = 1.5;
/// Members of a union up to which each is compared with all others: for whether parts lie flush, of more with so many
/// more, and where only more tests would tell that none do, no contact is given that is not needed; and the way back
/// out of each surface is put to the test, of more only the longest.
inline constexpr std::size_t k_few_members = 128;
/// Those up to which all are looked at for the ones that hold a point: a tree over so few does not pay.
inline constexpr std::size_t k_members_alone = 64;
/// Pairs of parts times half-spaces that are looked at for points of faces that they share, or for whether a body hangs
/// over the end of a surface: what lies deep in a thousand triangles does not rest on them.
inline constexpr std::size_t k_most_shared_work = 1024;
/// Points deeper in a union than the parts that overlap that a body has contacts of: the first one leads most bodies
/// out.
inline constexpr int k_most_deep_points = 4;

}  // namespace hyperplane
