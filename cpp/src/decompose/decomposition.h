#pragma once

#include <cstdint>

#include <hyperplane/decompose.h>

#include "core/buffer.h"
#include "decompose/cut_search.h"
#include "decompose/merging.h"
#include "decompose/model.h"
#include "decompose/piece.h"
#include "decompose/primitive_fit.h"
#include "decompose/relaxation.h"
#include "decompose/void_depth.h"
#include "decompose/void_samples.h"

namespace hyperplane {

/// Approximate convex decomposition: cuts the piece with the deepest void by the best plane until all fit, merges
/// pieces whose common hull fits, and reduces the hulls. If more parts would be needed than are permitted, the model is
/// also divided anew among as many (relaxation.h), and the better result counts.
///
/// The course is that of CoACD: Wei, Liu, Ling and Su, "Approximate Convex Decomposition for 3D Meshes with
/// Collision-Aware Concavity and Tree Search" (2022). Deviations: concavity is the greatest distance of a hull's points
/// from the whole solid, bounded from above (void_depth.h), instead of a sampled distance between a hull and its own
/// piece; planes are chosen by the remaining void (cut_search.h) instead of by a tree search; the surface is neither
/// remeshed nor capped (piece.h).
class Decomposition {
 public:
  Decomposition() = default;
  Decomposition(const Decomposition&) = delete;
  Decomposition& operator=(const Decomposition&) = delete;
  Decomposition(Decomposition&&) = delete;
  Decomposition& operator=(Decomposition&&) = delete;
  ~Decomposition();

  /// Call once. @param vertices, indices, options checked.
  [[nodiscard]] Status start(std::span<const double> vertices, std::span<const std::uint32_t> indices,
                             const DecomposeOptions& options);
  Result<double> advance(std::uint32_t work);

  std::uint32_t part_count() const { return static_cast<std::uint32_t>(parts_.size()); }
  std::span<const Vec3> part_vertices(std::uint32_t part) const {
    return vertices_.span().subspan(parts_[part].begin, parts_[part].end - parts_[part].begin);
  }
  const PartShape& part_shape(std::uint32_t part) const { return parts_[part].shape; }
  double error() const { return error_; }

 private:
  enum class Stage : std::uint8_t {
    model,
    start_solid,
    solid,
    bodies,
    measure,
    choose,
    sample,
    find_separate,
    separate,
    prepare,
    simplify,
    search,
    merge,
    relax,
    fit,
    finish,
    compare,
    verify,
    done
  };
  struct Part {
    std::uint32_t begin, end;
    PartShape shape;
  };

  [[nodiscard]] Status step(std::uint32_t& work);
  void end_preparation();
  [[nodiscard]] Status build_solid();
  [[nodiscard]] Status add_bodies();
  [[nodiscard]] Status measure_piece();
  [[nodiscard]] Status choose_piece();
  [[nodiscard]] Status find_separate_parts();
  bool are_apart() const;
  [[nodiscard]] Status separate_parts();
  [[nodiscard]] Status cut_chosen();
  void retire_chosen();
  [[nodiscard]] Status start_joining();
  [[nodiscard]] Status judge_joining();
  void take_shape();
  Result<HullPtr> build_users_hull(std::span<const Vec3> vertices, double growth) const;
  [[nodiscard]] Status finish_part();
  [[nodiscard]] Status compare_part(std::uint32_t count);
  [[nodiscard]] Status judge_parts();
  [[nodiscard]] Status take_relaxed();
  double share_done() const;
  double final_tolerance() const;

  DecomposeOptions options_;
  Buffer<double> input_;
  Buffer<std::uint32_t> indices_;
  ModelPreparation preparation_;
  Model model_;
  Solid solid_;
  /// Uncut pieces, cut ones, and those being merged; each list owns its pieces.
  Buffer<Piece*> pieces_, cut_, joined_;
  /// Connected parts of the chosen piece, which may replace it.
  Buffer<Piece*> separate_;
  /// The best result of merging with few enough parts.
  Buffer<Piece*> best_;
  Stage stage_ = Stage::model;
  /// The model's units.
  double max_depth_ = 0.0, thickness_ = 0.0;
  /// Depth that merging permits, more than requested if there would be too many parts; the last that gave too many, and
  /// the last that did not.
  double joining_depth_ = 0.0, low_depth_ = 0.0, high_depth_ = 0.0;
  int attempts_ = 0;
  std::uint32_t most_pieces_ = 0, first_pieces_ = 0;
  /// Pieces before this one have been measured; parts before it are finished.
  std::size_t at_ = 0;
  std::size_t vertex_at_ = 0;
  std::size_t chosen_ = 0;
  bool is_measuring_ = false;
  HullBuild hull_;
  VoidDepth depth_;
  VoidSamples samples_;
  CutSearch search_;
  Merging merging_;
  PrimitiveFit fit_;
  Relaxation relaxation_;
  Polytope part_hull_;

  Buffer<Vec3> vertices_;
  Buffer<Part> parts_;
  double error_ = 0.0, part_error_ = 0.0, share_ = 0.0;
  /// The parts after cutting and merging, while relaxation searches for better ones.
  Buffer<Vec3> cut_vertices_;
  Buffer<Part> cut_parts_;
  double cut_error_ = 0.0;
  bool is_relaxed_ = false;
};

}  // namespace hyperplane
