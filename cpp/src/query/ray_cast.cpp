#include "query/ray_cast.h"

#include <new>
#include <utility>

#include "bvh/tolerances.h"
#include "colliders/query_answers.h"
#include "composite/raycast_at.h"
#include "core/safe_rotation.h"
#include "math/vec3.h"
#include "query/scene_descent.h"
#include "shape/box.h"

namespace hyperplane {
namespace {

/// A ray with its unit direction.
struct Ray {
  Vec3 origin, along;
  bool solid;

  Ray(const Vec3& from, const Vec3& to, const QueryOptions& options)
      : origin(from), along(direction_of(to)), solid(options.solid) {}
};

/// Whether a line certainly misses a box, by the separating axes of line and box edges: no divisions and fewer
/// mispredicted branches than the slab test. Two of three rays that hit the bounds of a box miss the box.
bool passes_by(const Vec3& half, const Vec3& o, const Vec3& d) {
  const Vec3 p = abs(o), e = abs(d);
  const Vec3 reach{half.y * e.z + half.z * e.y, half.z * e.x + half.x * e.z, half.x * e.y + half.y * e.x};
  const Vec3 sum{p.y * e.z + p.z * e.y, p.z * e.x + p.x * e.z, p.x * e.y + p.y * e.x};
  const Vec3 least = reach + (reach + sum) * k_ray_margin, off = abs(cross(o, d));
  return (off.x > least.x) | (off.y > least.y) | (off.z > least.z);
}

/// `raycast` for a row, with the same bits. Boxes with volume are read from the row alone.
/// @param kinds as in QueryOptions. @param hit written in place: a copy would wait for what has just been written.
void raycast_row(const Scene& scene, std::uint32_t row, const Ray& ray, double max_distance, const KindMask* kinds,
                 RayHit& hit) {
  const BoxRow& seen = scene.seen[row];
  const double* const half = seen.half_size;
  if (!(half[0] * half[1] * half[2] > 0.0)) {
    KindMask room;
    ::new (&hit) RayHit(
        raycast_along(scene.shape(row, kinds, room), pose_of(seen), ray.origin, ray.along, max_distance, ray.solid));
    return;
  }
  const Transform frame = to_transform(with_safe_rotation(pose_of(seen)));
  const Vec3 origin = inverse_times(frame, ray.origin), along = transpose_times(frame.rotation, ray.along);
  const Box box(Vec3{half[0], half[1], half[2]});
  hit.hit = false;
  if (passes_by(box.half, origin, along)) return;
  if (!ray.solid) [[unlikely]] {
    hit = raycast_along(scene.shape(row), pose_of(seen), ray.origin, ray.along, max_distance, false);
    return;
  }
  ::new (&hit) RayHit(box.raycast(origin, along, max_distance));
  if (!hit.hit) return;
  hit.point = frame * hit.point;
  hit.normal = frame.rotation * hit.normal;
}

}  // namespace

WorldRayHit cast_ray(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options) {
  const Ray ray(origin, direction, options);
  const ray_descent::Path path{origin, ray.along, {}, {}};
  // The nearest hit so far, and the place of the next one: they change places.
  WorldRayHit first, second;
  WorldRayHit *next = &first, *best = &second;
  double end = options.max_distance;
  const auto visit = [&](std::uint32_t row) {
    raycast_row(scene, row, ray, end, options.kinds, *next);
    if (!next->hit) return;
    if (best->hit && (next->distance > end || (next->distance == end && row > best->row))) return;
    if (!options.accepts_row(row)) return;
    next->row = row;
    end = next->distance;
    std::swap(next, best);
  };
  const auto limit = [&] { return end; };
  ray_descent::for_each_candidate(scene, path, options.mask, options.sensors, limit, visit, ray_descent::Trees::all,
                                  [&](const Tree& tree, const ray_descent::Path& local, const auto& visit_row) {
                                    ray_descent::descend(tree, local, options.mask, limit, visit_row);
                                  });
  if (best == &second) first = second;
  return first;
}

Status cast_ray_through(const Scene& scene, const Vec3& origin, const Vec3& direction, const QueryOptions& options,
                        Buffer<WorldRayHit>& hits) {
  const Ray ray(origin, direction, options);
  const ray_descent::Path path{origin, ray.along, {}, {}};
  return gather(hits, options, is_nearer<WorldRayHit>, [&](const auto& take) {
    const auto visit = [&](std::uint32_t row) {
      RayHit hit;
      raycast_row(scene, row, ray, options.max_distance, options.kinds, hit);
      if (hit.hit) take({hit, row});
    };
    ray_descent::visit_candidates(scene, path, options.mask, options.sensors, options.max_distance, visit);
  });
}

}  // namespace hyperplane
