#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "core/sort.h"
#include "depenetration/flush_placing.h"
#include "depenetration/push_out.h"
#include "depenetration/tolerances.h"
#include "math/pose.h"
#include "motion/tolerances.h"
#include "narrowphase/convex/compare_poses.h"
#include "narrowphase/part/surface_part.h"
#include "narrowphase/union/raw_contact.h"
#include "narrowphase/union/union_part.h"
#include "query/mover_surroundings.h"
#include "query/tolerances.h"

/// The contacts of a mover's body, and its casts, by the principle of depenetration/union_contacts.h. What the body is
/// off has its closest points for a contact, whose direction counts or not; parts that it overlaps are a union with
/// contacts of its own (narrowphase/union/body_contacts.h).

namespace hyperplane {
namespace {

/// Looks of a cast at one part whose edges push nobody: the second settles all but blunt corners.
constexpr int k_max_edge_passes = 8;
/// Least cosine between the normals of a contact and of an edge beside it that the body may pass along the contact.
constexpr double k_least_passing_cosine = 0.7;

/// Sets a direction to the normal of a part's face that it is but for a tilt. @return whether there is one.
bool snap_to_face(const Shape& shape, const Mat3& rotation, double tilt, Vec3& direction) {
  const Vec3 local = transpose_times(rotation, direction);
  bool found = false;
  const auto look_at = [&](const Vec3& face) {
    if (found || dot(face, local) < k_least_passing_cosine || length_squared(cross(face, local)) > tilt * tilt) return;
    found = true;
    direction = rotation * face;
  };
  if (shape.type == ShapeType::box) {
    const Vec3 along = abs(local);
    const int k = along.y > along.x ? (along.z > along.y ? 2 : 1) : (along.z > along.x ? 2 : 0);
    look_at(unit_axis(k) * (component(local, k) < 0.0 ? -1.0 : 1.0));
  } else if (shape.type != ShapeType::triangle) {
    visit_face_normals(shape, look_at);
  } else {
    const Vec3 normal = Triangle(shape).normal();
    look_at(dot(normal, local) < 0.0 ? -normal : normal);
  }
  return found;
}

bool is_one_sided(const PartPair& pair) { return pair.surface_b.exists() && pair.surface_b.is_one_sided(); }

/// Whether the triangle of a one-sided surface faces away from a direction.
bool faces_away(const PartPair& pair, const Vec3& direction) {
  return is_one_sided(pair) && dot(rotate(pair.pose_b.rotation, Triangle(*pair.b).normal()), direction) <= 0.0;
}

/// Whether a point is behind the plane of a triangle, and nearer to the triangle than the thickness of its surface.
bool is_behind(const PartPair& pair, const Vec3& point) {
  const Triangle flat(*pair.b);
  const Vec3 local = inverse_times(frame_of(pair.pose_b), point);
  return dot(flat.normal(), local - flat.origin) < 0.0 &&
         flat.closest_point(local).distance < pair.surface_b.thickness();
}

}  // namespace

std::span<const Contact> Surroundings::contacts_within(const Vec3& position, double reach) {
  return contacts_within(position, reach, max(reach, options_.skin * k_mover_reach));
}

std::span<const Contact> Surroundings::contacts_passing(const Vec3& position, double reach) {
  return contacts_within(position, reach, position == start_.position ? max(reach, start_.reach) : reach);
}

std::span<const Contact> Surroundings::contacts_within(const Vec3& position, double reach, double wanted) {
  if (position != near_.position || reach > near_.reach) {
    const bool is_start = position == start_.position;
    if (is_start && wanted <= start_.reach) {
      near_ = start_;
    } else {
      near_.position = position;
      near_.reach = wanted;
      find_contacts(position, wanted, false, near_.set);
    }
    if (is_start || start_.reach < 0.0) start_ = near_;
  }
  return near_.set.within(reach);
}

bool Surroundings::is_clear(const Vec3& position, double gap) {
  if (position != near_.position || gap > near_.reach) {
    near_.position = position;
    near_.reach = options_.skin;
    if (!find_contacts(position, near_.reach, true, near_.set)) {
      near_.reach = -1.0;
      return false;
    }
  }
  return near_.set.empty() || near_.set[0].gap >= gap;
}

bool Surroundings::counts(std::uint32_t row, const PartPair& pair, const Pose& body, const Vec3& point,
                          Vec3& normal) const {
  const bool is_surface = pair.surface_b.exists();
  if (!is_surface && !scene_.is_static(row) && pair.features.part_b < 0) return true;
  const Transform frame = frame_of(pair.pose_b);
  const Mat3& rotation = frame.rotation;
  // Off a face the body is outside of its part.
  if (Vec3 face = normal; snap_to_face(*pair.b, rotation, k_face_normal_tilt, face)) return !faces_away(pair, normal);
  const double gap = dot(normal, support(*pair.a, body, -normal) - point);
  const double near = k_union_gap * size_ + placing_of(row);
  // Between two tiles that are off their places a corner is nearest to a corner of each.
  const double tilt = gap > near ? min(near / gap, k_most_face_tilt) : 0.0;
  if (is_surface) {
    if (snap_to_face(*pair.b, rotation, tilt, normal)) return !faces_away(pair, normal);
    const auto around = [&](const Vec3& at, double distance, TriangleSearch visit) {
      visit_around(row, pair, at, distance, visit);
    };
    const SurfacePart part(pair.surface_b, pair.features.triangle_b, pair.pose_b, middle_at(body.position), around);
    if (!can_push(part, point, normal)) return false;
  }
  if (pair.grid_b.exists() && pair.grid_b.rises_above(pair.pose_b, point, normal, near)) return false;
  const Vec3 on_body = normal * gap;
  const Pose own{pair.pose_b.position - point, pair.pose_b.rotation};
  bool is_hidden = false;
  visit_at(row, point, near, [&](std::uint32_t other, const PartPair& beside) {
    if (other == row && beside.features.part_b == pair.features.part_b) return true;
    const Pose there{beside.pose_b.position - point, beside.pose_b.rotation};
    if (faces_away(beside, on_body - there.position)) return true;
    if (distance_at(*beside.b, frame_of(there), {}) > near) return true;
    if (snap_to_face(*pair.b, rotation, tilt, normal)) return false;
    if (!rises_above(*beside.b, there, {}, normal, near)) return true;
    const ClosestPoint closest = closest_point(*beside.b, there, on_body);
    // A body in another part does not leave this one to it. Of two at a crack that hide each other the nearer counts.
    is_hidden = closest.distance >= 0.0 &&
                (closest.distance < gap || !rises_above(*pair.b, own, closest.point, closest.normal, near)) &&
                accepts(other);
    return !is_hidden;
  });
  return !is_hidden;
}

void Surroundings::visit_at(std::uint32_t row, const Vec3& point, double near, RowPartsSearch visit) const {
  const bool is_static = scene_.is_static(row);
  const Vec3 margin{near, near, near};
  if (is_gathered_) {
    const Vec3 there = point - gathered_from_;
    const Aabb around = grown_by({there, there}, near + length(point) * k_plane_rounding);
    if (contains(gathered_, around)) {
      const auto visit_list = [&](const ListedParts& near) {
        for (std::size_t i = 0; i < near.count; ++i) {
          NearPart& part = near.parts[i];
          if (!overlaps(around, near.bounds[i]) || (is_static ? !scene_.is_static(part.row) : part.row != row))
            continue;
          part.pair.b = &part.shape;
          if (!visit(part.row, part.pair)) return false;
        }
        return true;
      };
      if ((list_ == nullptr || visit_list(list_->near()))) visit_list(own_parts());
      return;
    }
  }
  const auto look_at = [&](std::uint32_t other) {
    const Shape shape = scene_.shape(other);
    const Pose pose = scene_.pose(other);
    if (!is_composite(shape.type) || shape.type == ShapeType::half_space) {
      return visit(other, {nullptr, {}, &shape, pose, {}, {}, {}});
    }
    const Pose frame{pose.position, normalized(pose.rotation)};
    const Aabb around = rotated(transpose(to_matrix(frame.rotation)),
                                {point - frame.position - margin, point - frame.position + margin});
    Shape at_point{ShapeType::sphere, {0.0}};
    at_point.kinds = shape_.kinds;
    bool goes_on = true;
    visit_parts_within(shape, around, at_point, {}, [&](const PartPair& pair) {
      goes_on = visit(other, {nullptr,
                              {},
                              pair.a,
                              frame * pair.pose_a,
                              exchanged(pair.features),
                              {},
                              pair.surface_a,
                              {},
                              {},
                              pair.grid_a});
      return goes_on;
    });
    return goes_on;
  };
  if (is_static) {
    visit_rows(point, {}, {-margin, margin}, 0.0, ray_descent::Trees::statics, look_at);
  } else {
    look_at(row);
  }
}

double Surroundings::placing_of(std::uint32_t row) const {
  return scene_.is_static(row) ? flush_placing(scene_.pose(row).position, size_of(scene_.shape(row)), size_) : 0.0;
}

bool Surroundings::find_contacts(const Vec3& position, double reach, bool ends_at_overlap, ContactSet& found) const {
  found.count = 0;
  overlaps_.clear();
  bool has_ended = false;
  const auto look = [&](std::uint32_t row, const PartPair& pair, NearPart* listed) {
    if (has_ended) return false;
    // One triangle is enough to know that the body is in a surface. What it does not overlap of one that it is deep in
    // matters when it is out.
    Overlap* const known = pair.surface_b.exists() ? overlap_with(row) : nullptr;
    if (known != nullptr && known->is_touched && parts_touch(pair)) {
      ++tested_;
      return ++known->parts <= k_push_crowd;
    }
    // Use the normal of casts: with another one, a motion along a contact would close in on it.
    const Gap apart = approach(pair, {}, listed, 0.0).at_start();
    // A body behind a one-sided triangle may overlap what is behind it from as far away as the surface is thick.
    const bool may_be_behind = pair.surface_b.exists() && pair.surface_b.thickness() > 0.0;
    if (apart.distance > reach) learn(listed, apart.normal);
    if ((apart.distance > reach && !may_be_behind) || !accepts(row)) return true;
    if (apart.distance <= reach) ++tested_;
    Contact contact{row, -apart.normal, apart.point_b, apart.distance};
    const bool is_touched = apart.distance < -k_union_touch * size_;
    has_ended = ends_at_overlap && is_touched;
    if (has_ended) return false;
    if (is_touched || (may_be_behind && faces_away(pair, contact.normal) && is_behind(pair, middle_at(position)))) {
      // Without memory each part is alone.
      const bool is_of_many =
          pair.surface_a.exists() || pair.surface_b.exists() || pair.grid_a.exists() || pair.grid_b.exists();
      if (!note_overlap(contact, is_touched, is_of_many) && is_touched) found.add(contact);
      return true;
    }
    if (apart.distance > reach) return true;
    // Farther than all contacts of a full set.
    if (found.count == ContactSet::k_capacity && apart.distance > found.contacts[found.count - 1].gap) return true;
    if (counts(row, pair, pair.pose_a, apart.point_b, contact.normal)) found.add(contact);
    return true;
  };
  const auto swept = listed_bounds(position, {}, grown_by({low_, high_}, reach + candidate_margin_));
  if (!swept || !may_keep_contacts()) {
    visit_near(position, {}, reach, 0.0, look);
  } else {
    KnownContacts& kept = list_->contacts;
    if (kept.position == position && kept.reach == reach) {
      found = kept.set;
      tested_ += kept.tested;
    } else {
      const std::int64_t tested = tested_;
      visit_listed(list_->near(), position, {}, reach, 0.0, *swept, look);
      if (overlaps_.empty() && !has_ended) {
        kept.position = position;
        kept.reach = reach;
        kept.set = found;
        kept.tested = tested_ - tested;
      }
    }
    visit_listed(own_parts(), position, {}, reach, 0.0, *swept, look);
  }
  if (!has_ended && may_be_inside_ && position == began_) note_containment(position);
  if (!has_ended && !overlaps_.empty()) add_overlaps(position, found);
  return !has_ended;
}

Surroundings::Overlap* Surroundings::overlap_with(std::uint32_t row) const {
  for (Overlap& known : overlaps_) {
    if (known.first.row == row) return &known;
  }
  return nullptr;
}

bool Surroundings::note_overlap(const Contact& contact, bool is_touched, bool is_of_many) const {
  Overlap* known = overlap_with(contact.row);
  if (known == nullptr) {
    if (!overlaps_.push({contact, 0, false, is_of_many})) return false;
    known = &overlaps_.back();
  }
  ++known->parts;
  known->is_touched = known->is_touched || is_touched;
  return true;
}

void Surroundings::add_overlaps(const Vec3& position, ContactSet& found) const {
  // What has a contact in front of a surface is not behind it, unless it touches it.
  const auto is_in_front = [&](std::uint32_t row) {
    for (int i = 0; i < found.count; ++i) {
      if (found.contacts[i].row == row) return true;
    }
    return false;
  };
  std::size_t count = 0;
  for (const Overlap& overlap : overlaps_) {
    if (overlap.is_touched || !is_in_front(overlap.first.row)) overlaps_[count++] = overlap;
  }
  // Statics first, in an order that does not depend on rows.
  sort(overlaps_.span().first(count), [&](const Overlap& l, const Overlap& r) {
    const std::uint32_t row_l = l.first.row, row_r = r.first.row;
    if (scene_.is_static(row_l) != scene_.is_static(row_r)) return scene_.is_static(row_l);
    const int order = compare_poses(scene_.pose(row_l), scene_.pose(row_r));
    return order != 0 ? order < 0 : hash_of(scene_.shape(row_l)) < hash_of(scene_.shape(row_r));
  });
  for (std::size_t first = 0, end = 0; first < count; first = end) {
    const bool is_static = scene_.is_static(overlaps_[first].first.row);
    for (end = first + 1; is_static && end < count && scene_.is_static(overlaps_[end].first.row); ++end) {
    }
    add_union(position, overlaps_.span().subspan(first, end - first), found);
  }
}

void Surroundings::add_union(const Vec3& position, std::span<const Overlap> overlaps, ContactSet& found) const {
  // Alone, a convex part has its least overlap.
  if (overlaps.size() == 1 && overlaps[0].parts == 1 && !overlaps[0].is_of_many) {
    found.add(overlaps[0].first);
    return;
  }
  if (!contacts_) contacts_.emplace();
  contacts_->begin(size_of(shape_));
  bool has_room = true;
  for (const Overlap& overlap : overlaps) {
    const std::uint32_t row = overlap.first.row;
    has_room = has_room &&
               contacts_->add(scene_.shape(row), scene_.pose(row), shape_, {position, rotation_}, row, placing_of(row));
  }
  if (contacts_->part_count() > k_push_crowd) tested_ += contacts_->part_count();
  if (has_room && contacts_->part_count() > 0 && contacts_->resolve()) {
    contacts_->visit_kept([&](std::uint32_t row, const Vec3& normal, double depth, const Vec3& point) {
      found.add({row, normal, point, -depth});
    });
    return;
  }
  for (const Overlap& overlap : overlaps) {
    if (overlap.is_touched) found.add(overlap.first);
  }
}

double Surroundings::gap_along(const Vec3& position, const Vec3& normal) const {
  if (position == near_.position && near_.reach >= options_.skin) {
    for (const Contact& contact : near_.set) {
      if (contact.gap >= options_.skin) break;
      if (dot(contact.normal, normal) > k_least_passing_cosine) return contact.gap;
    }
  }
  return options_.skin;
}

double Surroundings::graze_margin(const Vec3& position, double graze) const {
  const double margin = options_.skin * k_mover_graze_margin;
  const auto starts_nearer = [&](const KnownContacts& known) {
    return known.position == position && !known.set.empty() && known.set[0].gap < margin;
  };
  const bool goes_on = graze == k_mover_graze && (starts_nearer(near_) || starts_nearer(start_));
  return goes_on ? options_.skin * k_mover_push * (1.0 - k_mover_slop) : margin;
}

Stop Surroundings::cast(const Vec3& position, const Vec3& motion, double graze, int kind) const {
  Stop stop;
  if (!(length_squared(motion) > 0.0)) return stop;
  // The first impact with each part, then the later ones of parts whose edges let the body pass before it stops: few
  // do.
  if (find_stop(position, motion, graze, kind, 1, stop) < stop.time) {
    find_stop(position, motion, graze, kind, k_max_edge_passes, stop);
  }
  return stop;
}

double Surroundings::find_stop(const Vec3& position, const Vec3& motion, double graze, int kind, int passes,
                               Stop& stop) const {
  double first_passed = 2.0;
  const double way = length(motion), least = graze_margin(position, graze);
  const NearPart* stopped_by = nullptr;
  const auto look = [&](std::uint32_t row, const PartPair& pair, NearPart* listed) {
    double margin = options_.skin, passed = -1.0;
    for (int pass = 0; pass < passes && margin > 0.0; ++pass) {
      const Grazing grazing{graze, min(margin, least)};
      Vec3 apart_along;
      const Impact impact =
          approach(pair, motion, listed, margin)
              .first(stop.time, options_.skin * k_mover_stop, k_mover_parallel, grazing, &apart_along);
      if (!impact.hit && pass == 0 && apart_along != Vec3{}) learn(listed, apart_along);
      if (!impact.hit || !(impact.time > passed)) return true;
      Contact contact{row, -impact.normal, impact.point, options_.skin};
      // Along the normal of a face beside that of the impact, the motion may not close in.
      const auto closes_in = [&] {
        return -dot(contact.normal, motion) > way * (margin > grazing.margin ? graze : k_mover_parallel);
      };
      const Pose there{pair.pose_a.position + motion * impact.time, pair.pose_a.rotation};
      if (counts(row, pair, there, impact.point, contact.normal) && (contact.normal == -impact.normal || closes_in())) {
        if (stop.hit && impact.time == stop.time && is_before(stop.contact, contact)) return true;
        if (!accepts(row)) return true;
        stop = {true, impact.time, contact};
        stopped_by = listed;
        return true;
      }
      // The body passes an edge that pushes nobody. The face behind it may stop the body later, where the ground bends
      // upwards: once the gap is less than that at which the body passes the edge, or slides before it.
      margin = min(margin * length(cross(impact.normal, motion)) / way, gap_along(position, contact.normal)) *
               (1.0 - k_mover_slop);
      passed = impact.time;
      first_passed = min(first_passed, passed);
    }
    return true;
  };
  // Most moves end where the last one did, and other parts need not be looked at beyond that.
  NearPart* const first = list_ != nullptr ? list_->last_stop(kind) : nullptr;
  visit_near(position, motion, options_.skin + slop_, stop.time, look, first);
  if (stopped_by != nullptr && is_kept(stopped_by->row)) {
    list_->stops[kind] = static_cast<std::size_t>(stopped_by - list_->parts.data());
  }
  return first_passed;
}

Stop Surroundings::cast(const Vec3& position, const Vec3& motion) const {
  return cast(position, motion, k_mover_graze, 0);
}

Stop Surroundings::cast_upright(const Vec3& position, const Vec3& motion) const {
  return cast(position, motion, least_ledge_cosine(), 1);
}

}  // namespace hyperplane
