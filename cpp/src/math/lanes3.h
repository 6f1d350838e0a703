#pragma once

#include "math/simd.h"
#include "math/vec3.h"

namespace hyperplane {

/// Four vectors, one a lane, in 32 bits.
struct Lanes3 {
  F32x4 x, y, z;
};

inline Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Lanes3 operator*(const Lanes3& a, F32x4 s) { return {a.x * s, a.y * s, a.z * s}; }
inline F32x4 dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Lanes3 cross(const Lanes3& a, const Lanes3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
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

}  // namespace hyperplane
