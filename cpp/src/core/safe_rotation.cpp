#include "core/safe_rotation.h"

namespace hyperplane {

PairFrames pair_frames(const Pose& a, const Pose& b) { return inlined_pair_frames(a, b); }

}  // namespace hyperplane
