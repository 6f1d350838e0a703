#include "narrowphase/box/box_rows.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "math/vec3.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

struct Scene {
  std::vector<Vec3> sizes;
  std::vector<Pose> poses;  // with quaternions rounded to 32 bits
  std::vector<BoxRow> rows;

  void add(const Vec3& size, const Vec3& position, const Quat& q) {
    const float rounded[4] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                              static_cast<float>(q.w)};
    sizes.push_back(size);
    rows.push_back({{position.x, position.y, position.z},
                    {rounded[0], rounded[1], rounded[2], rounded[3]},
                    {0.5 * size.x, 0.5 * size.y, 0.5 * size.z}});
    poses.push_back(pose_of(rows.back()));
  }
  Shape shape(std::uint32_t row) const { return make_box(sizes[row].x, sizes[row].y, sizes[row].z).value; }
};

bool same_manifold_bits(const ContactManifold& a, const ContactManifold& b) {
  if (a.point_count != b.point_count || std::memcmp(&a.normal, &b.normal, sizeof a.normal) != 0 ||
      std::memcmp(&a.depth, &b.depth, sizeof a.depth) != 0) {
    return false;
  }
  return std::memcmp(a.points, b.points, sizeof(ContactPoint) * static_cast<std::size_t>(a.point_count)) == 0;
}

TEST(BoxRows, HaveTheBitsOfSingleCalls) {
  for (const double scale : {1.0, 1e-3, 1e3}) {
    for (const Vec3& origin : {Vec3{}, Vec3{1e6, -3e5, 2e5}}) {
      Random random(55);
      Scene scene;
      for (std::uint32_t i = 0; i < 200; ++i) {
        // Some share a rotation, some touch in a grid.
        const Quat rotation = random.chance(0.3) && i > 0 ? scene.poses.back().rotation : random.rotation();
        const Vec3 position = random.chance(0.2)
                                  ? Vec3{double(random.below(3)), double(random.below(3)), double(random.below(3))}
                                  : random.in_cube(1.2);
        const Vec3 size = random.chance(0.3)
                              ? Vec3{1, 1, 1}
                              : Vec3{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
        scene.add(size * scale, origin + position * scale, random.chance(0.2) ? Quat{} : rotation);
      }
      for (std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{7},
                                static_cast<std::size_t>(scaled(20000))}) {
        std::vector<std::uint32_t> pairs;
        for (std::size_t i = 0; i < count; ++i) {
          pairs.push_back(static_cast<std::uint32_t>(random.below(200)));
          pairs.push_back(static_cast<std::uint32_t>(random.below(200)));
        }
        std::vector<BoxContact> contacts(count);
        std::vector<std::uint32_t> touching(count);
        const std::size_t contact_count = collide_box_rows(scene.rows.data(), pairs, contacts);
        const std::size_t touching_count = intersect_box_rows(scene.rows.data(), pairs, touching);
        ASSERT_EQ(contact_count, touching_count);
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
          const std::uint32_t a = pairs[2 * i], b = pairs[2 * i + 1];
          const ContactManifold expected = collide(scene.shape(a), scene.poses[a], scene.shape(b), scene.poses[b]);
          if (expected.point_count == 0) continue;
          ASSERT_LT(next, contact_count);
          ASSERT_EQ(contacts[next].pair, i);
          ASSERT_EQ(touching[next], i);
          ASSERT_TRUE(same_manifold_bits(contacts[next].manifold, expected)) << "pair " << i;
          ++next;
        }
        EXPECT_EQ(next, contact_count);
        if (count > 100) {
          EXPECT_GE(static_cast<double>(next), 0.3 * static_cast<double>(count));
          EXPECT_LE(static_cast<double>(next), 0.7 * static_cast<double>(count));
        }
      }
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
