#include <hyperplane/character.h>

#include <hyperplane/pair.h>

#include "character/character_step.h"
#include "composite/touch_bounds.h"
#include "math/aabb.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/trigonometry.h"

namespace hyperplane {
namespace {

struct SpaceCharacterWays {
  using Vec = Vec3;
  using Pose = hyperplane::Pose;
  using World = hyperplane::World;
  using Shape = hyperplane::Shape;
  using Mover = MoverOptions;
  using Moved = MoverResult;
  using State = CharacterState;
  using Options = CharacterOptions;
  using Hits = CharacterHits;

  static double turn_about(const Vec3& up, const Pose& from, const Pose& to) {
    if (from.rotation == to.rotation) return 0.0;
    const Quat turn = to.rotation * conjugate(from.rotation);
    const double along = dot(Vec3{turn.x, turn.y, turn.z}, up), sine = std::fabs(along), cosine = std::fabs(turn.w);
    if (sine == 0.0) return 0.0;
    const double angle = 2.0 * arc_tangent(sine, cosine);
    return (along < 0.0) == (turn.w < 0.0) ? angle : -angle;
  }

  static bool may_meet(const Aabb& bounds, const Shape& shape, const Pose& from, const Pose& to, double reach) {
    const Aabb a = touch_bounds(shape, from), b = touch_bounds(shape, to);
    const Vec3 around{reach, reach, reach};
    return overlaps(bounds, {min(a.min, b.min) - around, max(a.max, b.max) + around});
  }
};

}  // namespace

Result<CharacterHits> step_character(World& world, const Shape& shape, const CharacterOptions& options,
                                     CharacterState& state, double dt, const Vec3& walk, bool flies) {
  return step_of_character<SpaceCharacterWays>(world, shape, options, state, dt, walk, flies);
}

Vec3 motion_at(const World& world, std::uint32_t row, const Vec3& point) {
  const ColliderMotion motion = world.motion(row);
  return -motion_of_point(motion.after, motion.before, point);
}

}  // namespace hyperplane
