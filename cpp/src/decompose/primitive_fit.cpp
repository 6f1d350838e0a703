#include "decompose/primitive_fit.h"

#include <cmath>

#include "decompose/principal_axes.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "math/trigonometry.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Sides of a polytope around a cylinder, and of a ball's equator: they exceed the radius by 0.5 and 1 %.
constexpr int k_curved_sides = 32;

/// Triangles of a hull are of one face if the cosine between their normals is greater. Faces looked at, and how far
/// from a right angle the axes of a box may be.
constexpr double k_same_face = 0.999;
constexpr std::size_t k_most_faces = 256;
constexpr double k_square = 0.02;

/// A face is a side of a cylinder if the cosine between its normal and the axis is less.
constexpr double k_side = 0.2;

/// Boxes for one candidate, and the ratio of its error at the hull to the permitted one above which it is rejected at
/// once.
constexpr std::uint32_t k_candidate_boxes = 20000;
constexpr double k_hopeless = 3.0;

/// A later shape must have less than this share of a simpler one's error.
constexpr double k_better = 0.9;

/// The point at the angle 2 pi k / k_curved_sides of the unit circle.
struct CirclePoint {
  double x, y;
};

CirclePoint circle_point(int k) {
  const int quarter = k_curved_sides / 4;
  const SineCosine at = sine_cosine(2.0 * k_pi * (k % quarter) / k_curved_sides);
  switch (k / quarter % 4) {
    case 0:
      return {at.cosine, at.sine};
    case 1:
      return {-at.sine, at.cosine};
    case 2:
      return {-at.cosine, -at.sine};
    default:
      return {at.sine, -at.cosine};
  }
}

struct Face {
  Vec3 normal;
  double area;
};

/// The faces of a hull by area, the greatest first, as far as there are k_most_faces.
Status collect_faces(const Polytope& hull, Buffer<Face>& faces) {
  const auto corners = hull.corners();
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const Vec3& a = hull.vertices()[corners[i]];
    const Vec3 twice = cross(hull.vertices()[corners[i + 1]] - a, hull.vertices()[corners[i + 2]] - a);
    const double area = length(twice);
    if (!(area > 0.0)) continue;
    const Vec3 normal = twice * (1.0 / area);
    std::size_t at = 0;
    while (at < faces.size() && dot(faces[at].normal, normal) < k_same_face) ++at;
    if (at < faces.size()) {
      faces[at].area += area;
    } else if (faces.size() < k_most_faces && !faces.push({normal, area})) {
      return Status::out_of_memory;
    }
  }
  for (std::size_t i = 1; i < faces.size(); ++i) {
    for (std::size_t k = i; k > 0 && faces[k].area > faces[k - 1].area; --k) {
      const Face other = faces[k];
      faces[k] = faces[k - 1];
      faces[k - 1] = other;
    }
  }
  return Status::ok;
}

/// A frame with Y along an axis.
Mat3 frame_along(const Vec3& axis) {
  const Vec3 z = normalized(any_perpendicular(axis));
  return {{cross(axis, z), axis, z}};
}

struct Breadth {
  Vec3 low, high;
};

/// Of the vertices along the axes of a frame.
Breadth extent_along(const Polytope& hull, const Mat3& frame) {
  Breadth extent{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (const Vec3& v : hull.vertices()) {
    const Vec3 along = transpose_times(frame, v);
    extent = {min(extent.low, along), max(extent.high, along)};
  }
  return extent;
}

double volume_of(const Breadth& extent) {
  const Vec3 size = extent.high - extent.low;
  return size.x * size.y * size.z;
}

/// The centre of the ball, or of the circle within the plane across an axis, that the vertices are nearest to by least
/// squares of squared distances.
Vec3 round_centre(const Polytope& hull, const Vec3* axis) {
  Vec3 mean;
  for (const Vec3& v : hull.vertices()) mean += v;
  mean = mean * (1.0 / static_cast<double>(hull.vertices().size()));
  Mat3 sums{{{}, {}, {}}};
  Vec3 side;
  for (const Vec3& v : hull.vertices()) {
    Vec3 p = v - mean;
    if (axis != nullptr) p -= *axis * dot(*axis, p);
    for (int i = 0; i < 3; ++i) sums.columns[i] += p * component(p, i);
    side += p * (0.5 * length_squared(p));
  }
  // Across the axis nothing is known along it: any weight leaves the centre there.
  if (axis != nullptr) {
    const double weight = sums.columns[0].x + sums.columns[1].y + sums.columns[2].z;
    for (int i = 0; i < 3; ++i) sums.columns[i] += *axis * (weight * component(*axis, i));
  }
  const Vec3 &a = sums.columns[0], &b = sums.columns[1], &c = sums.columns[2];
  const double determinant = dot(a, cross(b, c));
  if (!(std::fabs(determinant) > 0.0)) return mean;
  const Vec3 shift{dot(side, cross(b, c)), dot(a, cross(side, c)), dot(a, cross(b, side))};
  return mean + shift * (1.0 / determinant);
}

struct RoundSide {
  Vec3 centre;
  /// Least distance of a side of the hull from the axis, and greatest of a vertex.
  double inner, outer;
};

RoundSide round_side(const Polytope& hull, const Vec3& axis) {
  RoundSide round{round_centre(hull, &axis), 1e300, 0.0};
  for (const Vec3& v : hull.vertices()) {
    const Vec3 away = v - round.centre;
    round.outer = greater(round.outer, length(away - axis * dot(axis, away)));
  }
  for (const CutPlane& plane : hull.planes()) {
    if (std::fabs(dot(plane.normal, axis)) < k_side) {
      round.inner = lesser(round.inner, -height_above(plane, round.centre));
    }
  }
  round.inner = clamp(round.inner, 0.0, round.outer);
  return round;
}

/// Distance of a point from a primitive in its own frame, 0 inside.
double distance_from(ShapeType type, const Vec3& size, const Vec3& p) {
  const double radial = std::sqrt(p.x * p.x + p.z * p.z);
  switch (type) {
    case ShapeType::sphere:
      return greater(0.0, length(p) - size.x);
    case ShapeType::box:
      return length(max(abs(p) - size * 0.5, Vec3{}));
    case ShapeType::capsule: {
      const double beyond = greater(0.0, std::fabs(p.y) - 0.5 * size.y);
      return greater(0.0, std::sqrt(radial * radial + beyond * beyond) - size.x);
    }
    default: {
      const double side = greater(0.0, radial - size.x), beyond = greater(0.0, std::fabs(p.y) - 0.5 * size.y);
      return std::sqrt(side * side + beyond * beyond);
    }
  }
}

/// Shepperd, "Quaternion from Rotation Matrix" (1978).
Quat to_quaternion(const Mat3& m) {
  const Vec3 &x = m.columns[0], &y = m.columns[1], &z = m.columns[2];
  const double trace = x.x + y.y + z.z;
  Quat q;
  if (trace >= x.x && trace >= y.y && trace >= z.z) {
    q = {y.z - z.y, z.x - x.z, x.y - y.x, 1.0 + trace};
  } else if (x.x >= y.y && x.x >= z.z) {
    q = {1.0 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y};
  } else if (y.y >= z.z) {
    q = {x.y + y.x, 1.0 + y.y - z.z - x.x, y.z + z.y, z.x - x.z};
  } else {
    q = {z.x + x.z, y.z + z.y, 1.0 + z.z - x.x - y.y, x.y - y.x};
  }
  return normalized(q);
}

}  // namespace

/// @param parameters as of Shape.
bool PrimitiveFit::add(const Polytope& hull, ShapeType type, const Mat3& frame, const Vec3& centre,
                       const Vec3& parameters) {
  double distance = 0.0;
  for (const Vec3& v : hull.vertices()) {
    distance = greater(distance, distance_from(type, parameters, transpose_times(frame, v - centre)));
  }
  if (distance > allowed_) return true;
  const PartShape shape{type, {parameters.x, parameters.y, parameters.z}, {centre, to_quaternion(frame)}};
  return candidates_.push({shape, frame, distance});
}

Status PrimitiveFit::start(const Polytope& hull, double depth, double allowed, double tolerance) {
  hull_ = &hull;
  depth_of_hull_ = depth;
  candidates_.clear();
  at_ = 0;
  allowed_ = allowed;
  tolerance_ = tolerance;
  error_ = 0.0;
  best_ = {};
  is_measuring_ = false;
  Buffer<Face> faces;
  if (unit_ball_.empty() && build_unit_ball() != Status::ok) return Status::out_of_memory;
  if (collect_faces(hull, faces) != Status::ok) return Status::out_of_memory;

  const Vec3 middle = round_centre(hull, nullptr);
  double inner = 1e300, outer = 0.0;
  for (const CutPlane& plane : hull.planes()) inner = lesser(inner, -height_above(plane, middle));
  for (const Vec3& v : hull.vertices()) outer = greater(outer, length(v - middle));
  bool ok = add(hull, ShapeType::sphere, {}, middle, {0.5 * (clamp(inner, 0.0, outer) + outer), 0.0, 0.0});

  Mat3 frames[3] = {{}, principal_axes(hull.vertices()), {}};
  frames[1].columns[2] = cross(frames[1].columns[0], frames[1].columns[1]);
  for (std::size_t i = 1; i < faces.size(); ++i) {
    if (std::fabs(dot(faces[0].normal, faces[i].normal)) > k_square) continue;
    const Vec3 across = normalized(cross(faces[0].normal, faces[i].normal));
    frames[2] = {{faces[0].normal, cross(across, faces[0].normal), across}};
    break;
  }
  const Mat3* box = &frames[0];
  for (const Mat3& frame : frames) {
    if (volume_of(extent_along(hull, frame)) < volume_of(extent_along(hull, *box)) * 0.999) box = &frame;
  }
  const Breadth extent = extent_along(hull, *box);
  ok = ok && add(hull, ShapeType::box, *box, *box * ((extent.low + extent.high) * 0.5), extent.high - extent.low);

  const Vec3* axis = &frames[0].columns[0];
  double least = 1e300;
  const auto consider = [&](const Vec3& candidate) {
    const RoundSide round = round_side(hull, candidate);
    if (round.outer - round.inner >= least * 0.999) return;
    least = round.outer - round.inner;
    axis = &candidate;
  };
  for (const Mat3& frame : frames) {
    for (const Vec3& column : frame.columns) consider(column);
  }
  for (std::size_t i = 0; i < faces.size() && i < 3; ++i) consider(faces[i].normal);
  const RoundSide round = round_side(hull, *axis);
  const Mat3 frame = frame_along(*axis);
  const Breadth along = extent_along(hull, frame);
  const double radius = 0.5 * (round.inner + round.outer), height = along.high.y - along.low.y;
  const Vec3 centre = round.centre + *axis * (0.5 * (along.low.y + along.high.y) - dot(*axis, round.centre));
  if (height > 2.0 * radius) {
    ok = ok && add(hull, ShapeType::capsule, frame, centre, {radius, height - 2.0 * radius, 0.0});
  }
  ok = ok && add(hull, ShapeType::cylinder, frame, centre, {radius, height, 0.0});
  return ok ? Status::ok : Status::out_of_memory;
}

/// Rings of points on the unit ball, moved outwards until their hull holds it.
Status PrimitiveFit::build_unit_ball() {
  Buffer<Vec3> points;
  if (!points.push({0.0, 1.0, 0.0}) || !points.push({0.0, -1.0, 0.0})) return Status::out_of_memory;
  const int quarter = k_curved_sides / 4;
  for (int ring = 1 - quarter; ring < quarter; ++ring) {
    const CirclePoint at = circle_point((ring + k_curved_sides) % k_curved_sides);
    for (int k = 0; k < k_curved_sides; ++k) {
      const CirclePoint around = circle_point(k);
      if (!points.push({at.x * around.x, at.y, at.x * around.y})) return Status::out_of_memory;
    }
  }
  if (around_.build(points.span(), 0.0) != Status::ok) return Status::out_of_memory;
  double inner = 1.0;
  for (const CutPlane& plane : around_.planes()) inner = lesser(inner, plane.offset);
  for (Vec3& point : points) point = point * (1.0 / inner);
  unit_ball_.swap(points);
  return Status::ok;
}

/// A polytope that holds the candidate.
Status PrimitiveFit::build_around(const Candidate& candidate) {
  // No structured binding: clang 14 captures none in a lambda.
  const auto& shape = candidate.shape;
  const auto& frame = candidate.frame;
  const double *size = shape.parameters, radius = size[0];
  Buffer<Vec3> points;
  const auto push = [&](const Vec3& own) { return points.push(shape.pose.position + frame * own); };
  bool ok = true;
  if (shape.type == ShapeType::box) {
    for (int i = 0; i < 8; ++i) {
      const Vec3 sign{(i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5};
      ok = ok && push(scale(sign, {size[0], size[1], size[2]}));
    }
  } else if (shape.type == ShapeType::cylinder) {
    const double wide = radius / sine_cosine(k_pi / k_curved_sides).cosine;
    for (int k = 0; k < k_curved_sides; ++k) {
      const CirclePoint at = circle_point(k);
      for (const double end : {-0.5, 0.5}) ok = ok && push({at.x * wide, end * size[1], at.y * wide});
    }
  } else {
    const double half = shape.type == ShapeType::capsule ? 0.5 * size[1] : 0.0;
    for (const Vec3& point : unit_ball_.span()) {
      if (point.y >= 0.0) ok = ok && push(point * radius + Vec3{0.0, half, 0.0});
      if (point.y <= 0.0) ok = ok && push(point * radius - Vec3{0.0, half, 0.0});
    }
  }
  return ok ? around_.build(points.span(), tolerance_) : Status::out_of_memory;
}

/// A bound from the hull alone: the distance between convex sets is greatest at a vertex.
double PrimitiveFit::error_beside_hull(const Candidate& candidate) const {
  double beyond = 0.0;
  for (const Vec3& v : around_.vertices()) beyond = greater(beyond, hull_->distance(v));
  return greater(candidate.distance, beyond + depth_of_hull_);
}

void PrimitiveFit::judge(const Candidate& candidate, double error) {
  is_measuring_ = false;
  ++at_;
  if (error > allowed_ || (best_.type != ShapeType::convex_hull && error >= k_better * error_)) return;
  best_ = candidate.shape;
  error_ = error;
}

Status PrimitiveFit::step(const Solid& solid, std::uint32_t work) {
  if (is_done()) return Status::ok;
  if (depth_of_hull_ < 0.0) {
    const VoidDepth::Goal goal{0.0, allowed_, tolerance_, k_candidate_boxes};
    if (!is_measuring_ && depth_.start(*hull_, solid, goal) != Status::ok) return Status::out_of_memory;
    is_measuring_ = true;
    if (depth_.step(*hull_, solid, work) != Status::ok) return Status::out_of_memory;
    if (!depth_.is_done()) return Status::ok;
    depth_of_hull_ = depth_.upper();
    is_measuring_ = false;
    return Status::ok;
  }
  const Candidate& candidate = candidates_[at_];
  if (!is_measuring_) {
    if (build_around(candidate) != Status::ok) return Status::out_of_memory;
    const double error = error_beside_hull(candidate);
    if (error <= allowed_ || error > k_hopeless * allowed_) {
      judge(candidate, error);
      return Status::ok;
    }
    is_measuring_ = true;
    return depth_.start(around_, solid, {0.0, allowed_, tolerance_, k_candidate_boxes});
  }
  if (depth_.step(around_, solid, work) != Status::ok) return Status::out_of_memory;
  if (depth_.is_done()) judge(candidate, greater(candidate.distance, depth_.upper()));
  return Status::ok;
}

}  // namespace hyperplane
