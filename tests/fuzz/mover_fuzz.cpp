#include <cstdio>
#include <cstdlib>
#include <limits>

#include <hyperplane/pair.h>
#include <hyperplane/world.h>

#include "fuzz_input.h"

/// A mover in a world of a few boxes, spheres and capsules. Refused input changes nothing. Every answer is finite,
/// comes no closer to anything than before (beyond the skin), and stays in place without a motion.

namespace {

using namespace hyperplane;

void fail(const char* what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

double least_gap(const World& world, const Shape& shape, const Pose& pose) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t row = 0; row < world.size(); ++row) {
    const ColliderOptions of = world.describe(row);
    const double gap = distance(shape, pose, of.shape, of.pose).distance;
    if (gap < least) least = gap;
  }
  return least;
}

Result<Shape> read_shape(fuzz::Input& input) {
  const int type = input.byte() % 3;
  const double a = input.length(), b = input.length(), c = input.length();
  return type == 0 ? make_box(a, b, c) : type == 1 ? make_sphere(a) : make_capsule(a, b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const Result<WorldPtr> made = make_world();
  if (!made.ok()) return 0;
  World& world = *made.value;
  const int count = input.byte() % 8;
  for (int i = 0; i < count; ++i) {
    const Result<Shape> shape = read_shape(input);
    if (shape.ok()) static_cast<void>(world.add({shape.value, input.pose()}));
  }
  const Result<Shape> shape = read_shape(input);
  if (!shape.ok()) return 0;
  Pose pose = input.pose();
  const Vec3 delta = input.vector();
  MoverOptions options;
  options.step_height = static_cast<double>(input.byte()) / 128.0;
  options.snap_distance = static_cast<double>(input.byte()) / 128.0;

  const Result<MoverResult> moved = world.move_and_slide(shape.value, pose, delta, options);
  if (!moved.ok()) {
    if (moved.message[0] == 0) fail("a refusal without a reason");
    return 0;
  }
  const Vec3& at = moved.value.position;
  if (!(at.x - at.x == 0.0 && at.y - at.y == 0.0 && at.z - at.z == 0.0)) fail("a position that is not finite");
  // Beyond this, rounding of the shapes and coordinates exceeds the skin.
  for (std::uint32_t row = 0; row < world.size(); ++row) {
    const ColliderOptions of = world.describe(row);
    for (const double length : of.shape.parameters) {
      if (length > 1e3) return 0;
    }
    const Vec3 apart = of.pose.position;
    if (apart.x * apart.x + apart.y * apart.y + apart.z * apart.z > 1e12) return 0;
  }
  for (const double length : shape.value.parameters) {
    if (length > 1e3) return 0;
  }
  if (at.x * at.x + at.y * at.y + at.z * at.z > 1e12) return 0;
  const double before = least_gap(world, shape.value, pose);
  const double floor = before < 0.5 * options.skin ? before : 0.5 * options.skin;
  pose.position = at;
  if (least_gap(world, shape.value, pose) < floor - 1e-4) fail("an end that is closer than the start");
  if (before < 0.5 * options.skin) return 0;
  const Result<MoverResult> still = world.move_and_slide(shape.value, pose, {}, options);
  pose.position = still.value.position;
  const Result<MoverResult> again = world.move_and_slide(shape.value, pose, {}, options);
  if (!(again.value.position == still.value.position)) fail("a body at rest that moves");
  return 0;
}
