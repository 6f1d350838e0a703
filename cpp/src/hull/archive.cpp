#include "hull/archive.h"

#include <cmath>

#include "hull/pack.h"
#include "hull/validate.h"

namespace hyperplane {

class HullArchive {
 public:
  static void write(const Hull& hull, ByteWriter& out);
};

namespace {

/// Visits the scalar members, in order.
template <class AnyNumbers, class AnyAabb, class Visit>
void visit_numbers(AnyNumbers& numbers, AnyAabb& bounds, const Visit& visit) {
  for (auto* v : {&numbers.centre, &numbers.centroid, &bounds.min, &bounds.max}) {
    visit(v->x);
    visit(v->y);
    visit(v->z);
  }
  visit(numbers.bounding_radius);
  visit(numbers.volume);
  visit(numbers.tolerance);
}

void write_indices(const IndexList& indices, ByteWriter& out) {
  for (const std::uint32_t index : indices) out.put(index);
}

/// Reads a hull and checks the ranges that `pack_hull` and `validate_hull` rely on.
class HullReader {
 public:
  explicit HullReader(ByteReader& in) : in_(in) {}

  Status run() {
    if (!read()) return Status::out_of_memory;
    return in_.failed() || !loops_follow_ || !is_sound() ? Status::invalid_argument : Status::ok;
  }
  const HullArrays& arrays() const { return hull_; }
  const Aabb& bounds() const { return bounds_; }

 private:
  /// @return false if memory ran out.
  [[nodiscard]] bool read();
  [[nodiscard]] bool read_faces(std::size_t count);
  bool is_sound() const;

  ByteReader& in_;
  HullArrays hull_;
  Aabb bounds_;
  bool loops_follow_ = true;
};

bool HullReader::read() {
  const std::size_t vertices = in_.get<std::uint32_t>(), faces = in_.get<std::uint32_t>(),
                    edges = in_.get<std::uint32_t>(), neighbours = in_.get<std::uint32_t>();
  visit_numbers(hull_.numbers, bounds_, [&](double& number) { number = in_.get<double>(); });
  Buffer<double> coordinates;
  for (Buffer<Vec3>* points : {&hull_.vertices, &hull_.points}) {
    if (!in_.get_into(coordinates, 3 * vertices) || !points->reserve_exactly(coordinates.size() / 3)) return false;
    for (std::size_t i = 0; i + 2 < coordinates.size(); i += 3) {
      points->push_unchecked({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
    }
  }
  if (!read_faces(faces) || !in_.get_into(hull_.edges, edges) || !in_.get_into(hull_.input_indices, vertices) ||
      !in_.get_into(hull_.loop_vertices, 2 * edges) || !in_.get_into(hull_.loop_edges, 2 * edges) ||
      !in_.get_into(hull_.first_neighbours, vertices + 1) || !in_.get_into(hull_.neighbours, neighbours)) {
    return false;
  }
  hull_.has_short_edges = in_.get<std::uint32_t>() != 0;
  hull_.numbers.hash = in_.get<std::uint64_t>();
  return true;
}

bool HullReader::read_faces(std::size_t count) {
  std::uint32_t corners = 0;
  for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
    Hull::Face face;
    for (double* number : {&face.normal.x, &face.normal.y, &face.normal.z, &face.offset}) *number = in_.get<double>();
    const auto first = in_.get<std::uint32_t>(), length = in_.get<std::uint32_t>();
    if (!hull_.faces.push(face) || !hull_.first_corners.push(corners)) return false;
    loops_follow_ = loops_follow_ && first == corners;
    corners += length;  // an overflow decreases it, which is_sound() refuses
  }
  return hull_.first_corners.push(corners);
}

bool HullReader::is_sound() const {
  if (hull_.vertices.size() < 4) return false;
  bool sound = true;
  const auto check_number = [&](double number) { sound = sound && std::fabs(number) <= 1e30; };  // NaN fails
  const auto check_vector = [&](const Vec3& v) {
    check_number(v.x);
    check_number(v.y);
    check_number(v.z);
  };
  visit_numbers(hull_.numbers, bounds_, check_number);
  for (const Vec3& v : hull_.vertices) check_vector(v);
  for (const Vec3& p : hull_.points) check_vector(p);
  for (const Hull::Face& face : hull_.faces) {
    check_vector(face.normal);
    check_number(face.offset);
  }
  for (const std::uint32_t neighbour : hull_.neighbours) sound = sound && neighbour < hull_.vertices.size();
  const auto check_starts = [&](std::span<const std::uint32_t> starts, std::size_t end) {
    std::uint32_t before = 0;
    for (const std::uint32_t start : starts) {
      sound = sound && start >= before;
      before = start;
    }
    sound = sound && starts.front() == 0 && before == end;
  };
  check_starts(hull_.first_corners.span(), hull_.loop_vertices.size());
  check_starts(hull_.first_neighbours.span(), hull_.neighbours.size());
  return sound;
}

}  // namespace

void HullArchive::write(const Hull& hull, ByteWriter& out) {
  out.put(hull.vertex_count());
  out.put(hull.face_count());
  out.put(hull.edge_count());
  out.put(hull.neighbour_count());
  const Aabb bounds = hull.bounds();
  visit_numbers(hull.numbers_, bounds, [&](double number) { out.put(number); });
  for (const std::span<const Vec3> points : {hull.vertices(), hull.points()}) {
    for (const Vec3& p : points) {
      out.put(p.x);
      out.put(p.y);
      out.put(p.z);
    }
  }
  std::uint32_t first = 0;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const Hull::Face& face = hull.faces()[f];
    for (const double number : {face.normal.x, face.normal.y, face.normal.z, face.offset}) out.put(number);
    const auto count = static_cast<std::uint32_t>(hull.loop_vertices(f).size());
    out.put(first);
    out.put(count);
    first += count;
  }
  for (const Hull::Edge edge : hull.edges()) out.put(edge);
  write_indices(hull.input_indices(), out);
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) write_indices(hull.loop_vertices(f), out);
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) write_indices(hull.loop_edges(f), out);
  write_indices({hull.first_neighbours_, std::size_t{hull.vertex_count()} + 1, hull.width_}, out);
  for (std::uint32_t v = 0; v < hull.vertex_count(); ++v) write_indices(hull.neighbours(v), out);
  out.put(static_cast<std::uint32_t>(hull.has_short_edges() ? 1 : 0));
  out.put(hull.hash());
}

void write_hull(const Hull& hull, ByteWriter& out) { HullArchive::write(hull, out); }

HullPtr read_hull(ByteReader& in, Status& status) {
  HullReader reader(in);
  status = reader.run();
  if (status != Status::ok) return nullptr;
  HullPtr hull = pack_hull(reader.arrays());
  status = hull == nullptr ? Status::out_of_memory : Status::invalid_argument;
  if (hull == nullptr || hull->bounds() != reader.bounds()) return nullptr;
  const HullReport report = validate_hull(*hull, {});
  if (report.lacked_memory) status = Status::out_of_memory;
  if (!report.ok()) return nullptr;
  status = Status::ok;
  return hull;
}

}  // namespace hyperplane
