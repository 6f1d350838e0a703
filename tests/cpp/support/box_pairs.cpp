#include "support/box_pairs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/quat.h"

namespace hyperplane::test {
namespace {

Quat approximate_turn(const Vec3& axis, double angle) {
  // Normalising gives sine and cosine of the half angle; the angle need not be exact.
  const double t = 0.5 * angle;
  return normalized(Quat{axis.x * t, axis.y * t, axis.z * t, 1.0});
}

/// The four quarter turns about an axis, exact except for one rounding of the length.
Quat quarter_turn(Random& random) {
  const int axis = random.below(3);
  const double s = random.sign();
  switch (random.below(3)) {
    case 0:
      return {};
    case 1:
      return {axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0, 1.0};
    default:
      return {axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0, 0.0};
  }
}

Vec3 random_size(Random& random) {
  return {random.uniform(0.3, 2.0), random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)};
}

Vec3 plate_size(Random& random) {
  Vec3 size{1.0, 1.0, 1.0};
  double* const sides[3] = {&size.x, &size.y, &size.z};
  const int thin = random.below(3);
  *sides[thin] = 1e-3;
  if (random.chance(0.3)) *sides[(thin + 1) % 3] = 1e-3;
  return size;
}

Vec3 local_support(const Vec3& size, const Vec3& local_direction) {
  return {std::copysign(0.5 * size.x, local_direction.x), std::copysign(0.5 * size.y, local_direction.y),
          std::copysign(0.5 * size.z, local_direction.z)};
}

/// Half the width of a turned box along a direction.
double reach(const Vec3& size, const Quat& rotation, const Vec3& direction) {
  const Vec3 local = rotate(conjugate(rotation), direction);
  return dot(local, local_support(size, local));
}

double small_number(Random& random, int low_exponent) {
  return random.chance(0.1) ? 0.0 : random.log_uniform(low_exponent, -3);
}

/// Places B near A's surface, from deep inside to well apart.
Vec3 nearby(Random& random, const BoxPairCase& pair) {
  const Vec3 n = random.direction();
  return n * ((reach(pair.size_a, pair.a.rotation, n) + reach(pair.size_b, pair.b.rotation, n)) *
              random.uniform(0.2, 1.35));
}

/// Places B so that a feature of it meets a feature of A: two corners, a corner and a point of a face, or points of two
/// edges.
Vec3 touching_offset(Random& random, const BoxPairCase& pair) {
  const Quat qa = pair.a.rotation, qb = pair.b.rotation;
  Vec3 n;
  const int feature = random.below(4);
  const int axis_a = random.below(3), axis_b = random.below(3);
  if (feature == 0) {
    n = random.direction();
  } else if (feature == 1) {
    n = rotate(qa, unit_axis(axis_a)) * random.sign();
  } else if (feature == 2) {
    n = rotate(qb, unit_axis(axis_b)) * random.sign();
  } else {
    n = cross(rotate(qa, unit_axis(axis_a)), rotate(qb, unit_axis(axis_b)));
    n = length(n) > 1e-3 ? normalized(n) : random.direction();
  }
  const Vec3 local_a = rotate(conjugate(qa), n), local_b = rotate(conjugate(qb), -n);
  Vec3 on_a = local_support(pair.size_a, local_a), on_b = local_support(pair.size_b, local_b);
  // Slide along the face, or the edge, perpendicular to n.
  const auto slide = [&](Vec3& point, const Vec3& local) {
    if (std::fabs(local.x) < 1e-9) point.x *= random.uniform(-1.0, 1.0);
    if (std::fabs(local.y) < 1e-9) point.y *= random.uniform(-1.0, 1.0);
    if (std::fabs(local.z) < 1e-9) point.z *= random.uniform(-1.0, 1.0);
  };
  slide(on_a, local_a);
  slide(on_b, local_b);
  const double gap_side = random.sign();
  const double gap = random.chance(0.3) ? 0.0 : gap_side * random.log_uniform(-46, -13);
  return rotate(qa, on_a) - rotate(qb, on_b) + n * gap;
}

}  // namespace

const char* name_of(BoxPairKind kind) {
  constexpr const char* k_names[k_box_pair_kind_count] = {"random",       "parallel",  "almost_parallel",
                                                          "touching",     "contained", "plates",
                                                          "almost_equal", "crossing",  "unequal"};
  return k_names[static_cast<int>(kind)];
}

double BoxPairCase::diameter() const { return std::max(length(size_a), length(size_b)); }

std::string BoxPairCase::replay() const {
  char text[1024];
  const auto vec = [](char* out, std::size_t room, const Vec3& v) {
    std::snprintf(out, room, "{%a, %a, %a}", v.x, v.y, v.z);
  };
  const auto quat = [](char* out, std::size_t room, const Quat& q) {
    std::snprintf(out, room, "{%a, %a, %a, %a}", q.x, q.y, q.z, q.w);
  };
  char parts[6][128];
  vec(parts[0], 128, size_a);
  vec(parts[1], 128, size_b);
  vec(parts[2], 128, a.position);
  quat(parts[3], 128, a.rotation);
  vec(parts[4], 128, b.position);
  quat(parts[5], 128, b.rotation);
  std::snprintf(text, sizeof text, "BoxPairCase{%s, %s, {%s, %s}, {%s, %s}}", parts[0], parts[1], parts[2], parts[3],
                parts[4], parts[5]);
  return text;
}

// One random draw per expression, unless in braces: the evaluation order of operands and arguments is unspecified, and
// every compiler must make the same pairs.
BoxPairCase make_box_pair(Random& random, BoxPairKind kind) {
  BoxPairCase pair{random_size(random), random_size(random), {{}, random.rotation()}, {{}, random.rotation()}};
  if (random.chance(0.1)) pair.a.rotation = {};
  Vec3 offset;
  switch (kind) {
    case BoxPairKind::random:
      offset = nearby(random, pair);
      break;
    case BoxPairKind::parallel:
      pair.b.rotation = pair.a.rotation * quarter_turn(random);
      if (random.chance(0.3)) pair.size_b = pair.size_a;
      offset = random.chance(0.3) ? touching_offset(random, pair) : nearby(random, pair);
      break;
    case BoxPairKind::almost_parallel: {
      const Vec3 axis = random.chance(0.5) ? unit_axis(random.below(3)) : random.direction();
      const Quat quarter = quarter_turn(random);
      pair.b.rotation = pair.a.rotation * quarter * approximate_turn(axis, small_number(random, -53));
      offset = random.chance(0.3) ? touching_offset(random, pair) : nearby(random, pair);
      break;
    }
    case BoxPairKind::touching:
      offset = touching_offset(random, pair);
      break;
    case BoxPairKind::contained: {
      pair.size_b = pair.size_b * random.uniform(0.01, 0.2);
      // A third outside, so that not all pairs overlap.
      const Vec3 n = random.direction();
      const double r = reach(pair.size_a, pair.a.rotation, n);
      offset = n * (r * (random.chance(0.5) ? random.uniform(0.0, 0.5) : random.uniform(0.8, 1.4)));
      break;
    }
    case BoxPairKind::plates:
      pair.size_a = plate_size(random);
      if (random.chance(0.7)) pair.size_b = plate_size(random);
      if (random.chance(0.3)) pair.b.rotation = pair.a.rotation * quarter_turn(random);
      offset = random.direction();
      offset = offset * random.uniform(0.0, 0.85);
      if (random.chance(0.3)) offset = touching_offset(random, pair);
      break;
    case BoxPairKind::almost_equal:
      pair.size_b = pair.size_a;
      offset = random.direction();
      pair.b.rotation = pair.a.rotation * approximate_turn(offset, small_number(random, -53));
      if (random.chance(0.5)) pair.b.rotation = -pair.b.rotation;
      offset = random.direction();
      offset = offset * small_number(random, -53);
      // Side by side, or inside each other.
      if (random.chance(0.88)) {
        const Vec3 step = scale(pair.size_a, unit_axis(random.below(3)));
        offset += rotate(pair.a.rotation, step) * (random.chance(0.5) ? 1.0 : 1.0 + small_number(random, -53));
      }
      break;
    case BoxPairKind::crossing: {
      pair.size_a = {0.1 * random.uniform(0.5, 1.0), 0.1 * random.uniform(0.5, 1.0), 2.0};
      pair.size_b = {2.0, 0.1 * random.uniform(0.5, 1.0), 0.1 * random.uniform(0.5, 1.0)};
      pair.b.rotation = pair.a.rotation * approximate_turn(unit_axis(1), random.uniform(-1.0, 1.0));
      if (random.chance(0.5)) pair.b.rotation = pair.b.rotation * approximate_turn(random.direction(), 0.3);
      offset =
          rotate(pair.a.rotation, {random.uniform(-0.5, 0.5), random.uniform(-0.17, 0.17), random.uniform(-0.5, 0.5)});
      break;
    }
    case BoxPairKind::unequal:
      pair.size_a = pair.size_a * 1e3;
      offset = random.chance(0.5) ? touching_offset(random, pair) : nearby(random, pair);
      break;
  }
  constexpr double k_scales[] = {1.0, 1.0, 1e-3, 1e3};
  const double scale = k_scales[random.below(4)];
  pair.size_a = pair.size_a * scale;
  pair.size_b = pair.size_b * scale;
  switch (random.below(3)) {
    case 0:
      break;
    case 1:
      pair.a.position = random.in_cube(10.0 * scale);
      break;
    default:
      pair.a.position = random.direction() * 1e6;
      break;
  }
  pair.b.position = pair.a.position + offset * scale;
  if (random.chance(0.1)) {
    const double stretch = random.log_uniform(-20, 20);
    for (Quat* q : {&pair.a.rotation, &pair.b.rotation})
      *q = {q->x * stretch, q->y * stretch, q->z * stretch, q->w * stretch};
  }
  if (random.chance(0.5)) {
    std::swap(pair.size_a, pair.size_b);
    std::swap(pair.a, pair.b);
  }
  return pair;
}

}  // namespace hyperplane::test
