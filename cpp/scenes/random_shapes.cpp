#include "random_shapes.h"

#include "meshes.h"

namespace hyperplane::scenes {

Shape RandomShapes::next(Random& random) {
  constexpr auto k_solid_types = static_cast<std::uint32_t>(ShapeType::triangle);
  return next(random, static_cast<ShapeType>(random.below(k_solid_types)));
}

Shape RandomShapes::next(Random& random, ShapeType type) {
  const double scale = random.chance(0.03) ? 5.0 : 1.0;
  const auto length = [&](double low, double high) {
    if (zero_share_ > 0.0 && type != ShapeType::convex_hull && random.chance(zero_share_)) return 0.0;
    return scale * (random.chance(0.05) ? 0.05 * low : random.uniform(low, high));
  };
  // Separate statements: the evaluation order of arguments is unspecified.
  const double a = length(0.25, 0.75), b = length(0.25, 0.75), c = length(0.25, 0.75);
  switch (type) {
    case ShapeType::sphere:
      return make_sphere(a).value;
    case ShapeType::box:
      return make_box(2 * a, 2 * b, 2 * c).value;
    case ShapeType::capsule:
      return make_capsule(0.6 * a, 2 * b).value;
    case ShapeType::cylinder:
      return make_cylinder(a, 2 * b).value;
    case ShapeType::cone:
      return make_cone(a, 2 * b).value;
    case ShapeType::ellipsoid:
      return make_ellipsoid(a, b, c).value;
    case ShapeType::round_box:
      return make_box(2 * a, 2 * b, 2 * c, 0.3 * length(0.25, 0.75)).value;
    case ShapeType::tapered_capsule:
      return make_tapered_capsule(a, 0.5 * b, 2 * c).value;
    case ShapeType::triangle:
      return make_triangle({-a, 0.1, -b}, {a, -0.1, 0.5 * c}, {0.3 * b, 0.0, c}).value;
    case ShapeType::convex_hull:
    case ShapeType::compound:
    case ShapeType::triangle_mesh:
    case ShapeType::height_field:
    case ShapeType::voxels:
    case ShapeType::half_space:
      break;
  }
  std::vector<double> points;
  const std::uint32_t count = 8 + random.below(24);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 direction = random.direction();
    // Away from the frame's origin, like the hulls of models.
    points.insert(points.end(), {a * direction.x + 0.2, b * direction.y, c * direction.z - 0.1});
  }
  Result<HullPtr> hull = build_hull(points);
  // build_hull rejects thin clouds; return a box instead.
  if (!hull.ok()) return make_box(2 * a, 2 * b, 2 * c).value;
  hulls_.push_back(static_cast<HullPtr&&>(hull.value));
  return make_convex_hull(*hulls_.back());
}

Shape RandomShapes::next_compound(Random& random, std::uint32_t part_count, double reach, double mesh_share) {
  std::vector<CompoundPart> parts;
  for (std::uint32_t i = 0; i < part_count; ++i) {
    const bool is_mesh = mesh_share > 0.0 && random.chance(mesh_share);
    const Shape shape = is_mesh ? next_mesh(random, 1.5) : next(random);
    const Vec3 position = random.in_box({-reach, -reach, -reach}, {reach, reach, reach});
    parts.push_back({shape, {position, random.chance(0.3) ? Quat{} : random.rotation()}});
  }
  compounds_.push_back(build_compound(parts).value);
  return make_compound(*compounds_.back());
}

Shape RandomShapes::next_mesh(Random& random, double size) {
  const std::uint64_t seed = random.below(1000000);
  TriangleMeshOptions options;
  MeshData data;
  switch (random.below(5)) {
    case 0:
      data = make_soup(4 + random.below(20), size, seed);
      break;
    case 1:
      data = make_terrain(2 + random.below(5), size, seed);
      break;
    case 2:
      data = make_mesh_box({size, 0.7 * size, 0.5 * size});
      options.solid = true;
      break;
    case 3:
      data = make_staircase(2 + random.below(3), 0.2 * size, 0.3 * size, size);
      options.solid = random.chance(0.5);
      break;
    default:
      data = make_torus_knot(24, 4, 0.4 * size);
      options.solid = true;
  }
  if (!options.solid && random.chance(0.3)) {
    options.sides = SurfaceSides::front;
    options.thickness = 0.3 * size;
  }
  meshes_.push_back(build_triangle_mesh(data.vertices, data.indices, options).value);
  return make_triangle_mesh(*meshes_.back());
}

}  // namespace hyperplane::scenes
