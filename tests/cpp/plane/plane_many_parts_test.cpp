#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/constants.h"
#include "support/random.h"

/// Unions that overlap by hundreds to thousands of pairs of parts.

namespace hyperplane::test::in_plane {
namespace {

using plane::CompositePtr;
using plane::CompoundPart;
using plane::Contact;
using plane::Pose;
using plane::Shape;
using plane::Vec2;

std::vector<CompoundPart> make_grid(int count, const Shape& shape) {
  std::vector<CompoundPart> parts;
  for (int x = 0; x < count; ++x) {
    for (int y = 0; y < count; ++y) parts.push_back({shape, {{static_cast<double>(x), static_cast<double>(y)}, 0.0}});
  }
  return parts;
}

std::vector<Contact> all_contacts(const Shape& a, const Shape& b, const Pose& moved) {
  std::vector<Contact> contacts(1 << 15);
  contacts.resize(std::min(collide_all(a, {}, b, moved, contacts), contacts.size()));
  return contacts;
}

/// What does not depend on the numbers of parts, sorted.
std::vector<std::vector<double>> measures_of(const std::vector<Contact>& contacts, double sign = 1.0) {
  std::vector<std::vector<double>> measures;
  for (const Contact& contact : contacts) {
    measures.push_back({contact.depth, sign * contact.normal.x, sign * contact.normal.y});
  }
  std::sort(measures.begin(), measures.end());
  return measures;
}

void expect_near(const std::vector<std::vector<double>>& found, const std::vector<std::vector<double>>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[i][k], expected[i][k], 1e-9) << i;
  }
}

/// A polygon with spikes, not all of one length.
CompositePtr make_star(Random& random, std::uint32_t spikes) {
  std::vector<double> points;
  for (std::uint32_t i = 0; i < 2 * spikes; ++i) {
    const double angle = k_pi * i / spikes, radius = i % 2 == 0 ? random.uniform(0.9, 1.0) : 0.3;
    points.insert(points.end(), {radius * std::cos(angle), radius * std::sin(angle)});
  }
  const std::uint32_t ring = 2 * spikes;
  return plane::build_simple_polygon(points, {&ring, 1}).value;
}

TEST(PlaneManyParts, OrderOfPartsDoesNotMatter) {
  // 3,721 pairs of discs.
  std::vector<CompoundPart> parts = make_grid(31, plane::make_circle(0.55).value);
  const CompositePtr compound = plane::build_compound(parts).value;
  std::reverse(parts.begin(), parts.end());
  const CompositePtr reversed = plane::build_compound(parts).value;
  const Pose moved{{0.3, 0.2}, 0.0};
  const Shape shape = make_composite(*compound), other = make_composite(*reversed);
  const auto contacts = all_contacts(shape, shape, moved);
  EXPECT_GT(contacts.size(), 1000u);
  expect_near(measures_of(all_contacts(other, other, moved)), measures_of(contacts));
}

TEST(PlaneManyParts, ExchangedUnionsHaveTheSameContacts) {
  Random random(81);
  for (int trial = 0; trial < 4; ++trial) {
    const CompositePtr star = make_star(random, 150), other = make_star(random, 200);
    const Pose moved{{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)}, random.uniform(-3.0, 3.0)};
    const Shape a = make_composite(*star), b = make_composite(*other);
    std::vector<Contact> contacts(1 << 15), back(1 << 15);
    contacts.resize(collide_all(a, {}, b, moved, contacts));
    back.resize(collide_all(b, moved, a, {}, back));
    EXPECT_FALSE(contacts.empty());
    expect_near(measures_of(back, -1.0), measures_of(contacts));
  }
}

TEST(PlaneManyParts, TwiceTheTilesHaveTheSameContacts) {
  // Names of parts are told apart, however many there are.
  for (const int count : {100, 1000, 8000}) {
    std::vector<CompoundPart> parts;
    for (int i = 0; i < count; ++i) {
      parts.push_back({plane::make_rectangle(0.01, 1.0).value, {{0.01 * i, -0.5}, 0.0}});
    }
    const CompositePtr row = plane::build_compound(parts).value;
    for (int i = 0; i < count; ++i) parts.push_back(parts[static_cast<std::size_t>(i)]);
    const CompositePtr twice = plane::build_compound(parts).value;
    const Shape body = plane::make_rectangle(0.01 * count, 1.0).value;
    const Pose pose{{0.005 * count, 0.49}, 1e-6};
    const auto contacts = all_contacts(make_composite(*row), body, pose);
    EXPECT_EQ(contacts.size(), static_cast<std::size_t>(count));
    const auto doubled = all_contacts(make_composite(*twice), body, pose);
    EXPECT_EQ(doubled.size(), 2 * contacts.size());
    for (const auto& list : {contacts, doubled}) {
      for (const Contact& contact : list) EXPECT_GT(contact.normal.y, 1.0 - 1e-9);
    }
  }
}

}  // namespace
}  // namespace hyperplane::test::in_plane
