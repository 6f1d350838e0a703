#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/model.h"
#include "decompose/polytope.h"
#include "decompose/solid.h"

namespace hyperplane {

/// The part of a body in a convex cell: the surface, clipped, and the corners of the cell that are inside. All of the
/// body's points there lie in the convex hull of these, since an extreme point of body and cell is a vertex of the
/// clipped surface or a corner of the cell.
struct Piece {
  TriangleList surface;
  /// By triangle.
  Buffer<std::uint8_t> closed;
  /// Height <= 0 above each in the cell.
  Buffer<CutPlane> cell;
  Buffer<Vec3> inner_corners;
  Buffer<ConcaveEdge> edges;
  std::uint32_t body = 0;
  /// Key of its constituents, for merging; the key of a merged piece is the exclusive or.
  std::uint64_t key = 0;

  Polytope hull;
  /// Bound on the distance of the hull's points from the solid.
  double depth = 0.0;
  /// Whether pieces of several bodies were merged into it.
  bool is_mixed = false;
  /// The piece that it was cut from, or null.
  Piece* parent = nullptr;

  /// Begins to build its hull. @param thickness of `Polytope::build`.
  [[nodiscard]] Status start_hull(HullBuild& building, double thickness) const;
  /// Frees everything but the hull, its depth and its origin.
  void keep_hull();
};

/// Removes the part of a convex polygon above a plane. @param spare overwritten.
[[nodiscard]] Status clip_polygon(const CutPlane& bound, Buffer<Vec3>& corners, Buffer<Vec3>& spare);

/// The corners of the cross section of a plane and a cell.
[[nodiscard]] Status find_section(const CutPlane& plane, std::span<const CutPlane> cell, Buffer<Vec3>& corners);

/// Whether the solid fills a cell at a corner of it. @param hull nothing outside it counts. @param inwards added to the
/// direction in which the corner is left: what is not in `cell` of the planes through it.
bool is_filled_corner(const Vec3& corner, std::span<const CutPlane> cell, const Polytope& hull, const Vec3& inwards,
                      const Solid& solid);

/// Cuts a piece in two. Triangles in the plane belong to the side of which they are the surface, which has their
/// corners anyway: they are dropped, unless they are sheets.
/// @param below, above empty; without hulls afterwards.
[[nodiscard]] Status cut_piece(const Piece& piece, const CutPlane& plane, const Solid& solid, Piece& below,
                               Piece& above);

/// Collects the extreme candidates of both sides of a cut without making the pieces.
[[nodiscard]] Status collect_sides(const Piece& piece, const TriangleList& surface, const CutPlane& plane,
                                   const Solid& solid, Buffer<Vec3>& below, Buffer<Vec3>& above);

/// Numbers the connected parts of a surface. @param parts receives the number of each triangle's. @return their count,
/// or `out_of_memory`.
Result<std::uint32_t> find_parts(const TriangleList& surface, Buffer<std::uint32_t>& parts);

}  // namespace hyperplane
