#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "moving_boxes.h"
#include "random.h"

/// Milliseconds per frame and stage (medians over frames) of a world in which all boxes move and turn every frame, for
/// every layout, count and broad phase; the same with mixed convex shapes. Then boxes, spheres and capsules on a floor
/// of flush static tiles, and among static boxes that overlap at random; ray casts, and bullets that are added and
/// removed.
///
///   hyperplane_world_bench [layout [count [frames]]]

namespace {

using namespace hyperplane;
using scenes::Layout;

/// Processor time, which a busy machine disturbs less than wall-clock time.
double milliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double>& values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

const char* name_of(BroadPhase broad_phase) {
  switch (broad_phase) {
    case BroadPhase::automatic:
      return "automatic";
    case BroadPhase::sweep_and_prune:
      return "sweep";
    case BroadPhase::bvh:
      return "bvh";
    case BroadPhase::brute_force:
      return "brute";
  }
  return "";
}

/// Shapes that fill boxes of the given sizes, of all types in turn.
class MixedShapes {
 public:
  Shape next(const Vec3& size) {
    switch (made_++ % 6) {
      case 0:
        return make_capsule(0.35 * size.x, 0.7 * size.y).value;
      case 1:
        return make_cylinder(0.5 * size.x, size.y).value;
      case 2:
        return make_cone(0.5 * size.x, size.y).value;
      case 3:
        return make_ellipsoid(0.5 * size.x, 0.5 * size.y, 0.5 * size.z).value;
      case 4:
        return make_box(size.x, size.y, size.z).value;
      default: {
        std::vector<double> points;
        for (int i = 0; i < 32; ++i) {
          const Vec3 d = random_.direction();
          points.insert(points.end(), {0.5 * size.x * d.x, 0.5 * size.y * d.y, 0.5 * size.z * d.z});
        }
        hulls_.push_back(build_hull(points).value);
        return make_convex_hull(*hulls_.back());
      }
    }
  }

 private:
  scenes::Random random_{7};
  std::size_t made_ = 0;
  std::vector<HullPtr> hulls_;
};

/// @param mixed makes the shapes; null: boxes.
WorldPtr fill(const scenes::MovingBoxes& scene, BroadPhase broad_phase, MixedShapes* mixed = nullptr) {
  WorldOptions options;
  options.broad_phase = broad_phase;
  options.capacity = static_cast<std::uint32_t>(scene.count());
  options.clock = &milliseconds;
  WorldPtr world = make_world(options).value;
  for (std::size_t i = 0; i < scene.count(); ++i) {
    const Vec3& size = scene.sizes[i];
    const Shape shape = mixed != nullptr ? mixed->next(size) : make_box(size.x, size.y, size.z).value;
    const Result<ColliderId> added = world->add({shape, {scene.positions[i], scene.rotations[i]}});
    if (!added.ok()) std::abort();
  }
  return world;
}

void write_poses(const scenes::MovingBoxes& scene, World& world) {
  double* p = world.positions().data();
  float* q = world.quaternions().data();
  for (std::size_t i = 0; i < scene.count(); ++i) {
    *p++ = scene.positions[i].x;
    *p++ = scene.positions[i].y;
    *p++ = scene.positions[i].z;
    *q++ = static_cast<float>(scene.rotations[i].x);
    *q++ = static_cast<float>(scene.rotations[i].y);
    *q++ = static_cast<float>(scene.rotations[i].z);
    *q++ = static_cast<float>(scene.rotations[i].w);
  }
}

void run_frames(Layout layout, std::size_t count, int frames, BroadPhase broad_phase, bool is_mixed) {
  scenes::MovingBoxes scene = scenes::make_moving_boxes(layout, count, 1);
  MixedShapes mixed;
  const WorldPtr world = fill(scene, broad_phase, is_mixed ? &mixed : nullptr);
  const char* const name = is_mixed ? "mixed" : scenes::name_of(layout);
  std::vector<double> whole, bounds, broad, narrow, events;
  for (int frame = 0; frame < frames + 3; ++frame) {
    scene.advance(1.0 / 60.0);
    write_poses(scene, *world);
    const double start = milliseconds();
    const UpdateResult result = world->update();
    const double end = milliseconds();
    if (!result.ok()) {
      std::printf("%-9s %7zu %-6s %s\n", name, count, name_of(broad_phase), result.message);
      return;
    }
    if (frame < 3) continue;
    whole.push_back(end - start);
    bounds.push_back(world->timings().bounds);
    broad.push_back(world->timings().broad_phase);
    narrow.push_back(world->timings().narrow_phase);
    events.push_back(world->timings().events);
  }
  std::printf("%-9s %7zu %-6s %8.3f ms: bounds %.3f, broad phase %.3f, narrow phase %.3f, events %.3f; ", name, count,
              name_of(broad_phase), median(whole), median(bounds), median(broad), median(narrow), median(events));
  std::printf("%u candidates, %zu contacts, %zu began\n", world->candidate_count(), world->contacts().pairs.size(),
              world->began().size());
}

/// Movers among static boxes: on a floor of flush tiles of 1 m, 0.02 m deep, or in a cube that the boxes fill.
void run_statics(bool on_tiles, int frames) {
  constexpr int k_across = 100;
  constexpr std::size_t k_statics = std::size_t{k_across} * k_across, k_movers = 4000;
  const double half = on_tiles ? 0.5 * k_across : 14.0;
  scenes::Random random(4);
  scenes::MovingBoxes scene = scenes::make_moving_boxes(Layout::uniform, k_movers, 5);
  const WorldPtr world = make_world({.clock = &milliseconds}).value;
  std::vector<double> lows;
  for (std::size_t i = 0; i < k_movers; ++i) {
    const double side = random.uniform(0.5, 1.5);
    const Shape shapes[] = {make_box(side, side, side).value, make_sphere(0.5 * side).value,
                            make_capsule(0.25 * side, 0.5 * side).value};
    const Shape& shape = shapes[i % 3];
    lows.push_back(-support(shape, {}, {0.0, -1.0, 0.0}).y);
    if (!world->add({shape, {}}).ok()) std::abort();
    const double turn = random.uniform(-1.0, 1.0);
    if (on_tiles) scene.rotations[i] = normalized(Quat{0.0, turn, 0.0, 1.0 - std::abs(turn)});
    scene.positions[i] = random.in_box({-half, -half, -half}, {half, half, half});
  }
  for (std::size_t i = 0; i < k_statics; ++i) {
    ColliderOptions options;
    options.is_static = true;
    if (on_tiles) {
      const auto x = static_cast<double>(i % k_across), z = static_cast<double>(i / k_across);
      options.shape = make_box(1.0, 1.0, 1.0).value;
      options.pose.position = {x + 0.5 - half, -0.5, z + 0.5 - half};
    } else {
      options.shape = make_box(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)).value;
      options.pose = {random.in_box({-half, -half, -half}, {half, half, half}), random.rotation()};
    }
    if (!world->add(options).ok()) std::abort();
  }
  std::vector<double> whole, narrow;
  for (int frame = 0; frame < frames + 3; ++frame) {
    for (std::size_t i = 0; i < k_movers; ++i) {
      Vec3& at = scene.positions[i];
      Vec3& velocity = scene.velocities[i];
      at += velocity * (1.0 / 60.0);
      double* const p[3] = {&at.x, &at.y, &at.z};
      double* const v[3] = {&velocity.x, &velocity.y, &velocity.z};
      for (int k = 0; k < 3; ++k) {
        if (std::abs(*p[k]) > half && *p[k] * *v[k] > 0.0) *v[k] = -*v[k];
      }
      if (on_tiles) at.y = lows[i] - 0.02;
    }
    write_poses(scene, *world);
    const double start = milliseconds();
    if (!world->update().ok()) std::abort();
    const double end = milliseconds();
    if (frame < 3) continue;
    whole.push_back(end - start);
    narrow.push_back(world->timings().narrow_phase);
  }
  std::printf("%-9s %7zu        %8.3f ms: narrow phase %.3f; %zu movers, %zu contacts\n", on_tiles ? "tiles" : "rubble",
              k_statics, median(whole), median(narrow), k_movers, world->contacts().pairs.size());
}

void run_rays(std::size_t count) {
  const scenes::MovingBoxes scene = scenes::make_moving_boxes(Layout::uniform, count, 1);
  const WorldPtr world = fill(scene, BroadPhase::automatic);
  scenes::Random random(2);
  const double h = scene.half_side;
  std::vector<double> rays;
  const std::size_t ray_count = 100000;
  for (std::size_t i = 0; i < ray_count; ++i) {
    const Vec3 from = random.in_box({-h, -h, -h}, {h, h, h}), along = random.direction();
    rays.insert(rays.end(), {from.x, from.y, from.z, along.x, along.y, along.z});
  }
  std::vector<double> distances(ray_count), times;
  std::vector<std::int32_t> rows(ray_count);
  for (int round = 0; round < 7; ++round) {
    const double start = milliseconds();
    world->raycast_batch(rays, distances, rows);
    times.push_back(milliseconds() - start);
  }
  const auto hits = std::count_if(rows.begin(), rows.end(), [](std::int32_t row) { return row >= 0; });
  std::printf("rays      %7zu        %8.3f us a ray, %.0f %% hit\n", count,
              1000.0 * median(times) / static_cast<double>(ray_count),
              100.0 * static_cast<double>(hits) / static_cast<double>(ray_count));
}

void run_bullets(std::size_t count) {
  const scenes::MovingBoxes scene = scenes::make_moving_boxes(Layout::uniform, count, 1);
  const WorldPtr world = fill(scene, BroadPhase::automatic);
  scenes::Random random(3);
  const double h = scene.half_side;
  std::vector<ColliderId> bullets;
  std::vector<double> times;
  const std::size_t per_frame = 500;
  for (int frame = 0; frame < 60; ++frame) {
    const double start = milliseconds();
    for (const ColliderId bullet : bullets) static_cast<void>(world->remove(bullet));
    bullets.clear();
    for (std::size_t i = 0; i < per_frame; ++i) {
      const Pose pose{random.in_box({-h, -h, -h}, {h, h, h}), {}};
      bullets.push_back(world->add({make_sphere(0.05).value, pose}).value);
    }
    static_cast<void>(world->update());
    times.push_back(milliseconds() - start);
  }
  std::printf("bullets   %7zu        %8.3f ms a frame with %zu removed and added, boxes at rest\n", count,
              median(times), per_frame);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const char* const only = argument_count > 1 ? arguments[1] : nullptr;
  const std::size_t only_count = argument_count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 0;
  const int frames = argument_count > 3 ? std::atoi(arguments[3]) : 0;
  for (const Layout layout : scenes::k_layouts) {
    if (only != nullptr && std::strcmp(only, scenes::name_of(layout)) != 0) continue;
    for (const std::size_t count : {std::size_t{1000}, std::size_t{10000}, std::size_t{100000}}) {
      if (only_count != 0 && count != only_count) continue;
      for (const BroadPhase broad_phase : {BroadPhase::sweep_and_prune, BroadPhase::bvh}) {
        run_frames(layout, count, frames != 0 ? frames : (count > 10000 ? 20 : 100), broad_phase, false);
      }
    }
  }
  if (only == nullptr || std::strcmp(only, "mixed") == 0) {
    run_frames(Layout::uniform, only_count != 0 ? only_count : 5000, frames != 0 ? frames : 100, BroadPhase::automatic,
               true);
  }
  for (const bool on_tiles : {true, false}) {
    if (only != nullptr && std::strcmp(only, on_tiles ? "tiles" : "rubble") != 0) continue;
    run_statics(on_tiles, frames != 0 ? frames : 100);
  }
  if (only == nullptr || std::strcmp(only, "rays") == 0) run_rays(10000);
  if (only == nullptr || std::strcmp(only, "bullets") == 0) run_bullets(10000);
  return 0;
}
