#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "depenetration/solve_planes.h"
#include "depenetration/union_contacts.h"
#include "math/vec3.h"

/// How often the steps of contacts with unions ask for what costs most.

namespace hyperplane::test {
namespace {

/// Deep inside of parts that oppose each other: no direction counts, and no translation leads out.
struct OpposingParts {
  using Vec = Vec3;
  using Plane = HalfSpace;

  std::size_t asked = 0, solved = 0;

  Vec3 normal(std::uint32_t i) const { return {i % 2 == 0 ? 1.0 : -1.0, 0.0, 0.0}; }
  double depth(std::uint32_t i) const { return 1.0 + 0.01 * i; }
  bool is_known(std::uint32_t) const { return true; }
  bool counts(std::uint32_t) {
    ++asked;
    return false;
  }
  bool may_wait(std::uint32_t) const { return false; }
  bool overlaps(std::uint32_t) const { return true; }
  std::size_t find_below(std::uint32_t, std::span<const HalfSpace> planes) const { return planes.size(); }
  bool is_free_at(std::uint32_t, const Vec3&, std::span<const HalfSpace>) const { return false; }
  bool find_other(std::uint32_t i, bool, const Vec3&, std::span<const HalfSpace>, Vec3& along, double& deep) const {
    along = normal(i);
    deep = depth(i);
    return false;
  }
  bool is_deep() const { return true; }
  bool leads_out(const Vec3&, std::span<const HalfSpace>) const { return false; }
  void keep(std::uint32_t) {}
  void keep_along(std::uint32_t, const Vec3&) {}
  void drop(std::uint32_t) {}
  Vec3 solve(std::span<const HalfSpace> planes, double tolerance, bool& found) {
    ++solved;
    return solve_planes(planes, {}, tolerance, found);
  }
};

TEST(UnionSteps, DeepInsideEachLeastOverlapIsAskedOnceAndAWayThatIsLostIsNotLookedForAgain) {
  using Contacts = UnionContacts<OpposingParts>;
  constexpr std::size_t k_count = 200;
  OpposingParts parts;
  std::vector<Contacts::State> states(k_count);
  std::vector<Contacts::Candidate> room(k_count);
  Contacts contacts(parts, 1e-9, states, room);
  contacts.run(false, [](const auto& l, const auto& r) { return l.depth < r.depth; });
  EXPECT_FALSE(contacts.has_way());
  EXPECT_EQ(contacts.planes().size(), 2u);
  for (const Contacts::State& state : states) EXPECT_FALSE(state.is_open());
  EXPECT_EQ(parts.asked, k_count);
  // The directions of three rounds of steps, each of which ends with the first two that oppose each other.
  EXPECT_LE(parts.solved, 6u);
}

}  // namespace
}  // namespace hyperplane::test
