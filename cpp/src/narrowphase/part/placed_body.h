#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"
#include "shape/support.h"

namespace hyperplane {

/// A convex shape beside a surface, with what every triangle asks for. In the frame of the surface.
struct PlacedBody {
  const Shape& shape;
  Pose pose;
  Transform frame;
  /// Of the surface, in the frame of the shape.
  Transform surface;
  CoreSize core;
  /// m: `size_of`, to which tolerances are relative.
  double size;
  /// Of its bounds.
  Vec3 middle;

  [[gnu::noinline]] PlacedBody(const Shape& body, const Pose& at, const Vec3& middle_at)
      : shape(body),
        pose(at),
        frame(to_transform(at)),
        surface(inverse(frame)),
        core(core_size_of(body)),
        size(core.radius + core.extent),
        middle(middle_at) {}
};

}  // namespace hyperplane
