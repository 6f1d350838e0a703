#include "plane/world/mover_around.h"

#include <cmath>

#include "core/constants.h"
#include "depenetration/tolerances.h"
#include "motion/tolerances.h"
#include "plane/pair/composite_pair.h"
#include "plane/pair/convex_pair.h"
#include "plane/world/visit.h"

namespace hyperplane::plane {
namespace {

constexpr int k_max_cast_steps = 100;
/// Looks of a cast at one part whose corners push nobody: the second settles all but blunt corners.
constexpr int k_max_corner_passes = 8;
/// Least cosine between the normal of a contact and that of a corner beside it which the body may pass along the
/// contact.
constexpr double k_least_passing_cosine = 0.7;

}  // namespace

MoverAround::MoverAround(Colliders& colliders, const Shape& shape, const Pose& pose, const MoverOptions& options)
    : colliders_(colliders),
      shape_(shape),
      options_(options),
      angle_(pose.angle),
      up_(unit(options.up, {0.0, 1.0})),
      frame_(frame_of_any(shape, {{}, pose.angle})),
      middle_(middle_of(shape, frame_)),
      box_(bounds_of_any(shape, frame_)),
      size_(length(box_.high - box_.low)),
      least_cosine_(rotation_of(options.max_slope).cosine - k_mover_slope_slack) {
  // The body passes steeper corners at k_mover_graze_margin of its skin.
  const double passable = std::sqrt(options.skin / (2.0 * (size_ + options.skin)));
  least_ledge_cosine_ = smaller(k_least_ledge_cosine, passable);
  least_gain_ = smaller(options.skin * k_mover_slop, 0.5 * options.skin * (1.0 - least_cosine_));
}

double MoverAround::sole(Vec2 position) const { return dot(support(shape_, {position, angle_}, -up_), up_); }

void MoverAround::visit_near(Vec2 position, Vec2 motion, double reach, PartsVisitor visit) const {
  Box2 swept = box_;
  swept.add(Box2{box_.low + motion, box_.high + motion});
  swept = swept.grown(reach + k_bounds_rounding * length(position));
  for (int list = 0; list < 2; ++list) {
    colliders_.visit_overlapping(list, swept, position, options_.mask, [&](std::uint32_t row) {
      if (!sees(row)) return true;
      const Shape& collider = colliders_.shapes[row];
      const Frame frame = colliders_.frame_at(row, position);
      visit_leaves(shape_, frame_, swept, collider.kinds, [&](const PlacedLeaf& body) {
        visit_leaves(collider, frame, swept, shape_.kinds, [&](const PlacedLeaf& leaf) {
          visit({row, collider, frame, leaf, body});
          return true;
        });
        return true;
      });
      return true;
    });
  }
}

bool MoverAround::has_passed(const PlacedLeaf& leaf, const PlacedLeaf& body, Vec2 by, double least, Distance& found,
                             double& depth) const {
  Frame moved = body.frame;
  moved.origin = moved.origin + by;
  found = distance_at(pair_of(*leaf.shape, leaf.frame, *body.shape, moved), leaf.frame);
  if (leaf.kind != LeafKind::front) return false;
  const Vec2 front = rotate(leaf.frame.rotation, leaf.shape->own_normals[1]);
  depth = dot(leaf.frame.origin + leaf.frame.centre, front) + height_of(*body.shape, moved, -front);
  return depth > least && (found.distance <= 0.0 || dot(found.normal, front) <= k_face_normal_tilt);
}

bool MoverAround::measure(const Parts& parts, Vec2 by, Distance& found) const {
  const PlacedLeaf& leaf = parts.leaf;
  double depth = 0.0;
  if (has_passed(leaf, parts.body, by, options_.skin, found, depth)) return false;
  if (leaf.kind != LeafKind::front) return true;
  const Vec2 front = rotate(leaf.frame.rotation, leaf.shape->own_normals[1]);
  if (found.distance <= 0.0) {
    found.normal = front;
    found.distance = -depth;
    return true;
  }
  // An end is a corner as any other: whether a chain goes on there, nobody can see of one segment.
  return dot(found.normal, front) > k_face_normal_tilt;
}

bool MoverAround::counts(const Parts& parts, Vec2 base, Vec2 by, Distance& apart) const {
  const PlacedLeaf& own = parts.leaf;
  const bool is_static = this->is_static(parts.row);
  if (!is_static && !is_composite(parts.collider)) return true;
  double least = k_union_gap * size_;
  const double near = closeness(parts.row);
  // Between two tiles that are off their places a corner is nearest to a corner of each.
  const double tilt = apart.distance > near ? near / apart.distance : k_face_normal_tilt;
  for (int i = 0; i < edge_count(*own.shape); ++i) {
    const Vec2 face = rotate(own.frame.rotation, normals_of(*own.shape)[i]);
    if (!(dot(face, apart.normal) > 0.0 && magnitude(cross(face, apart.normal)) <= tilt)) continue;
    apart.normal = face;
    least = near;
  }
  Frame body = parts.body.frame;
  body.origin = body.origin + by;
  const Meeting meeting(*own.shape, own.frame, *parts.body.shape, body, apart.normal, least);
  for (int i = 0; i < meeting.count; ++i) {
    const Vec2 point = meeting.count > 1 ? meeting.on_a(i) : apart.point_a;
    const Box2 box = Box2{point, point}.grown(near);
    bool found = false;
    const auto look_at = [&](std::uint32_t row) {
      visit_leaves(colliders_.shapes[row], colliders_.frame_at(row, base), box, shape_.kinds,
                   [&](const PlacedLeaf& leaf) {
                     if (row == parts.row && is_same(leaf, own)) return true;
                     // A body in a platform that hits the block beside it gets out of the
                     // platform while it slides over the corner.
                     Distance of_leaf;
                     double depth = 0.0;
                     if (own.kind != LeafKind::front && has_passed(leaf, parts.body, by, 0.0, of_leaf, depth))
                       return true;
                     found = rises_above(*leaf.shape, leaf.frame, point, apart.normal, near, least);
                     return !found;
                   });
      return !found;
    };
    if (!is_static) {
      look_at(parts.row);
    } else {
      colliders_.visit_overlapping(1, box, base, options_.mask,
                                   [&](std::uint32_t row) { return !sees(row) || look_at(row); });
    }
    if (!found) return true;
  }
  return false;
}

std::span<const MoverContact> MoverAround::contacts_within(Vec2 position, double reach) {
  if (!(position == near_position_ && reach <= near_reach_)) {
    near_position_ = position;
    near_reach_ = larger(reach, options_.skin * k_mover_reach);
    find_contacts(position, near_reach_, near_);
  }
  return near_.within(reach);
}

void MoverAround::find_contacts(Vec2 position, double reach, MoverContacts& found) const {
  found.count = 0;
  MoverContact nearest;
  nearest.gap = HUGE_VAL;
  visit_near(position, {}, reach, [&](const Parts& parts) {
    Distance apart;
    ++tested_;
    if (!measure(parts, {}, apart) || apart.distance > reach || !accepts(parts.row)) return;
    const MoverContact contact = contact_of(parts, position, apart);
    if (contact.gap < nearest.gap || (contact.gap == nearest.gap && is_before(contact, nearest))) nearest = contact;
    if (counts(parts, position, {}, apart)) found.add(contact_of(parts, position, apart));
  });
  // The nearest point of the union is that of the nearest part, but for the places of parts.
  if (nearest.gap < HUGE_VAL && (found.empty() || found[0].gap > nearest.gap + closeness(nearest.row))) {
    found.add(nearest);
  }
}

MoverStop MoverAround::cast(Vec2 position, Vec2 motion, double graze) const {
  MoverStop stop;
  if (!(length(motion) > 0.0)) return stop;
  // The first impact with each part, then the later ones of parts whose corners let the body pass before it stops: few
  // do.
  if (find_stop(position, motion, graze, 1, stop) < stop.time) {
    find_stop(position, motion, graze, k_max_corner_passes, stop);
  }
  return stop;
}

double MoverAround::find_stop(Vec2 position, Vec2 motion, double graze, int passes, MoverStop& stop) const {
  const double way = length(motion), enough = options_.skin * k_mover_stop;
  double first_passed = 2.0;
  visit_near(position, motion, options_.skin * (1.0 + k_mover_slop), [&](const Parts& parts) {
    double time = 0.0, margin = options_.skin, passed = -1.0;
    Distance apart;
    for (int pass = 0; pass < passes && margin > 0.0; ++pass) {
      for (int i = 0; i < k_max_cast_steps; ++i) {
        if (!measure(parts, motion * time, apart)) return;
        const double closing = -dot(motion, apart.normal);
        if (!(closing > way * k_mover_parallel)) return;
        const double wanted = closing > way * graze ? margin : smaller(margin, options_.skin * k_mover_graze_margin);
        if (apart.distance <= wanted + enough) break;
        time += (apart.distance - wanted) / closing;
        if (!(time <= stop.time)) return;
      }
      if (!(time > passed)) return;
      if (stop.hit && time == stop.time && is_before(stop.contact, contact_of(parts, position, apart))) return;
      if (!accepts(parts.row)) return;
      const Vec2 met = apart.normal;
      if (counts(parts, position, motion * time, apart) && -dot(motion, apart.normal) > way * k_mover_parallel) {
        stop = {true, time, contact_of(parts, position, apart)};
        return;
      }
      first_passed = smaller(first_passed, time);
      if (pass + 1 == passes) return;
      // The body passes a corner that pushes nobody. The side behind it may stop the body later, where the ground bends
      // upwards: once the gap is less than that at which the body passes the corner, or slides before it.
      margin *= std::fabs(cross(met, motion)) / way;
      MoverContacts near;
      find_contacts(position, options_.skin, near);
      for (const MoverContact& beside : near) {
        if (dot(beside.normal, met) > k_least_passing_cosine) margin = smaller(margin, beside.gap);
      }
      margin *= 1.0 - k_mover_slop;
      passed = time;
    }
  });
  return first_passed;
}

RayHit MoverAround::cast_ray_at_statics(Vec2 origin, Vec2 along, double reach, bool is_from_inside) const {
  RayHit nearest;
  double end = reach;
  visit_along(colliders_, 1, origin, along, Box2{{}, {}}, options_.mask, end, [&](std::uint32_t row) {
    if (!sees(row)) return;
    const RayHit hit = raycast_row(colliders_, row, origin, along, end, true, shape_.kinds);
    if (!hit.hit || (hit.distance == 0.0 && !is_from_inside) || !accepts(row)) return;
    const bool is_nearer = !nearest.hit || hit.distance < nearest.distance;
    if (!is_nearer && !(hit.distance == nearest.distance && is_less(hit.normal, nearest.normal))) return;
    nearest = hit;
    end = hit.distance;
  });
  return nearest;
}

bool MoverAround::crosses_static(Vec2 position, Vec2 motion) const {
  const double way = length(motion);
  if (!(way > 0.0)) return false;
  if (cast_ray_at_statics(position + middle_, motion * (1.0 / way), way, false).hit) return true;
  // A one-sided part that the body gets into by more than the skin is not there any more.
  bool is_entered = false;
  visit_near(position, motion, options_.skin, [&](const Parts& parts) {
    if (is_entered || parts.leaf.kind != LeafKind::front || !is_static(parts.row) || !accepts(parts.row)) return;
    Distance found;
    double depth = 0.0;
    is_entered = has_passed(parts.leaf, parts.body, motion, options_.skin, found, depth) && found.distance <= 0.0 &&
                 measure(parts, {}, found);
  });
  return is_entered;
}

RayHit MoverAround::cast_down(std::uint32_t row, Vec2 from, double reach) const {
  return is_static(row) ? cast_ray_at_statics(from, -up_, reach, true)
                        : raycast_row(colliders_, row, from, -up_, reach, true, shape_.kinds);
}

bool MoverAround::can_walk_on(const MoverContact& contact, Vec2& normal) const {
  normal = contact.normal;
  const double cosine = dot(normal, up_);
  if (cosine >= least_cosine_) return true;
  if (cosine < least_ledge_cosine_) return false;
  const Vec2 outwards = unit(normal - up_ * cosine, {});
  const double beside = larger(size_, options_.skin) * k_ledge_ray;
  const Vec2 above = contact.point - outwards * beside + up_ * beside;
  const RayHit hit = cast_down(contact.row, above, 2.0 * beside);
  if (!hit.hit || hit.distance == 0.0 || dot(hit.normal, up_) < least_cosine_) return false;
  normal = hit.normal;
  return true;
}

double MoverAround::height_behind(const MoverContact& contact, double from, double to) const {
  const Vec2 across = contact.normal - up_ * dot(contact.normal, up_);
  if (!(length(across) > k_least_ledge_cosine)) return 0.0;
  const Vec2 behind = contact.point - unit(across, {}) * (larger(size_, options_.skin) * k_ledge_ray);
  const Vec2 above = behind + up_ * (to - dot(behind, up_));
  const RayHit hit = raycast_row(colliders_, contact.row, above, -up_, to - from, true, shape_.kinds);
  return hit.hit && hit.distance > 0.0 ? to - from - hit.distance : 0.0;
}

}  // namespace hyperplane::plane
