#include "hull/validate.h"

#include "hull/grid.h"
#include "hull/support.h"
#include "hull/tolerances.h"

namespace hyperplane {

namespace {

class HullValidator {
 public:
  HullValidator(const Hull& hull, HullReport& report) : hull_(hull), report_(report) {}

  void run(std::span<const double> input) {
    const bool counts = check(hull_.vertex_count() >= 4 && hull_.face_count() >= 4 && hull_.edge_count() >= 6,
                              "fewer parts than a tetrahedron has");
    if (!counts || !check_loops() || !check_euler() || !check_connected() || !check_neighbours()) return;
    check_copies();
    check_faces();
    check_input(input);
  }

 private:
  bool check(bool holds, const char* fault) {
    if (!holds && report_.fault == nullptr) report_.fault = fault;
    return holds;
  }
  double height(const Hull::Face& face, const Vec3& p) const { return dot(face.normal, p) - face.offset; }

  bool check_loops();
  bool check_euler();
  bool check_connected();
  bool check_neighbours();
  void check_copies();
  void check_faces();
  void check_input(std::span<const double> input);

  const Hull& hull_;
  HullReport& report_;
};

/// Loops and edges are consistent: each edge belongs to two faces, which traverse it in opposite directions.
bool HullValidator::check_loops() {
  std::size_t corners = 0;
  for (std::uint32_t f = 0; f < hull_.face_count(); ++f) {
    const auto vertices = hull_.loop_vertices(f);
    const auto edges = hull_.loop_edges(f);
    const std::size_t count = vertices.size();
    if (!check(count >= 3, "a face with fewer than three corners")) return false;
    corners += count;
    for (std::size_t i = 0; i < count; ++i) {
      if (!check(vertices[i] < hull_.vertex_count() && edges[i] < hull_.edge_count(), "a number out of range")) {
        return false;
      }
      const Hull::Edge edge = hull_.edges()[edges[i]];
      const std::uint32_t from = vertices[i], to = vertices[i + 1 == count ? 0 : i + 1];
      const bool forwards = edge.face[0] == f && edge.vertex[0] == from && edge.vertex[1] == to;
      const bool backwards = edge.face[1] == f && edge.vertex[1] == from && edge.vertex[0] == to;
      if (!check(forwards != backwards, "a face and its edge disagree")) return false;
      for (std::size_t j = 0; j < i; ++j) {
        if (!check(vertices[j] != from, "a face meets a vertex twice")) return false;
      }
    }
  }
  for (const Hull::Edge edge : hull_.edges()) {
    if (!check(edge.face[0] != edge.face[1] && edge.face[0] < hull_.face_count() && edge.face[1] < hull_.face_count(),
               "an edge without two faces")) {
      return false;
    }
  }
  return check(corners == 2 * std::size_t{hull_.edge_count()}, "an edge that is not in two loops");
}

bool HullValidator::check_euler() {
  return check(hull_.vertex_count() + hull_.face_count() == hull_.edge_count() + 2,
               "vertices - edges + faces is not 2");
}

/// All faces are connected to the first one.
bool HullValidator::check_connected() {
  Buffer<std::uint32_t> queue;
  Buffer<std::uint8_t> seen;
  if (!seen.resize(hull_.face_count(), 0) || !queue.reserve(hull_.face_count())) {
    report_.lacked_memory = true;
    return check(false, "out of memory");
  }
  queue.push_unchecked(0);
  seen[0] = 1;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const std::uint32_t e : hull_.loop_edges(queue[i])) {
      const Hull::Edge edge = hull_.edges()[e];
      for (const std::uint32_t f : edge.face) {
        if (seen[f] != 0) continue;
        seen[f] = 1;
        queue.push_unchecked(f);
      }
    }
  }
  return check(queue.size() == hull_.face_count(), "not connected");
}

bool HullValidator::check_neighbours() {
  for (std::uint32_t v = 0; v < hull_.vertex_count(); ++v) {
    if (!check(hull_.neighbours(v).size() >= 3, "a vertex with fewer than three neighbours")) return false;
    for (const std::uint32_t n : hull_.neighbours(v)) {
      bool is_mutual = false;
      for (const std::uint32_t back : hull_.neighbours(n)) is_mutual = is_mutual || back == v;
      if (!check(is_mutual && n != v, "neighbours that are not mutual")) return false;
    }
  }
  return true;
}

void HullValidator::check_copies() {
  const double room = k_hull_point_rounding * hull_.bounding_radius();
  for (std::uint32_t i = 0; i < hull_.vertex_count(); ++i) {
    const Vec3 p = hull_.points()[i], v = hull_.vertices()[i];
    check(max_component(abs(v - hull_.centre() - p)) <= room, "points that differ from the vertices");
    check(length(p) <= hull_.bounding_radius(), "a vertex beyond the bounding radius");
  }
}

void HullValidator::check_faces() {
  const double rounding = k_hull_height_rounding * hull_.bounding_radius() * 4.0;
  for (std::uint32_t f = 0; f < hull_.face_count(); ++f) {
    const Hull::Face& face = hull_.faces()[f];
    check(std::fabs(length(face.normal) - 1.0) <= k_hull_normal_rounding, "a normal that is not of unit length");
    check(height(face, hull_.centroid()) < 0.0, "the centroid outside a face");
    double highest = -hull_.bounding_radius();
    for (const Vec3& p : hull_.points()) highest = max(highest, height(face, p));
    report_.highest_vertex = max(report_.highest_vertex, highest);
    check(height(face, highest_point(hull_, face.normal)) >= highest - rounding, "a support point below a vertex");
    const auto loop = hull_.loop_vertices(f);
    Vec3 area;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec3 a = hull_.points()[loop[i]], b = hull_.points()[loop[(i + 1) % loop.size()]],
                 c = hull_.points()[loop[(i + 2) % loop.size()]];
      report_.flatness = max(report_.flatness, -height(face, a));
      const double turn = dot(face.normal, cross(b - a, c - a));
      if (turn < 0.0) report_.concavity = max(report_.concavity, -turn / length(c - a));
      area += cross(b - hull_.points()[loop[0]], c - hull_.points()[loop[0]]);
    }
    check(dot(area, face.normal) > 0.0, "a face that is wound the wrong way");
  }
  check(report_.highest_vertex <= rounding, "a vertex above a face");
  check(report_.flatness <= hull_.tolerance() + rounding, "a face that is not flat");
  check(report_.concavity <= hull_.tolerance() + rounding, "a face that is not convex");
  check(hull_.volume() > 0.0, "no volume");
}

void HullValidator::check_input(std::span<const double> input) {
  for (std::size_t i = 0; i + 2 < input.size(); i += 3) {
    const Vec3 p = Vec3{input[i], input[i + 1], input[i + 2]} - hull_.centre();
    for (const Hull::Face& face : hull_.faces()) report_.highest_input = max(report_.highest_input, height(face, p));
  }
  check(report_.highest_input <= hull_.tolerance(), "a point of the input outside");
}

}  // namespace

HullReport validate_hull(const Hull& hull, std::span<const double> input) {
  HullReport report;
  HullValidator(hull, report).run(input);
  return report;
}

}  // namespace hyperplane
