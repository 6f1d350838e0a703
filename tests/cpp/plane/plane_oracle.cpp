#include "plane/plane_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace hyperplane::test {
namespace {

struct LongVec {
  long double x, y;
};
LongVec minus(LongVec a, LongVec b) { return {a.x - b.x, a.y - b.y}; }
long double inner(LongVec a, LongVec b) { return a.x * b.x + a.y * b.y; }
long double norm(LongVec a) { return std::sqrt(inner(a, a)); }

LongVec turned(plane::Vec2 v, double angle) {
  const long double c = std::cos(static_cast<long double>(angle)), s = std::sin(static_cast<long double>(angle));
  return {c * static_cast<long double>(v.x) - s * static_cast<long double>(v.y),
          s * static_cast<long double>(v.x) + c * static_cast<long double>(v.y)};
}
/// Corners in the world, relative to `origin`.
std::vector<LongVec> placed(const PlaneSolid& solid, const plane::Pose& pose, plane::Vec2 origin) {
  std::vector<LongVec> result;
  const LongVec shift{static_cast<long double>(pose.position.x) - static_cast<long double>(origin.x),
                      static_cast<long double>(pose.position.y) - static_cast<long double>(origin.y)};
  for (const plane::Vec2& corner : solid.corners) {
    const LongVec v = turned(corner, pose.angle);
    result.push_back({v.x + shift.x, v.y + shift.y});
  }
  return result;
}
long double to_segment(LongVec p, LongVec a, LongVec b) {
  const LongVec edge = minus(b, a);
  const long double squared = inner(edge, edge);
  long double t = squared > 0 ? inner(minus(p, a), edge) / squared : 0;
  t = t < 0 ? 0 : (t > 1 ? 1 : t);
  return norm(minus(p, {a.x + t * edge.x, a.y + t * edge.y}));
}
bool do_cross(LongVec a, LongVec b, LongVec c, LongVec d) {
  const auto side = [](LongVec p, LongVec q, LongVec r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
bool is_inside(LongVec p, const std::vector<LongVec>& corners) {
  if (corners.size() < 3) return false;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const LongVec a = corners[i], b = corners[(i + 1) % corners.size()];
    if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) < 0) return false;
  }
  return true;
}

/// All vertices against all edges; where they overlap, all edge normals.
long double polygon_distance(const std::vector<LongVec>& a, const std::vector<LongVec>& b) {
  bool overlap = is_inside(a[0], b) || is_inside(b[0], a);
  long double least = 1e300L;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const LongVec a0 = a[i], a1 = a[(i + 1) % a.size()];
    for (std::size_t j = 0; j < b.size(); ++j) {
      const LongVec b0 = b[j], b1 = b[(j + 1) % b.size()];
      overlap = overlap || do_cross(a0, a1, b0, b1);
      least = std::min({least, to_segment(a0, b0, b1), to_segment(b0, a0, a1)});
    }
  }
  long double depth = 1e300L;
  const auto edges = [&](const std::vector<LongVec>& own, const std::vector<LongVec>& other) {
    for (std::size_t i = 0; i < own.size() && own.size() > 1; ++i) {
      const LongVec e = minus(own[(i + 1) % own.size()], own[i]);
      if (norm(e) == 0) continue;
      const LongVec n{e.y / norm(e), -e.x / norm(e)};
      long double low = 1e300L, top = -1e300L;
      for (const LongVec& v : other) low = std::min(low, inner(n, v));
      for (const LongVec& v : own) top = std::max(top, inner(n, v));
      depth = std::min(depth, top - low);
    }
  };
  edges(a, b);
  edges(b, a);
  // A segment may go through two corners of a polygon without crossing an edge.
  const bool has_area = a.size() > 2 || b.size() > 2;
  if (overlap || (has_area && depth > 0 && depth < 1e300L)) return depth < 1e300L ? -depth : 0;
  return least;
}

PlaneSolid solid_of(const Result<plane::Shape>& made, std::vector<plane::Vec2> corners, double radius = 0.0) {
  EXPECT_TRUE(made.ok()) << made.message;
  PlaneSolid solid;
  solid.shape = made.value;
  solid.corners = static_cast<std::vector<plane::Vec2>&&>(corners);
  solid.radius = radius;
  return solid;
}

}  // namespace

double PlaneSolid::diameter() const {
  double reach = 0.0;
  for (const plane::Vec2& p : corners) {
    for (const plane::Vec2& q : corners) reach = std::max(reach, std::hypot(p.x - q.x, p.y - q.y));
  }
  return 2.0 * std::max(ellipse.x, ellipse.y) + reach + 2.0 * radius;
}

PlaneSolid plane_circle(double radius) { return solid_of(plane::make_circle(radius), {{}}, radius); }
PlaneSolid plane_rectangle(double width, double height) {
  const double x = width / 2, y = height / 2;
  return solid_of(plane::make_rectangle(width, height),
                  x > 0 && y > 0 ? std::vector<plane::Vec2>{{-x, -y}, {x, -y}, {x, y}, {-x, y}}
                                 : std::vector<plane::Vec2>{{-x, -y}, {x, y}});
}
PlaneSolid plane_capsule(double radius, double height) {
  return solid_of(plane::make_capsule(radius, height), {{0.0, -height / 2}, {0.0, height / 2}}, radius);
}
PlaneSolid plane_ellipse(double x, double y) {
  PlaneSolid solid = solid_of(plane::make_ellipse(x, y), {{}});
  solid.ellipse = {x, y};
  solid.is_ellipse = true;
  return solid;
}
PlaneSolid plane_segment(plane::Vec2 a, plane::Vec2 b) { return solid_of(plane::make_segment(a, b), {a, b}); }
PlaneSolid plane_polygon(const std::vector<plane::Vec2>& corners, double radius) {
  std::vector<double> numbers;
  for (const plane::Vec2& corner : corners) {
    numbers.push_back(corner.x);
    numbers.push_back(corner.y);
  }
  Result<plane::PolygonPtr> built = plane::build_polygon(numbers);
  EXPECT_TRUE(built.ok()) << built.message;
  std::shared_ptr<const plane::Polygon> polygon(built.value.release(), plane::PolygonDeleter{});
  PlaneSolid solid = solid_of(plane::make_convex_polygon(*polygon, radius), corners, radius);
  solid.polygon = polygon;
  return solid;
}
PlaneSolid plane_ring(int count, double size, double radius) {
  std::vector<plane::Vec2> corners;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * 3.14159265358979323846 * i / count;
    corners.push_back({size * std::cos(angle), size * std::sin(angle)});
  }
  return plane_polygon(corners, radius);
}

PlaneSolid random_solid(Random& random, double size) {
  const double thin = random.below(8) == 0 ? 1e-3 : 1.0;
  const double width = size * random.uniform(0.5, 1.0), height = thin * size * random.uniform(0.5, 1.0);
  const bool flat = random.below(8) == 0;
  switch (random.below(6)) {
    case 0:
      return plane_circle(flat ? 0.0 : width / 2);
    case 1:
      return plane_rectangle(width, flat ? 0.0 : height);
    case 2:
      return plane_capsule(height / 2, flat ? 0.0 : width);
    case 3:
      return plane_ellipse(width / 2, flat ? 0.0 : height / 2);
    case 4:
      return plane_segment({-width / 2 + random.uniform(-size, size), height},
                           {width / 2, random.uniform(-size, size)});
    default: {
      // Corners on an ellipse, far from the origin now and then.
      const int count = 3 + random.below(random.chance(0.3) ? 60 : 6);
      const plane::Vec2 shift{random.uniform(-size, size), random.uniform(-size, size)};
      std::vector<plane::Vec2> corners;
      for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * 3.14159265358979323846 * (i + random.uniform(0.1, 0.6)) / count;
        corners.push_back({shift.x + width / 2 * std::cos(angle), shift.y + height / 2 * std::sin(angle)});
      }
      return plane_polygon(corners, random.chance(0.3) ? size * 0.1 : 0.0);
    }
  }
}

long double oracle_reach(const PlaneSolid& solid, const plane::Pose& pose, long double x, long double y) {
  if (solid.is_ellipse) {
    const long double c = std::cos(static_cast<long double>(pose.angle)),
                      s = std::sin(static_cast<long double>(pose.angle));
    const long double u = (c * x + s * y) * static_cast<long double>(solid.ellipse.x);
    const long double v = (c * y - s * x) * static_cast<long double>(solid.ellipse.y);
    return std::sqrt(u * u + v * v);
  }
  long double best = -1e300L;
  for (const plane::Vec2& corner : solid.corners) {
    const LongVec at = turned(corner, pose.angle);
    best = std::max(best, at.x * x + at.y * y);
  }
  return best + static_cast<long double>(solid.radius);
}

long double oracle_gap(const PlaneSolid& a, const plane::Pose& pose_a, const PlaneSolid& b, const plane::Pose& pose_b,
                       long double x, long double y) {
  const long double dx = static_cast<long double>(pose_b.position.x) - static_cast<long double>(pose_a.position.x);
  const long double dy = static_cast<long double>(pose_b.position.y) - static_cast<long double>(pose_a.position.y);
  return dx * x + dy * y - oracle_reach(a, pose_a, x, y) - oracle_reach(b, pose_b, -x, -y);
}

double oracle_distance(const PlaneSolid& a, const plane::Pose& pose_a, const PlaneSolid& b, const plane::Pose& pose_b) {
  if (!a.is_ellipse && !b.is_ellipse) {
    const long double core = polygon_distance(placed(a, pose_a, pose_a.position), placed(b, pose_b, pose_a.position));
    return static_cast<double>(core - static_cast<long double>(a.radius) - static_cast<long double>(b.radius));
  }
  // The greatest gap over all directions: dense samples, then a golden section around each that may hold it. A needle's
  // support point moves within a narrow fan, so that every ellipse adds the normals of points at even eccentric angles.
  constexpr int k_samples = 720;
  constexpr long double k_step = 2 * 3.14159265358979323846264338L / k_samples;
  std::vector<long double> angles;
  for (int i = 0; i < k_samples; ++i) angles.push_back(k_step * i);
  const auto add_normals = [&](const PlaneSolid& solid, const plane::Pose& pose) {
    if (!solid.is_ellipse) return;
    for (int i = 0; i < k_samples / 2; ++i) {
      const long double x = std::cos(2 * k_step * i) * static_cast<long double>(solid.ellipse.y);
      const long double y = std::sin(2 * k_step * i) * static_cast<long double>(solid.ellipse.x);
      const long double angle = std::atan2(y, x) + static_cast<long double>(pose.angle);
      angles.push_back(angle - std::floor(angle / (k_samples * k_step)) * (k_samples * k_step));
    }
  };
  add_normals(a, pose_a);
  add_normals(b, pose_b);
  std::sort(angles.begin(), angles.end());
  // Between two that are almost the same, rounding would choose the greater.
  const auto are_same = [&](long double left, long double right) { return right - left < k_step * 1e-6L; };
  angles.erase(std::unique(angles.begin(), angles.end(), are_same), angles.end());
  const int count = static_cast<int>(angles.size());
  const auto gap = [&](long double angle) {
    return oracle_gap(a, pose_a, b, pose_b, std::cos(angle), std::sin(angle));
  };
  std::vector<long double> gaps;
  for (const long double angle : angles) gaps.push_back(gap(angle));
  const auto around = [&](const std::vector<long double>& of, int i) {
    return of[static_cast<std::size_t>((i + count) % count)];
  };
  const long double greatest = *std::max_element(gaps.begin(), gaps.end());
  long double best = greatest;
  for (int i = 0; i < count; ++i) {
    const bool is_peak = around(gaps, i) >= around(gaps, i - 1) && around(gaps, i) >= around(gaps, i + 1);
    if (!is_peak || around(gaps, i) < greatest - k_step * 4 * static_cast<long double>(a.diameter() + b.diameter())) {
      continue;
    }
    long double low = i > 0 ? around(angles, i - 1) : around(angles, -1) - k_samples * k_step;
    long double high = i + 1 < count ? around(angles, i + 1) : around(angles, 0) + k_samples * k_step;
    for (int round = 0; round < 80; ++round) {
      const long double left = low + (high - low) * 0.381966L, right = low + (high - low) * 0.618034L;
      (gap(left) < gap(right) ? low : high) = gap(left) < gap(right) ? left : right;
    }
    best = std::max(best, gap((low + high) / 2));
  }
  return static_cast<double>(best);
}

double oracle_outside(const PlaneSolid& solid, const plane::Pose& pose, plane::Vec2 point) {
  const LongVec p{static_cast<long double>(point.x) - static_cast<long double>(pose.position.x),
                  static_cast<long double>(point.y) - static_cast<long double>(pose.position.y)};
  if (solid.is_ellipse && solid.ellipse.x > 0 && solid.ellipse.y > 0) {
    const LongVec local = turned({static_cast<double>(p.x), static_cast<double>(p.y)}, -pose.angle);
    const long double rx = static_cast<long double>(solid.ellipse.x), ry = static_cast<long double>(solid.ellipse.y);
    const long double value = (local.x / rx) * (local.x / rx) + (local.y / ry) * (local.y / ry) - 1;
    const long double slope = 2 * std::hypot(local.x / (rx * rx), local.y / (ry * ry));
    return static_cast<double>(value > 0 ? value / slope : 0);
  }
  if (solid.is_ellipse) {
    PlaneSolid line = solid;
    line.is_ellipse = false;
    line.corners = {{-solid.ellipse.x, -solid.ellipse.y}, {solid.ellipse.x, solid.ellipse.y}};
    return oracle_outside(line, pose, point);
  }
  const std::vector<LongVec> corners = placed(solid, pose, pose.position);
  if (is_inside(p, corners)) return 0.0;
  long double least = 1e300L;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    least = std::min(least, to_segment(p, corners[i], corners[(i + 1) % corners.size()]));
  }
  return static_cast<double>(std::max(0.0L, least - static_cast<long double>(solid.radius)));
}

}  // namespace hyperplane::test
