#include "support/motion_oracle.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <hyperplane/pair.h>

#include "math/quat.h"

namespace hyperplane::test {

Pose oracle_pose(const Sweep& sweep, double time) {
  const Quat from = normalized(sweep.from.rotation);
  Quat turn = normalized(sweep.to.rotation) * conjugate(from);
  if (turn.w < 0.0) turn = -turn;
  const double sine = std::hypot(std::hypot(turn.x, turn.y), turn.z), half = std::atan2(sine, turn.w) * time;
  const double scale = sine > 0.0 ? std::sin(half) / sine : 0.0;
  const Quat turned{turn.x * scale, turn.y * scale, turn.z * scale, std::cos(half)};
  return {sweep.from.position * (1.0 - time) + sweep.to.position * time, turned * from};
}

Pose oracle_pose(const Sweep& sweep, double time, const Pose& mount) {
  const Pose frame = oracle_pose(sweep, time);
  return {frame.position + rotate(frame.rotation, mount.position), frame.rotation * mount.rotation};
}

MotionOracle::MotionOracle(const MovingPair& pair) : pair_(pair), a_(pair.a.oracle()), b_(pair.b.oracle()) {}

void MotionOracle::set_time(double time) {
  pose_a_ = oracle_pose(pair_.sweep_a, time, pair_.mount_a);
  pose_b_ = oracle_pose(pair_.sweep_b, time, pair_.mount_b);
  // Relative to a point nearby, so that extents lose no digits to the distance from the world's origin.
  a_.set_pose(pose_a_, pose_a_.position);
  b_.set_pose(pose_b_, pose_a_.position);
}

double MotionOracle::gap_along(const Vec3& normal) const { return -a_.height(normal) - b_.height(-normal); }

double MotionOracle::gap(double time) {
  set_time(time);
  const Vec3 normal = distance(pair_.a.shape, pose_a_, pair_.b.shape, pose_b_).normal;
  const double found = gap_along(normal), last = gap_along(last_normal_);
  if (found < last) return last;
  last_normal_ = normal;
  return found;
}

double MotionOracle::least_gap(double end, int samples) {
  constexpr std::size_t k_refined = 6;
  std::vector<double> gaps;
  for (int i = 0; i <= samples; ++i) gaps.push_back(gap(end * i / samples));
  std::vector<std::size_t> lows;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const bool falls = i == 0 || gaps[i] <= gaps[i - 1], rises = i + 1 == gaps.size() || gaps[i] <= gaps[i + 1];
    if (falls && rises) lows.push_back(i);
  }
  std::sort(lows.begin(), lows.end(),
            [&](std::size_t i, std::size_t j) { return gaps[i] < gaps[j] || (gaps[i] == gaps[j] && i < j); });
  if (lows.size() > k_refined) lows.resize(k_refined);
  double least_of_all = gaps[lows.front()];
  for (const std::size_t low : lows) {
    double least = gaps[low], at = end * static_cast<double>(low) / samples, width = end / samples;
    for (int round = 0; round < 12; ++round, width *= 0.3) {
      for (const double time : {at - width, at - 0.5 * width, at + 0.5 * width, at + width}) {
        if (time < 0.0 || time > end) continue;
        const double there = gap(time);
        if (there < least) {
          least = there;
          at = time;
        }
      }
    }
    least_of_all = std::min(least_of_all, least);
  }
  return least_of_all;
}

double MotionOracle::distance_from_both(double time, const Vec3& point) {
  set_time(time);
  const Vec3 local = point - pose_a_.position;
  return std::max(a_.signed_distance(local), b_.signed_distance(local));
}

}  // namespace hyperplane::test
