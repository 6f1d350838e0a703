#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include "fuzz_plane.h"

/// Any calls on a world of the plane, in any order, with any numbers: on one that chooses its search for pairs and on
/// one that tries all pairs. Both refuse the same calls, a refused call changes nothing, and after each update
/// contacts, events and answers are the same. Whatever state they are in can be saved and restored.

namespace hyperplane::fuzz {
namespace {

/// More colliders and calls than these find nothing new, but take time.
constexpr int k_most_colliders = 24, k_most_calls = 60;
/// rad: longer turns of a sweep need many steps; the sweep tests take those.
constexpr double k_most_turn = 20.0;

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

bool is_finite(plane::Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
bool is_equal(plane::Vec2 a, plane::Vec2 b) { return a.x == b.x && a.y == b.y; }

/// Shapes live as long as both worlds.
class Shapes {
 public:
  /// @return null if the bytes make no shape.
  const plane::Shape* read(Input& input) {
    const int kind = input.byte() % 4;
    if (kind < 2) return read_convex(input);
    plane::BuiltComposite built = kind == 2 ? read_ring(input) : read_compound(input);
    if (!built.ok()) {
      require(built.message[0] != 0 && built.value == nullptr, "a refused composite has a reason, and is not there");
      return nullptr;
    }
    composites_.push_back(static_cast<plane::CompositePtr&&>(built.value));
    return keep(plane::make_composite(*composites_.back()));
  }

 private:
  const plane::Shape* keep(const plane::Shape& shape) {
    shapes_.push_back(std::make_unique<plane::Shape>(shape));
    return shapes_.back().get();
  }

  const plane::Shape* read_convex(Input& input) {
    PlaneShape made = read_plane_shape(input);
    if (!made.shape.ok()) return nullptr;
    if (made.polygon != nullptr) polygons_.push_back(static_cast<plane::PolygonPtr&&>(made.polygon));
    return keep(made.shape.value);
  }

  /// A polygon, perhaps with a hole, or a chain: on a coarse grid, so that many cross or touch themselves.
  static plane::BuiltComposite read_ring(Input& input) {
    const int kind = input.byte() % 4;
    const std::uint32_t outer = 1 + input.byte() % 12u, hole = kind == 1 ? input.byte() % 6u : 0;
    std::vector<double> points(2 * std::size_t{outer + hole});
    for (double& number : points) number = static_cast<double>(static_cast<std::int8_t>(input.byte())) / 16.0;
    const std::uint32_t ring_sizes[2] = {outer, hole};
    if (kind < 2) return plane::build_simple_polygon(points, std::span(ring_sizes, hole > 0 ? 2 : 1));
    return plane::build_chain(points, (input.byte() & 1) != 0,
                              kind == 2 ? plane::ChainSides::both : plane::ChainSides::front);
  }

  plane::BuiltComposite read_compound(Input& input) {
    std::vector<plane::CompoundPart> parts;
    for (int count = input.byte() % 4; count > 0; --count) {
      const plane::Shape* const shape = read_convex(input);
      if (shape != nullptr) parts.push_back({*shape, read_plane_pose(input)});
    }
    return plane::build_compound(parts);
  }

  std::vector<std::unique_ptr<plane::Shape>> shapes_;
  std::vector<plane::PolygonPtr> polygons_;
  std::vector<plane::CompositePtr> composites_;
};

class Calls {
 public:
  explicit Calls(Input& input) : input_(input) {
    plane::WorldOptions options;
    chosen_ = plane::make_world(options).value;
    options.broad_phase = plane::BroadPhase::brute_force;
    tried_ = plane::make_world(options).value;
  }

  void run() {
    for (int i = 0; i < k_most_calls; ++i) call();
    update();
    save();
  }

 private:
  void call() {
    switch (input_.byte() % 16) {
      case 0:
      case 1:
      case 2:
      case 3:
        add();
        break;
      case 4:
        change([](plane::World& world, ColliderId id, Calls&) { return world.remove(id); });
        break;
      case 5:
      case 6: {
        pose_ = read_plane_pose(input_);
        change([](plane::World& world, ColliderId id, Calls& me) { return world.set_pose(id, me.pose_); });
        break;
      }
      case 7: {
        pose_ = read_plane_pose(input_);
        change([](plane::World& world, ColliderId id, Calls& me) { return world.teleport(id, me.pose_); });
        break;
      }
      case 8: {
        other_ = any();
        flag_ = (input_.byte() & 1) != 0;
        change(
            [](plane::World& world, ColliderId id, Calls& me) { return world.set_ignored(id, me.other_, me.flag_); });
        break;
      }
      case 9: {
        layer_ = input_.byte();
        mask_ = input_.byte();
        if ((layer_ & 0xc0) == 0xc0) {
          change_kind();
          break;
        }
        change([](plane::World& world, ColliderId id, Calls& me) { return world.set_filter(id, me.layer_, me.mask_); });
        break;
      }
      case 10:
        write_row();
        break;
      case 11:
      case 12:
        update();
        break;
      case 13:
        ask();
        break;
      case 14:
        walk();
        break;
      default:
        save();
    }
  }

  /// By the bits of the mask; sometimes with another shape.
  void change_kind() {
    if ((mask_ & 0xc0) == 0xc0) {
      shape_ = shapes_.read(input_);
      if (shape_ == nullptr) return;
      change([](plane::World& world, ColliderId id, Calls& me) { return world.set_shape(id, *me.shape_); });
      return;
    }
    change([](plane::World& world, ColliderId id, Calls& me) {
      return world.set_kind(id, {(me.mask_ & 1) != 0, (me.mask_ & 2) != 0, (me.mask_ & 4) != 0, (me.mask_ & 8) != 0});
    });
  }

  void add() {
    const plane::Shape* const shape = shapes_.read(input_);
    const std::uint8_t flags = input_.byte();
    const plane::Pose pose = read_plane_pose(input_);
    if (shape == nullptr || ids_.size() >= k_most_colliders) return;
    plane::ColliderOptions options{*shape, pose};
    options.is_static = (flags & 1) != 0;
    options.is_sensor = (flags & 6) == 6;
    options.is_continuous = (flags & 24) == 24;
    const Result<ColliderId> first = chosen_->add(options), second = tried_->add(options);
    require(first.status == second.status, "both worlds take a collider, or none");
    if (!first.ok()) return require(first.message[0] != 0, "a refusal has a reason");
    require(first.value == second.value, "both worlds give a collider the same id");
    ids_.push_back(first.value);
  }

  /// Any id: of a collider, of one that was removed, of none.
  ColliderId any() {
    const std::size_t index = input_.byte();
    return index < ids_.size() ? ids_[index] : ids_.empty() || index > 200 ? ColliderId{} : ids_[index % ids_.size()];
  }

  void change(Status (*act)(plane::World&, ColliderId, Calls&)) {
    const ColliderId id = any();
    const std::uint64_t before = chosen_->hash();
    const Status status = act(*chosen_, id, *this);
    require(status == act(*tried_, id, *this), "both worlds refuse the same changes");
    require(status == Status::ok || chosen_->hash() == before, "a refused change changes nothing");
  }

  /// Writes a number into the rows, as a game does; update() looks at it.
  void write_row() {
    const std::size_t at = input_.byte();
    const double number = input_.number();
    for (plane::World* const world : {chosen_.get(), tried_.get()}) {
      const std::span<double> positions = world->positions(), angles = world->angles();
      const std::size_t rows = ids_.size() < angles.size() ? ids_.size() : angles.size();
      if (rows == 0) return;
      if (at % 3 < 2) {
        positions[2 * (at % rows) + at % 2] = number;
      } else {
        angles[at % rows] = number;
      }
    }
  }

  /// Rows that hold no pose are put right, so that the calls after it mean something.
  void update() {
    for (std::size_t i = 0; i <= ids_.size(); ++i) {
      // Turns that took many steps would be all that is tested.
      limit_turns();
      const plane::UpdateResult first = chosen_->update(), second = tried_->update();
      require(first.status == second.status && first.row == second.row, "both worlds refuse the same row");
      if (first.ok()) break;
      require(first.message[0] != 0, "a refusal has a reason");
      if (first.status != Status::invalid_argument) return;
      for (plane::World* const world : {chosen_.get(), tried_.get()}) {
        const plane::Pose pose = world->describe(first.row).pose;
        world->positions()[2 * std::size_t{first.row}] = pose.position.x;
        world->positions()[2 * std::size_t{first.row} + 1] = pose.position.y;
        world->angles()[first.row] = pose.angle;
      }
    }
    require(chosen_->hash() == tried_->hash(), "all searches for pairs give the same world");
    const plane::ContactList contacts = chosen_->contacts();
    require(contacts.pairs.size() == contacts.points.size() && 3 * contacts.pairs.size() == contacts.normals.size(),
            "the lists of contacts are of one length");
    for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
      const RowPair pair = contacts.pairs[i];
      require(pair.a < pair.b && chosen_->at(pair.b) != ColliderId{}, "contacts are of colliders, the lower row first");
      require(std::isfinite(contacts.normals[3 * i]) && contacts.normals[3 * i + 2] >= 0.0f, "contacts are finite");
      require(contacts.points[i].count >= 1 && contacts.points[i].count <= 2, "contacts have one or two points");
    }
    double last = 0.0;
    for (const plane::SweptImpact& impact : chosen_->impacts()) {
      require(impact.time >= last && impact.time <= 1.0 && is_finite(impact.normal), "impacts are in order");
      last = impact.time;
    }
    for (const ColliderId id : ids_) {
      const Result<plane::Vec2> out = chosen_->separation(id);
      require(out.ok() == chosen_->contains(id) && (!out.ok() || is_finite(out.value)), "separations are finite");
    }
  }

  void limit_turns() {
    for (std::uint32_t row = 0; row < ids_.size() && row < chosen_->capacity(); ++row) {
      const plane::ColliderOptions of = chosen_->describe(row);
      const double angle = chosen_->angles()[row];
      if (std::fabs(angle - of.pose.angle) <= k_most_turn && std::fabs(angle) <= k_most_turn) continue;
      if (!std::isfinite(angle) || std::fabs(angle) > 1e6) continue;
      for (plane::World* const world : {chosen_.get(), tried_.get()}) {
        plane::Pose pose = of.pose;
        pose.angle = angle;
        static_cast<void>(world->teleport(world->at(row), pose));
      }
    }
  }

  void ask() {
    const plane::Vec2 point = read_vector(input_), direction = read_vector(input_);
    if (!check_point(point)) return;
    if (check_point(direction) && (direction.x != 0.0 || direction.y != 0.0)) {
      const plane::WorldRayHit first = chosen_->raycast(point, direction), second = tried_->raycast(point, direction);
      require(first.hit == second.hit && (!first.hit || (first.row == second.row && first.distance == second.distance)),
              "both worlds answer rays alike");
      require(!first.hit || (std::isfinite(first.distance) && is_finite(first.point)), "hits of rays are finite");
    }
    const plane::WorldClosestPoint first = chosen_->closest(point), second = tried_->closest(point);
    require(
        first.found == second.found && (!first.found || (first.row == second.row && first.distance == second.distance)),
        "both worlds find the same closest collider");
    const plane::Shape* const shape = shapes_.read(input_);
    const plane::Pose pose = read_plane_pose(input_);
    if (shape == nullptr || !check_pose(pose).ok()) return;
    const Result<std::span<const std::uint32_t>> rows = chosen_->overlap(*shape, pose);
    const Result<std::span<const std::uint32_t>> others = tried_->overlap(*shape, pose);
    require(rows.ok() && others.ok() && rows.value.size() == others.value.size(), "both worlds find the same overlaps");
    for (std::size_t i = 0; i < rows.value.size(); ++i) {
      require(rows.value[i] == others.value[i] && chosen_->at(rows.value[i]) != ColliderId{},
              "overlaps are of colliders");
    }
    plane::Pose to = read_plane_pose(input_);
    if (!check_pose(to).ok() || !(std::fabs(to.angle - pose.angle) < k_most_turn)) return;
    const plane::WorldImpact impact = chosen_->cast_shape(*shape, {pose, to});
    const plane::WorldImpact same = tried_->cast_shape(*shape, {pose, to});
    require(impact.hit == same.hit && (!impact.hit || (impact.row == same.row && impact.time == same.time)),
            "both worlds answer casts alike");
    require(!impact.hit || (impact.time >= 0.0 && impact.time <= 1.0), "times of impact lie within the sweep");
  }

  static bool check_point(plane::Vec2 point) {
    plane::Pose pose;
    pose.position = point;
    return check_pose(pose).ok();
  }

  void walk() {
    const plane::Shape* const shape = shapes_.read(input_);
    const plane::Pose pose = read_plane_pose(input_);
    const plane::Vec2 delta = read_vector(input_);
    plane::MoverOptions options;
    options.up = read_vector(input_);
    options.step_height = static_cast<double>(input_.byte()) / 64.0;
    options.snap_distance = static_cast<double>(input_.byte()) / 64.0;
    if (shape == nullptr) return;
    const std::uint64_t before = chosen_->hash();
    const Result<plane::MoverResult> first = chosen_->move_and_slide(*shape, pose, delta, options);
    const Result<plane::MoverResult> second = tried_->move_and_slide(*shape, pose, delta, options);
    require(first.status == second.status, "both worlds refuse the same walks");
    require(chosen_->hash() == before, "a walk does not change the world");
    if (!first.ok()) return require(first.message[0] != 0, "a refusal has a reason");
    require(is_finite(first.value.position) && is_equal(first.value.position, second.value.position),
            "walks end at one place in both worlds, which is finite");
    require(first.value.hit_count >= 0 && first.value.hit_count <= plane::k_max_mover_hits, "a walk has few hits");
  }

  void save() {
    const Result<plane::Snapshot> saved = chosen_->snapshot();
    require(saved.ok(), "every world can be saved");
    Result<plane::RestoredWorld> restored = plane::restore_world(saved.value.span());
    require(restored.ok(), "what was saved can be restored");
    require(restored.value.world->hash() == chosen_->hash(), "a restored world is the same world");
    const Result<plane::Snapshot> again = restored.value.world->snapshot();
    require(again.ok() && again.value.size == saved.value.size, "it is saved in as many bytes");
    for (std::size_t i = 0; i < again.value.size; ++i) {
      require(again.value.bytes[i] == saved.value.bytes[i], "it is saved in the same bytes");
    }
  }

  Input& input_;
  Shapes shapes_;
  plane::WorldPtr chosen_, tried_;
  std::vector<ColliderId> ids_;
  plane::Pose pose_;
  ColliderId other_;
  const plane::Shape* shape_ = nullptr;
  std::uint32_t layer_ = 0, mask_ = 0;
  bool flag_ = false;
};

}  // namespace
}  // namespace hyperplane::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hyperplane::fuzz::Input input(data, size);
  hyperplane::fuzz::Calls(input).run();
  return 0;
}
