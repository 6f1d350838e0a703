#include "decompose/merging.h"

#include "core/memory.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Boxes for the cost of a pair: one that must fit, and one of many.
constexpr std::uint32_t k_boxes_a_pair = 4000, k_boxes_a_forced_pair = 800;

/// Bounds grow by this share of the permitted depth to find neighbours.
constexpr double k_neighbour_share = 0.5;

/// Tolerance of a pair's depth, as a share of the permitted one. Pairs undecided by it stay undecided for limits up to
/// this factor away.
constexpr double k_pair_tolerance = 0.3, k_same_limit = 1.25;

constexpr std::size_t k_first_table = 1024;

/// Boxes in one step, and planes of a hull that take as long as a box.
constexpr std::size_t k_boxes_a_step = 150, k_planes_a_box = 512;

std::uint32_t boxes_beside(const Polytope& hull) {
  const std::size_t boxes = k_boxes_a_step / (1 + hull.planes().size() / k_planes_a_box);
  return static_cast<std::uint32_t>(boxes < 1 ? 1 : boxes);
}

}  // namespace

bool Merging::add_pair(Piece* a, Piece* b, bool near_only) {
  if (!is_forced_ && a->body != b->body) return true;
  const double reach = k_neighbour_share * limits_.max_depth;
  const Vec3 more{reach, reach, reach};
  const Aabb& bounds = a->hull.bounds();
  if (near_only && !overlaps(Aabb{bounds.min - more, bounds.max + more}, b->hull.bounds())) return true;
  return pairs_.push({a, b, 0.0});
}

bool Merging::add_pairs(const Buffer<Piece*>& pieces, bool near_only) {
  pairs_.clear();
  at_ = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t k = i + 1; k < pieces.size(); ++k) {
      if (!add_pair(pieces[i], pieces[k], near_only)) return false;
    }
  }
  return true;
}

Status Merging::start(const Buffer<Piece*>& pieces, const Limits& limits) {
  limits_ = limits;
  is_forced_ = has_distant_ = is_measuring_ = is_built_ = is_joining_ = done_ = false;
  return add_pairs(pieces, true) ? Status::ok : Status::out_of_memory;
}

Status Merging::start_hull(const Pair& pair) {
  Buffer<Vec3> points;
  if (!points.assign(pair.a->hull.vertices())) return Status::out_of_memory;
  for (const Vec3& v : pair.b->hull.vertices()) {
    if (!points.push(v)) return Status::out_of_memory;
  }
  building_.start(points, limits_.thickness);
  return Status::ok;
}

/// The slot of a key, or the empty slot where it belongs.
std::size_t Merging::slot_of(std::uint64_t key) const {
  std::size_t slot = key & (known_.size() - 1);
  while (known_[slot].key != 0 && known_[slot].key != key) slot = (slot + 1) & (known_.size() - 1);
  return slot;
}

bool Merging::keep(const Known& known) {
  if (2 * (known_count_ + 1) > known_.size()) {
    Buffer<Known> old;
    old.swap(known_);
    if (!known_.resize(old.empty() ? k_first_table : 2 * old.size(), {})) return false;
    for (const Known& entry : old) {
      if (entry.key != 0) known_[slot_of(entry.key)] = entry;
    }
  }
  Known& entry = known_[slot_of(known.key)];
  known_count_ += entry.key == 0 ? 1u : 0u;
  entry = known;
  return true;
}

/// Whether the entry is as informative as a search with the present limit.
bool Merging::suffices(const Known& known) const {
  if (known.key == 0 || is_forced_) return false;
  const double limit = limits_.max_depth;
  if (known.upper <= limit || known.lower > limit) return true;
  const bool is_undecided = known.lower <= known.limit && known.upper > known.limit;
  return is_undecided && limit <= k_same_limit * known.limit && known.limit <= k_same_limit * limit;
}

/// Cost of a pair that fits: the volume that its hull adds.
void Merging::set_cost(Pair& pair, const Known& known) {
  const double added = known.volume - pair.a->hull.volume() - pair.b->hull.volume();
  const bool fits = known.upper <= limits_.max_depth;
  pair.cost = fits ? limits_.max_depth * clamp(0.5 + added, 0.0, 1.0) : known.upper;
  ++at_;
}

/// Measures the depth of a pair's hull.
Status Merging::measure(Pair& pair, const Solid& solid) {
  const std::uint64_t key = pair.a->key ^ pair.b->key;
  if (!is_measuring_) {
    const VoidDepth::Goal goal{limits_.max_depth, is_forced_ ? 1e300 : limits_.max_depth,
                               k_pair_tolerance * limits_.max_depth,
                               is_forced_ ? k_boxes_a_forced_pair : k_boxes_a_pair};
    if (depth_.start(hull_, solid, goal) != Status::ok) return Status::out_of_memory;
    is_measuring_ = true;
  }
  if (depth_.step(hull_, solid, boxes_beside(hull_)) != Status::ok) return Status::out_of_memory;
  if (!depth_.is_done()) return Status::ok;
  is_measuring_ = is_built_ = false;
  const Known known{key, hull_.volume(), depth_.lower(), depth_.upper(), limits_.max_depth};
  set_cost(pair, known);
  return keep(known) ? Status::ok : Status::out_of_memory;
}

Status Merging::step(Buffer<Piece*>& pieces, const Solid& solid) {
  if (done_) return Status::ok;
  if (!building_.is_done()) return building_.step(hull_);
  if (is_joining_) return join(pieces);
  if (at_ == pairs_.size()) return choose(pieces);
  Pair& pair = pairs_[at_];
  if (is_built_) return measure(pair, solid);
  const Known* const known = known_.empty() ? nullptr : &known_[slot_of(pair.a->key ^ pair.b->key)];
  if (known != nullptr && suffices(*known)) {
    set_cost(pair, *known);
    return Status::ok;
  }
  is_built_ = true;
  return start_hull(pair);
}

/// Called when the costs of all pairs are known: starts merging the best, or ends.
Status Merging::choose(Buffer<Piece*>& pieces) {
  std::size_t best = pairs_.size();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (best == pairs_.size() || pairs_[i].cost < pairs_[best].cost) best = i;
  }
  const bool has_fitting = best < pairs_.size() && pairs_[best].cost <= limits_.max_depth;
  if (!is_forced_ && !has_fitting) {
    done_ = pieces.size() <= limits_.max_parts || !limits_.forces;
    is_forced_ = !done_;
    return done_ || add_pairs(pieces, true) ? Status::ok : Status::out_of_memory;
  }
  if (is_forced_ && pieces.size() <= limits_.max_parts) {
    done_ = true;
    return Status::ok;
  }
  if (best < pairs_.size()) {
    best_ = best;
    is_joining_ = true;
    return start_hull(pairs_[best]);
  }
  if (has_distant_) {
    done_ = true;
    return Status::ok;
  }
  has_distant_ = true;
  return add_pairs(pieces, false) ? Status::ok : Status::out_of_memory;
}

/// @param pieces the best pair becomes one.
Status Merging::join(Buffer<Piece*>& pieces) {
  is_joining_ = false;
  Piece *const a = pairs_[best_].a, *const b = pairs_[best_].b;
  a->hull = static_cast<Polytope&&>(hull_);
  a->depth = pairs_[best_].cost;
  a->key ^= b->key;
  a->is_mixed = a->is_mixed || b->is_mixed || a->body != b->body;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i] != b) pieces[kept++] = pieces[i];
  }
  pieces.truncate(kept);
  destroy_object(b);
  kept = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Pair& pair = pairs_[i];
    if (pair.a != a && pair.b != a && pair.a != b && pair.b != b) pairs_[kept++] = pair;
  }
  pairs_.truncate(kept);
  at_ = kept;
  for (Piece* const other : pieces) {
    if (other != a && !add_pair(a, other, !has_distant_)) return Status::out_of_memory;
  }
  return Status::ok;
}

}  // namespace hyperplane
