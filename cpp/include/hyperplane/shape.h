#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/status.h>

namespace hyperplane {

/// The one list of convex shapes: X(Type, name). The enum, the dispatch, the pair table, the typed tests, the fuzzers
/// and the benchmarks follow from it. `Type` is the class in cpp/src/shape/<name>.h that implements the shape.
#define HYPERPLANE_SHAPES(X) \
  X(Sphere, sphere)          \
  X(Box, box)                \
  X(Capsule, capsule)        \
  X(Cylinder, cylinder)      \
  X(Cone, cone)              \
  X(Ellipsoid, ellipsoid)    \
  X(ConvexHull, convex_hull) \
  X(Triangle, triangle)      \
  X(RoundBox, round_box)     \
  X(TaperedCapsule, tapered_capsule)

/// Shapes made of convex ones, and the half-space, which has no bounds: X(Type, name). `Type` is the class in
/// cpp/src/composite/<name>.h.
#define HYPERPLANE_COMPOSITES(X) \
  X(Compound, compound)          \
  X(TriangleMesh, triangle_mesh) \
  X(HeightField, height_field)   \
  X(Voxels, voxels)              \
  X(Ground, half_space)

/// The convex shapes, then the composites.
enum class ShapeType : std::uint8_t {
#define HYPERPLANE_SHAPE_ENUMERATOR(Type, name) name,
  HYPERPLANE_SHAPES(HYPERPLANE_SHAPE_ENUMERATOR) HYPERPLANE_COMPOSITES(HYPERPLANE_SHAPE_ENUMERATOR)
#undef HYPERPLANE_SHAPE_ENUMERATOR
};

/// Number of convex types.
#define HYPERPLANE_SHAPE_COUNT_ONE(Type, name) +1
inline constexpr int k_shape_type_count = 0 HYPERPLANE_SHAPES(HYPERPLANE_SHAPE_COUNT_ONE);
#undef HYPERPLANE_SHAPE_COUNT_ONE

/// The last enumerator.
#define HYPERPLANE_COMPOSITE_COUNT_ONE(Type, name) +1
inline constexpr std::uint32_t k_last_shape_type =
    k_shape_type_count - 1 HYPERPLANE_COMPOSITES(HYPERPLANE_COMPOSITE_COUNT_ONE);
#undef HYPERPLANE_COMPOSITE_COUNT_ONE

constexpr bool is_composite(ShapeType type) { return static_cast<int>(type) >= k_shape_type_count; }

class Hull;
class Compound;
class TriangleMesh;
class HeightField;
class Voxels;
struct KindMask;

/// Most parameters of a shape.
inline constexpr int k_max_shape_parameters = 9;

/// A shape in its own frame, by value. The parameters are those of three.js's geometry of the same name:
///
/// | type          | parameters                        | frame                                             |
/// |---------------|-----------------------------------|---------------------------------------------------|
/// | sphere        | radius                            | centre at the origin                              |
/// | box           | width, height, depth (full sizes) | centre at the origin                              |
/// | round_box     | those of its core, rounding       | centre at the origin                              |
/// | capsule       | radius, height of its cylinder    | axis Y, centred                                   |
/// | cylinder      | radius, height, rounding          | axis Y, centred                                   |
/// | cone          | radius of its base, height, rounding | axis Y, centred at half the height, apex towards +Y |
/// | tapered_capsule | radius at +Y, radius at -Y, distance of the centres | axis Y, centred between the centres |
/// | ellipsoid     | radius along x, y, z              | centre at the origin                              |
/// | convex_hull   | rounding                          | that of its input points                          |
/// | triangle      | x, y, z of each corner            | that of its corners                               |
/// | compound      | none                              | that of its parts' poses                          |
/// | triangle_mesh | none; see triangle_mesh.h         | that of its vertices                              |
/// | height_field  | none; see height_field.h          | centred in x and z, heights along +Y              |
/// | voxels        | none; see voxels.h                | low corner of cell (0, 0, 0) at the origin        |
/// | half_space    | none                              | all points with y <= 0                            |
///
/// A shape with a rounding is its core, which has the other parameters, and all points within that distance of it. The
/// type of a box without rounding is `box`, with one `round_box`.
///
/// A half-space has no bounds: where they have to be numbers, they end k_half_space_reach from its origin. No two
/// half-spaces meet: pairs of them have no contact and an infinite distance, and worlds pass them by.
///
/// Any length of a shape may be zero: a sphere of radius 0 is a point, a box without height a rectangle, a cone without
/// height a disc. Such flat shapes have no inside; their depth in others is the translation out of them.
///
/// A shape does not own its hull, compound, mesh, height field, voxels or kinds, which must outlive every shape that
/// refers to them. The functions below make shapes and check the parameters.
struct Shape {
  ShapeType type = ShapeType::sphere;
  double parameters[k_max_shape_parameters] = {1.0};
  const Hull* hull = nullptr;
  const Compound* compound = nullptr;
  const TriangleMesh* mesh = nullptr;
  const HeightField* height_field = nullptr;
  const Voxels* voxels = nullptr;
  /// Kinds of cells that are solid for this shape: of voxels, which of its cells are; of any, which cells of voxels it
  /// meets. Null: all.
  const KindMask* kinds = nullptr;
  /// m: of a triangle of a one-sided surface, the depth of the prism behind it that it stands for. 0 for all shapes
  /// that the functions below make.
  double thickness = 0.0;
};

/// Whether a shape is made of parameters alone.
constexpr bool has_parameters(ShapeType type) {
  return type == ShapeType::half_space || (!is_composite(type) && type != ShapeType::convex_hull);
}

/// The hull, the compound, the mesh, the height field or the voxels of a shape; null for shapes that are made of
/// parameters alone.
constexpr const void* data_of(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::convex_hull:
      return shape.hull;
    case ShapeType::compound:
      return shape.compound;
    case ShapeType::triangle_mesh:
      return shape.mesh;
    case ShapeType::height_field:
      return shape.height_field;
    case ShapeType::voxels:
      return shape.voxels;
    default:
      return nullptr;
  }
}

/// Whether a shape has the hull, the compound, the mesh, the height field or the voxels that its type needs.
constexpr bool is_complete(const Shape& shape) { return has_parameters(shape.type) || data_of(shape) != nullptr; }

/// Numbers in `parameters` that belong to a shape of this type; the others are 0.
constexpr int parameter_count(ShapeType type) {
  return type == ShapeType::triangle ? k_max_shape_parameters : type == ShapeType::round_box ? 4 : 3;
}

/// Range of every length of a shape that is not zero, m. Outside it, products of lengths leave the range of the narrow
/// phase's error bounds.
inline constexpr double k_min_shape_size = 1e-9;
inline constexpr double k_max_shape_size = 1e9;

/// m: bounds of a half-space end here instead of at infinity.
inline constexpr double k_half_space_reach = 1e30;

/// Maximum magnitude of a coordinate of a position, m: differences are still fine there, and no product overflows.
inline constexpr double k_max_coordinate = 1e12;

/// @param radius m. @return as all of these: `invalid_argument` if a length is neither 0 nor in [k_min_shape_size,
/// k_max_shape_size].
Result<Shape> make_sphere(double radius);
/// @param width, height, depth full sizes along x, y, z, m. @param rounding m, here and below: the sizes are those of
/// the core, and the shape reaches this much farther.
Result<Shape> make_box(double width, double height, double depth, double rounding = 0.0);
/// @param height m, of the cylindrical part; the total height is height + 2 radius.
Result<Shape> make_capsule(double radius, double height);
/// The hull of two balls; of equal ones a capsule, of one within the other the larger.
/// @param height m, from centre to centre.
Result<Shape> make_tapered_capsule(double radius_top, double radius_bottom, double height);
Result<Shape> make_cylinder(double radius, double height, double rounding = 0.0);
Result<Shape> make_cone(double radius, double height, double rounding = 0.0);
Result<Shape> make_ellipsoid(double radius_x, double radius_y, double radius_z);
/// A triangle without thickness.
/// @param a, b, c corners, m, each coordinate at most k_max_shape_size.
/// @return `invalid_argument` for a coordinate outside of that or a longest side outside the range of lengths,
/// `degenerate_shape` for corners on a line.
Result<Shape> make_triangle(const Vec3& a, const Vec3& b, const Vec3& c);
/// All points with y <= 0.
Shape make_half_space();
/// Makes a shape of this type; parameters in the order of the table above, unused ones are ignored.
/// A box takes the parameters of a round_box.
/// @return `invalid_argument` also for a convex hull.
Result<Shape> make_shape(ShapeType type, const double (&parameters)[k_max_shape_parameters]);
/// The same for a shape with at most four parameters.
inline Result<Shape> make_shape(ShapeType type, double p, double q, double r, double s = 0.0) {
  return make_shape(type, {p, q, r, s, 0.0, 0.0, 0.0, 0.0, 0.0});
}

/// Frees a hull; keeps `Hull` incomplete here.
struct HullDeleter {
  void operator()(const Hull* hull) const;
};
using HullPtr = std::unique_ptr<const Hull, HullDeleter>;

/// Convex hull of a point cloud.
/// @param points x, y, z of each point in turn, m; at most 2^24 points.
/// @param max_vertices at least 4; of a larger hull the vertices that contribute least volume are dropped. 0: no limit.
/// @return `invalid_argument` for a wrong length or a non-finite number, `degenerate_shape` for fewer than four points
/// or a cloud without volume, `out_of_memory`.
Result<HullPtr> build_hull(std::span<const double> points, std::uint32_t max_vertices = 0);
/// The shape of a hull, which must outlive it.
Shape make_convex_hull(const Hull& hull);
/// The same with a rounding. @return `invalid_argument` as for other lengths.
Result<Shape> make_convex_hull(const Hull& hull, double rounding);

/// A shape at a pose of its own within a compound.
struct CompoundPart {
  Shape shape;
  Pose pose;
};

/// Frees a compound; keeps `Compound` incomplete here.
struct CompoundDeleter {
  void operator()(const Compound* compound) const;
};
using CompoundPtr = std::unique_ptr<Compound, CompoundDeleter>;

/// Maximum number of parts of a compound.
inline constexpr std::uint32_t k_max_compound_parts = 65536;

/// Several shapes, convex ones, meshes, height fields and voxels, as one.
/// @param parts at least 1, at most k_max_compound_parts; what they refer to must outlive the compound. Quaternions are
/// normalised. Kinds of parts are ignored: those of the compound's own shape count.
/// @return `invalid_argument` for a wrong number of parts, a compound or a half-space among them, or a pose that
/// `check_pose` (pair.h) rejects or that is beyond k_max_shape_size; `out_of_memory`.
Result<CompoundPtr> build_compound(std::span<const CompoundPart> parts);
/// The shape of a compound, which must outlive it.
Shape make_compound(const Compound& compound);
/// Brings a compound up to date after the vertices of a mesh, the heights of a field, or the cells of voxels among its
/// parts have changed.
void refresh_compound(Compound& compound);
/// The parts, in the order in which they were given.
std::span<const CompoundPart> compound_parts(const Compound& compound);

}  // namespace hyperplane
