#pragma once

#include <array>
#include <set>
#include <vector>

/// Exact convex hulls by brute force: clouds with small integer coordinates, every three points a candidate face.
/// Shares no code with the core. Slow: O(n^4).

namespace hyperplane::test {

using GridPoint = std::array<int, 3>;
using HullFaces = std::set<std::set<GridPoint>>;

/// Each face as the set of its corners. Empty for a cloud without volume.
HullFaces brute_force_faces(const std::vector<GridPoint>& cloud);

}  // namespace hyperplane::test
