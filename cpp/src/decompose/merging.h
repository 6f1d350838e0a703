#pragma once

#include <cstdint>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/piece.h"
#include "decompose/void_depth.h"

namespace hyperplane {

/// Merges pieces whose common hull stays close to the solid, the best pair first, and then, if `forces`, further ones
/// until few enough remain. Pieces of different bodies are merged only if forced. Results of pairs are kept for another
/// run with another limit.
class Merging {
 public:
  struct Limits {
    double max_depth, thickness;
    std::uint32_t max_parts;
    /// Whether to reach max_parts at any cost.
    bool forces;
  };

  [[nodiscard]] Status start(const Buffer<Piece*>& pieces, const Limits& limits);
  /// Does one step. @param pieces merged ones become one, the others keep their order.
  [[nodiscard]] Status step(Buffer<Piece*>& pieces, const Solid& solid);
  bool is_done() const { return done_; }

 private:
  struct Pair {
    Piece *a, *b;
    double cost;
  };

  /// Of the common hull of a pair: its volume, and bounds of its depth, as found with a limit. Key 0: none.
  struct Known {
    std::uint64_t key;
    double volume, lower, upper, limit;
  };

  std::size_t slot_of(std::uint64_t key) const;
  [[nodiscard]] bool keep(const Known& known);
  bool suffices(const Known& known) const;
  void set_cost(Pair& pair, const Known& known);
  [[nodiscard]] bool add_pair(Piece* a, Piece* b, bool near_only);
  [[nodiscard]] bool add_pairs(const Buffer<Piece*>& pieces, bool near_only);
  [[nodiscard]] Status join(Buffer<Piece*>& pieces);
  [[nodiscard]] Status start_hull(const Pair& pair);
  [[nodiscard]] Status measure(Pair& pair, const Solid& solid);
  [[nodiscard]] Status choose(Buffer<Piece*>& pieces);

  Limits limits_{};
  Buffer<Pair> pairs_;
  std::size_t at_ = 0;
  /// A table with open addressing, at most half full.
  Buffer<Known> known_;
  std::size_t known_count_ = 0;
  /// Whether pieces must be merged at any cost, and whether distant ones have been considered.
  bool is_forced_ = false, has_distant_ = false;
  /// Whether the hull of the present pair is built or being built, and whether its depth is being measured.
  bool is_built_ = false, is_measuring_ = false, done_ = true;
  /// Whether the pair is merged once its hull is built.
  bool is_joining_ = false;
  std::size_t best_ = 0;
  Polytope hull_;
  HullBuild building_;
  VoidDepth depth_;
};

}  // namespace hyperplane
