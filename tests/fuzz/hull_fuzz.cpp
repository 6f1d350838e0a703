#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <hyperplane/shape.h>

#include "hull/hull.h"
#include "hull/support.h"
#include "hull/validate.h"

/// Convex hulls of arbitrary clouds. Any input yields a valid hull or an error; a climb from any vertex ends at a
/// highest vertex.
///
/// Byte 0 selects the encoding of the coordinates: whole numbers of 8 bits (many points on common planes), of 16 bits,
/// 8 bits with noise around the tolerance, or raw doubles. Byte 1 limits the vertices, byte 2 squeezes an axis, byte 3
/// rotates, scales and translates. The rest are coordinates.

namespace {

using namespace hyperplane;

constexpr std::size_t k_max_points = 400;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "hull_fuzz: %s\n", what);
  std::abort();
}

double read_coordinate(const std::uint8_t*& data, const std::uint8_t* end, int encoding) {
  const auto take = [&](auto& value) {
    if (static_cast<std::size_t>(end - data) < sizeof value) {
      data = end;
      return;
    }
    std::memcpy(&value, data, sizeof value);
    data += sizeof value;
  };
  if (encoding == 0) {
    std::int8_t value = 0;
    take(value);
    return value;
  }
  if (encoding == 1) {
    std::int16_t value = 0;
    take(value);
    return value;
  }
  if (encoding == 2) {
    std::int8_t value = 0, noise = 0;
    take(value);
    take(noise);
    return value / 16 + noise * 0x1p-27;
  }
  double value = 0.0;
  take(value);
  return value;
}

void transform(std::vector<double>& cloud, std::uint8_t squeeze, std::uint8_t motion) {
  // A rotation with rational entries, so that everything here is exact arithmetic up to one rounding.
  constexpr double k_turn[3][3] = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0.0}, {0.48, 0.64, 0.6}};
  constexpr double k_squeeze[4] = {1.0, 1e-2, 1e-4, 3e-6};
  constexpr double k_scale[4] = {1.0, 1e-6, 1e3, 0x1p-20};
  constexpr double k_offset[4] = {0.0, 1.0, 1e3, 1e7};
  for (std::size_t i = 0; i + 2 < cloud.size(); i += 3) {
    double p[3] = {cloud[i], cloud[i + 1], cloud[i + 2]};
    p[squeeze % 3] *= k_squeeze[squeeze >> 2 & 3];
    if (squeeze & 0x10) p[(squeeze + 1) % 3] *= k_squeeze[squeeze >> 5 & 3];
    for (int row = 0; row < 3; ++row) {
      const double turned = k_turn[row][0] * p[0] + k_turn[row][1] * p[1] + k_turn[row][2] * p[2];
      double c = motion & 1 ? turned : p[row];
      if (motion & 2) c = static_cast<double>(static_cast<float>(c));
      cloud[i + static_cast<std::size_t>(row)] = c * k_scale[motion >> 2 & 3] + k_offset[motion >> 4 & 3];
    }
  }
}

void check_support(const Hull& hull) {
  std::uint32_t start = 0;
  const auto check = [&](const Vec3& direction) {
    double highest = -__builtin_huge_val();
    for (const Vec3& p : hull.points()) highest = std::fmax(highest, dot(p, direction));
    // The radius is that of 41-bit coordinates, exact up to the rounding of three products.
    const double allowed = highest - 1e-12 * hull.bounding_radius();
    if (dot(hull.points()[climb(hull, direction, start)], direction) < allowed) fail("a climb got stuck");
    if (dot(highest_point(hull, direction), direction) < allowed) fail("a support point is too low");
    start = (start + 7) % hull.vertex_count();
  };
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const Hull::Face& face = hull.faces()[f];
    check(face.normal);
    check(-face.normal);
    const Vec3 edge = hull.points()[hull.loop_vertices(f)[1]] - hull.points()[hull.loop_vertices(f)[0]];
    check(face.normal + edge * (1e-7 / length(edge)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const int encoding = data[0] & 3;
  const std::uint32_t max_vertices = data[1] < 128 ? 0 : data[1] & 63;
  const std::uint8_t squeeze = data[2], motion = data[3];
  const std::uint8_t* at = data + 4;
  std::vector<double> cloud;
  while (at < data + size && cloud.size() < 3 * k_max_points)
    cloud.push_back(read_coordinate(at, data + size, encoding));
  if (encoding != 3) {
    cloud.resize(cloud.size() / 3 * 3);
    transform(cloud, squeeze, motion);
  }

  const Result<HullPtr> result = build_hull(cloud, max_vertices);
  if (!result.ok()) {
    if (result.value != nullptr || result.message[0] == 0) fail("a failure without a reason");
    if (result.status != Status::invalid_argument && result.status != Status::degenerate_shape) fail("a wrong status");
    if (encoding != 3 && result.status == Status::invalid_argument && !(max_vertices > 0 && max_vertices < 4)) {
      fail("valid input was refused");
    }
    return 0;
  }
  const Hull& hull = *result.value;
  const bool is_limited = max_vertices != 0 && hull.vertex_count() >= max_vertices;
  if (max_vertices != 0 && hull.vertex_count() > max_vertices) fail("more vertices than asked for");
  const HullReport report = validate_hull(hull, is_limited ? std::vector<double>{} : cloud);
  if (!report.ok()) {
    std::fprintf(stderr, "highest vertex %g, flatness %g, concavity %g, highest input %g, tolerance %g\n",
                 report.highest_vertex, report.flatness, report.concavity, report.highest_input, hull.tolerance());
    fail(report.fault);
  }
  check_support(hull);
  return 0;
}
