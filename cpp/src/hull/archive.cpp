#include "hull/archive.h"

#include <cmath>
#include <new>

#include "core/memory.h"
#include "hull/validate.h"

namespace hyperplane {

class HullArchive {
 public:
  static void write(const Hull& hull, ByteWriter& out);
  [[nodiscard]] static bool read(ByteReader& in, Hull& hull);
  /// Whether numbers and indices are in their range, so that validate_hull may look at the rest.
  static bool is_sound(const Hull& hull);
  [[nodiscard]] static bool prepare_support(Hull& hull) { return hull.prepare_support(); }

 private:
  /// The single numbers, in their order.
  template <class AnyHull, class Visit>
  static void visit_numbers(AnyHull& hull, const Visit& visit) {
    for (auto* v : {&hull.centre_, &hull.centroid_, &hull.bounds_.min, &hull.bounds_.max}) {
      visit(v->x);
      visit(v->y);
      visit(v->z);
    }
    visit(hull.bounding_radius_);
    visit(hull.volume_);
    visit(hull.tolerance_);
  }
};

void HullArchive::write(const Hull& hull, ByteWriter& out) {
  out.put(hull.vertex_count());
  out.put(hull.face_count());
  out.put(hull.edge_count());
  out.put(static_cast<std::uint32_t>(hull.neighbours_.size()));
  visit_numbers(hull, [&](double number) { out.put(number); });
  for (const std::span<const Vec3> points : {hull.vertices(), hull.points()}) {
    for (const Vec3& p : points) {
      out.put(p.x);
      out.put(p.y);
      out.put(p.z);
    }
  }
  for (const Hull::Face& face : hull.faces()) {
    for (const double number : {face.normal.x, face.normal.y, face.normal.z, face.offset}) out.put(number);
    out.put(face.first);
    out.put(face.count);
  }
  out.put_array(hull.edges());
  for (const Buffer<std::uint32_t>* list :
       {&hull.input_indices_, &hull.loop_vertices_, &hull.loop_edges_, &hull.first_neighbour_, &hull.neighbours_}) {
    out.put_array(list->span());
  }
  out.put(static_cast<std::uint32_t>(hull.has_short_edges_ ? 1 : 0));
  out.put(hull.hash_);
}

bool HullArchive::read(ByteReader& in, Hull& hull) {
  const std::size_t vertices = in.get<std::uint32_t>(), faces = in.get<std::uint32_t>(),
                    edges = in.get<std::uint32_t>(), neighbours = in.get<std::uint32_t>();
  visit_numbers(hull, [&](double& number) { number = in.get<double>(); });
  Buffer<double> coordinates;
  for (Buffer<Vec3>* points : {&hull.vertices_, &hull.points_}) {
    if (!in.get_into(coordinates, 3 * vertices) || !points->reserve_exactly(coordinates.size() / 3)) return false;
    for (std::size_t i = 0; i + 2 < coordinates.size(); i += 3) {
      points->push_unchecked({coordinates[i], coordinates[i + 1], coordinates[i + 2]});
    }
  }
  for (std::size_t i = 0; i < faces && !in.failed(); ++i) {
    Hull::Face face;
    for (double* number : {&face.normal.x, &face.normal.y, &face.normal.z, &face.offset}) *number = in.get<double>();
    face.first = in.get<std::uint32_t>();
    face.count = in.get<std::uint32_t>();
    if (!in.failed() && !hull.faces_.push(face)) return false;
  }
  if (!in.get_into(hull.edges_, edges) || !in.get_into(hull.input_indices_, vertices) ||
      !in.get_into(hull.loop_vertices_, 2 * edges) || !in.get_into(hull.loop_edges_, 2 * edges) ||
      !in.get_into(hull.first_neighbour_, vertices + 1) || !in.get_into(hull.neighbours_, neighbours)) {
    return false;
  }
  hull.has_short_edges_ = in.get<std::uint32_t>() != 0;
  hull.hash_ = in.get<std::uint64_t>();
  return true;
}

bool HullArchive::is_sound(const Hull& hull) {
  if (hull.vertex_count() < 4) return false;
  bool sound = true;
  const auto check_number = [&](double number) { sound = sound && std::fabs(number) <= 1e30; };  // NaN fails
  const auto check_vector = [&](const Vec3& v) {
    check_number(v.x);
    check_number(v.y);
    check_number(v.z);
  };
  visit_numbers(hull, check_number);
  for (const Vec3& v : hull.vertices_) check_vector(v);
  for (const Vec3& p : hull.points_) check_vector(p);
  std::size_t corners = 0;
  for (const Hull::Face& face : hull.faces_) {
    check_vector(face.normal);
    check_number(face.offset);
    sound = sound && face.first == corners && face.count <= hull.loop_vertices_.size() - corners;
    if (!sound) return false;
    corners += face.count;
  }
  const auto check_indices = [&](std::span<const std::uint32_t> indices, std::size_t end) {
    for (const std::uint32_t index : indices) sound = sound && index < end;
  };
  check_indices(hull.neighbours_.span(), hull.vertex_count());
  std::uint32_t before = 0;
  for (const std::uint32_t first : hull.first_neighbour_) {
    sound = sound && first >= before && first <= hull.neighbours_.size();
    before = first;
  }
  return sound && corners == hull.loop_vertices_.size() && before == hull.neighbours_.size();
}

void write_hull(const Hull& hull, ByteWriter& out) { HullArchive::write(hull, out); }

HullPtr read_hull(ByteReader& in, Status& status) {
  status = Status::out_of_memory;
  void* const block = hyperplane_allocate(sizeof(Hull));
  if (block == nullptr) return nullptr;
  Hull* const hull = new (block) Hull;
  HullPtr owner(hull);
  if (!HullArchive::read(in, *hull)) return nullptr;
  status = Status::invalid_argument;
  if (in.failed() || !HullArchive::is_sound(*hull)) return nullptr;
  status = Status::out_of_memory;
  if (!HullArchive::prepare_support(*hull)) return nullptr;
  status = Status::invalid_argument;
  const HullReport report = validate_hull(*hull, {});
  if (report.lacked_memory) status = Status::out_of_memory;
  if (!report.ok()) return nullptr;
  status = Status::ok;
  return owner;
}

}  // namespace hyperplane
