#include "decompose/crowded_edges.h"

#include <cmath>

#include "core/sort.h"
#include "decompose/adjacency.h"
#include "decompose/tolerances.h"

namespace hyperplane {
namespace {

struct Bracket {
  double turn;
  std::uint32_t half_edge;
  bool opens;
};

/// Grows with the angle of the vector (x, y) to the x axis, from 0 to 4. @param x, y not both zero.
double turn_around(double x, double y) {
  const double share = y / (std::fabs(x) + std::fabs(y));
  if (x < 0.0) return 2.0 - share;
  return y < 0.0 ? 4.0 + share : share;
}

/// Sorts closing brackets before opening ones of the same plane.
void put_closing_first(std::span<Bracket> brackets) {
  for (std::size_t i = 1; i < brackets.size(); ++i) {
    if (brackets[i].opens) continue;
    const Bracket closing = brackets[i];
    std::size_t at = i;
    for (; at > 0 && brackets[at - 1].opens && closing.turn - brackets[at - 1].turn < k_same_turn; --at) {
      brackets[at] = brackets[at - 1];
    }
    brackets[at] = closing;
  }
}

/// @param brackets those in the order of their turns that `takes` accepts are matched, if as many open as close.
template <typename Takes>
void match(std::span<const Bracket> brackets, const Takes& takes, Buffer<std::uint32_t>& twins) {
  const auto is_left = [&](const Bracket& bracket) { return twins[bracket.half_edge] == k_no_twin && takes(bracket); };
  std::size_t opening = 0, closing = 0;
  for (const Bracket& bracket : brackets) {
    if (is_left(bracket)) ++(bracket.opens ? opening : closing);
  }
  if (opening != closing) return;
  // Two rounds: brackets open at the end of the first close in the second.
  std::uint32_t open[k_most_at_edge];
  std::size_t top = 0;
  for (std::size_t i = 0; i < 2 * brackets.size(); ++i) {
    const Bracket& bracket = brackets[i % brackets.size()];
    if (!is_left(bracket)) continue;
    if (bracket.opens) {
      if (i < brackets.size()) open[top++] = bracket.half_edge;
    } else if (top > 0) {
      const std::uint32_t other = open[--top];
      twins[other] = bracket.half_edge;
      twins[bracket.half_edge] = other;
    }
  }
}

}  // namespace

void pair_crowded_edge(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                       std::span<const std::uint32_t> components, std::span<std::uint32_t> half_edges,
                       Buffer<std::uint32_t>& twins) {
  if (half_edges.size() > k_most_at_edge) return;
  sort(half_edges, [](std::uint32_t a, std::uint32_t b) { return a < b; });
  const std::uint32_t from = corners[half_edges[0]], to = end_of(corners, half_edges[0]);
  const Vec3 axis = direction_of(points[to] - points[from]);
  const auto beyond = [&](std::uint32_t h) {
    const Vec3 third = points[corners[h % 3 == 0 ? h + 2 : h - 1]] - points[from];
    return third - axis * dot(axis, third);
  };
  const Vec3 x = direction_of(beyond(half_edges[0])), y = cross(axis, x);
  Bracket brackets[k_most_at_edge];
  std::size_t count = 0;
  for (const std::uint32_t h : half_edges) {
    const Vec3 side = beyond(h);
    double turn = turn_around(dot(x, side), dot(y, side));
    // NaN: a needle that is a line in this frame.
    if (!(turn >= 0.0)) return;
    if (turn > 4.0 - k_same_turn) turn -= 4.0;
    // A triangle that runs along the axis has its outside in the sense of growing turns.
    brackets[count++] = {turn, h, corners[h] != from};
  }
  const std::span<Bracket> all{brackets, count};
  sort(all, [](const Bracket& a, const Bracket& b) {
    return a.turn != b.turn ? a.turn < b.turn : a.half_edge < b.half_edge;
  });
  put_closing_first(all);
  const auto component_of = [&](const Bracket& bracket) { return components[bracket.half_edge / 3]; };
  for (const Bracket& bracket : all) {
    match(all, [&](const Bracket& other) { return component_of(other) == component_of(bracket); }, twins);
  }
  match(all, [](const Bracket&) { return true; }, twins);
}

}  // namespace hyperplane
