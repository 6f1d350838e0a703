#pragma once

#include <array>
#include <set>
#include <vector>

/// Convex hulls by brute force, exactly: clouds with small whole coordinates, every three points a candidate face.
/// Shares nothing with the core. Slow: the fourth power of the number of points.

namespace hyperplane::test {

using GridPoint = std::array<int, 3>;
using HullFaces = std::set<std::set<GridPoint>>;

/// Every face, as the set of its corners. Empty for a cloud without volume.
HullFaces brute_force_faces(const std::vector<GridPoint>& cloud);

}  // namespace hyperplane::test
