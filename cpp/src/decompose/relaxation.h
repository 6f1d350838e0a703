#pragma once

#include <cstdint>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/model.h"
#include "decompose/piece.h"

namespace hyperplane {

/// Divides a model anew among as many parts as are permitted.
///
/// Cuts halve: the patches of a curved shell get sizes that differ by half, and merging can only choose among them.
/// Here a part is the intersection of its body with a cell of a power diagram. Cells are convex and cover space. Their
/// sites start in the middle of the parts after cutting and merging. While there are fewer than permitted, the deepest
/// part gets a second site in each round, even if it is all of its body. In every round each site moves to the middle
/// of its part's hull, which makes the parts round, and cells of deep parts shrink for those of flat ones to grow.
/// Depths are sampled on the hulls and only steer; the final ones are measured afterwards (void_depth.h).
///
/// Sources: Lloyd, "Least Squares Quantization in PCM" (1982); Aurenhammer, "Power Diagrams: Properties, Algorithms and
/// Applications" (1987); Cohen-Steiner, Alliez and Desbrun, "Variational Shape Approximation" (2004), for patches of
/// surfaces.
class Relaxation {
 public:
  Relaxation() = default;
  Relaxation(const Relaxation&) = delete;
  Relaxation& operator=(const Relaxation&) = delete;
  Relaxation(Relaxation&&) = delete;
  Relaxation& operator=(Relaxation&&) = delete;
  ~Relaxation();

  /// Whether parts can be the start: some, not too many, and none of several bodies.
  static bool can_start(const Buffer<Piece*>& parts, std::uint32_t max_parts);
  /// Maximum number of parts, and the depth from which a part that is all of its body is divided.
  struct Limits {
    std::uint32_t max_parts;
    double max_depth;
  };
  /// Call once. @param is_by_body whether pieces belong to a body; false: they belong to all of them.
  [[nodiscard]] Status start(const Model& model, const Buffer<Piece*>& parts, const Limits& limits, bool is_by_body);
  [[nodiscard]] Status step(const Solid& solid, double thickness);
  bool is_done() const { return round_ == k_rounds; }
  double share_done() const { return static_cast<double>(round_) / k_rounds; }

  /// The greatest depth that was sampled in the best round.
  double depth() const { return best_depth_; }
  /// Moves the parts of the best round, and those of bodies that are one part. @param parts empty.
  /// @return false: there is no memory.
  [[nodiscard]] bool take_parts(Buffer<Piece*>& parts);

 private:
  static constexpr int k_rounds = 32;

  enum class Stage : std::uint8_t { body, assign, gather, cells, hull };
  struct Site {
    Vec3 at;
    /// Of the power distance: squared distance less this.
    double weight;
    std::uint32_t body;
    /// Of its part: depth, middle of the hull, and greatest distance of a vertex from it; no part: radius 0.
    double depth;
    Vec3 middle;
    double radius;
    /// The same along its longest axis.
    Vec3 reach;
  };

  double power(std::uint32_t site, const Vec3& point) const;
  [[nodiscard]] Status add_sites(const Buffer<Piece*>& parts, double max_depth);
  [[nodiscard]] Status start_body();
  void assign();
  [[nodiscard]] Status gather();
  [[nodiscard]] Status find_planes(std::uint32_t site);
  [[nodiscard]] Status find_points(std::uint32_t site, const Solid& solid, Buffer<Vec3>& points);
  [[nodiscard]] Status start_cell(std::uint32_t site, const Solid& solid, double thickness);
  void measure_cell(const Solid& solid);
  [[nodiscard]] Status move_sites();

  /// The whole bodies that have several parts; the first of them that is left.
  Buffer<Piece*> bodies_;
  std::size_t body_at_ = 0;
  Buffer<Site> sites_;
  std::uint32_t max_sites_ = 0;
  Stage stage_ = Stage::body;
  std::size_t at_ = 0;
  int round_ = 0;
  /// Sites of the body at hand; by its vertex: the site whose cell it lies in; its triangles that lie in several cells.
  Buffer<std::uint32_t> members_, cells_, crossing_;
  /// Of the cell at hand, the nearest to its site first.
  Buffer<CutPlane> planes_;
  /// Of the part at hand; its corners before `corner_` have been sampled.
  HullBuild hull_;
  std::size_t corner_ = 0;
  /// Parts of this round, of the best one, and of bodies that are one part.
  Buffer<Piece*> parts_, best_, whole_;
  double best_depth_ = 1e300;
};

}  // namespace hyperplane
