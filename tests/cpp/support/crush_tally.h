#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

namespace hyperplane::test {

/// What becomes of bodies that are pressed against static colliders, in many scenes. Gaps in m.
class CrushTally {
 public:
  void begin_scene() { now_ = {}; }
  /// @param is_behind whether the body is behind the face that it is pressed against. @param is_crushed as reported.
  void add_step(double static_gap, double moving_gap, bool is_behind, bool is_crushed) {
    const double gap = std::min(static_gap, moving_gap);
    deepest_ = std::min(deepest_, static_gap);
    now_.has_jumped = now_.has_jumped || is_behind;
    now_.was_deep = now_.was_deep || static_gap < -1e-5;
    now_.was_wrong = now_.was_wrong || (std::fabs(gap) > 1e-5 && is_crushed != (gap < 0.0));
    now_.was_crushed = now_.was_crushed || is_crushed;
  }
  /// With the gaps at the end, when nothing presses any more.
  void end_scene(int seed, int scene, int telling, double static_gap, double moving_gap) {
    const bool is_stuck = std::min(static_gap, moving_gap) < 0.0;
    EXPECT_FALSE(now_.has_jumped || now_.was_deep || is_stuck || now_.was_wrong)
        << "seed " << seed << ", scene " << scene << ", telling " << telling << (now_.has_jumped ? " jumps" : "")
        << (now_.was_deep ? " in statics" : "") << (is_stuck ? " stuck" : "") << (now_.was_wrong ? " wrong" : "");
    jumps_ += now_.has_jumped;
    deep_ += now_.was_deep;
    stuck_ += is_stuck;
    wrong_ += now_.was_wrong;
    crushed_ += now_.was_crushed;
  }
  /// @param count of scenes.
  void expect_crushed(int seed, int count) const {
    std::printf("seed %d: %d scenes, crushed in %d; %d jumps, %d in statics by up to %g m, %d stuck, %d wrong\n", seed,
                count, crushed_, jumps_, deep_, -deepest_, stuck_, wrong_);
    EXPECT_GT(crushed_, count / 4);
  }

 private:
  struct Scene {
    bool was_crushed = false, has_jumped = false, was_deep = false, was_wrong = false;
  };

  Scene now_;
  int crushed_ = 0, jumps_ = 0, deep_ = 0, stuck_ = 0, wrong_ = 0;
  double deepest_ = 0.0;
};

}  // namespace hyperplane::test
