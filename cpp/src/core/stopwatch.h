#pragma once

namespace hyperplane {

/// Times stages that follow one another.
class Stopwatch {
 public:
  /// @param clock in any unit. Null: all laps are 0.
  explicit Stopwatch(double (*clock)()) : clock_(clock), start_(clock != nullptr ? clock() : 0.0) {}
  /// Time since the last call.
  double lap() {
    if (clock_ == nullptr) return 0.0;
    const double now = clock_(), passed = now - start_;
    start_ = now;
    return passed;
  }

 private:
  double (*clock_)();
  double start_;
};

}  // namespace hyperplane
