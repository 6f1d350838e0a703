#include <hyperplane/pair.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "fuzz_input.h"

/// Asks every question about one pair of shapes, and checks that the answers are finite and agree with each other.
/// There is no oracle here: what counts is that no input, however odd, gets nonsense out of the core.

namespace hyperplane::fuzz {
namespace {

/// The accuracy that is promised, relative to the larger shape's size, and doubled, for two answers are compared.
constexpr double k_tolerance = 2e-6;
/// What a coordinate far from the origin loses by being rounded, a few times over.
constexpr double k_rounding = 1e-15;

Result<Shape> read_shape(Input& input) {
  const bool is_box = input.byte() % 2 == 0;
  const double x = input.length();
  if (!is_box) return make_sphere(x);
  const double y = input.length();
  const double z = input.length();
  return make_box(x, y, z);
}

/// Diameter.
double size_of(const Shape& shape) {
  const double* const p = shape.parameters;
  if (shape.type == ShapeType::sphere) return 2.0 * p[0];
  return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

double largest(const Vec3& v) { return std::fmax(std::fabs(v.x), std::fmax(std::fabs(v.y), std::fabs(v.z))); }

struct Case {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
};

void print(const char* name, const Shape& shape, const Pose& pose) {
  const double* const s = shape.parameters;
  const Vec3& p = pose.position;
  const Quat& q = pose.rotation;
  std::fprintf(stderr, "%s: type %d {%a, %a, %a}, pose {{%a, %a, %a}, {%a, %a, %a, %a}}\n", name,
               static_cast<int>(shape.type), s[0], s[1], s[2], p.x, p.y, p.z, q.x, q.y, q.z, q.w);
}

/// Stops, with what it takes to make a test of the case, where `condition` does not hold.
void require(const Case& c, bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  print("a", c.a, c.pose_a);
  print("b", c.b, c.pose_b);
  std::abort();
}

bool is_unit(const Vec3& v) { return std::fabs(v.x * v.x + v.y * v.y + v.z * v.z - 1.0) < 1e-9; }

void check(const Case& c) {
  const auto& [a, pose_a, b, pose_b] = c;
  const double far = std::fmax(largest(pose_a.position), largest(pose_b.position));
  const double tolerance = k_tolerance * std::fmax(size_of(a), size_of(b)) + k_rounding * far;

  const Distance found = distance(a, pose_a, b, pose_b);
  require(c, std::isfinite(found.distance), "the distance is finite");
  require(c, is_unit(found.normal), "the normal of the distance is unit length");
  // Rounding of the normal shows in proportion to how far apart the shapes are.
  const double span = tolerance + 1e-9 * std::fabs(found.distance);
  for (const double error : {found.point_b.x - found.point_a.x - found.normal.x * found.distance,
                             found.point_b.y - found.point_a.y - found.normal.y * found.distance,
                             found.point_b.z - found.point_a.z - found.normal.z * found.distance}) {
    require(c, std::fabs(error) <= span, "point_b - point_a = normal * distance");
  }
  const double swapped = distance(b, pose_b, a, pose_a).distance;
  require(c, std::fabs(swapped - found.distance) <= span, "the distance is that of the pair swapped");

  const bool touching = intersects(a, pose_a, b, pose_b);
  if (found.distance > tolerance) require(c, !touching, "shapes that are apart do not intersect");
  if (found.distance < -tolerance) require(c, touching, "shapes that overlap intersect");

  const Penetration way_out = penetration(a, pose_a, b, pose_b);
  require(c, way_out.intersects == touching, "penetration and intersects agree");
  const ContactManifold contact = collide(a, pose_a, b, pose_b);
  require(c, (contact.point_count > 0) == touching,
          "there are contact points where the shapes intersect, and only there");
  if (!touching) return;

  require(c, way_out.depth >= 0.0 && contact.depth >= 0.0, "a depth is not negative");
  require(c, std::fabs(way_out.depth + found.distance) <= tolerance, "the depth is minus the distance");
  require(c, std::fabs(contact.depth - way_out.depth) <= tolerance, "penetration and collide give the same depth");
  require(c, is_unit(way_out.normal) && is_unit(contact.normal), "normals are unit length");
  require(c, contact.point_count <= 4, "there are at most four contact points");
  for (int i = 0; i < contact.point_count; ++i) {
    const ContactPoint& point = contact.points[i];
    require(c, std::isfinite(largest(point.on_a)) && std::isfinite(largest(point.on_b)), "contact points are finite");
    require(c, point.depth <= contact.depth + tolerance, "no contact point is deeper than the contact");
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
  using namespace hyperplane;
  fuzz::Input input(data, size);
  const Result<Shape> a = fuzz::read_shape(input);
  const Result<Shape> b = fuzz::read_shape(input);
  const Pose pose_a = input.pose();
  const Pose pose_b = input.pose();
  if (a.ok() && b.ok() && check_pose(pose_a).ok() && check_pose(pose_b).ok()) {
    fuzz::check({a.value, pose_a, b.value, pose_b});
  }
  return 0;
}
