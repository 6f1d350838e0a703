#include <hyperplane/plane_character.h>
#include <hyperplane/plane_pair.h>

#include "character/character_step.h"
#include "plane/math/rotation.h"
#include "plane/pair/composite_pair.h"

namespace hyperplane::plane {
namespace {

struct PlaneCharacterWays {
  using Vec = Vec2;
  using Pose = plane::Pose;
  using World = plane::World;
  using Shape = plane::Shape;
  using Mover = MoverOptions;
  using Moved = MoverResult;
  using State = CharacterState;
  using Options = CharacterOptions;
  using Hits = CharacterHits;

  static double turn_about(Vec2 /*up*/, const Pose& /*from*/, const Pose& /*to*/) { return 0.0; }

  static bool may_meet(const Bounds& bounds, const Shape& shape, const Pose& from, const Pose& to, double reach) {
    const Box2 a = bounds_of_any(shape, frame_of_any(shape, from)), b = bounds_of_any(shape, frame_of_any(shape, to));
    const auto meet = [&](double low, double high, double a_low, double a_high, double b_low, double b_high) {
      return low <= larger(a_high, b_high) + reach && high >= smaller(a_low, b_low) - reach;
    };
    return meet(bounds.min.x, bounds.max.x, a.low.x, a.high.x, b.low.x, b.high.x) &&
           meet(bounds.min.y, bounds.max.y, a.low.y, a.high.y, b.low.y, b.high.y);
  }
};

}  // namespace

Result<CharacterHits> step_character(World& world, const Shape& shape, const CharacterOptions& options,
                                     CharacterState& state, double dt, Vec2 walk, bool flies) {
  return step_of_character<PlaneCharacterWays>(world, shape, options, state, dt, walk, flies);
}

Vec2 motion_at(const World& world, std::uint32_t row, Vec2 point) {
  const ColliderMotion motion = world.motion(row);
  return -motion_of_point(motion.after, motion.before, point);
}

}  // namespace hyperplane::plane
