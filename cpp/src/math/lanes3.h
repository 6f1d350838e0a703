#pragma once

#include "math/mat3.h"
#include "math/simd.h"
#include "math/vec3.h"

namespace hyperplane {

/// Vectors, one a lane. The operations are those of Vec3 in their order, so that lanes of 64 bits have their bits.
template <class Lanes>
struct VectorLanes {
  Lanes x, y, z;
};

/// Four vectors in 32 bits.
using Lanes3 = VectorLanes<F32x4>;
/// Two vectors in 64 bits.
using PairedVec3 = VectorLanes<F64x2>;

template <class Lanes>
VectorLanes<Lanes> operator+(const VectorLanes<Lanes>& a, const VectorLanes<Lanes>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class Lanes>
VectorLanes<Lanes> operator-(const VectorLanes<Lanes>& a, const VectorLanes<Lanes>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class Lanes>
VectorLanes<Lanes> operator*(const VectorLanes<Lanes>& a, Lanes s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class Lanes>
Lanes dot(const VectorLanes<Lanes>& a, const VectorLanes<Lanes>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Lanes>
VectorLanes<Lanes> cross(const VectorLanes<Lanes>& a, const VectorLanes<Lanes>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class Lanes>
Lanes length(const VectorLanes<Lanes>& a) {
  return sqrt(dot(a, a));
}

inline Lanes3 abs(const Lanes3& a) { return {abs(a.x), abs(a.y), abs(a.z)}; }
inline Lanes3 min(const Lanes3& a, const Lanes3& b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
inline Lanes3 max(const Lanes3& a, const Lanes3& b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
inline Lanes3 select(U32x4 mask, const Lanes3& a, const Lanes3& b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}
/// Sum of the components.
inline F32x4 sum(const Lanes3& a) { return a.x + a.y + a.z; }
/// The same vector in all lanes.
inline Lanes3 all_lanes(const Vec3& a) {
  return {splat(static_cast<float>(a.x)), splat(static_cast<float>(a.y)), splat(static_cast<float>(a.z))};
}

inline PairedVec3 paired(const Vec3& a, const Vec3& b) {
  return {lanes_of(a.x, b.x), lanes_of(a.y, b.y), lanes_of(a.z, b.z)};
}
/// transpose(m) * v, by lane.
inline PairedVec3 transpose_times(const Mat3& m_a, const Mat3& m_b, const PairedVec3& v) {
  const auto along = [&](int column) { return dot(paired(m_a.columns[column], m_b.columns[column]), v); };
  return {along(0), along(1), along(2)};
}

}  // namespace hyperplane
