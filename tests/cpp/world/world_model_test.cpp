#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/world.h>

#include "math/vec3.h"
#include "random.h"
#include "random_shapes.h"
#include "support/test_size.h"

/// A model of a world without broad phase, caches and batches: it tests all pairs, one by one, by the public functions
/// for one pair. Worlds of every kind go through the same random history, and must agree with the model bit by bit.

namespace hyperplane {
namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;

struct ModelCollider {
  ColliderOptions options;
  std::uint32_t generation;
};

/// The same contact, with A and B exchanged.
ContactManifold turned(ContactManifold contact) {
  contact.normal = -contact.normal;
  contact.features = exchanged(contact.features);
  for (ContactPoint& point : contact.points) {
    std::swap(point.on_a, point.on_b);
    point.id = point.id << 16 | point.id >> 16;
  }
  return contact;
}

bool has_lower_features(const ContactManifold& a, const ContactManifold& b) {
  const auto numbers = [](const PairFeatures& f) { return std::array{f.part_a, f.triangle_a, f.part_b, f.triangle_b}; };
  return a.features == b.features ? a.depth > b.depth : numbers(a.features) < numbers(b.features);
}

/// All contacts of two colliders, sorted by features, of each two parts the deepest. @param is_turned computed as those
/// of (B, A).
std::vector<ContactManifold> contacts_of(const ColliderOptions& a, const ColliderOptions& b, bool is_turned) {
  std::vector<ContactManifold> contacts(1024);
  const double margin = a.margin + b.margin;
  contacts.resize(is_turned ? collide_all_within(b.shape, b.pose, a.shape, a.pose, margin, contacts)
                            : collide_all_within(a.shape, a.pose, b.shape, b.pose, margin, contacts));
  if (is_turned) std::transform(contacts.begin(), contacts.end(), contacts.begin(), turned);
  std::sort(contacts.begin(), contacts.end(), has_lower_features);
  const auto are_of_same = [](const ContactManifold& a, const ContactManifold& b) { return a.features == b.features; };
  contacts.erase(std::unique(contacts.begin(), contacts.end(), are_of_same), contacts.end());
  return contacts;
}

class Model {
 public:
  std::map<std::uint32_t, ModelCollider> colliders;
  std::set<Key> ignored, touching, began, ended;
  /// As computed in either order, both with the lower row as A.
  std::map<Key, std::array<std::vector<ContactManifold>, 2>> contacts;

  bool is_tested(const Key& key) const {
    const ColliderOptions &a = colliders.at(key.first).options, &b = colliders.at(key.second).options;
    return a.is_enabled && b.is_enabled && !(a.is_static && b.is_static) && (a.layer & b.mask) != 0 &&
           (b.layer & a.mask) != 0 && !ignored.contains(key);
  }

  void update() {
    const std::set<Key> before = touching;
    touching.clear();
    contacts.clear();
    tested = 0;
    for (auto a = colliders.begin(); a != colliders.end(); ++a) {
      for (auto b = std::next(a); b != colliders.end(); ++b) {
        const Key key{a->first, b->first};
        if (!is_tested(key)) continue;
        ++tested;
        const ColliderOptions &of_a = a->second.options, &of_b = b->second.options;
        const double margin = of_a.margin + of_b.margin;
        const bool touches = margin > 0.0
                                 ? distance_within(of_a.shape, of_a.pose, of_b.shape, of_b.pose, margin).has_value()
                                 : collide(of_a.shape, of_a.pose, of_b.shape, of_b.pose).point_count > 0;
        if (!touches) continue;
        touching.insert(key);
        if (!of_a.is_sensor && !of_b.is_sensor)
          contacts[key] = {contacts_of(of_a, of_b, false), contacts_of(of_a, of_b, true)};
      }
    }
    began.clear();
    ended.clear();
    std::set_difference(touching.begin(), touching.end(), before.begin(), before.end(),
                        std::inserter(began, began.end()));
    std::set_difference(before.begin(), before.end(), touching.begin(), touching.end(),
                        std::inserter(ended, ended.end()));
  }

  std::size_t tested = 0;
};

/// A pose that rows of 32-bit quaternions represent exactly.
Pose random_pose(scenes::Random& random, double side, const Vec3& around) {
  const Vec3 p = random.in_box({-side, -side, -side}, {side, side, side});
  const Quat q = random.chance(0.2) ? Quat{} : random.rotation();
  const auto round = [](double x) { return static_cast<double>(static_cast<float>(x)); };
  return {around + p, {round(q.x), round(q.y), round(q.z), round(q.w)}};
}

std::set<Key> keys_of(std::span<const RowPair> pairs) {
  std::set<Key> keys;
  for (const RowPair pair : pairs) keys.insert({pair.a, pair.b});
  EXPECT_EQ(keys.size(), pairs.size());
  EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
  return keys;
}

/// Whether two contacts are equal bit by bit (except for the sign of zeros). @param origin of its points.
bool is_shown(const ContactManifold& expected, const float* normal, const ContactPointsRecord& points,
              const PairFeatures& features, const Vec3& origin) {
  bool same = features.part_a == expected.features.part_a && features.triangle_a == expected.features.triangle_a &&
              features.part_b == expected.features.part_b && features.triangle_b == expected.features.triangle_b &&
              normal[0] == static_cast<float>(expected.normal.x) &&
              normal[1] == static_cast<float>(expected.normal.y) &&
              normal[2] == static_cast<float>(expected.normal.z) && normal[3] == static_cast<float>(expected.depth) &&
              points.count == static_cast<std::uint32_t>(expected.point_count);
  for (int i = 0; i < expected.point_count; ++i) {
    const ContactPoint& point = expected.points[i];
    const Vec3 offset = (point.on_a + point.on_b) * 0.5 - origin;
    same = same && points.points[i][0] == static_cast<float>(offset.x) &&
           points.points[i][1] == static_cast<float>(offset.y) && points.points[i][2] == static_cast<float>(offset.z) &&
           points.points[i][3] == static_cast<float>(point.depth) && points.ids[i] == point.id;
  }
  return same;
}

/// Contacts with static colliders that lie side by side are those with their union, of which only this much is known
/// here: they are of pairs that touch, and each body has some. All others are those of the pair by itself, bit by bit,
/// but for that of a part which overlaps deeper than each of the others that free it together.
void expect_same_contacts(const World& world, const Model& model) {
  const auto is_static = [&](std::uint32_t row) { return model.colliders.at(row).options.is_static; };
  const auto body_of = [&](const Key& key) { return is_static(key.first) ? key.second : key.first; };
  std::map<std::uint32_t, int> statics, found;
  for (const auto& [key, expected] : model.contacts) {
    if (is_static(key.first) != is_static(key.second)) ++statics[body_of(key)];
  }
  const auto is_of_union = [&](const Key& key) {
    return is_static(key.first) != is_static(key.second) && statics.at(body_of(key)) > 1;
  };
  const ContactList contacts = world.contacts();
  std::map<Key, std::vector<std::size_t>> shown;
  bool has_features = false;
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    const Key key{contacts.pairs[i].a, contacts.pairs[i].b};
    ASSERT_TRUE(model.contacts.contains(key));
    ASSERT_TRUE(shown.empty() || shown.rbegin()->first <= key);
    shown[key].push_back(i);
    has_features = has_features || (!contacts.features.empty() && !(contacts.features[i] == PairFeatures{}));
    if (is_of_union(key)) ++found[body_of(key)];
  }
  for (const auto& [key, expected] : model.contacts) {
    if (is_of_union(key)) {
      ASSERT_GT(found[body_of(key)], 0);
      continue;
    }
    const Vec3 &a = model.colliders.at(key.first).options.pose.position,
               &b = model.colliders.at(key.second).options.pose.position;
    ASSERT_EQ(expected[0].size(), expected[1].size());
    auto either_of = expected;
    if (shown[key].size() + 1 == expected[0].size()) {
      const auto is_shallower = [](const ContactManifold& l, const ContactManifold& r) { return l.depth < r.depth; };
      for (auto& of : either_of) of.erase(std::max_element(of.begin(), of.end(), is_shallower));
    }
    ASSERT_EQ(shown[key].size(), either_of[0].size());
    for (std::size_t k = 0; k < either_of[0].size(); ++k) {
      const std::size_t i = shown[key][k];
      const PairFeatures features = contacts.features.empty() ? PairFeatures{} : contacts.features[i];
      // Shapes beside static ones are judged in an order of their own, whichever comes first in the pair.
      bool is_found = false;
      for (const auto& either : either_of) {
        for (const Vec3& origin : {a, b}) {
          is_found =
              is_found || is_shown(either[k], contacts.normals.data() + 4 * i, contacts.points[i], features, origin);
        }
      }
      ASSERT_TRUE(is_found);
    }
  }
  ASSERT_EQ(contacts.features.size(), has_features ? contacts.pairs.size() : 0);
}

struct Subject {
  std::string name;
  WorldPtr world;
  bool clears_caches = false;
};

class History {
 public:
  /// @param zero_share of the lengths of shapes; if not 0, half of the poses are aligned on a grid. @param
  /// compound_share, mesh_share of the colliders, and of the parts of compounds.
  History(std::uint64_t seed, double side, const Vec3& around, double zero_share = 0.0, double compound_share = 0.0,
          double mesh_share = 0.0)
      : random_(seed),
        shapes_(zero_share),
        is_aligned_(zero_share > 0.0),
        compound_share_(compound_share),
        mesh_share_(mesh_share),
        side_(side),
        around_(around) {
    const auto make = [&](const char* name, BroadPhase broad_phase, bool clears_caches) {
      WorldOptions options;
      options.broad_phase = broad_phase;
      subjects_.push_back({name, make_world(options).value, clears_caches});
    };
    make("automatic", BroadPhase::automatic, false);
    make("sweep", BroadPhase::sweep_and_prune, false);
    make("bvh", BroadPhase::bvh, false);
    make("brute force", BroadPhase::brute_force, false);
    make("without caches", BroadPhase::automatic, true);
  }

  void add() {
    ColliderOptions options;
    options.shape = next_shape();
    options.pose = next_pose();
    options.is_static = random_.chance(0.3);
    options.is_sensor = random_.chance(0.15);
    options.is_enabled = random_.chance(0.95);
    if (random_.chance(0.2)) options.margin = random_.uniform(0.0, 0.3);
    if (random_.chance(0.3)) {
      options.layer = 1u << random_.below(3);
      options.mask = 1u | static_cast<std::uint32_t>(random_.bits());
    }
    ColliderId id;
    for (const Subject& subject : subjects_) {
      const Result<ColliderId> added = subject.world->add(options);
      ASSERT_TRUE(added.ok());
      if (&subject != &subjects_[0]) {
        ASSERT_EQ(added.value, id) << subject.name;
      }
      id = added.value;
    }
    ASSERT_FALSE(model_.colliders.contains(id.row));
    // The quaternion as rounded by the rows, so that the model has the same bits.
    options.pose = subjects_[0].world->describe(id.row).pose;
    model_.colliders[id.row] = {options, id.generation};
  }

  void remove() {
    if (model_.colliders.empty()) return;
    const ColliderId id = any();
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->remove(id), Status::ok);
    model_.colliders.erase(id.row);
    std::erase_if(model_.ignored, [&](const Key& key) { return key.first == id.row || key.second == id.row; });
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->remove(id), Status::stale_handle);
  }

  /// By writing rows. @param share of the colliders.
  void write(double share, double step) {
    for (auto& [row, collider] : model_.colliders) {
      if (!random_.chance(share)) continue;
      Pose& pose = collider.options.pose;
      const Vec3 offset = pose.position - around_;
      pose = max_component(abs(offset)) > side_ ? next_pose()
                                                : Pose{pose.position + random_.direction() * step, pose.rotation};
      for (const Subject& subject : subjects_) {
        double* const p = subject.world->positions().data() + 3 * std::size_t{row};
        float* const q = subject.world->quaternions().data() + 4 * std::size_t{row};
        p[0] = pose.position.x;
        p[1] = pose.position.y;
        p[2] = pose.position.z;
        q[0] = static_cast<float>(pose.rotation.x);
        q[1] = static_cast<float>(pose.rotation.y);
        q[2] = static_cast<float>(pose.rotation.z);
        q[3] = static_cast<float>(pose.rotation.w);
      }
    }
  }

  void set_pose() {
    if (model_.colliders.empty()) return;
    const ColliderId id = any();
    const Pose pose = next_pose();
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->set_pose(id, pose), Status::ok);
    model_.colliders[id.row].options.pose = subjects_[0].world->describe(id.row).pose;
  }

  void set_filter() {
    if (model_.colliders.empty()) return;
    const ColliderId id = any();
    ColliderOptions& options = model_.colliders[id.row].options;
    options.layer = random_.chance(0.5) ? 1u : 1u << random_.below(3);
    options.mask = random_.chance(0.5) ? ~0u : static_cast<std::uint32_t>(random_.bits());
    for (const Subject& subject : subjects_) {
      ASSERT_EQ(subject.world->set_filter(id, options.layer, options.mask), Status::ok);
    }
  }

  void set_kind() {
    if (model_.colliders.empty()) return;
    const ColliderId id = any();
    ColliderOptions& options = model_.colliders[id.row].options;
    // One change, or several.
    if (random_.chance(0.4)) options.is_static = random_.chance(0.4);
    if (random_.chance(0.4)) options.is_sensor = random_.chance(0.2);
    if (random_.chance(0.6)) options.is_enabled = random_.chance(0.7);
    const ColliderKind kind{options.is_static, options.is_sensor, false, options.is_enabled};
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->set_kind(id, kind), Status::ok);
    ++changes_;
  }

  void set_shape() {
    if (model_.colliders.empty()) return;
    const ColliderId id = any();
    const Shape shape = next_shape();
    model_.colliders[id.row].options.shape = shape;
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->set_shape(id, shape), Status::ok);
    ++changes_;
  }

  void set_margin() {
    if (model_.colliders.empty()) return;
    const ColliderId id = any();
    const double margin = random_.chance(0.5) ? random_.uniform(0.0, 0.3) : 0.0;
    model_.colliders[id.row].options.margin = margin;
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->set_margin(id, margin), Status::ok);
    ++changes_;
  }

  /// The contacts and pairs of each collider, against a search of the lists.
  void compare_lists_of_colliders() {
    for (const Subject& subject : subjects_) {
      World& world = *subject.world;
      for (const auto& [row, collider] : model_.colliders) {
        const ColliderId id{row, collider.generation};
        const auto expect = [&](std::span<const RowPair> pairs, const Result<std::span<const std::uint32_t>>& found) {
          ASSERT_TRUE(found.ok());
          std::vector<std::uint32_t> expected;
          for (std::uint32_t i = 0; i < pairs.size(); ++i) {
            if (pairs[i].a == id.row || pairs[i].b == id.row) expected.push_back(i);
          }
          ASSERT_EQ(std::vector<std::uint32_t>(found.value.begin(), found.value.end()), expected);
        };
        ASSERT_NO_FATAL_FAILURE(expect(world.contacts().pairs, world.contacts_of(id)));
        ASSERT_NO_FATAL_FAILURE(expect(world.touching(), world.touching_of(id)));
        ASSERT_EQ(world.contacts_of({row, collider.generation + 1}).status, Status::stale_handle);
      }
    }
  }

  void set_ignored() {
    if (model_.colliders.size() < 2) return;
    ColliderId a = any(), b = any();
    // Prefer touching pairs, so that it matters.
    if (!model_.touching.empty() && random_.chance(0.8)) {
      auto it = model_.touching.begin();
      std::advance(it, random_.below(static_cast<std::uint32_t>(model_.touching.size())));
      if (!model_.colliders.contains(it->first) || !model_.colliders.contains(it->second)) return;
      a = {it->first, model_.colliders[it->first].generation};
      b = {it->second, model_.colliders[it->second].generation};
    } else if (!model_.ignored.empty() && random_.chance(0.8)) {
      const Key key = *model_.ignored.begin();
      a = {key.first, model_.colliders[key.first].generation};
      b = {key.second, model_.colliders[key.second].generation};
    }
    if (a == b) return;
    const Key key{std::min(a.row, b.row), std::max(a.row, b.row)};
    const bool ignored = !model_.ignored.contains(key);
    if (ignored) {
      model_.ignored.insert(key);
    } else {
      model_.ignored.erase(key);
    }
    for (const Subject& subject : subjects_) ASSERT_EQ(subject.world->set_ignored(a, b, ignored), Status::ok);
  }

  void update_and_compare() {
    model_.update();
    pairs_ += model_.touching.size();
    std::uint64_t hash = 0;
    for (const Subject& subject : subjects_) {
      SCOPED_TRACE(subject.name);
      if (subject.clears_caches) subject.world->clear_caches();
      const UpdateResult result = subject.world->update();
      ASSERT_TRUE(result.ok()) << result.message;
      ASSERT_EQ(subject.world->size(), model_.colliders.size());
      ASSERT_EQ(keys_of(subject.world->touching()), model_.touching);
      ASSERT_EQ(keys_of(subject.world->began()), model_.began);
      ASSERT_EQ(keys_of(subject.world->ended()), model_.ended);
      expect_same_contacts(*subject.world, model_);
      if (&subject != &subjects_[0]) {
        ASSERT_EQ(subject.world->hash(), hash);
      }
      hash = subject.world->hash();
    }
  }

  /// Queries between updates see every add, remove and set_pose, and agree with queries on each collider.
  void query_and_compare() {
    const Vec3 origin = around_ + random_.in_box({-side_, -side_, -side_}, {side_, side_, side_});
    const Vec3 direction = random_.direction() * random_.uniform(0.1, 5.0);
    QueryOptions options;
    if (random_.chance(0.3)) options.mask = 1u << random_.below(3);
    if (random_.chance(0.3)) options.max_distance = random_.uniform(0.1, side_);
    options.sensors = random_.chance(0.5);
    const Shape shape = next_shape();
    const Pose pose = next_pose();

    WorldRayHit ray;
    WorldClosestPoint closest;
    std::vector<std::uint32_t> overlapping;
    std::vector<std::pair<double, std::uint32_t>> all;
    for (const auto& [row, collider] : model_.colliders) {
      const ColliderOptions& of = collider.options;
      if (!of.is_enabled || (of.layer & options.mask) == 0 || (of.is_sensor && !options.sensors)) continue;
      const RayHit hit = raycast(of.shape, of.pose, origin, direction, options.max_distance);
      if (hit.hit) {
        all.emplace_back(hit.distance, row);
        if (!ray.hit || hit.distance < ray.distance) ray = {hit, row};
      }
      const ClosestPoint point = closest_point(of.shape, of.pose, origin);
      if (point.distance <= options.max_distance && (!closest.found || point.distance < closest.distance)) {
        closest = {point, row, true};
      }
      if (intersects(of.shape, of.pose, shape, pose)) overlapping.push_back(row);
    }
    std::sort(all.begin(), all.end());

    for (const Subject& subject : subjects_) {
      SCOPED_TRACE(subject.name);
      World& world = *subject.world;
      const WorldRayHit found = world.raycast(origin, direction, options);
      ASSERT_EQ(found.hit, ray.hit);
      if (ray.hit) {
        ++hits_;
        ASSERT_EQ(found.row, ray.row);
        ASSERT_EQ(found.distance, ray.distance);
        ASSERT_EQ(found.normal, ray.normal);
      }
      ++rays_;
      const auto through = world.raycast_all(origin, direction, options);
      ASSERT_TRUE(through.ok());
      ASSERT_EQ(through.value.size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(through.value[i].row, all[i].second);
        ASSERT_EQ(through.value[i].distance, all[i].first);
      }
      const double batch[6] = {origin.x, origin.y, origin.z, direction.x, direction.y, direction.z};
      double distance = 0.0;
      std::int32_t row = 0;
      PartFeature feature;
      world.raycast_batch(batch, {&distance, 1}, {&row, 1}, options, {&feature, 1});
      ASSERT_EQ(feature.part, found.feature.part);
      ASSERT_EQ(row, ray.hit ? static_cast<std::int32_t>(ray.row) : -1);
      const WorldClosestPoint nearest = world.closest(origin, options);
      ASSERT_EQ(nearest.found, closest.found);
      if (closest.found) {
        ASSERT_EQ(nearest.row, closest.row);
        ASSERT_EQ(nearest.distance, closest.distance);
        ASSERT_EQ(nearest.point, closest.point);
      }
      const auto overlap = world.overlap(shape, pose, options);
      ASSERT_TRUE(overlap.ok());
      ASSERT_EQ(std::vector<std::uint32_t>(overlap.value.begin(), overlap.value.end()), overlapping);
    }
  }

  void run(int steps) {
    for (int i = 0; i < 40; ++i) add();
    for (int step = 0; step < steps && !::testing::Test::HasFatalFailure(); ++step) {
      SCOPED_TRACE("step " + std::to_string(step));
      switch (random_.below(20)) {
        case 0:
        case 1:
          add();
          break;
        case 2:
          remove();
          break;
        case 3:
          set_pose();
          break;
        case 4:
          set_filter();
          break;
        case 5:
          set_ignored();
          break;
        case 6:
          write(0.05, 0.3);
          break;
        case 7:
        case 8:
          write(1.0, 0.2);
          break;
        case 9:
          write(0.5, side_);
          break;
        case 10:
        case 11:
          refit();
          query_and_compare();
          break;
        case 12:
          if (random_.chance(0.2)) {
            while (model_.colliders.size() > 20) remove();
          }
          break;
        case 13:
        case 14:
          set_kind();
          break;
        case 15:
          random_.chance(0.5) ? set_shape() : set_margin();
          break;
        case 16:
          if (random_.chance(0.1)) compare_lists_of_colliders();
          break;
        default:
          update_and_compare();
      }
    }
    // A short run may have few hits.
    if (::testing::Test::HasFatalFailure() || steps < 500) return;
    // Hit rates: about one touching pair per collider and update, and many rays that hit.
    EXPECT_GT(pairs_, static_cast<std::size_t>(steps) / 10);
    EXPECT_GT(hits_, rays_ * 22 / 100);
    EXPECT_GT(changes_, static_cast<std::size_t>(steps) / 10);
  }

 private:
  ColliderId any() {
    auto it = model_.colliders.begin();
    std::advance(it, random_.below(static_cast<std::uint32_t>(model_.colliders.size())));
    return {it->first, it->second.generation};
  }

  /// Queries see poses written to the rows only after this.
  void refit() {
    for (const Subject& subject : subjects_) ASSERT_TRUE(subject.world->refit().ok());
  }

  Shape next_shape() {
    if (mesh_share_ > 0.0 && random_.chance(mesh_share_)) return shapes_.next_mesh(random_, 3.0);
    if (compound_share_ == 0.0 || !random_.chance(compound_share_)) return shapes_.next(random_);
    return shapes_.next_compound(random_, 1 + random_.below(random_.chance(0.2) ? 40 : 4), 1.0, mesh_share_);
  }

  Pose next_pose() {
    const Pose pose = random_pose(random_, side_, around_);
    if (!is_aligned_ || random_.chance(0.5)) return pose;
    const auto on_grid = [](double x) { return 0.5 * std::round(2.0 * x); };
    return {{on_grid(pose.position.x), on_grid(pose.position.y), on_grid(pose.position.z)}, {}};
  }

  scenes::Random random_;
  scenes::RandomShapes shapes_;
  bool is_aligned_;
  double compound_share_, mesh_share_;
  double side_;
  Vec3 around_;
  std::vector<Subject> subjects_;
  Model model_;
  std::size_t pairs_ = 0, rays_ = 0, hits_ = 0, changes_ = 0;
};

TEST(WorldModel, AgreesOverARandomHistory) {
  SCOPED_TRACE("seed 501");
  History(501, 2.5, {}).run(test::scaled(20000));
}

TEST(WorldModel, AgreesFarFromTheOrigin) {
  SCOPED_TRACE("seed 512");
  History(512, 2.5, {1e7, -1e7, 1e7}).run(test::scaled(6000));
}

TEST(WorldModel, AgreesWithPointsSegmentsAndRectangles) {
  SCOPED_TRACE("seed 504");
  History(504, 1.5, {}, 0.3).run(test::scaled(8000));
  SCOPED_TRACE("far from the origin");
  History(505, 1.5, {1e6, -1e6, 1e6}, 0.3).run(test::scaled(2000));
}

TEST(WorldModel, AgreesWithCompounds) {
  SCOPED_TRACE("seed 506");
  History(506, 3.0, {}, 0.0, 0.4).run(test::scaled(3000));
  SCOPED_TRACE("far from the origin");
  History(507, 3.0, {1e6, -1e6, 1e6}, 0.1, 0.4).run(test::scaled(600));
}

TEST(WorldModel, AgreesWithMeshes) {
  SCOPED_TRACE("seed 508");
  History(508, 2.5, {}, 0.0, 0.2, 0.3).run(test::scaled(1500));
  SCOPED_TRACE("far from the origin");
  History(509, 2.5, {1e6, -1e6, 1e6}, 0.1, 0.2, 0.3).run(test::scaled(400));
}

TEST(WorldModel, AgreesInACrowd) {
  SCOPED_TRACE("seed 503");
  History(503, 1.0, {}).run(test::scaled(2000));
}

}  // namespace
}  // namespace hyperplane
