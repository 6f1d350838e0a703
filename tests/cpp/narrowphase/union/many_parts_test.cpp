#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/shape_extent.h"
#include "depenetration/solve_planes.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "narrowphase/union/body_contacts.h"
#include "support/random.h"

/// Unions that overlap by thousands of pairs of parts, beside all pairs one by one.

namespace hyperplane::test {
namespace {

/// Parts in a cube of `count` by `count` by `count`, 1 m apart.
std::vector<CompoundPart> make_grid(int count, const Shape& shape) {
  std::vector<CompoundPart> parts;
  for (int x = 0; x < count; ++x) {
    for (int y = 0; y < count; ++y) {
      for (int z = 0; z < count; ++z) {
        parts.push_back({shape, {{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}, {}}});
      }
    }
  }
  return parts;
}

std::vector<double> depths_of_pairs(const std::vector<CompoundPart>& parts, const Pose& moved) {
  std::vector<double> depths;
  for (const CompoundPart& a : parts) {
    for (const CompoundPart& b : parts) {
      const Penetration found = penetration(a.shape, a.pose, b.shape, moved * b.pose);
      if (found.intersects) depths.push_back(found.depth);
    }
  }
  std::sort(depths.begin(), depths.end());
  return depths;
}

std::vector<ContactManifold> all_contacts(const Shape& a, const Shape& b, const Pose& moved) {
  std::vector<ContactManifold> contacts(8192);
  contacts.resize(std::min(collide_all(a, {}, b, moved, contacts), contacts.size()));
  return contacts;
}

bool is_freed_by(const std::vector<ContactManifold>& contacts, const Shape& a, const Shape& b, const Pose& moved) {
  std::vector<HalfSpace> planes;
  for (const ContactManifold& contact : contacts) planes.push_back({contact.normal, contact.depth * (1.0 + 1e-6)});
  bool found = false;
  const Vec3 way = solve_planes(planes, {}, 1e-9, found);
  return found && !intersects(a, {}, b, {moved.position + way, moved.rotation});
}

TEST(ManyParts, BallsThatAreNotFlushAllKeepTheirLeastOverlap) {
  const std::vector<CompoundPart> parts = make_grid(5, make_sphere(0.55).value);
  const Pose moved{{0.3, 0.2, 0.1}, {}};
  const CompoundPtr compound = build_compound(parts).value;
  const Shape shape = make_compound(*compound);
  const std::vector<double> expected = depths_of_pairs(parts, moved);
  std::vector<double> depths;
  for (const ContactManifold& contact : all_contacts(shape, shape, moved)) depths.push_back(contact.depth);
  std::sort(depths.begin(), depths.end());
  ASSERT_EQ(depths.size(), 505u);
  ASSERT_EQ(depths.size(), expected.size());
  for (std::size_t i = 0; i < depths.size(); ++i) EXPECT_NEAR(depths[i], expected[i], 1e-9);
}

TEST(ManyParts, FlushBoxesAreFreedAlongOneFace) {
  // 2,197 pairs: no least overlap inside may push.
  const std::vector<CompoundPart> parts = make_grid(7, make_box(1.0, 1.0, 1.0).value);
  const CompoundPtr compound = build_compound(parts).value;
  const Shape shape = make_compound(*compound);
  const Pose moved{{6.8, 0.3, 0.2}, {}};
  const std::vector<ContactManifold> contacts = all_contacts(shape, shape, moved);
  ASSERT_FALSE(contacts.empty());
  for (const ContactManifold& contact : contacts) {
    EXPECT_NEAR(contact.normal.x, 1.0, 1e-9);
    EXPECT_NEAR(contact.depth, 0.2, 1e-9);
  }
  EXPECT_TRUE(is_freed_by(contacts, shape, shape, moved));
}

TEST(ManyParts, BallsInOnePlace) {
  // 16,384 pairs, of which a few free all.
  Random random(78);
  std::vector<CompoundPart> parts;
  for (int i = 0; i < 128; ++i) parts.push_back({make_sphere(1.0).value, {random.in_cube(0.01), {}}});
  const CompoundPtr compound = build_compound(parts).value;
  const Shape shape = make_compound(*compound);
  const Pose moved{{0.01, 0.0, 0.0}, {}};
  const std::vector<ContactManifold> contacts = all_contacts(shape, shape, moved);
  ASSERT_FALSE(contacts.empty());
  EXPECT_NEAR(contacts[0].depth, depths_of_pairs(parts, moved).back(), 1e-9);
}

TEST(ManyParts, SheetsInOnePlaceAreFreed) {
  Random random(79);
  for (const std::uint32_t count : {6u, 12u, 18u}) {
    std::vector<double> vertices;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i <= count; ++i) {
      for (std::uint32_t j = 0; j <= count; ++j) {
        for (const double number : {4.0 * i / count, random.uniform(-0.02, 0.02), 4.0 * j / count}) {
          vertices.push_back(number);
        }
        const std::uint32_t a = i * (count + 1) + j, b = a + 1, c = a + count + 1, d = c + 1;
        if (i < count && j < count) indices.insert(indices.end(), {a, b, c, b, d, c});
      }
    }
    const TriangleMeshPtr mesh = build_triangle_mesh(vertices, indices, {}).value;
    const Shape shape = make_triangle_mesh(*mesh);
    BodyContacts contacts;
    contacts.begin(size_of(shape));
    ASSERT_TRUE(contacts.add(shape, {}, shape, {}, 0, 0.0));
    ASSERT_TRUE(contacts.resolve());
    EXPECT_GT(contacts.part_count(), 128);
    ASSERT_TRUE(contacts.has_way()) << count;
    EXPECT_FALSE(intersects(shape, {}, shape, {contacts.way_beyond(), {}})) << count;
  }
}

}  // namespace
}  // namespace hyperplane::test
