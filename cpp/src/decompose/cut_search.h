#pragma once

#include <cstdint>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/piece.h"
#include "decompose/void_samples.h"

namespace hyperplane {

/// Searches for the plane that removes most of a piece's void.
///
/// Candidates are planes along the faces at concave edges and halfway between them, planes across the coordinate axes
/// and across the principal axes, and planes through the deepest void; the best is refined. A cut is judged by the void
/// that the hulls of both sides still enclose: the sum of the squared distances from the solid over a lattice, and the
/// concave edges that remain within a side.
class CutSearch {
 public:
  /// @param samples of the piece. Both must stay until the search is done.
  [[nodiscard]] Status start(const Piece& piece, const VoidSamples& samples);
  /// The second half of `start`, a step of its own.
  [[nodiscard]] Status simplify(const TriangleList& surface);
  /// Judges one candidate. @return `out_of_memory` or ok.
  [[nodiscard]] Status step(const Piece& piece, const VoidSamples& samples, const Solid& solid, double thickness);
  bool is_done() const { return at_ >= planes_.size() && refinements_ == 0; }
  /// Whether any plane has something on both sides.
  bool has_plane() const { return best_score_ < 1e300; }
  const CutPlane& plane() const { return best_; }

 private:
  [[nodiscard]] bool add_plane(const Vec3& normal, const Vec3& point);
  [[nodiscard]] bool add_edges(const Piece& piece);
  [[nodiscard]] bool add_across(const Vec3& normal, const Piece& piece, int count);
  [[nodiscard]] Status judge(const CutPlane& plane, const Piece& piece, const VoidSamples& samples, const Solid& solid,
                             double thickness, double& score);

  Buffer<CutPlane> planes_;
  /// The surface with fewer vertices; empty if the piece's own has few.
  TriangleList proxy_;
  bool has_proxy_ = false;
  std::size_t at_ = 0;
  int refinements_ = 0;
  double refine_step_ = 0.0;
  CutPlane best_{};
  double best_score_ = 1e300;
  double extent_ = 0.0, edge_weight_ = 0.0, sharpness_ = 0.0;
  Buffer<Vec3> below_, above_;
  Polytope below_hull_, above_hull_;
};

}  // namespace hyperplane
