#include <hyperplane/shape_query.h>

#include "fuzz_shapes.h"

/// Runs every query on one pair of shapes, manifolds included, and checks that the answers are finite and agree with
/// each other. There is no oracle here: the aim is that no input, however odd, produces invalid answers.

namespace hyperplane::fuzz {
namespace {

/// The promised accuracy, relative to the larger shape's size and doubled, because two answers are compared: of
/// polyhedra and spheres, and of other shapes.
constexpr double k_tolerance = 2e-6, k_round_tolerance = 2e-5;
/// Error of a coordinate far from the origin: a few roundings.
constexpr double k_rounding = 1e-15;

bool is_simple(const Shape& shape) {
  return shape.type == ShapeType::box || shape.type == ShapeType::sphere || shape.type == ShapeType::convex_hull;
}

void check(const Case& c) {
  const Shape &a = c.a.shape.value, &b = c.b.shape.value;
  const Pose &pose_a = c.pose_a, &pose_b = c.pose_b;
  const bool is_exact = is_simple(a) && is_simple(b);
  const double far = std::fmax(largest(pose_a.position), largest(pose_b.position));
  const double tolerance = (is_exact ? k_tolerance : k_round_tolerance) * c.size() + k_rounding * far;

  const Distance found = distance(a, pose_a, b, pose_b);
  require(c, std::isfinite(found.distance), "the distance is finite");
  require(c, is_unit(found.normal), "the normal of the distance is unit length");
  const bool touching = intersects(a, pose_a, b, pose_b);
  const Penetration way_out = penetration(a, pose_a, b, pose_b);
  const ContactManifold contact = collide(a, pose_a, b, pose_b);
  require(c, intersects(b, pose_b, a, pose_a) == touching, "the verdict is that of the pair swapped");
  require(c, way_out.intersects == touching, "penetration and intersects agree");
  require(c, (contact.point_count > 0) == touching,
          "there are contact points where the shapes intersect, and only there");
  require(c, contact.point_count >= 0 && contact.point_count <= 4, "there are at most four contact points");
  for (int i = 0; i < contact.point_count; ++i) {
    const ContactPoint& point = contact.points[i];
    require(c, std::isfinite(largest(point.on_a)) && std::isfinite(largest(point.on_b)), "contact points are finite");
  }
  if (!c.is_promised() && !(a.type <= ShapeType::box && b.type <= ShapeType::box)) return;

  // The effect of rounding in the normal grows with the distance between the shapes.
  const double span = tolerance + 1e-9 * std::fabs(found.distance);
  for (const double error : {found.point_b.x - found.point_a.x - found.normal.x * found.distance,
                             found.point_b.y - found.point_a.y - found.normal.y * found.distance,
                             found.point_b.z - found.point_a.z - found.normal.z * found.distance}) {
    require(c, std::fabs(error) <= span, "point_b - point_a = normal * distance");
  }
  const double swapped = distance(b, pose_b, a, pose_a).distance;
  require(c, std::fabs(swapped - found.distance) <= span, "the distance is that of the pair swapped");

  const Vec3& n = found.normal;
  const Vec3 on_a = support(a, pose_a, n), on_b = support(b, pose_b, {-n.x, -n.y, -n.z});
  const double along = n.x * (on_b.x - on_a.x) + n.y * (on_b.y - on_a.y) + n.z * (on_b.z - on_a.z);
  require(c, std::fabs(along - found.distance) <= span, "along the normal the shapes are as far apart as the distance");

  if (found.distance > tolerance) require(c, !touching, "shapes that are apart do not intersect");
  if (found.distance < -tolerance) require(c, touching, "shapes that overlap intersect");

  if (!touching) return;

  require(c, way_out.depth >= 0.0 && contact.depth >= 0.0, "a depth is not negative");
  require(c, std::fabs(way_out.depth + found.distance) <= tolerance, "the depth is minus the distance");
  require(c, std::fabs(contact.depth - way_out.depth) <= tolerance, "penetration and collide give the same depth");
  require(c, is_unit(way_out.normal) && is_unit(contact.normal), "normals are unit length");
  for (int i = 0; i < contact.point_count; ++i) {
    const ContactPoint& point = contact.points[i];
    require(c, point.depth <= contact.depth + tolerance, "no contact point is deeper than the contact");
    require(c, point.depth >= -tolerance, "no contact point is apart");
    const Vec3 between = point.on_a - point.on_b - contact.normal * point.depth;
    require(c, largest(between) <= tolerance, "on_a - on_b = normal * depth");
    require(c, closest_point(a, pose_a, point.on_a).distance <= tolerance, "contact points of A belong to A");
    require(c, closest_point(b, pose_b, point.on_b).distance <= tolerance, "contact points of B belong to B");
  }

  Pose moved = pose_b;
  moved.position.x += contact.normal.x * contact.depth;
  moved.position.y += contact.normal.y * contact.depth;
  moved.position.z += contact.normal.z * contact.depth;
  require(c, distance(a, pose_a, b, moved).distance >= -tolerance, "moved by the MTV the shapes only touch");
}

}  // namespace
}  // namespace hyperplane::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hyperplane::fuzz::Input input(data, size);
  const hyperplane::fuzz::Case c(input);
  if (c.ok()) hyperplane::fuzz::check(c);
  return 0;
}
