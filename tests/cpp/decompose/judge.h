#pragma once

#include <cstdint>
#include <vector>

#include <hyperplane/decompose.h>

#include "hull/hull.h"
#include "meshes.h"

/// Convex decompositions, judged by winding numbers and distances over all triangles, which share no code with them.

namespace hyperplane::test {

/// What a decomposition gives.
struct Parts {
  std::vector<std::vector<Vec3>> parts;
  std::vector<PartShape> shapes;
  double error = 0.0;
};

/// Runs a decomposition to its end; a failure fails the test.
Parts decompose(const scenes::MeshData& mesh, const DecomposeOptions& options = {}, std::uint32_t work = 100000);

HullPtr hull_of_part(const std::vector<Vec3>& part);
double diagonal_of(const scenes::MeshData& mesh);
double distance_to_part(const std::vector<Vec3>& part, const Hull& hull, const Vec3& point);

/// Both ways, as promised: points of the surface from the parts, points of the parts from the solid, and points of the
/// solid from the parts. @return how many points of the last kind there were.
int expect_honest(const scenes::MeshData& mesh, const Parts& result, bool has_inside, int samples = 400);

/// The same with the inside of another model: a clean one of which `mesh` is a dirty copy. @param slack how far apart
/// they are, m.
int expect_honest(const scenes::MeshData& mesh, const scenes::MeshData* inside, const Parts& result, int samples,
                  double slack);

}  // namespace hyperplane::test
