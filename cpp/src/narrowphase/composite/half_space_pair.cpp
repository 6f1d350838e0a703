#include "narrowphase/composite/half_space_pair.h"

#include <limits>

#include "composite/shape_at.h"
#include "core/constants.h"
#include "core/safe_rotation.h"
#include "core/workspace.h"
#include "math/pose.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/reduce_manifold.h"
#include "narrowphase/convex/tolerances.h"
#include "narrowphase/part/contact_patches.h"
#include "narrowphase/part/part_pairs.h"
#include "narrowphase/union/raw_contact.h"
#include "shape/support.h"

namespace hyperplane {
namespace {

constexpr Vec3 k_normal{0.0, 1.0, 0.0};

/// The other shape in the frame of the half-space, which is A of all answers here.
struct Above {
  const Shape& shape;
  const Transform& frame;

  /// The direction to the plane in the frame of the shape.
  Vec3 down() const { return -transpose_times(frame.rotation, k_normal); }
};

/// The lowest point of a convex shape. One place, so that distances and depths have the same bits.
Vec3 lowest_point(const Above& b, const CoreSize& core, const Vec3& lowest_of_core) {
  return b.frame * (core.origin + lowest_of_core) - k_normal * core.radius;
}

ContactPoint contact_point(const Vec3& on_b, std::uint32_t feature_of_b) {
  return {{on_b.x, 0.0, on_b.z},
          on_b,
          0.0 - on_b.y,
          make_contact_id(make_feature(FeatureKind::face, 0), static_cast<ContactFeature>(feature_of_b))};
}

/// @param b convex.
ContactManifold collide_above(const Above& b, double margin) {
  ContactManifold contact;
  const CoreSize core = core_size_of(b.shape);
  const Vec3 down = b.down(), lowest_of_core = core_support_of(b.shape, down);
  const Vec3 lowest = lowest_point(b, core, lowest_of_core);
  if (lowest.y > margin) return contact;
  contact.normal = k_normal;
  contact.depth = -lowest.y;
  SupportingFace face;
  find_core_face(b.shape, down, face);
  const double tolerance = k_contact_tolerance * (core.extent + core.radius);
  double deepest = -std::numeric_limits<double>::infinity();
  Workspace<ClipVertex, k_max_face_vertices> points;
  int count = 0;
  for (int i = 0; face.count > 1 && i < face.count; ++i) {
    const double out = core.radius == 0.0 ? 0.0 : rounding_exit(b.shape, face, core.radius, face.vertices[i], down);
    const Vec3 point = b.frame * (core.origin + face.vertices[i]) - k_normal * out;
    if (point.y > margin + tolerance) continue;
    deepest = max(deepest, -point.y);
    points[count].in = static_cast<std::uint8_t>(i);
    // Along the face, from above.
    points[count++].point = {point.z, point.x, max(-point.y, -margin)};
  }
  count = reduce_contact_polygon(points.data(), count, tolerance);
  for (int i = 0; i < count; ++i) {
    const Vec3& p = points[i].point;
    contact.points[i] =
        contact_point({p.y, -p.z, p.x}, core_feature_of(b.shape, face, FeatureKind::vertex, points[i].in));
  }
  contact.point_count = count;
  if (count == 0 || deepest < contact.depth - tolerance) {
    put_first(contact_point(lowest, feature_at(b.shape, lowest_of_core + down * core.radius, down)), contact.points,
              contact.point_count, 4);
  }
  make_ids_distinct(contact);
  return contact;
}

/// Answers a question about a half-space as A and another shape as B, in the frame of A.
template <class Ask>
auto ask_half_space(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Ask& ask) {
  const bool in_order = a.type == ShapeType::half_space;
  const PairFrames frames = in_order ? pair_frames(pose_a, pose_b) : pair_frames(pose_b, pose_a);
  auto answer = ask(Above{in_order ? b : a, frames.b_in_a});
  to_world(frames.a, answer);
  if (!in_order) exchange(answer);
  return answer;
}

}  // namespace

Distance half_space_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return ask_half_space(a, pose_a, b, pose_b, [](const Above& above) {
    const Vec3 lowest = lowest_point(above, core_size_of(above.shape), core_support_of(above.shape, above.down()));
    return Distance{lowest.y, {lowest.x, 0.0, lowest.z}, lowest, k_normal, {}};
  });
}

Distance distance_above_half_space(const Shape& a, const Shape&, const Transform& b_in_a) {
  const Vec3& up = b_in_a.rotation.columns[1];
  const Vec3 lowest = support_at(a, {}, -up);
  const double height = dot(up, lowest - b_in_a.translation);
  return {height, lowest, lowest - up * height, -up, {}};
}

Penetration half_space_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (are_half_spaces(a, b)) return {};
  const Distance apart = half_space_distance(a, pose_a, b, pose_b);
  if (apart.distance > 0.0) return {};
  return {true, apart.normal, -apart.distance};
}

ContactManifold half_space_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   double margin) {
  return ask_half_space(a, pose_a, b, pose_b, [&](const Above& above) { return collide_above(above, margin); });
}

void visit_half_space_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               FunctionRef<void(ContactManifold& contact)> visit) {
  const bool in_order = a.type == ShapeType::half_space;
  const Pose &plane = in_order ? pose_a : pose_b, &pose = in_order ? pose_b : pose_a;
  const Shape &ground = in_order ? a : b, &other = in_order ? b : a;
  const Transform frame = frame_of(plane);
  const auto give = [&](ContactManifold& contact) {
    to_world(frame, contact);
    if (!in_order) exchange(contact);
    visit(contact);
  };
  ContactPatches patches;
  visit_touching_candidates(ground, other, relative_pose(plane, pose), [&](const PartPair& pair) {
    ContactManifold contact = collide_above({*pair.b, to_transform(pair.pose_b)}, 0.0);
    if (contact.point_count == 0) return true;
    contact.features = pair.features;
    name_parts(pair, contact.points[0].on_a, contact.points[0].on_b, contact.normal, contact.features);
    if (pair.surface_b.exists() || pair.grid_b.exists()) {
      ContactArea area;
      set_area(contact, area);
      patches.add(area, contact.features);
    } else {
      give(contact);
    }
    return true;
  });
  patches.finish(give);
}

}  // namespace hyperplane
