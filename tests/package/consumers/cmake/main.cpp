#include <hyperplane/pair.h>

#include <cstdio>
#include <vector>

// A program with flags of its own: exceptions and RTTI are on, as compilers have them.
int main() {
  const auto box = hyperplane::make_box(1.0, 1.0, 1.0);
  if (!box.ok()) return 1;
  hyperplane::Pose pose;
  pose.position = {0.75, 0.0, 0.0};
  const hyperplane::ContactManifold contact = hyperplane::collide(box.value, {}, box.value, pose);
  std::vector<double> depths;
  for (int i = 0; i < contact.point_count; ++i) depths.push_back(contact.points[i].depth);
  std::printf("depth %g, %zu points\n", contact.depth, depths.size());
  return 0;
}
