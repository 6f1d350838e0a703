#include "plane/world/separation.h"

#include "depenetration/find_separation.h"
#include "depenetration/tolerances.h"
#include "plane/pair/convex_pair.h"

namespace hyperplane::plane {
namespace {

/// Directions that are tried all round.
constexpr int k_directions = 16;

/// Of two parts: positive where they overlap.
double overlap_of(const PlacedLeaf& own, const PlacedLeaf& other) {
  const Pair pair = pair_of(*own.shape, own.frame, *other.shape, other.frame);
  return is_far(pair) ? -1.0 : pair.radius() - separate(pair, pair.radius()).gap;
}

/// Whether a direction leads away from the front of a one-sided part.
bool leads_behind(const PlacedLeaf& leaf, Vec2 direction) {
  return leaf.kind == LeafKind::front &&
         !(dot(rotate(leaf.frame.rotation, leaf.shape->own_normals[1]), direction) > 0.0);
}

}  // namespace

double visit_all_round(FunctionRef<void(Vec2)> visit) {
  const double angle = 2.0 * k_pi / k_directions;
  for (int i = 0; i < k_directions; ++i) visit(rotate(rotation_of(i * angle), {1.0, 0.0}));
  return angle;
}

void visit_beside(Vec2 direction, double angle, FunctionRef<void(Vec2)> visit) {
  const Rotation turn = rotation_of(angle);
  visit(rotate(turn, direction));
  visit(unrotate(turn, direction));
}

void ContactPlanes::add(const HalfPlane& plane) {
  std::size_t kept = 0;
  for (const HalfPlane& known : span()) {
    const bool is_same = dot(known.normal, plane.normal) >= k_same_separation_cosine;
    if (is_same && known.offset >= plane.offset) return;
    if (!is_same) all[kept++] = known;
  }
  count = kept;
  if (count == k_most && all[k_most - 1].offset >= plane.offset) return;
  std::size_t place = count < k_most ? count++ : k_most - 1;
  for (; place > 0 && all[place - 1].offset < plane.offset; --place) all[place] = all[place - 1];
  all[place] = plane;
}

SeparationProblem::SeparationProblem(const Colliders& colliders, std::span<const Obstacle> obstacles, std::uint32_t row,
                                     ContactPlanes& planes)
    : colliders_(colliders),
      obstacles_(obstacles),
      planes_(planes),
      shape_(colliders.shapes[row]),
      frame_(frame_of_any(colliders.shapes[row], {{}, colliders.starts[row].angle})),
      box_(bounds_of_any(shape_, frame_)),
      size_(larger(box_.high.x - box_.low.x, box_.high.y - box_.low.y)) {
  if (size_ > 0.0) return;
  // A point on an edge between two parts overlaps neither, but a disc that its contacts take out to spare does.
  size_ = shape_.radius = shape_.reach = k_separation_overlap * planes.all[0].offset;
  for (HalfPlane& plane : planes.all) plane.offset += 2.0 * size_;
}

Vec2 SeparationProblem::solve(double less, bool& found) const {
  ContactPlanes relaxed = planes_;
  for (HalfPlane& plane : relaxed.all) plane.offset -= less;
  return solve_half_planes(relaxed.span(), {}, k_separation_slack * planes_.all[0].offset, found);
}

bool SeparationProblem::has_composite() const {
  bool found = is_composite(shape_);
  int statics = 0;
  for (const Obstacle& obstacle : obstacles_) {
    statics += (colliders_.flags[obstacle.row] & Colliders::k_static) != 0 ? 1 : 0;
    found = found || is_composite(colliders_.shapes[obstacle.row]) || statics > 1;
  }
  return found;
}

void SeparationProblem::visit_parts(Vec2 at, PartsVisitor visit) const {
  Frame own = frame_;
  own.origin = at;
  const Vec2 low = box_.low + at, high = box_.high + at, middle_own = middle_of(shape_, frame_);
  bool goes_on = true;
  for (const Obstacle& obstacle : obstacles_) {
    // Clang 14 captures no structured bindings.
    const Frame& frame = obstacle.frame;
    const Box2& box = obstacle.box;
    if (low.x > box.high.x || high.x < box.low.x || low.y > box.high.y || high.y < box.low.y) continue;
    const Shape& other = colliders_.shapes[obstacle.row];
    const Vec2 middle_other = middle_of(other, frame);
    visit_leaves(shape_, own, box, other.kinds, [&](const PlacedLeaf& leaf) {
      visit_leaves(other, frame, bounds_of(*leaf.shape, leaf.frame), shape_.kinds, [&](const PlacedLeaf& hit) {
        goes_on = !is_there(leaf, middle_other) || !is_there(hit, middle_own) || visit(leaf, hit);
        return goes_on;
      });
      return goes_on;
    });
    if (!goes_on) return;
  }
}

double SeparationProblem::deepest_overlap(Vec2 at) const {
  double deepest = 0.0;
  visit_parts(at, [&](const PlacedLeaf& own, const PlacedLeaf& other) {
    deepest = larger(deepest, overlap_of(own, other));
    return true;
  });
  return deepest;
}

double SeparationProblem::free_along(Vec2 direction, double limit) const {
  double way = 0.0;
  for (int passed = 0; passed < k_most_separation_passes; ++passed) {
    double end = way;
    visit_parts(direction * way, [&](const PlacedLeaf& own, const PlacedLeaf& other) {
      if (overlap_of(own, other) <= tolerance()) return true;
      if (leads_behind(other, direction) || leads_behind(own, -direction)) end = limit;
      const auto gap_at = [&](double at, double& closing) {
        Frame moved = own.frame;
        moved.origin = moved.origin + direction * (at - way);
        const Pair pair = pair_of(*own.shape, moved, *other.shape, other.frame);
        const Separation found = separate(pair, HUGE_VAL);
        closing = -dot(rotate(moved.rotation, found.normal), direction);
        return found.gap - pair.radius();
      };
      const double outside =
          way + height_of(*other.shape, other.frame, direction) + height_of(*own.shape, own.frame, -direction);
      end = larger(end, end_of_overlap(outside, k_separation_touch * size_, gap_at));
      return end < limit;
    });
    if (!(end > way) || end >= limit) return end;
    way = end;
  }
  return limit;
}

double SeparationProblem::visit_directions(FunctionRef<void(Vec2)> visit) const {
  for (const HalfPlane& plane : planes_.span()) visit(plane.normal);
  return visit_all_round(visit);
}

void SeparationProblem::visit_beside(Vec2 direction, double angle, FunctionRef<void(Vec2)> visit) const {
  plane::visit_beside(direction, angle, visit);
}

/// The colliders that one touches, but for sensors, and the static ones that it nearly does: beside a wall it is not to
/// be pushed into the floor that it stands on.
bool World::Impl::find_obstacles(std::uint32_t row, std::span<const std::uint32_t> touching) {
  obstacles.clear();
  const Shape& shape = colliders.shapes[row];
  const Vec2 base = colliders.starts[row].position;
  const auto obstacle_of = [&](std::uint32_t other) {
    const Pose& pose = colliders.starts[other];
    const Frame frame = frame_of_any(colliders.shapes[other], {pose.position - base, pose.angle});
    return Obstacle{other, frame, bounds_of_any(colliders.shapes[other], frame)};
  };
  for (const std::uint32_t i : touching) {
    const RowPair pair = shown.touching[i];
    const std::uint32_t other = pair.a == row ? pair.b : pair.a;
    const bool is_sensor = ((colliders.flags[other] | colliders.flags[row]) & Colliders::k_sensor) != 0;
    if (is_sensor || !colliders.takes_part(other)) continue;
    const bool is_apart = colliders.margin_of(row, other) > 0.0 &&
                          !intersects(shape, colliders.starts[row], colliders.shapes[other], colliders.starts[other]);
    if (!is_apart && !obstacles.push(obstacle_of(other))) return false;
  }
  if ((colliders.flags[row] & Colliders::k_static) != 0) return true;
  const std::size_t count = obstacles.size();
  const Box2 box = bounds_of_any(shape, frame_of_any(shape, {{}, colliders.starts[row].angle}))
                       .grown(k_separation_overlap * size_of(shape));
  bool has_room = true;
  colliders.visit_overlapping(1, box, base, colliders.masks[row], [&](std::uint32_t other) {
    bool is_known = (colliders.flags[other] & Colliders::k_sensor) != 0 || !colliders.may_touch(row, other);
    for (std::size_t i = 0; i < count && !is_known; ++i) {
      is_known = obstacles[i].row == other;
    }
    if (is_known) return true;
    const Obstacle obstacle = obstacle_of(other);
    // Trees have the bounds with margins.
    const bool is_beside =
        colliders.margin(other) == 0.0 || (box.low.x <= obstacle.box.high.x && obstacle.box.low.x <= box.high.x &&
                                           box.low.y <= obstacle.box.high.y && obstacle.box.low.y <= box.high.y);
    has_room = !is_beside || obstacles.push(obstacle);
    return has_room;
  });
  return has_room;
}

Result<Vec2> World::separation(ColliderId collider) {
  const Result<std::span<const std::uint32_t>> contacts = contacts_of(collider);
  if (!contacts.ok()) return Result<Vec2>::failure(contacts.status, contacts.message);
  const Impl& p = *impl_;
  ContactPlanes planes;
  for (const std::size_t i : contacts.value) {
    const RowPair pair = p.shown.pairs[i];
    if (!p.colliders.takes_part(pair.a == collider.row ? pair.b : pair.a)) continue;
    const float* const numbers = p.shown.normals.data() + 3 * i;
    // Of shapes that are apart.
    if (numbers[2] < 0.0f) continue;
    const Vec2 normal = unit({static_cast<double>(numbers[0]), static_cast<double>(numbers[1])}, {1.0, 0.0});
    planes.add({pair.b == collider.row ? normal : -normal, static_cast<double>(numbers[2])});
  }
  Vec2 out;
  if (planes.count > 0 && is_half_space(p.colliders.shapes[collider.row])) {
    // All contacts of a half-space lead along its normal, the deepest first.
    out = planes.all[0].normal * planes.all[0].offset;
  } else if (planes.count > 0) {
    const Result<std::span<const std::uint32_t>> touching = touching_of(collider);
    if (!touching.ok() || !impl_->find_obstacles(collider.row, touching.value)) {
      return Result<Vec2>::failure(Status::out_of_memory, "no memory for what a collider touches");
    }
    const SeparationProblem problem(p.colliders, p.obstacles.span(), collider.row, planes);
    double deepest = planes.all[0].offset;
    // Parts may be deeper in each other than what is left of their contacts.
    if (problem.has_composite()) deepest = larger(deepest, problem.least_way());
    out = find_separation<Vec2>(problem, deepest);
  }
  return {Status::ok, out, ""};
}

}  // namespace hyperplane::plane
