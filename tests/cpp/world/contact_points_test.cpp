#include "world/contact_points.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "random.h"

namespace hyperplane {
namespace {

ContactPointsRecord random_record(scenes::Random& random) {
  ContactPointsRecord record{};
  for (double& coordinate : record.origin) coordinate = random.uniform(-1e6, 1e6);
  record.count = 1 + random.below(4);
  for (std::uint32_t i = 0; i < record.count; ++i) {
    for (float& number : record.points[i]) number = static_cast<float>(random.uniform(-1.0, 1.0));
    record.ids[i] = random.below(0xffffffff);
  }
  return record;
}

/// The lists against records that are simply kept.
TEST(ContactPoints, ShowWhatWasSetCopiedAndMoved) {
  constexpr std::size_t k_contacts = 300;
  scenes::Random random(5);
  ContactPoints first, second;
  ASSERT_TRUE(first.reserve_exactly(k_contacts, 4 * k_contacts));
  ASSERT_TRUE(second.reserve_exactly(2 * k_contacts, 4 * k_contacts));
  std::vector<ContactPointsRecord> records(k_contacts), copies(2 * k_contacts);
  first.resize(k_contacts);
  second.resize(2 * k_contacts);
  std::size_t points = 0;
  for (std::size_t i = 0; i < k_contacts; ++i) {
    records[i] = random_record(random);
    first.set(i, records[i]);
    EXPECT_EQ(first.count_of(i), records[i].count);
    points += records[i].count;
  }
  EXPECT_EQ(first.point_count(), points);
  // Copied in another order, and then moved up.
  for (std::size_t i = 0; i < k_contacts; ++i) {
    const std::size_t from = (7 * i + 3) % k_contacts;
    second.copy(first, from, i);
    copies[i] = records[from];
  }
  for (std::size_t i = k_contacts; i-- > 0;) {
    second.move(i, 2 * i);
    copies[2 * i] = copies[i];
  }
  EXPECT_EQ(second.point_count(), points);
  for (std::size_t i = 0; i < 2 * k_contacts; ++i) {
    const ContactPointsRecord shown = i < k_contacts ? first.list()[i] : second.list()[2 * (i - k_contacts)];
    const ContactPointsRecord& expected = i < k_contacts ? records[i] : copies[2 * (i - k_contacts)];
    // The bits are what is meant. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    EXPECT_EQ(std::memcmp(&shown, &expected, sizeof shown), 0);
  }
}

TEST(ContactPoints, RefuseMoreThanAnIndexCanName) {
  ContactPoints points;
  EXPECT_FALSE(points.reserve_exactly(1, ContactPoints::k_max_points + 1));
  EXPECT_EQ(points.point_capacity(), 0u);
}

}  // namespace
}  // namespace hyperplane
