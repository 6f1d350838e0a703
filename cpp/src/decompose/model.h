#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "composite/weld.h"
#include "core/buffer.h"
#include "decompose/adjacency.h"
#include "decompose/solid.h"
#include "decompose/t_junctions.h"

namespace hyperplane {

/// An edge between two triangles of a closed body at which the body is concave.
struct ConcaveEdge {
  Vec3 a, b;
  /// Of the two triangles.
  Vec3 normals[2];
  std::uint32_t body;
};

/// A model made ready for decomposition: moved to the origin and scaled by a power of two to a diagonal between 1/2 and
/// 1, welded, without duplicate triangles and those without area, oriented as far as its edges allow, split into
/// bodies, with holes closed (hole_caps.h), unless patches enclose something only together: these are one body. Where
/// two bodies touch, both keep the triangles between them, unless there are too many bodies to distinguish: then they
/// are one.
struct Model {
  /// Point as given = centre + scale * point.
  Vec3 centre;
  double scale = 1.0;
  /// Of the bounds, in the model's own units.
  double diagonal = 0.0;
  Aabb bounds;

  TriangleList surface;
  /// By triangle. A body is connected by edges with two triangles; a cavity belongs to the body around it.
  Buffer<std::uint32_t> bodies;
  std::uint32_t body_count = 0;
  /// By triangle: whether it encloses (is no sheet).
  Buffer<std::uint8_t> closed;
  /// Whether the enclosing surfaces have no holes.
  bool is_watertight = true;
  Buffer<ConcaveEdge> concave_edges;
};

/// Makes a model ready, in steps: each takes milliseconds per 10,000 triangles.
class ModelPreparation {
 public:
  /// Call once. @param vertices checked. @param most_bodies beyond this number bodies that touch need not stay
  /// distinct.
  /// @return `out_of_memory` or ok.
  [[nodiscard]] Status start(std::span<const double> vertices, Model& model, std::uint32_t most_bodies = 0xffffffff);
  /// @param vertices, model of `start`. @param indices checked. @return `degenerate_shape` if no triangle has an area
  /// or the model is too small, `invalid_argument` if it is too large, `out_of_memory`, or ok.
  [[nodiscard]] Status step(std::span<const double> vertices, std::span<const std::uint32_t> indices, Model& model);
  bool is_done() const { return stage_ == Stage::done; }

 private:
  enum class Stage : std::uint8_t {
    weld,
    triangles,
    duplicates,
    frame,
    twins,
    pairs,
    junctions,
    bodies,
    walls,
    cavities,
    owners,
    numbers,
    openings,
    closing,
    edges,
    done
  };

  Stage stage_ = Stage::weld;
  Welding welding_;
  WeldedVertices welded_;
  TwinSearch twin_search_;
  JunctionSplit junctions_;
  bool has_split_ = false;
  Buffer<OppositeTriangles> opposites_;
  std::uint32_t most_bodies_ = 0;
  /// By half-edge: the one on the other side.
  Buffer<std::uint32_t> twins_;
  /// By body: six times the enclosed volume, and a sum over its edges that is zero if the body is closed.
  Buffer<double> volumes_;
  Buffer<std::uint64_t> gaps_;
  /// By body: the one that it is a cavity of, or 0xffffffff; those before `body_at_` are known.
  Buffer<std::uint32_t> owners_;
  std::uint32_t body_at_ = 0;
  /// Bodies that can have cavities, in a tree; their triangles, a body's from its entry of `begin` on.
  struct Outsides {
    StaticTree tree;
    Buffer<std::uint32_t> bodies, begin, triangles;
  };
  Outsides outsides_;
  /// The open bodies, and the part of the lattice that has been sampled.
  Solid open_;
  Aabb open_bounds_;
  int sample_ = 0, decided_ = 0, undecided_ = 0;

  [[nodiscard]] Status take_triangles(std::span<const std::uint32_t> indices, Model& model);
  [[nodiscard]] Status find_frame(Model& model);
  [[nodiscard]] Status find_bodies(Model& model);
  [[nodiscard]] Status split_junctions(Model& model);
  [[nodiscard]] Status judge_walls(Model& model);
  void turn_inside_out(Model& model);
  [[nodiscard]] Status find_cavities(Model& model);
  void find_owners(const Model& model);
  std::uint32_t owner_of(const Model& model, std::uint32_t cavity, std::size_t& work) const;
  [[nodiscard]] Status number_bodies(Model& model);
  [[nodiscard]] Status find_openings(Model& model);
  [[nodiscard]] Status close_open_bodies(Model& model);
  [[nodiscard]] Status sum_open_volumes(const Model& model, double& sum) const;
  [[nodiscard]] Status join_open_bodies(Model& model);
  [[nodiscard]] Status find_concave_edges(Model& model);
  void flip(Model& model, std::uint32_t t);
};

}  // namespace hyperplane
