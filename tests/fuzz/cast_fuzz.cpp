#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world.h>

#include "fuzz_shapes.h"

/// A world of a few shapes of any type (statics, movers and sensors), and the same queries on the world and on each
/// collider alone: casts of a moving shape, rays, the closest point, overlaps. The answers have the same bits. They may
/// differ only for shapes that graze within the tolerance of a cast, whose bounds may have proved a miss.

namespace hyperplane::fuzz {
namespace {

constexpr int k_most_colliders = 7;
/// Signed distance of shapes at the time of a touch, relative to the larger one or the coordinates.
constexpr double k_tolerance = 2e-5;

struct Place {
  WorldPtr world;
  FuzzShape shapes[k_most_colliders];
  std::uint32_t count = 0;

  explicit Place(Input& input) : world(make_world().value) {
    const int wanted = input.byte() % (k_most_colliders + 1);
    for (int i = 0; i < wanted; ++i) {
      FuzzShape& shape = shapes[count];
      shape = read_shape(input);
      ColliderOptions options{shape.shape.value, input.pose()};
      const int kind = input.byte();
      options.is_static = (kind & 1) != 0;
      options.layer = 1u << ((kind >> 1) & 1);
      options.is_sensor = (kind & 4) != 0;
      if (!shape.ok() || !check_pose(options.pose).ok() || !world->add(options).ok()) continue;
      ++count;
    }
  }
};

[[noreturn]] void fail(const Place& place, const char* what) {
  std::fprintf(stderr, "does not hold: %s\n", what);
  for (std::uint32_t row = 0; row < place.count; ++row) {
    print("collider", place.shapes[row], place.world->describe(row).pose);
  }
  std::abort();
}

bool counts(const ColliderOptions& collider, const QueryOptions& options) {
  return (collider.layer & options.mask) != 0 && (options.sensors || !collider.is_sensor);
}

void check_cast(const Place& place, const FuzzShape& caster, const Sweep& sweep, const QueryOptions& options) {
  const Shape& shape = caster.shape.value;
  const WorldImpact found = place.world->cast_shape(shape, sweep, options);
  const Vec3 way = sweep.to.position - sweep.from.position;
  const double way_length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  const double limit = options.max_distance < way_length ? options.max_distance / way_length : 1.0;
  // A search that gives up proves no touch: it counts only if nothing is hit.
  WorldImpact expected, undecided;
  for (std::uint32_t row = 0; row < place.count; ++row) {
    const ColliderOptions of = place.world->describe(row);
    if (!counts(of, options)) continue;
    const Impact impact = time_of_impact(shape, sweep, of.shape, {of.pose, of.pose});
    if (!impact.hit || impact.time > limit) continue;
    WorldImpact& first = impact.converged ? expected : undecided;
    if (!first.hit || impact.time < first.time) first = {impact, row};
  }
  if (!expected.hit) expected = undecided;
  const bool is_same = found.hit == expected.hit && found.converged == expected.converged &&
                       (!found.hit || (found.row == expected.row && found.time == expected.time &&
                                       found.point == expected.point && found.normal == expected.normal));
  if (is_same) return;
  if (found.hit && (!expected.hit || found.time < expected.time)) {
    fail(place, "a cast finds a touch of some pair only");
  }
  // Shapes whose bounds never meet are apart, whatever the search for their touch reports.
  if (!expected.converged) return;
  // The cast may pass over touches that graze.
  const ColliderOptions of = place.world->describe(expected.row);
  double size = std::fmax(caster.diameter, place.shapes[expected.row].diameter);
  size = std::fmax(size, std::fmax(largest(sweep.from.position), largest(sweep.to.position)));
  const Pose at = pose_at(sweep, expected.time);
  const double gap = distance(shape, at, of.shape, of.pose).distance;
  if (gap < -k_tolerance * size) fail(place, "a cast finds the first touch of all pairs");
}

void check_ray(const Place& place, const Vec3& origin, const Vec3& direction, const QueryOptions& options) {
  const WorldRayHit found = place.world->raycast(origin, direction, options);
  WorldRayHit expected;
  std::size_t hits = 0;
  for (std::uint32_t row = 0; row < place.count; ++row) {
    const ColliderOptions of = place.world->describe(row);
    if (!counts(of, options)) continue;
    const RayHit hit = raycast(of.shape, of.pose, origin, direction, options.max_distance);
    if (!hit.hit) continue;
    ++hits;
    if (!expected.hit || hit.distance < expected.distance) expected = {hit, row};
  }
  if (found.hit != expected.hit) fail(place, "a ray hits where some shape is hit");
  if (found.hit && (found.row != expected.row || found.distance != expected.distance ||
                    !(found.point == expected.point) || !(found.normal == expected.normal))) {
    fail(place, "a ray hits the first of all shapes");
  }
  const auto all = place.world->raycast_all(origin, direction, options);
  if (!all.ok() || all.value.size() != hits) fail(place, "a ray hits every shape on its way");
}

void check_closest(const Place& place, const Vec3& point, const QueryOptions& options) {
  const WorldClosestPoint found = place.world->closest(point, options);
  WorldClosestPoint expected;
  for (std::uint32_t row = 0; row < place.count; ++row) {
    const ColliderOptions of = place.world->describe(row);
    if (!counts(of, options)) continue;
    const ClosestPoint closest = closest_point(of.shape, of.pose, point);
    if (closest.distance > options.max_distance) continue;
    if (!expected.found || closest.distance < expected.distance) expected = {closest, row, true};
  }
  if (found.found != expected.found ||
      (found.found && (found.row != expected.row || found.distance != expected.distance))) {
    fail(place, "the closest collider is the closest of all shapes");
  }
}

void check_overlap(const Place& place, const Shape& shape, const Pose& pose, const QueryOptions& options) {
  const auto found = place.world->overlap(shape, pose, options);
  if (!found.ok()) fail(place, "memory is enough for a few rows");
  std::size_t next = 0;
  // In the order that the world uses: for shapes that touch exactly, the other order may give another verdict.
  for (std::uint32_t row = 0; row < place.count; ++row) {
    const ColliderOptions of = place.world->describe(row);
    if (!counts(of, options) || !intersects(of.shape, of.pose, shape, pose)) continue;
    if (next >= found.value.size() || found.value[next] != row) fail(place, "all overlapping shapes are found");
    ++next;
  }
  if (next != found.value.size()) fail(place, "only overlapping shapes are found");
}

}  // namespace
}  // namespace hyperplane::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hyperplane;
  fuzz::Input input(data, size);
  const fuzz::Place place(input);
  const fuzz::FuzzShape caster = fuzz::read_shape(input);
  const Sweep sweep{input.pose(), input.pose()};
  QueryOptions options;
  const int kind = input.byte();
  if ((kind & 1) != 0) options.mask = 1u + static_cast<std::uint32_t>((kind >> 1) & 1);
  if ((kind & 4) != 0) options.max_distance = input.length();
  options.sensors = (kind & 8) != 0;
  if (!caster.ok() || !check_pose(sweep.from).ok() || !check_pose(sweep.to).ok() || !(options.max_distance >= 0.0)) {
    return 0;
  }
  for (int round = 0; round < 2; ++round) {
    fuzz::check_cast(place, caster, sweep, options);
    const Vec3 way = sweep.to.position - sweep.from.position;
    if (fuzz::largest(way) > 0.0) fuzz::check_ray(place, sweep.from.position, way, options);
    fuzz::check_closest(place, sweep.from.position, options);
    fuzz::check_overlap(place, caster.shape.value, sweep.to, options);
    // Again with the trees after an update.
    if (!place.world->update().ok()) return 0;
  }
  return 0;
}
