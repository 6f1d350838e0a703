#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/status.h>

namespace hyperplane {

/// The one list of shapes: X(Type, name). The enum, the dispatch, the pair table, the typed tests, the fuzzers and the
/// benchmarks follow from it. `Type` is the class in cpp/src/shape/<name>.h that knows all about the shape.
#define HYPERPLANE_SHAPES(X) \
  X(Sphere, sphere)          \
  X(Box, box)                \
  X(Capsule, capsule)        \
  X(Cylinder, cylinder)      \
  X(Cone, cone)              \
  X(Ellipsoid, ellipsoid)    \
  X(ConvexHull, convex_hull)

enum class ShapeType : std::uint8_t {
#define HYPERPLANE_SHAPE_ENUMERATOR(Type, name) name,
  HYPERPLANE_SHAPES(HYPERPLANE_SHAPE_ENUMERATOR)
#undef HYPERPLANE_SHAPE_ENUMERATOR
};

#define HYPERPLANE_SHAPE_COUNT_ONE(Type, name) +1
inline constexpr int k_shape_type_count = 0 HYPERPLANE_SHAPES(HYPERPLANE_SHAPE_COUNT_ONE);
#undef HYPERPLANE_SHAPE_COUNT_ONE

class Hull;

/// A convex shape in its own frame, by value. The parameters are those of three.js's geometry of the same name:
///
/// | type        | parameters                        | frame                                             |
/// |-------------|-----------------------------------|---------------------------------------------------|
/// | sphere      | radius                            | centre at the origin                              |
/// | box         | width, height, depth (full sizes) | centre at the origin                              |
/// | capsule     | radius, height of its cylinder    | axis Y, centred                                   |
/// | cylinder    | radius, height                    | axis Y, centred                                   |
/// | cone        | radius of its base, height        | axis Y, centred at half the height, apex towards +Y |
/// | ellipsoid   | radius along x, y, z              | centre at the origin                              |
/// | convex_hull | none                              | that of the points it was built from              |
///
/// A shape does not own its hull: whoever built the hull keeps it alive for as long as the shape is in use. Make one
/// with the functions below; they check the parameters.
struct Shape {
  ShapeType type = ShapeType::sphere;
  double parameters[3] = {1.0, 0.0, 0.0};
  const Hull* hull = nullptr;
};

/// Every length that a shape is made of lies in this range, in metres. Beyond it products of lengths would leave the
/// range in which the error bounds of the narrow phase hold.
inline constexpr double k_min_shape_size = 1e-9;
inline constexpr double k_max_shape_size = 1e9;

/// A coordinate of a position is at most this, in metres: a difference of two still has a fine step there, and no
/// product overflows.
inline constexpr double k_max_coordinate = 1e12;

/// @param radius m. @return `invalid_argument` where a length is not in [k_min_shape_size, k_max_shape_size]; so for
/// all.
Result<Shape> make_sphere(double radius);
/// @param width, height, depth full sizes along x, y, z, m.
Result<Shape> make_box(double width, double height, double depth);
/// @param height of the cylindrical part, m; the whole is height + 2 radius tall.
Result<Shape> make_capsule(double radius, double height);
Result<Shape> make_cylinder(double radius, double height);
Result<Shape> make_cone(double radius, double height);
Result<Shape> make_ellipsoid(double radius_x, double radius_y, double radius_z);
/// The one of that type, from the parameters in the order of the table above; those that it has not are left aside.
/// @return `invalid_argument` also for a convex hull.
Result<Shape> make_shape(ShapeType type, double p, double q, double r);

/// Frees a hull; lets `Hull` stay incomplete here.
struct HullDeleter {
  void operator()(const Hull* hull) const;
};
using HullPtr = std::unique_ptr<const Hull, HullDeleter>;

/// Convex hull of a point cloud.
/// @param points x, y, z of each point in turn, m; at most 2^24 points.
/// @param max_vertices at least 4; where the hull has more, the vertices whose loss shrinks it least are dropped. 0: no
/// limit.
/// @return `invalid_argument` for a wrong length or a non-finite number, `degenerate_shape` for fewer than four points
/// or a
///         cloud without volume, `out_of_memory`.
Result<HullPtr> build_hull(std::span<const double> points, std::uint32_t max_vertices = 0);
/// The shape of a hull, which must outlive it.
Shape make_convex_hull(const Hull& hull);

}  // namespace hyperplane
