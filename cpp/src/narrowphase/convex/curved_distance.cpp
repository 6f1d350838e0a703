#include "narrowphase/convex/curved_distance.h"

#include "core/workspace.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// A symmetric matrix: at first the identity.
struct SymmetricSum {
  double xx = 1.0, yy = 1.0, zz = 1.0, xy = 0.0, yz = 0.0, zx = 0.0;

  void add(const Mat3& symmetric, double share) {
    xx += share * symmetric.columns[0].x;
    yy += share * symmetric.columns[1].y;
    zz += share * symmetric.columns[2].z;
    xy += share * symmetric.columns[0].y;
    yz += share * symmetric.columns[1].z;
    zx += share * symmetric.columns[2].x;
  }
  /// Adds v times its transpose.
  void add_square(const Vec3& v, double share) {
    const Vec3 s = v * share;
    xx += s.x * v.x;
    yy += s.y * v.y;
    zz += s.z * v.z;
    xy += s.x * v.y;
    yz += s.y * v.z;
    zx += s.z * v.x;
  }
  Mat3 inverse() const {
    const Vec3 x{xx, xy, zx}, y{xy, yy, yz}, z{zx, yz, zz};
    const Vec3 by_x = cross(y, z);
    const double share = 1.0 / dot(x, by_x);
    return {{by_x * share, cross(z, x) * share, cross(x, y) * share}};
  }
};

/// The smooth pieces of one core that have points in a simplex, in the frame of A.
class Pieces {
 public:
  /// @param near m: points no farther apart are one.
  Pieces(const Shape& shape, const Transform& place, double near)
      : type_(shape.type), place_(place), rim_radius_(shape.parameters[0]), near_squared_(near * near) {
    if (type_ != ShapeType::ellipsoid) return;
    const Vec3 radii{shape.parameters[0], shape.parameters[1], shape.parameters[2]};
    const Mat3 stretched{{place.rotation.columns[0] * radii.x, place.rotation.columns[1] * radii.y,
                          place.rotation.columns[2] * radii.z}};
    square_ = stretched * transpose(stretched);
  }

  /// The number of the piece that a support point belongs to.
  int number_of(const Vec3& point) {
    Piece piece{point, 0.0};
    if (type_ == ShapeType::ellipsoid) {
      piece = {place_.translation, 1.0};
    } else if (is_curved_core(type_)) {
      // On a rim, or on the axis: an apex, or the middle of a cap.
      const Vec3 &axis = place_.rotation.columns[1], from = point - place_.translation;
      const double along = dot(from, axis);
      if (length_squared(from - axis * along) > 0.25 * rim_radius_ * rim_radius_) {
        piece = {place_.translation + axis * along, rim_radius_};
      }
    }
    for (int i = 0; i < count_; ++i) {
      const double apart = length_squared(points_[i] - point);
      if (type_ == ShapeType::ellipsoid || apart <= near_squared_) return i;
      if (!(piece.radius > 0.0 && length_squared(pieces_[i].centre - piece.centre) <= near_squared_)) continue;
      if (apart <= rim_radius_ * rim_radius_) return i;
      // Points of a rim that are far from each other: the cap between them may be the closest feature.
      piece = {point, 0.0};
    }
    points_[count_] = point;
    pieces_[count_] = piece;
    return count_++;
  }

  /// Finds the support points along n, of any length.
  /// @return false on an axis, where a piece has none.
  bool find_supports(const Vec3& n) {
    for (int i = 0; i < count_; ++i) {
      const Piece& piece = pieces_[i];
      if (!(piece.radius > 0.0)) {
        points_[i] = piece.centre;
        continue;
      }
      if (type_ == ShapeType::ellipsoid) {
        const Vec3 image = square_ * n;
        const double height = std::sqrt(max(dot(n, image), 0.0));
        if (!(height > 0.0)) return false;
        inverse_[i] = 1.0 / height;
        bend_[i] = image * inverse_[i];
        points_[i] = piece.centre + bend_[i];
        continue;
      }
      // By two components, so that the point is on the rim however near to the axis n is.
      const Vec3 &u = place_.rotation.columns[0], &v = place_.rotation.columns[2];
      const double along_u = dot(u, n), along_v = dot(v, n);
      const double across = std::sqrt(along_u * along_u + along_v * along_v);
      if (!(across > 0.0)) return false;
      inverse_[i] = 1.0 / across;
      const double cosine = along_u * inverse_[i], sine = along_v * inverse_[i];
      bend_[i] = v * cosine - u * sine;
      points_[i] = piece.centre + (u * cosine + v * sine) * piece.radius;
    }
    return true;
  }
  const Vec3& point(int i) const { return points_[i]; }
  /// Adds the second derivatives of a piece's support function.
  void add_bend(int i, double share, SymmetricSum& sum) const {
    const Piece& piece = pieces_[i];
    if (!(piece.radius > 0.0)) return;
    const double scaled = share * inverse_[i];
    if (type_ == ShapeType::ellipsoid) {
      sum.add(square_, scaled);
      sum.add_square(bend_[i], -scaled);
    } else {
      sum.add_square(bend_[i], scaled * piece.radius);
    }
  }

 private:
  struct Piece {
    /// Of a rim or an ellipsoid; or a vertex.
    Vec3 centre;
    /// 0: a vertex.
    double radius;
  };

  const ShapeType type_;
  const Transform& place_;
  const double rim_radius_, near_squared_;
  /// Of the matrix that stretches the unit ball to an ellipsoid.
  Mat3 square_;
  int count_ = 0;
  Workspace<Piece, 3> pieces_;
  /// At first those of the simplex.
  Workspace<Vec3, 3> points_;
  /// Of the support functions: along a rim, or the support point of an ellipsoid, and a divisor.
  Workspace<Vec3, 3> bend_;
  Workspace<double, 3> inverse_;
};

/// Newton's method from a simplex of one to three points.
class CurvedSearch {
 public:
  CurvedSearch(const ConvexPair& pair, const GjkResult& cores)
      : CurvedSearch(pair, cores.simplex, k_distance_tolerance * (pair.difference.size + cores.upper)) {}

  /// @param x start.
  /// @param seed the pieces' support points along the last x. @return their number; 0 if there are none.
  int run(Vec3 x, SupportPoint* seed) {
    for (int step = 0;; ++step) {
      if (!on_a_.find_supports(x) || !on_b_.find_supports(-x)) return 0;
      for (int i = 0; i < count_; ++i) {
        const Vec3& a = on_a_.point(of_a_[i]);
        seed[i] = {on_b_.point(of_b_[i]) - a, a};
      }
      if (is_done_ || step == k_max_curved_steps) return count_;
      const Vec3 change = find_step(x, seed);
      x += change;
      is_done_ = length_squared(change) <= k_last_curved_step * k_last_curved_step * length_squared(x);
    }
  }

 private:
  CurvedSearch(const ConvexPair& pair, const Simplex& simplex, double near)
      : on_a_(pair.a, k_frame_of_a, near), on_b_(pair.b, pair.difference.b_in_a, near) {
    for (int i = 0; i < simplex.size; ++i) {
      const int a = on_a_.number_of(simplex.points[i].a), b = on_b_.number_of(simplex.points[i].b());
      int k = 0;
      while (k < count_ && (of_a_[k] != a || of_b_[k] != b)) ++k;
      if (k == count_) {
        of_a_[k] = a;
        of_b_[k] = b;
        weights_[k] = 0.0;
        ++count_;
      }
      weights_[k] += simplex.weights[i];
    }
  }

  /// With weights beyond an end, the other piece is inactive.
  Vec3 find_step(const Vec3& x, const SupportPoint* at) {
    SymmetricSum sum;
    for (int i = 0; i < count_; ++i) {
      on_a_.add_bend(of_a_[i], weights_[i], sum);
      on_b_.add_bend(of_b_[i], weights_[i], sum);
    }
    const Mat3 inverse = sum.inverse();
    const Vec3 free = inverse * (at[0].w - x);
    if (count_ == 1) return free;
    const Vec3 e = at[1].w - at[0].w, by_e = inverse * e;
    const double ee = dot(e, by_e), along_e = -dot(e, x + free);
    if (count_ == 2) {
      weights_[1] = ee > 0.0 ? clamp(along_e / ee, 0.0, 1.0) : 0.0;
      weights_[0] = 1.0 - weights_[1];
      return free + by_e * weights_[1];
    }
    const Vec3 f = at[2].w - at[0].w, by_f = inverse * f;
    const double ff = dot(f, by_f), ef = dot(e, by_f), along_f = -dot(f, x + free);
    const double determinant = ee * ff - ef * ef;
    if (!(determinant > k_level_edges * (ee * ff))) return {};
    const double share = 1.0 / determinant;
    weights_[1] = clamp((along_e * ff - along_f * ef) * share, 0.0, 1.0);
    weights_[2] = clamp((along_f * ee - along_e * ef) * share, 0.0, 1.0 - weights_[1]);
    weights_[0] = 1.0 - weights_[1] - weights_[2];
    return free + by_e * weights_[1] + by_f * weights_[2];
  }

  static constexpr Transform k_frame_of_a{};

  Pieces on_a_, on_b_;
  /// Pairs of pieces, with their weights.
  int count_ = 0;
  int of_a_[3], of_b_[3];
  double weights_[3];
  bool is_done_ = false;
};

/// Whether the bounds have met, in a simplex whose weights reproduce v. The weights of a needle have lost digits, and
/// so have its witness points.
bool has_converged(const GjkResult& cores, double tolerance) {
  if (cores.status != GjkStatus::separated) return false;
  Vec3 aside = -cores.v;
  for (int i = 0; i < cores.simplex.size; ++i) aside += cores.simplex.points[i].w * cores.simplex.weights[i];
  return length_squared(aside) <= tolerance * tolerance;
}

}  // namespace

bool find_curved_distance(ConvexPair& pair, GjkResult& cores) {
  const GjkLimits limits{
      .gap = k_gjk_restart_gap, .relative_gap = k_normal_relative_gap, .iterations = k_curved_gjk_iterations};
  const double tolerance = k_distance_tolerance * pair.difference.size;
  for (int round = 0; round < k_max_curved_rounds; ++round) {
    Workspace<SupportPoint, 3> seed;
    const int count = CurvedSearch(pair, cores).run(cores.v, seed.data());
    GjkResult next;
    next.upper = cores.upper;
    if (count > 0) next = gjk(pair.difference, limits, {seed.data(), static_cast<std::size_t>(count)});
    if (!(next.upper < cores.upper)) {
      next = gjk(pair.difference, limits, {cores.simplex.points.data(), static_cast<std::size_t>(cores.simplex.size)});
    }
    if (next.status == GjkStatus::touching) return false;
    cores = next;
    if (has_converged(cores, tolerance)) return true;
  }
  return false;
}

}  // namespace hyperplane
