#include <cmath>
#include <cstddef>
#include <cstring>

#include "composite/archive_checksum.h"
#include "composite/triangle_mesh.h"
#include "core/byte_stream.h"

/// Triangle meshes as bytes. The reader trusts nothing: it recomputes bounds, measures and hash, and checks all that
/// queries rely on. A checksum guards the stored convexity of edges, which may have any value.

namespace hyperplane {
namespace {

constexpr std::uint32_t k_mesh_magic = 0x4d545048;  // "HPTM"
constexpr std::uint32_t k_mesh_version = 1;

struct MeshHeader {
  std::uint32_t magic = k_mesh_magic, version = k_mesh_version;
  std::uint64_t checksum = 0;
  double thickness = 0.0;
  /// Bit 0: one-sided, bit 1: solid.
  std::uint32_t flags = 0;
  std::uint32_t given_vertices = 0, vertices = 0, firsts = 0, triangles = 0, with_area = 0, with_slivers = 0, nodes = 0;
};
static_assert(sizeof(MeshHeader) == 56);
static_assert(offsetof(MeshHeader, checksum) == k_checksum_offset);

std::size_t size_of_body(const MeshHeader& header) {
  return std::size_t{header.vertices} * sizeof(Vec3) + std::size_t{header.firsts} * 4 +
         std::size_t{header.triangles} * 16 + std::size_t{header.nodes} * 16 + header.with_area;
}

bool is_plausible(const MeshHeader& h) {
  return h.magic == k_mesh_magic && h.version == k_mesh_version && h.thickness >= 0.0 &&
         h.thickness <= k_max_shape_size && h.flags <= 3 && h.flags != 2 && (h.thickness == 0.0 || h.flags == 1) &&
         !std::signbit(h.thickness) && h.triangles <= k_max_mesh_triangles && h.with_area > 0 &&
         h.with_area <= h.with_slivers && h.with_slivers <= h.triangles && h.vertices <= h.given_vertices &&
         h.given_vertices <= 3 * k_max_mesh_triangles && h.firsts == (h.vertices < h.given_vertices ? h.vertices : 0) &&
         h.nodes <= h.with_area;
}

}  // namespace

std::size_t TriangleMesh::serialized_size() const {
  MeshHeader header;
  header.vertices = static_cast<std::uint32_t>(vertices_.size());
  header.firsts = static_cast<std::uint32_t>(first_.size());
  header.triangles = triangle_count();
  header.with_area = with_area_;
  header.nodes = static_cast<std::uint32_t>(tree_.nodes().size());
  return sizeof(MeshHeader) + size_of_body(header);
}

void TriangleMesh::serialize(std::span<std::byte> bytes) const {
  MeshHeader header;
  header.thickness = thickness_;
  header.flags = (is_one_sided_ ? 1u : 0u) | (is_solid_ ? 2u : 0u);
  header.given_vertices = given_vertices_;
  header.vertices = static_cast<std::uint32_t>(vertices_.size());
  header.firsts = static_cast<std::uint32_t>(first_.size());
  header.triangles = triangle_count();
  header.with_area = with_area_;
  header.with_slivers = with_slivers_;
  header.nodes = static_cast<std::uint32_t>(tree_.nodes().size());
  ByteWriter out(bytes);
  out.put(header);
  out.put_array(vertices_.span());
  out.put_array(indices_.span());
  out.put_array(order_.span());
  out.put_array(first_.span());
  for (const LaneNode& node : tree_.nodes()) out.put(node.child);
  out.put_array(bends_.span());
  set_archive_checksum(bytes);
}

Status TriangleMesh::deserialize(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  const auto header = in.get<MeshHeader>();
  if (in.failed() || !is_plausible(header) || in.left() != size_of_body(header) || !has_right_checksum(bytes)) {
    return Status::invalid_argument;
  }
  thickness_ = header.thickness;
  is_one_sided_ = (header.flags & 1) != 0;
  is_solid_ = (header.flags & 2) != 0;
  given_vertices_ = header.given_vertices;
  with_area_ = header.with_area;
  with_slivers_ = header.with_slivers;
  Buffer<std::uint32_t> words;
  const std::size_t triangles = header.triangles;
  if (!vertices_.reserve_exactly(header.vertices) || !indices_.reserve_exactly(3 * triangles) ||
      !order_.reserve_exactly(triangles) || !first_.reserve_exactly(header.firsts) ||
      !places_.reserve_exactly(triangles) || !bends_.reserve_exactly(with_area_) ||
      !in.get_into(vertices_, header.vertices) || !in.get_into(indices_, 3 * triangles) ||
      !in.get_into(order_, triangles) || !in.get_into(first_, header.firsts) ||
      !in.get_into(words, 4 * std::size_t{header.nodes}) || !in.get_into(bends_, with_area_) ||
      !places_.resize(triangles, 0xffffffff)) {
    return Status::out_of_memory;
  }
  bool is_sound = !in.failed();
  for (const Vec3& v : vertices_) {
    // NaN fails. Zeros have no sign.
    for (const double x : {v.x, v.y, v.z}) {
      is_sound = is_sound && std::fabs(x) <= k_max_shape_size && !(x == 0.0 && std::signbit(x));
    }
  }
  for (const std::uint32_t index : indices_) is_sound = is_sound && index < header.vertices;
  std::uint32_t least = 0;
  for (const std::uint32_t first : first_) {
    is_sound = is_sound && first >= least && first < given_vertices_;
    least = first + 1;
  }
  for (std::uint32_t place = 0; place < triangles && is_sound; ++place) {
    const std::uint32_t triangle = order_[place];
    is_sound = triangle < triangles && places_[triangle] == 0xffffffff;
    if (is_sound) places_[triangle] = place;
  }
  if (!is_sound) return Status::invalid_argument;
  const Status adopted = tree_.adopt(words.span(), with_area_);
  if (adopted != Status::ok) return adopted;
  if (!has_areas()) return Status::invalid_argument;
  if (!measure_again()) return Status::out_of_memory;
  if (!find_inside(vertices_.span(), bends_.span(), inside_)) return Status::out_of_memory;
  refit_tree();
  hash_ = compute_hash();
  return Status::ok;
}

}  // namespace hyperplane
