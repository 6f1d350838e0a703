#include <gtest/gtest.h>

#include <vector>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>

#include "meshes.h"
#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/union/body_contacts.h"
#include "random.h"
#include "support/test_size.h"

/// Triangles that the contacts with the inside of faces free are left out. With all of them, the contacts are the same.

namespace hyperplane {
namespace {

using test::scaled;

std::vector<ContactManifold> contacts_of(const Shape& ground, const Shape& body, const Pose& pose, bool keeps_freed,
                                         std::int64_t& parts) {
  static BodyContacts contacts;
  std::vector<ContactManifold> found;
  visit_part_contacts(
      ground, {}, body, pose, contacts, [&](const ContactManifold& contact) { found.push_back(contact); }, keeps_freed);
  parts += contacts.part_count();
  return found;
}

bool are_same(const ContactManifold& l, const ContactManifold& r) {
  if (l.normal != r.normal || l.depth != r.depth || l.point_count != r.point_count || !(l.features == r.features)) {
    return false;
  }
  for (int i = 0; i < l.point_count; ++i) {
    const ContactPoint &a = l.points[i], &b = r.points[i];
    if (a.on_a != b.on_a || a.on_b != b.on_b || a.depth != b.depth || a.id != b.id) return false;
  }
  return true;
}

TEST(FreedTriangles, ContactsAreThoseOfAllTriangles) {
  constexpr std::uint32_t k_cells = 24;
  scenes::Random random(1);
  std::vector<double> points;
  for (int i = 0; i < 20; ++i) {
    const Vec3 point = random.direction() * 0.5;
    points.insert(points.end(), {point.x, point.y, point.z});
  }
  const HullPtr hull = build_hull(points).value;
  const Shape bodies[] = {make_sphere(0.5).value,
                          make_capsule(0.3, 1.0).value,
                          make_box(1.0, 0.8, 0.6).value,
                          make_convex_hull(*hull),
                          make_cone(0.4, 1.0).value,
                          make_cylinder(0.4, 1.0).value,
                          make_ellipsoid(0.5, 0.3, 0.4).value};
  std::int64_t kept = 0, all = 0;
  int touching = 0;
  // The rougher, the more edges and valleys.
  for (const double roughness : {0.0, 0.1, 0.3, 0.8}) {
    scenes::MeshData data = scenes::make_terrain(k_cells, k_cells, 1);
    std::vector<double> heights;
    for (std::uint32_t i = 0; i < data.vertex_count(); ++i) {
      heights.push_back(data.vertices[3 * i + 1] += random.uniform(-roughness, roughness));
    }
    for (const SurfaceSides sides : {SurfaceSides::front, SurfaceSides::both}) {
      TriangleMeshOptions mesh_options;
      mesh_options.sides = sides;
      const TriangleMeshPtr mesh = build_triangle_mesh(data.vertices, data.indices, mesh_options).value;
      HeightFieldOptions field_options;
      field_options.columns = field_options.rows = k_cells + 1;
      field_options.width = field_options.depth = k_cells;
      field_options.sides = sides;
      const HeightFieldPtr field = build_height_field(heights, field_options).value;
      for (const Shape& ground : {make_triangle_mesh(*mesh), make_height_field(*field)}) {
        for (int i = 0; i < scaled(3000); ++i) {
          const Shape& body = bodies[random.below(7)];
          const double reach = 0.52 * k_cells;
          const Vec3 above{random.uniform(-reach, reach), 50.0, random.uniform(-reach, reach)};
          const RayHit hit = raycast(ground, {}, above, {0.0, -1.0, 0.0}, 100.0);
          if (!hit.hit) continue;
          const Pose pose{hit.point + Vec3{0.0, random.uniform(-0.1, 0.6), 0.0}, random.rotation()};
          const std::vector<ContactManifold> some = contacts_of(ground, body, pose, false, kept);
          const std::vector<ContactManifold> of_all = contacts_of(ground, body, pose, true, all);
          ASSERT_EQ(some.size(), of_all.size()) << roughness << ", body " << i;
          for (std::size_t k = 0; k < some.size(); ++k) {
            ASSERT_TRUE(are_same(some[k], of_all[k])) << roughness << ", body " << i << ", contact " << k;
          }
          touching += some.empty() ? 0 : 1;
        }
      }
    }
  }
  EXPECT_GT(touching, scaled(3000) * 16 / 2);
  // Of the smoother ones most bodies lie on one face.
  EXPECT_LT(4 * kept, 3 * all);
}

}  // namespace
}  // namespace hyperplane
