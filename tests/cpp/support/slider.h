#pragma once

#include <cstddef>

#include <hyperplane/sweep.h>
#include <hyperplane/world.h>

#include "core/function_ref.h"
#include "support/convex_shapes.h"

namespace hyperplane::test {

/// A body for slides.
struct Slider {
  TestShape body;
  Quat rotation;
};

inline constexpr int k_slider_kinds = 5;

/// @param kind sphere, capsule, box, cylinder or hull; half of the bodies with axes stand upright.
Slider make_slider(Random& random, int kind);

/// A straight way of 2 m over ground at height 0, along the level part of a heading, sunk by a depth.
Sweep sunk_sweep(const Slider& slider, double depth, const Vec3& heading);

/// What a world shows of a body at one of the places of a slide.
struct SlidePlace {
  int step;
  ColliderId body;
  std::size_t contact_count;
  bool is_over_seam;
  /// Sine of the largest angle between a normal and the way up; 9 without contacts, or for one that leads down.
  double angle;
  /// m
  double deepest;
};

/// Slides a body by 2 m over ground at height 0 of a frame, sunk by a depth. The ground is there already, so that
/// contacts have it as A.
void slide_over(World& world, const Slider& slider, const Pose& frame, const Vec3& up, const Vec3& heading,
                double depth, FunctionRef<void(const SlidePlace&)> check);

}  // namespace hyperplane::test
