#include "plane/plane_composite_oracle.h"

#include <algorithm>
#include <cmath>

namespace hyperplane::test::in_plane {
namespace {

using plane::Vec2;

struct WideVec {
  long double x, y;
};
WideVec wide(Vec2 v) { return {static_cast<long double>(v.x), static_cast<long double>(v.y)}; }
WideVec less(WideVec a, WideVec b) { return {a.x - b.x, a.y - b.y}; }
long double turn_of(WideVec a, WideVec b, WideVec c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
long double from_segment(WideVec p, WideVec a, WideVec b) {
  const WideVec edge = less(b, a), to = less(p, a);
  const long double squared = edge.x * edge.x + edge.y * edge.y;
  long double t = squared > 0 ? (to.x * edge.x + to.y * edge.y) / squared : 0;
  t = std::min(1.0L, std::max(0.0L, t));
  return std::hypot(to.x - t * edge.x, to.y - t * edge.y);
}
bool segments_cross(WideVec a, WideVec b, WideVec c, WideVec d) {
  return turn_of(a, b, c) * turn_of(a, b, d) < 0 && turn_of(c, d, a) * turn_of(c, d, b) < 0;
}
WideVec to_world(Vec2 v, const plane::Pose& pose) {
  const long double c = std::cos(static_cast<long double>(pose.angle));
  const long double s = std::sin(static_cast<long double>(pose.angle));
  const WideVec at = wide(v), origin = wide(pose.position);
  return {origin.x + c * at.x - s * at.y, origin.y + s * at.x + c * at.y};
}
bool is_in_rings(const std::vector<std::vector<WideVec>>& rings, WideVec p) {
  bool inside = false;
  for (const std::vector<WideVec>& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const WideVec a = ring[i], b = ring[(i + 1) % ring.size()];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
  }
  return inside;
}
long double doubled_area_of(const Ring& ring) {
  long double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    sum += turn_of({0, 0}, wide(ring[i]), wide(ring[(i + 1) % ring.size()]));
  }
  return sum;
}

constexpr double k_tau = 2.0 * 3.14159265358979323846;

}  // namespace

std::vector<double> RingPolygon::points() const {
  std::vector<double> all;
  for (const Ring& ring : rings) {
    for (const Vec2& point : ring) {
      all.push_back(point.x);
      all.push_back(point.y);
    }
  }
  return all;
}
std::vector<std::uint32_t> RingPolygon::sizes() const {
  std::vector<std::uint32_t> all;
  for (const Ring& ring : rings) all.push_back(static_cast<std::uint32_t>(ring.size()));
  return all;
}

plane::BuiltComposite build(const RingPolygon& polygon) {
  return plane::build_simple_polygon(polygon.points(), polygon.sizes());
}

long double oracle_doubled_area(const RingPolygon& polygon) {
  long double area = 0;
  for (std::size_t i = 0; i < polygon.rings.size(); ++i) {
    area += std::abs(doubled_area_of(polygon.rings[i])) * (i == 0 ? 1 : -1);
  }
  return area;
}

bool oracle_contains(const RingPolygon& polygon, Vec2 point) {
  std::vector<std::vector<WideVec>> rings;
  for (const Ring& ring : polygon.rings) {
    rings.emplace_back();
    for (const Vec2& v : ring) rings.back().push_back(wide(v));
  }
  return is_in_rings(rings, wide(point));
}

long double oracle_edge_distance(const RingPolygon& polygon, Vec2 point) {
  long double least = HUGE_VALL;
  for (const Ring& ring : polygon.rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      least = std::min(least, from_segment(wide(point), wide(ring[i]), wide(ring[(i + 1) % ring.size()])));
    }
  }
  return least;
}

int oracle_reflex_count(const RingPolygon& polygon) {
  int count = 0;
  for (std::size_t r = 0; r < polygon.rings.size(); ++r) {
    const Ring& ring = polygon.rings[r];
    const long double sign = (doubled_area_of(ring) > 0) == (r == 0) ? 1 : -1;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const WideVec before = wide(ring[(i + ring.size() - 1) % ring.size()]), after = wide(ring[(i + 1) % ring.size()]);
      count += sign * turn_of(before, wide(ring[i]), after) < 0 ? 1 : 0;
    }
  }
  return count;
}

double oracle_polygon_distance(const RingPolygon& polygon, const plane::Pose& pose, const PlaneSolid& solid,
                               const plane::Pose& solid_pose) {
  std::vector<std::vector<WideVec>> rings;
  for (const Ring& ring : polygon.rings) {
    rings.emplace_back();
    for (const Vec2& v : ring) rings.back().push_back(to_world(v, pose));
  }
  std::vector<WideVec> corners;
  for (const Vec2& v : solid.corners) corners.push_back(to_world(v, solid_pose));
  if (is_in_rings(rings, corners[0])) return 0.0;
  long double least = HUGE_VALL;
  bool holds = corners.size() > 2;
  for (std::size_t j = 0; j < corners.size(); ++j) {
    holds = holds && turn_of(corners[j], corners[(j + 1) % corners.size()], rings[0][0]) >= 0;
  }
  if (holds) return 0.0;
  for (const std::vector<WideVec>& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const WideVec a = ring[i], b = ring[(i + 1) % ring.size()];
      for (std::size_t j = 0; j < corners.size(); ++j) {
        const WideVec c = corners[j], d = corners[(j + 1) % corners.size()];
        if (segments_cross(a, b, c, d)) return 0.0;
        least = std::min({least, from_segment(a, c, d), from_segment(c, a, b), from_segment(d, a, b)});
      }
    }
  }
  return static_cast<double>(std::max(0.0L, least - static_cast<long double>(solid.radius)));
}

Ring random_star(Random& random, int count, double size, Vec2 middle) {
  Ring ring;
  for (int i = 0; i < count; ++i) {
    const double angle = k_tau * (i + 0.8 * random.uniform()) / count, reach = size * random.uniform(0.3, 1.0);
    ring.push_back({middle.x + reach * std::cos(angle), middle.y + reach * std::sin(angle)});
  }
  return ring;
}

Ring random_tangle(Random& random, int count, double size) {
  Ring ring;
  for (int i = 0; i < count; ++i) ring.push_back({random.uniform(-size, size), random.uniform(-size, size)});
  const auto n = static_cast<std::size_t>(count);
  // Exchanging the ends of two edges that cross makes the ring shorter, so that this ends.
  for (bool crosses = true; crosses;) {
    crosses = false;
    for (std::size_t i = 0; i + 2 < n; ++i) {
      for (std::size_t j = i + 2; j < n; ++j) {
        if (i == 0 && j + 1 == n) continue;
        if (!segments_cross(wide(ring[i]), wide(ring[i + 1]), wide(ring[j]), wide(ring[(j + 1) % n]))) continue;
        std::reverse(ring.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     ring.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        crosses = true;
      }
    }
  }
  return ring;
}

Ring comb(int teeth, double width, double height) {
  Ring ring;
  for (int i = 0; i < teeth; ++i) {
    ring.push_back({2 * i * width, 1.0});
    ring.push_back({2 * i * width, height});
    ring.push_back({(2 * i + 1) * width, height});
    ring.push_back({(2 * i + 1) * width, 1.0});
  }
  ring.push_back({(2 * teeth - 1) * width, 0.0});
  ring.push_back({0.0, 0.0});
  return ring;
}

Ring spiral(int turns) {
  Ring outwards, back;
  for (int i = 0; i <= turns * 12; ++i) {
    const double angle = k_tau * i / 12, reach = 1.0 + 0.1 * i;
    outwards.push_back({reach * std::cos(angle), reach * std::sin(angle)});
    back.push_back({(reach + 0.4) * std::cos(angle), (reach + 0.4) * std::sin(angle)});
  }
  outwards.insert(outwards.end(), back.rbegin(), back.rend());
  return outwards;
}

RingPolygon random_holed(Random& random, int holes) {
  RingPolygon polygon;
  Ring outer = random_star(random, 20, 1.0);
  for (Vec2& point : outer) {
    const double scale = 2.0 + 1.0 / std::hypot(point.x, point.y);
    point = {point.x * scale, point.y * scale};
  }
  polygon.rings.push_back(outer);
  // Inside of the circle of radius 1, which the outer ring stays out of with its corners and, with 20 of them, edges.
  for (int i = 0; i < holes; ++i) {
    const double angle = k_tau * i / holes;
    const double size = 0.7 * std::min(0.4, 0.5 * std::sin(k_tau / 2 / std::max(holes, 2)));
    Ring hole = random_star(random, 3 + random.below(9), size, {0.5 * std::cos(angle), 0.5 * std::sin(angle)});
    if (random.chance(0.5)) std::reverse(hole.begin(), hole.end());
    polygon.rings.push_back(hole);
  }
  if (random.chance(0.5)) std::reverse(polygon.rings[0].begin(), polygon.rings[0].end());
  return polygon;
}

}  // namespace hyperplane::test::in_plane
