#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "meshes.h"
#include "random.h"

/// What triangle meshes cost, each row the median of a few rounds.
///
///   hyperplane_mesh_bench [row [rounds]]

namespace {

using namespace hyperplane;

/// Processor time, which a busy machine disturbs less than wall-clock time.
double microseconds() { return 1e6 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Of one side, in cells and in metres.
constexpr std::uint32_t k_terrain_cells = 224;
constexpr double k_terrain_size = 224.0;

struct Wanted {
  const char* row;
  int rounds;
};

/// @param calls of one round.
template <class Round>
void run(const Wanted& wanted, const char* row, std::size_t calls, const Round& round) {
  if (wanted.row != nullptr && std::strcmp(wanted.row, row) != 0) return;
  round();
  std::vector<double> times;
  for (int i = 0; i < wanted.rounds; ++i) {
    const double start = microseconds();
    round();
    times.push_back((microseconds() - start) / static_cast<double>(calls));
  }
  std::nth_element(times.begin(), times.begin() + wanted.rounds / 2, times.end());
  std::printf("%-14s %12.3f us\n", row, times[times.size() / 2]);
}

TriangleMeshPtr build(const scenes::MeshData& data) {
  return build_triangle_mesh(data.vertices, data.indices, {}).value;
}

void run_builds(const Wanted& wanted) {
  const scenes::MeshData knot = scenes::make_torus_knot(1000, 50, 1.0);
  run(wanted, "build", 1, [&] { build(knot); });
  const scenes::MeshData large = scenes::make_torus_knot(5000, 100, 1.0);
  run(wanted, "million", 1, [&] { build(large); });
  const TriangleMeshPtr mesh = build(large);
  std::vector<std::byte> bytes(serialized_size(*mesh));
  serialize_triangle_mesh(*mesh, bytes);
  run(wanted, "archive", 1, [&] { static_cast<void>(deserialize_triangle_mesh(bytes)); });
}

void run_queries(const Wanted& wanted) {
  const TriangleMeshPtr knot = build(scenes::make_torus_knot(1000, 50, 1.0));
  const Shape shape = make_triangle_mesh(*knot);
  const WorldPtr world = make_world({}).value;
  static_cast<void>(world->add({shape, {}}));
  static_cast<void>(world->update());

  scenes::Random random(1);
  const Vec3 low{-1.5, -1.5, -0.6}, high{1.5, 1.5, 0.6};
  constexpr std::size_t k_rays = 20000, k_points = 2000;
  std::vector<double> rays;
  for (std::size_t i = 0; i < k_rays; ++i) {
    const Vec3 from = random.in_box(low * 1.7, high * 1.7), along = random.in_box(low, high) - from;
    rays.insert(rays.end(), {from.x, from.y, from.z, along.x, along.y, along.z});
  }
  std::vector<double> distances(k_rays);
  std::vector<std::int32_t> rows(k_rays);
  run(wanted, "rays", k_rays, [&] { world->raycast_batch(rays, distances, rows); });

  std::vector<Vec3> points(k_points);
  for (Vec3& point : points) point = random.in_box(low, high);
  run(wanted, "closest", k_points, [&] {
    for (const Vec3& point : points) static_cast<void>(closest_point(shape, {}, point));
  });
  const Shape ball = make_sphere(0.1).value, box = make_box(0.2, 0.2, 0.2).value;
  std::vector<Vec3> outside(k_points);
  for (Vec3& point : outside) point = random.direction() * 2.0;
  run(wanted, "cast", k_points, [&] {
    for (std::size_t i = 0; i < k_points; ++i) {
      static_cast<void>(world->cast_shape(ball, {{outside[i], {}}, {points[i], {}}}));
    }
  });
  run(wanted, "cast box", k_points, [&] {
    for (std::size_t i = 0; i < k_points; ++i) {
      static_cast<void>(world->cast_shape(box, {{outside[i], {}}, {points[i], {}}}));
    }
  });
  run(wanted, "overlap", k_points, [&] {
    for (const Vec3& point : points) static_cast<void>(intersects(shape, {}, box, {point, {}}));
  });
  std::vector<Quat> turns(k_points);
  for (Quat& turn : turns) turn = random.rotation();
  run(wanted, "overlap turned", k_points, [&] {
    for (std::size_t i = 0; i < k_points; ++i) static_cast<void>(intersects(shape, {}, box, {points[i], turns[i]}));
  });
  run(wanted, "distance", k_points, [&] {
    for (const Vec3& point : points) static_cast<void>(distance(shape, {}, box, {point, {}}));
  });
}

/// 2,000 bodies that move over a terrain. @param shape_of(i) shape of a body.
template <class ShapeOf>
void run_bodies(const Wanted& wanted, const char* row, const Shape& ground, const ShapeOf& shape_of) {
  if (wanted.row != nullptr && std::strcmp(wanted.row, row) != 0) return;
  const WorldPtr world = make_world({}).value;
  static_cast<void>(world->add({ground, {}, true}));
  scenes::Random random(2);
  constexpr std::size_t k_bodies = 2000;
  for (std::size_t i = 0; i < k_bodies; ++i) {
    const Vec3 above{random.uniform(-0.45, 0.45) * k_terrain_size, 50.0, random.uniform(-0.45, 0.45) * k_terrain_size};
    const RayHit hit = raycast(ground, {}, above, {0.0, -1.0, 0.0}, 100.0);
    static_cast<void>(world->add({shape_of(i), {hit.point + Vec3{0.0, 0.4, 0.0}, random.rotation()}}));
  }
  int frame = 0;
  run(wanted, row, 1, [&] {
    const double by = ++frame % 2 == 0 ? -0.001 : 0.001;
    for (std::size_t i = 1; i <= k_bodies; ++i) world->positions()[3 * i] += by;
    static_cast<void>(world->update());
  });
  if (wanted.row == nullptr)
    std::printf("               %zu contacts of 2,000 bodies\n", world->contacts().pairs.size());
}

void run_terrain(const Wanted& wanted) {
  const TriangleMeshPtr ground = build(scenes::make_terrain(k_terrain_cells, k_terrain_size, 1));
  const Shape shape = make_triangle_mesh(*ground);
  scenes::Random random(3);
  std::vector<double> points;
  for (int i = 0; i < 20; ++i) {
    const Vec3 point = random.direction() * 0.5;
    points.insert(points.end(), {point.x, point.y, point.z});
  }
  const HullPtr hull = build_hull(points).value;
  struct Kind {
    const char* row;
    Shape shape;
  };
  const Kind kinds[] = {{"balls", make_sphere(0.5).value},
                        {"capsules", make_capsule(0.3, 1.0).value},
                        {"boxes", make_box(1.0, 1.0, 1.0).value},
                        {"hulls", make_convex_hull(*hull)}};
  // Rough ground, as in bench/terrain_scene.js: most of its edges are ridges or grooves.
  scenes::MeshData rough = scenes::make_terrain(k_terrain_cells, k_terrain_size, 1);
  for (std::uint32_t i = 0; i < rough.vertex_count(); ++i) rough.vertices[3 * i + 1] += random.uniform(-0.15, 0.15);
  const TriangleMeshPtr rough_ground = build(rough);
  const Shape rough_shape = make_triangle_mesh(*rough_ground);
  HeightFieldOptions options;
  options.columns = options.rows = k_terrain_cells + 1;
  options.width = options.depth = k_terrain_size;
  options.sides = SurfaceSides::both;
  std::vector<double> heights;
  heights.reserve(rough.vertex_count());
  for (std::uint32_t i = 0; i < rough.vertex_count(); ++i) heights.push_back(rough.vertices[3 * i + 1]);
  const HeightFieldPtr field = build_height_field(heights, options).value;
  // Bodies of one kind a row, then of all kinds; on the same ground as a height field by the prefix.
  for (const char* row : {"balls", "capsules", "boxes", "hulls", "terrain", "field balls", "field capsules",
                          "field boxes", "field hulls", "field"}) {
    const bool is_field = std::strncmp(row, "field", 5) == 0;
    run_bodies(wanted, row, is_field ? make_height_field(*field) : rough_shape, [&](std::size_t i) {
      for (const Kind& kind : kinds) {
        if (std::strcmp(kind.row, is_field && row[5] != '\0' ? row + 6 : row) == 0) return kind.shape;
      }
      return kinds[i % 4].shape;
    });
  }

  // As in bench/sections/mover.js: over rough ground, turning now and then.
  const WorldPtr rough_world = make_world({}).value;
  static_cast<void>(rough_world->add({rough_shape, {}, true}));
  static_cast<void>(rough_world->update());
  constexpr int k_moves = 2000;
  run(wanted, "walk", k_moves, [&] {
    Pose pose{{0.0, 5.0, 0.0}, {}};
    for (int i = 0; i < k_moves; ++i) {
      const double angle = 2.4 * (i / 40);
      const Vec3 move{0.06 * std::cos(angle), -0.1, 0.06 * std::sin(angle)};
      pose.position = rough_world->move_and_slide(kinds[1].shape, pose, move).value.position;
    }
  });

  const WorldPtr alone = make_world({}).value;
  static_cast<void>(alone->add({shape, {}, true}));
  static_cast<void>(alone->update());
  constexpr int k_steps = 400;
  run(wanted, "mover", k_steps, [&] {
    Pose pose{{0.0, raycast(shape, {}, {0.0, 50.0, 0.0}, {0.0, -1.0, 0.0}, 100.0).point.y + 1.0, 0.0}, {}};
    for (int i = 0; i < k_steps; ++i) {
      pose.position = alone->move_and_slide(kinds[1].shape, pose, {0.05, -0.05, 0.03}).value.position;
    }
  });
}

}  // namespace

int main(int argument_count, char** arguments) {
  const Wanted wanted{argument_count > 1 ? arguments[1] : nullptr, argument_count > 2 ? std::atoi(arguments[2]) : 5};
  run_builds(wanted);
  run_queries(wanted);
  run_terrain(wanted);
  return 0;
}
