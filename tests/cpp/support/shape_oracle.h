#pragma once

#include <vector>

#include <hyperplane/shape.h>

/// Brute-force oracle for single shapes. Shares no code with the code under test, not even vector arithmetic. Round
/// shapes are described by their half profile, the polygon (for the capsule, the line) that revolves about the Y axis;
/// polyhedra by the half-spaces of all supporting triples of points, rounded ones also by the triangles of all triples.

namespace hyperplane::test {

/// A half-space: normal . p <= offset.
struct OraclePlane {
  double normal[3];
  double offset;
};

class OracleShape {
 public:
  /// @param points of a hull: x, y, z of each point of the cloud that it was built from.
  /// @param origin subtracted from the position first.
  OracleShape(const Shape& shape, const Pose& pose, const std::vector<double>& points = {}, const Vec3& origin = {});

  /// Translates the shape.
  void move(const Vec3& by);
  void set_pose(const Pose& pose, const Vec3& origin = {});

  /// max of direction . p over the shape.
  double height(const Vec3& direction) const;
  /// Signed distance of a point from the surface, negative inside. For hulls the distance from the farthest plane,
  /// which outside near an edge is less than the distance; of rounded ones the distance, which takes long.
  double signed_distance(const Vec3& point) const;

  const Vec3& position() const { return position_; }
  /// Upper bound on the greatest width, within a factor of 2.
  double diameter() const;

 private:
  Vec3 to_local(const Vec3& direction) const;
  double rounding() const;
  double core_height(const Vec3& direction) const;
  double core_diameter() const;
  double distance_from_triangles(double x, double y, double z) const;
  double local_signed_distance(double x, double y, double z) const;
  double ellipsoid_signed_distance(double x, double y, double z) const;

  Shape shape_;
  Vec3 position_;
  double axes_[3][3];  // axes_[i]: the shape's axis i in the outer frame
  std::vector<double> points_;
  /// Of a hull; computed on first use, because it is slow.
  mutable std::vector<OraclePlane> planes_;
};

/// The half-spaces of the convex hull of a cloud of at most some dozens of points. A plane may occur several times.
std::vector<OraclePlane> oracle_planes(const std::vector<double>& points);

/// How far apart two shapes are along a unit direction from A to B; negative if they overlap along it.
inline double separation(const OracleShape& a, const OracleShape& b, const Vec3& n) {
  return -b.height({-n.x, -n.y, -n.z}) - a.height(n);
}

}  // namespace hyperplane::test
