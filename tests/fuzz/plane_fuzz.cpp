#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/constants.h"
#include "fuzz_plane.h"

/// Runs every question on one pair of shapes in the plane, and checks that the answers are finite and agree with each
/// other. There is no oracle here: the aim is that no input, however odd, produces invalid answers.

namespace hyperplane::fuzz {
namespace {

/// The promised accuracy, relative to the larger shape's size and doubled, because two answers are compared: of
/// polygons, and of ellipses.
constexpr double k_plane_tolerance = 2e-6, k_ellipse_tolerance = 2e-5;
/// Error of a coordinate far from the origin: a few roundings.
constexpr double k_plane_rounding = 1e-15;
/// m: the squares of shorter lengths underflow.
constexpr double k_plane_underflow = 1e-150;

double largest(plane::Vec2 v) { return std::fmax(std::fabs(v.x), std::fabs(v.y)); }
bool is_unit(plane::Vec2 v) { return std::fabs(v.x * v.x + v.y * v.y - 1.0) < 1e-9; }
plane::Vec2 along(plane::Vec2 a, plane::Vec2 b, plane::Vec2 normal, double distance) {
  return {b.x - a.x - normal.x * distance, b.y - a.y - normal.y * distance};
}

struct PlaneCase {
  PlaneShape a, b;
  plane::Pose pose_a, pose_b, to_a, to_b;

  explicit PlaneCase(Input& input)
      : a(read_plane_shape(input)),
        b(read_plane_shape(input)),
        pose_a(read_plane_pose(input)),
        pose_b(read_plane_pose(input)),
        to_a(read_plane_pose(input)),
        to_b(read_plane_pose(input)) {}

  bool ok() const {
    return a.shape.ok() && b.shape.ok() && check_pose(pose_a).ok() && check_pose(pose_b).ok() &&
           check_pose(to_a).ok() && check_pose(to_b).ok();
  }
};

void print(const char* name, const PlaneShape& it, const plane::Pose& pose) {
  const plane::Shape& s = it.shape.value;
  std::fprintf(stderr, "%s: type %d, radius %a, radii {%a, %a}, pose {{%a, %a}, %a}, vertices\n", name,
               static_cast<int>(s.type), s.radius, s.radii.x, s.radii.y, pose.position.x, pose.position.y, pose.angle);
  for (int i = 0; i < s.vertex_count; ++i) {
    const plane::Vec2 v = plane::core_vertex(s, i);
    std::fprintf(stderr, "  {%a, %a},\n", v.x, v.y);
  }
}

void require(const PlaneCase& c, bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  print("a", c.a, c.pose_a);
  print("b", c.b, c.pose_b);
  std::abort();
}

void check(const PlaneCase& c) {
  const plane::Shape &a = c.a.shape.value, &b = c.b.shape.value;
  const plane::Pose &pose_a = c.pose_a, &pose_b = c.pose_b;
  const double size = 2.0 * std::fmax(a.reach, b.reach);
  const double far = std::fmax(largest(pose_a.position), largest(pose_b.position));
  const double middle = std::fmax(largest(a.centre), largest(b.centre));
  const double tolerance = (a.is_smooth || b.is_smooth ? k_ellipse_tolerance : k_plane_tolerance) * size +
                           k_plane_rounding * (far + middle) + k_plane_underflow;

  const plane::Distance found = plane::distance(a, pose_a, b, pose_b);
  require(c, std::isfinite(found.distance), "the distance is finite");
  require(c, is_unit(found.normal), "the normal of the distance is unit length");
  const bool touching = plane::intersects(a, pose_a, b, pose_b);
  const plane::Contact contact = plane::collide(a, pose_a, b, pose_b);
  require(c, (contact.point_count > 0) == touching, "there are contact points where the shapes intersect");
  require(c, touching == (found.distance <= 0.0), "verdict and distance agree");
  // The effect of rounding in the normal grows with the distance between the shapes.
  const double span = tolerance + 1e-9 * std::fabs(found.distance);
  require(c, largest(along(found.point_a, found.point_b, found.normal, found.distance)) <= span,
          "point_b - point_a = normal * distance");
  require(c, std::fabs(plane::distance(b, pose_b, a, pose_a).distance - found.distance) <= span,
          "the distance is that of the pair swapped");
  require(c, plane::closest_point(a, pose_a, found.point_a).distance <= span, "the point on A belongs to A");
  require(c, plane::closest_point(b, pose_b, found.point_b).distance <= span, "the point on B belongs to B");
  if (touching) {
    require(c, contact.depth >= 0.0 && std::fabs(contact.depth + found.distance) <= tolerance,
            "the depth is minus the distance");
    require(c, is_unit(contact.normal), "the normal is unit length");
    for (int i = 0; i < contact.point_count; ++i) {
      const plane::ContactPoint& point = contact.points[i];
      require(c, point.depth <= contact.depth + tolerance && point.depth >= -tolerance, "points are not deeper");
      require(c, largest(along(point.on_a, point.on_b, contact.normal, -point.depth)) <= tolerance,
              "on_a - on_b = normal * depth");
      require(c, plane::closest_point(a, pose_a, point.on_a).distance <= tolerance, "contact points of A belong to A");
      require(c, plane::closest_point(b, pose_b, point.on_b).distance <= tolerance, "contact points of B belong to B");
    }
    plane::Pose moved = pose_b;
    moved.position.x += contact.normal.x * contact.depth;
    moved.position.y += contact.normal.y * contact.depth;
    require(c, plane::distance(a, pose_a, b, moved).distance >= -tolerance, "moved by the MTV the shapes only touch");
  }

  const plane::Vec2 direction{pose_b.position.x - pose_a.position.x, pose_b.position.y - pose_a.position.y};
  if (largest(direction) > 0.0) {
    const plane::RayHit hit = plane::raycast(b, pose_b, pose_a.position, direction, HUGE_VAL);
    require(c, std::isfinite(hit.distance) && (!hit.hit || is_unit(hit.normal)), "a hit of a ray is finite");
    require(c, !hit.hit || plane::closest_point(b, pose_b, hit.point).distance <= span, "a ray hits the shape");
    require(c, std::isfinite(largest(plane::support(a, pose_a, direction))), "support points are finite");
  }

  std::vector<plane::SatAxis> axes(plane::sat_axis_count(a, b));
  if (!axes.empty()) {
    const std::size_t decisive = plane::explain_sat(a, pose_a, b, pose_b, axes);
    require(c, decisive < axes.size() && std::isfinite(axes[decisive].overlap), "axes are finite");
  }

  const plane::Sweep sweep_a{pose_a, c.to_a}, sweep_b{pose_b, c.to_b};
  // Long turns need many steps; the sweep tests take those.
  if (std::fabs(c.to_a.angle - pose_a.angle) > 50.0 || std::fabs(c.to_b.angle - pose_b.angle) > 50.0) return;
  const plane::Impact impact = plane::time_of_impact(a, sweep_a, b, sweep_b);
  require(c, !impact.hit || (impact.time >= 0.0 && impact.time <= 1.0 && is_unit(impact.normal)), "impacts are finite");
  require(c, found.distance >= -span || (impact.hit && impact.time == 0.0), "shapes that overlap hit at once");
}

}  // namespace
}  // namespace hyperplane::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hyperplane::fuzz::Input input(data, size);
  const hyperplane::fuzz::PlaneCase c(input);
  if (c.ok()) hyperplane::fuzz::check(c);
  return 0;
}
