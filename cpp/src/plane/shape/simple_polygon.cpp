#include "plane/shape/simple_polygon.h"

#include "bvh/descent.h"
#include "bvh/static_tree.h"
#include "core/sort.h"
#include "plane/math/orientation.h"
#include "plane/shape/box2.h"

namespace hyperplane::plane {
namespace {

RingFault fault(Status status, const char* message, std::int64_t vertex = -1) { return {status, message, vertex}; }

bool is_same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

/// Whether a point on the line through a and b lies between them.
bool is_between(Vec2 a, Vec2 b, Vec2 point) {
  return a.x != b.x ? (a.x <= point.x && point.x <= b.x) || (b.x <= point.x && point.x <= a.x)
                    : (a.y <= point.y && point.y <= b.y) || (b.y <= point.y && point.y <= a.y);
}

/// Whether two closed segments have a point in common.
bool do_meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const int c_side = orientation(a, b, c), d_side = orientation(a, b, d);
  const int a_side = orientation(c, d, a), b_side = orientation(c, d, b);
  if (c_side * d_side < 0 && a_side * b_side < 0) return true;
  return (c_side == 0 && is_between(a, b, c)) || (d_side == 0 && is_between(a, b, d)) ||
         (a_side == 0 && is_between(c, d, a)) || (b_side == 0 && is_between(c, d, b));
}

/// Whether a ring without crossings goes counter-clockwise: by the turn at its lowest, leftmost vertex, exactly.
bool is_counter_clockwise(std::span<const Vec2> ring) {
  std::size_t lowest = 0;
  for (std::size_t i = 1; i < ring.size(); ++i) {
    if (ring[i].x < ring[lowest].x || (ring[i].x == ring[lowest].x && ring[i].y < ring[lowest].y)) lowest = i;
  }
  const Vec2 before = ring[lowest == 0 ? ring.size() - 1 : lowest - 1];
  const Vec2 after = ring[lowest + 1 == ring.size() ? 0 : lowest + 1];
  return orientation(before, ring[lowest], after) > 0;
}

/// Removes repeated vertices and such on a straight edge. @return the number of a vertex where the ring turns back on
/// itself, or -1.
std::int64_t clean(Buffer<Vec2>& ring, Buffer<std::uint32_t>& source) {
  // Each pass tests neighbours that the last one may have created.
  for (bool changes = true; changes && ring.size() > 2;) {
    changes = false;
    std::size_t kept = 0;
    const std::size_t count = ring.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2 before = kept > 0 ? ring[kept - 1] : ring[count - 1];
      const Vec2 here = ring[i], after = i + 1 < count ? ring[i + 1] : ring[0];
      bool is_needed = !is_same(before, here) && (i + 1 < count || kept == 0 || !is_same(here, ring[0]));
      if (is_needed && !is_same(here, after) && orientation(before, here, after) == 0) {
        if (!is_between(before, after, here)) return source[i];
        is_needed = false;
      }
      if (!is_needed) {
        changes = true;
        continue;
      }
      ring[kept] = here;
      source[kept++] = source[i];
    }
    ring.truncate(kept);
    source.truncate(kept);
  }
  return -1;
}

/// The later edge of two that meet and are no neighbours; -1: none, -2: out of memory.
std::int64_t find_crossing(const Rings& rings) {
  const auto count = static_cast<std::uint32_t>(rings.points.size());
  const auto bounds_of_edge = [&](std::uint32_t i) {
    Box2 box{rings.points[i], rings.points[i]};
    box.add(rings.points[rings.next[i]]);
    return to_tree_bounds(box);
  };
  StaticTree tree;
  Buffer<std::uint32_t> order;
  if (!order.resize_uninitialized(count) || tree.build(bounds_of_edge, order.span()) != Status::ok) return -2;
  std::int64_t found = -1;
  for (std::uint32_t i = 0; i < count && found < 0; ++i) {
    const std::uint32_t i_end = rings.next[i];
    descend_overlapping(tree.nodes(), bounds_of_edge(i), AcceptAll(), [&](std::uint32_t leaf) {
      const StaticTree::Run run = StaticTree::run_of(leaf);
      for (std::uint32_t place = run.begin; place < run.end; ++place) {
        const std::uint32_t j = order[place], j_end = rings.next[j];
        if (j == i || j_end == i || i_end == j) continue;
        if (do_meet(rings.points[i], rings.points[i_end], rings.points[j], rings.points[j_end])) {
          found = i > j ? i : j;
          return false;
        }
      }
      return true;
    });
  }
  return found;
}

/// Whether the ring that begins at a vertex contains a point that is not on it, by parity. Exact.
bool holds(const Rings& rings, std::uint32_t first, Vec2 point) {
  bool is_inside = false;
  std::uint32_t i = first;
  do {
    const Vec2 a = rings.points[i], b = rings.points[rings.next[i]];
    if ((a.y > point.y) != (b.y > point.y)) {
      const int side = a.y < b.y ? orientation(a, b, point) : orientation(b, a, point);
      is_inside = is_inside != (side > 0);
    }
    i = rings.next[i];
  } while (i != first);
  return is_inside;
}

}  // namespace

RingFault make_rings(std::span<const double> points, std::span<const std::uint32_t> ring_sizes, Rings& rings) {
  std::uint64_t total = 0;
  for (const std::uint32_t size : ring_sizes) total += size;
  if (ring_sizes.empty() || points.size() != 2 * total || total > k_max_composite_points) {
    return fault(Status::invalid_argument, "points must be x, y of at most 2^20 vertices, as many as the rings have");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    // NaN fails the comparison.
    if (!(magnitude(points[i]) <= k_max_size)) {
      return fault(Status::invalid_argument, "a coordinate is not finite, or beyond 1e9",
                   static_cast<std::int64_t>(i / 2));
    }
  }
  Buffer<std::uint32_t> firsts;
  Buffer<Vec2> ring;
  Buffer<std::uint32_t> source;
  const RingFault no_memory = fault(Status::out_of_memory, "no memory for a polygon");
  std::uint32_t begin = 0;
  for (std::size_t r = 0; r < ring_sizes.size(); ++r) {
    ring.clear();
    source.clear();
    if (!ring.reserve(ring_sizes[r]) || !source.reserve(ring_sizes[r])) return no_memory;
    for (std::uint32_t i = begin; i < begin + ring_sizes[r]; ++i) {
      ring.push_unchecked({points[2 * std::size_t{i}] + 0.0, points[2 * std::size_t{i} + 1] + 0.0});
      source.push_unchecked(i);
    }
    const std::int64_t spike = clean(ring, source);
    if (spike >= 0) return fault(Status::degenerate_shape, "the ring turns back on itself", spike);
    if (ring.size() < 3) {
      return fault(Status::degenerate_shape, "the ring has no area", ring_sizes[r] > 0 ? std::int64_t{begin} : -1);
    }
    begin += ring_sizes[r];
    const bool wants_reversal = is_counter_clockwise(ring.span()) != (r == 0);
    const auto first = static_cast<std::uint32_t>(rings.points.size());
    const auto count = static_cast<std::uint32_t>(ring.size());
    if (!firsts.push(first)) return no_memory;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t from = wants_reversal ? count - 1 - i : i;
      if (!rings.points.push(ring[from]) || !rings.source.push(source[from]) ||
          !rings.previous.push(first + (i == 0 ? count - 1 : i - 1)) ||
          !rings.next.push(first + (i + 1 == count ? 0 : i + 1))) {
        return no_memory;
      }
    }
    Vec2 low = ring[0], high = ring[0];
    for (const Vec2& point : ring) {
      low = {smaller(low.x, point.x), smaller(low.y, point.y)};
      high = {larger(high.x, point.x), larger(high.y, point.y)};
    }
    const double diagonal = length(high - low);
    if (r == 0 && !(diagonal >= k_min_size)) {
      return fault(Status::degenerate_shape, "the polygon is smaller than 1e-9", source[0]);
    }
  }
  const std::int64_t crossing = find_crossing(rings);
  if (crossing == -2) return no_memory;
  if (crossing >= 0) {
    return fault(Status::degenerate_shape, "the polygon crosses or touches itself at an edge",
                 rings.source[static_cast<std::size_t>(crossing)]);
  }
  for (std::size_t hole = 1; hole < firsts.size(); ++hole) {
    const std::uint32_t first = firsts[hole];
    for (std::size_t other = 0; other < firsts.size(); ++other) {
      if (other == hole || holds(rings, firsts[other], rings.points[first]) == (other == 0)) continue;
      return fault(Status::degenerate_shape,
                   other == 0 ? "a hole lies outside of the polygon" : "a hole lies within another",
                   rings.source[first]);
    }
  }
  return {};
}

namespace {

/// Half-edges: 2 k goes from `origin` to that of 2 k + 1, its twin. Those out of a vertex form a circle,
/// counter-clockwise. Edge k < n of the rings goes from vertex k to the next, with the inside on its left.
class Mesh {
 public:
  explicit Mesh(const Rings& rings) : rings_(rings) {}

  bool begin() {
    const auto count = static_cast<std::uint32_t>(rings_.points.size());
    if (!edges_.reserve(4 * std::size_t{count})) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      edges_.push_unchecked({i, 0, 0});
      edges_.push_unchecked({rings_.next[i], 0, 0});
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t out = 2 * i, back = 2 * rings_.previous[i] + 1;
      edges_[out].left = edges_[out].right = back;
      edges_[back].left = edges_[back].right = out;
    }
    return true;
  }

  std::uint32_t origin(std::uint32_t h) const { return edges_[h].origin; }
  std::uint32_t target(std::uint32_t h) const { return edges_[h ^ 1].origin; }
  Vec2 at(std::uint32_t vertex) const { return rings_.points[vertex]; }
  /// The next half-edge around the face on the left.
  std::uint32_t next(std::uint32_t h) const { return edges_[h ^ 1].right; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(edges_.size()); }
  std::uint32_t ring_edges() const { return 2 * static_cast<std::uint32_t>(rings_.points.size()); }
  bool is_removed(std::uint32_t h) const { return edges_[h].left == k_removed; }
  const Rings& rings() const { return rings_; }

  /// Adds a diagonal. @return false if memory runs out.
  bool connect(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t out = size();
    if (!edges_.push({a, 0, 0}) || !edges_.push({b, 0, 0})) return false;
    insert(out);
    insert(out + 1);
    return true;
  }

  /// Whether removing a diagonal leaves no reflex corner.
  bool is_spare(std::uint32_t h) const { return joins_well(h) && joins_well(h ^ 1); }
  void remove(std::uint32_t h) {
    for (const std::uint32_t half : {h, h ^ 1}) {
      const Edge edge = edges_[half];
      edges_[edge.left].right = edge.right;
      edges_[edge.right].left = edge.left;
      edges_[half].left = k_removed;
    }
  }

 private:
  struct Edge {
    std::uint32_t origin;
    /// The next one out of the same vertex, counter-clockwise, and clockwise.
    std::uint32_t left, right;
  };
  static constexpr std::uint32_t k_removed = 0xffffffff;

  bool joins_well(std::uint32_t h) const {
    return orientation(at(target(edges_[h].right)), at(origin(h)), at(target(edges_[h].left))) <= 0;
  }

  /// Inserts a diagonal into the circle of its vertex, within the inside.
  void insert(std::uint32_t h) {
    const std::uint32_t vertex = origin(h);
    const Vec2 here = at(vertex), from = at(rings_.next[vertex]), to = at(target(h));
    const auto is_past_half = [&](Vec2 point) { return orientation(here, from, point) <= 0; };
    const bool is_far = is_past_half(to);
    std::uint32_t before = 2 * vertex;
    for (;;) {
      const std::uint32_t after = edges_[before].left;
      if (after == 2 * rings_.previous[vertex] + 1) break;
      const Vec2 other = at(target(after));
      const bool is_other_far = is_past_half(other);
      const bool comes_first = is_other_far != is_far ? is_far : orientation(here, other, to) > 0;
      if (!comes_first) break;
      before = after;
    }
    const std::uint32_t after = edges_[before].left;
    edges_[h].right = before;
    edges_[h].left = after;
    edges_[before].left = h;
    edges_[after].right = h;
  }

  const Rings& rings_;
  Buffer<Edge> edges_;
};

bool is_left(Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

/// The sweep: from left to right over the vertices, with the edges that have the inside above them, lowest first, and
/// for each the last vertex that could see a merge vertex.
class MonotoneCut {
 public:
  explicit MonotoneCut(Mesh& mesh) : mesh_(mesh), rings_(mesh.rings()) {}

  bool run() {
    const auto count = static_cast<std::uint32_t>(rings_.points.size());
    if (!order_.resize_uninitialized(count) || !helpers_.resize(count, 0)) return false;
    for (std::uint32_t i = 0; i < count; ++i) order_[i] = i;
    sort(order_.span(), [&](std::uint32_t a, std::uint32_t b) { return is_left(rings_.points[a], rings_.points[b]); });
    for (const std::uint32_t vertex : order_) {
      if (!visit(vertex)) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t k_merge = 0x80000000;

  bool visit(std::uint32_t v) {
    const std::uint32_t u = rings_.previous[v], w = rings_.next[v];
    const Vec2 here = rings_.points[v];
    const bool comes_from_left = is_left(rings_.points[u], here), goes_right = is_left(here, rings_.points[w]);
    const bool is_convex = orientation(rings_.points[u], here, rings_.points[w]) > 0;
    const std::size_t place = edges_below(here);
    if (comes_from_left) {
      // The edge that ends here is the first that is not below.
      if (!see(v, u)) return false;
      if (goes_right) {
        active_[place] = v;
        helpers_[v] = v;
        return true;
      }
      remove(place);
      return is_convex || watch(v, place, k_merge);
    }
    if (goes_right) {
      if (!is_convex && !split(v, place)) return false;
      helpers_[v] = v;
      return insert(place, v);
    }
    return watch(v, place, 0);
  }

  std::size_t edges_below(Vec2 point) const {
    std::size_t low = 0, high = active_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      const std::uint32_t edge = active_[middle];
      if (orientation(rings_.points[edge], rings_.points[rings_.next[edge]], point) > 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
  /// Connects a vertex with the pending merge vertex of an edge.
  bool see(std::uint32_t v, std::uint32_t edge) {
    return (helpers_[edge] & k_merge) == 0 || mesh_.connect(v, helpers_[edge] & ~k_merge);
  }
  /// A vertex whose inside continues above the edge below it.
  bool watch(std::uint32_t v, std::size_t place, std::uint32_t merge) {
    const std::uint32_t edge = active_[place - 1];
    if (!see(v, edge)) return false;
    helpers_[edge] = v | merge;
    return true;
  }
  bool split(std::uint32_t v, std::size_t place) {
    const std::uint32_t edge = active_[place - 1];
    if (!mesh_.connect(v, helpers_[edge] & ~k_merge)) return false;
    helpers_[edge] = v;
    return true;
  }
  bool insert(std::size_t place, std::uint32_t edge) {
    if (!active_.push(edge)) return false;
    for (std::size_t i = active_.size() - 1; i > place; --i) active_[i] = active_[i - 1];
    active_[place] = edge;
    return true;
  }
  void remove(std::size_t place) {
    for (std::size_t i = place; i + 1 < active_.size(); ++i) active_[i] = active_[i + 1];
    active_.pop();
  }

  Mesh& mesh_;
  const Rings& rings_;
  Buffer<std::uint32_t> order_, active_, helpers_;
};

/// Cuts one monotone face into triangles.
class MonotoneFace {
 public:
  explicit MonotoneFace(Mesh& mesh) : mesh_(mesh) {}

  bool cut(std::uint32_t first) {
    face_.clear();
    bool is_convex = true;
    std::uint32_t h = first;
    do {
      if (!face_.push(mesh_.origin(h))) return false;
      const std::uint32_t after = mesh_.next(h);
      is_convex = is_convex &&
                  orientation(mesh_.at(mesh_.origin(h)), mesh_.at(mesh_.target(h)), mesh_.at(mesh_.target(after))) >= 0;
      h = after;
    } while (h != first);
    if (is_convex) return true;
    const std::size_t count = face_.size();
    std::size_t leftmost = 0;
    for (std::size_t i = 1; i < count; ++i) {
      if (is_left(mesh_.at(face_[i]), mesh_.at(face_[leftmost]))) leftmost = i;
    }
    // Merges the lower chain, which goes on from there, with the upper one.
    merged_.clear();
    std::size_t lower = leftmost, upper = leftmost;
    const auto after = [&](std::size_t i) { return i + 1 == count ? 0 : i + 1; };
    const auto before = [&](std::size_t i) { return i == 0 ? count - 1 : i - 1; };
    if (!merged_.push({face_[leftmost], true})) return false;
    while (merged_.size() < count) {
      const std::size_t next_lower = after(lower), next_upper = before(upper);
      const bool takes_lower =
          is_left(mesh_.at(face_[next_lower]), mesh_.at(face_[next_upper])) || next_lower == next_upper;
      if (!merged_.push({face_[takes_lower ? next_lower : next_upper], takes_lower})) return false;
      (takes_lower ? lower : upper) = takes_lower ? next_lower : next_upper;
    }
    return sweep();
  }

 private:
  struct Entry {
    std::uint32_t vertex;
    bool is_lower;
  };

  bool sweep() {
    stack_.clear();
    if (!stack_.push(merged_[0]) || !stack_.push(merged_[1])) return false;
    for (std::size_t i = 2; i + 1 < merged_.size(); ++i) {
      const Entry entry = merged_[i];
      if (entry.is_lower != stack_[stack_.size() - 1].is_lower) {
        for (std::size_t k = 1; k < stack_.size(); ++k) {
          if (!mesh_.connect(entry.vertex, stack_[k].vertex)) return false;
        }
        const Entry top = stack_[stack_.size() - 1];
        stack_.clear();
        if (!stack_.push(top)) return false;
      } else {
        while (stack_.size() > 1) {
          const int turn = orientation(mesh_.at(stack_[stack_.size() - 2].vertex),
                                       mesh_.at(stack_[stack_.size() - 1].vertex), mesh_.at(entry.vertex));
          if (entry.is_lower ? turn <= 0 : turn >= 0) break;
          stack_.pop();
          if (!mesh_.connect(entry.vertex, stack_[stack_.size() - 1].vertex)) return false;
        }
      }
      if (!stack_.push(entry)) return false;
    }
    for (std::size_t k = 1; k + 1 < stack_.size(); ++k) {
      if (!mesh_.connect(merged_[merged_.size() - 1].vertex, stack_[k].vertex)) return false;
    }
    return true;
  }

  Mesh& mesh_;
  Buffer<std::uint32_t> face_;
  Buffer<Entry> merged_, stack_;
};

/// Calls `visit` with one half-edge of every face inside.
template <class Visit>
bool visit_faces(const Mesh& mesh, Buffer<std::uint8_t>& seen, const Visit& visit) {
  seen.clear();
  const std::uint32_t count = mesh.size();
  if (!seen.resize(count, 0)) return false;
  for (std::uint32_t h = 0; h < count; ++h) {
    // The twins of ring edges bound the outside.
    if (seen[h] != 0 || mesh.is_removed(h) || (h < mesh.ring_edges() && (h & 1) != 0)) continue;
    std::uint32_t at = h;
    do {
      seen[at] = 1;
      at = mesh.next(at);
    } while (at != h);
    if (!visit(h)) return false;
  }
  return true;
}

}  // namespace

bool cut_into_convex_parts(const Rings& rings, ConvexParts& parts) {
  Mesh mesh(rings);
  if (!mesh.begin() || !MonotoneCut(mesh).run()) return false;
  Buffer<std::uint8_t> seen;
  Buffer<std::uint32_t> faces;
  if (!visit_faces(mesh, seen, [&](std::uint32_t h) { return faces.push(h); })) return false;
  MonotoneFace face(mesh);
  for (const std::uint32_t h : faces) {
    if (!face.cut(h)) return false;
  }
  struct Diagonal {
    std::uint32_t h;
    double squared;
  };
  Buffer<Diagonal> diagonals;
  for (std::uint32_t h = mesh.ring_edges(); h < mesh.size(); h += 2) {
    const Vec2 along = mesh.at(mesh.target(h)) - mesh.at(mesh.origin(h));
    if (!diagonals.push({h, dot(along, along)})) return false;
  }
  sort(diagonals.span(),
       [](const Diagonal& a, const Diagonal& b) { return a.squared != b.squared ? a.squared > b.squared : a.h < b.h; });
  for (const Diagonal& diagonal : diagonals) {
    if (mesh.is_spare(diagonal.h)) mesh.remove(diagonal.h);
  }
  if (!parts.inside.resize(rings.points.size(), 0)) return false;
  return visit_faces(
             mesh, seen,
             [&](std::uint32_t first) {
               const auto part = static_cast<std::uint32_t>(parts.starts.size());
               if (!parts.starts.push(static_cast<std::uint32_t>(parts.vertices.size()))) return false;
               std::uint32_t h = first;
               do {
                 if (h < mesh.ring_edges()) parts.inside[h / 2] = part;
                 const std::uint32_t after = mesh.next(h);
                 // Vertices in the middle of a straight side are not those of the part.
                 if (orientation(mesh.at(mesh.origin(h)), mesh.at(mesh.target(h)), mesh.at(mesh.target(after))) != 0 &&
                     !parts.vertices.push(mesh.target(h))) {
                   return false;
                 }
                 h = after;
               } while (h != first);
               return true;
             }) &&
         parts.starts.push(static_cast<std::uint32_t>(parts.vertices.size()));
}

}  // namespace hyperplane::plane
