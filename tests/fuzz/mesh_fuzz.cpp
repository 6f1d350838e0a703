#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <hyperplane/triangle_mesh.h>

#include "composite/archive_checksum.h"
#include "composite/triangle_mesh.h"

/// Any bytes as a serialised mesh, and as the input of a mesh. The checksum of serialised bytes is set right first, or
/// nothing behind it would be reached.

namespace {

using namespace hyperplane;

void require(bool holds) {
  if (!holds) std::abort();
}

void use(const TriangleMesh& mesh) {
  require(mesh.validate() == nullptr);
  const Vec3 middle = (mesh.bounds().min + mesh.bounds().max) * 0.5;
  const RayHit hit =
      mesh.raycast(mesh.bounds().min, normalized(middle - mesh.bounds().min + Vec3{1.0, 0.0, 0.0}), 1e9, 0.0);
  require(hit.feature.triangle < static_cast<std::int64_t>(mesh.triangle_count()));
  const ClosestPoint closest = mesh.closest_point(middle);
  require(closest.feature.triangle >= 0 && mesh.has_area(static_cast<std::uint32_t>(closest.feature.triangle)));
  std::uint32_t visited = 0;
  mesh.visit_within(mesh.bounds(), nullptr, nullptr, [&](std::uint32_t triangle) {
    require(mesh.has_area(triangle));
    ++visited;
    return true;
  });
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) visited -= mesh.has_area(t) ? 1 : 0;
  require(visited == 0);
  std::vector<std::byte> bytes(serialized_size(mesh));
  serialize_triangle_mesh(mesh, bytes);
  const Result<TriangleMeshPtr> again = deserialize_triangle_mesh(bytes);
  require(again.ok() && again.value->hash() == mesh.hash());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  if ((data[0] & 1) != 0) {
    std::vector<std::byte> bytes(size - 1);
    std::memcpy(bytes.data(), data + 1, bytes.size());
    set_archive_checksum(bytes);
    const Result<TriangleMeshPtr> read = deserialize_triangle_mesh(bytes);
    if (read.ok()) use(*read.value);
    return 0;
  }
  TriangleMeshOptions options;
  options.solid = (data[0] & 2) != 0;
  options.sides = (data[0] & 4) != 0 ? SurfaceSides::front : SurfaceSides::both;
  options.weld = (data[0] & 8) != 0 ? 1.5 : 0.0;
  // Small integers, so that vertices meet; every third vertex is any number.
  const std::size_t vertex_count = 1 + data[1] % 16;
  std::vector<double> vertices;
  std::size_t at = 2;
  for (std::size_t i = 0; i < 3 * vertex_count; ++i) {
    double x = 0.0;
    if ((data[0] & 16) != 0 && i % 9 == 8 && at + 8 <= size) {
      std::memcpy(&x, data + at, 8);
      at += 8;
    } else if (at < size) {
      x = static_cast<double>(data[at++] % 8);
    }
    vertices.push_back(x);
  }
  std::vector<std::uint32_t> indices;
  for (; at < size && indices.size() < 300; ++at)
    indices.push_back(data[at] % (vertex_count + (data[at] == 255 ? 1 : 0)));
  if ((data[0] & 32) == 0) indices.resize(indices.size() / 3 * 3);
  const Result<TriangleMeshPtr> built = build_triangle_mesh(vertices, indices, options);
  if (!built.ok()) return 0;
  use(*built.value);
  for (double& x : vertices) x *= 2.0;
  const std::uint64_t hash = built.value->hash();
  if (!set_mesh_vertices(*built.value, vertices).ok()) require(built.value->hash() == hash);
  use(*built.value);
  return 0;
}
