#pragma once

#include "math/mat3.h"
#include "math/simd.h"
#include "math/vec3.h"

namespace hyperplane {

/// Two vectors, one a lane, in 64 bits. The operations of Vec3 in their order, so that each lane has their bits.
struct PairedVec3 {
  F64x2 x, y, z;
};

inline PairedVec3 paired(const Vec3& a, const Vec3& b) {
  return {lanes_of(a.x, b.x), lanes_of(a.y, b.y), lanes_of(a.z, b.z)};
}
inline PairedVec3 operator+(const PairedVec3& a, const PairedVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline PairedVec3 operator-(const PairedVec3& a, const PairedVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline PairedVec3 operator*(const PairedVec3& a, F64x2 s) { return {a.x * s, a.y * s, a.z * s}; }
inline F64x2 dot(const PairedVec3& a, const PairedVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline PairedVec3 cross(const PairedVec3& a, const PairedVec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline F64x2 length(const PairedVec3& a) { return sqrt(dot(a, a)); }
/// transpose(m) * v, by lane.
inline PairedVec3 transpose_times(const Mat3& m_a, const Mat3& m_b, const PairedVec3& v) {
  const auto along = [&](int column) { return dot(paired(m_a.columns[column], m_b.columns[column]), v); };
  return {along(0), along(1), along(2)};
}

}  // namespace hyperplane
