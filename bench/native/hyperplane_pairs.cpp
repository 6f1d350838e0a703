#include <hyperplane/pair.h>
#include <hyperplane/shape.h>

#include <memory>

#include "pair_scene.h"

namespace bench {
namespace {

struct Shapes {
  std::vector<hyperplane::HullPtr> hulls;
  std::vector<hyperplane::Shape> shapes;
};

bool make_shape(const ShapeDescription& description, Shapes& made) {
  const double* p = description.parameters;
  hyperplane::Result<hyperplane::Shape> shape;
  switch (description.kind) {
    case ShapeKind::box: shape = hyperplane::make_box(p[0], p[1], p[2]); break;
    case ShapeKind::capsule: shape = hyperplane::make_capsule(p[0], p[1]); break;
    case ShapeKind::cylinder: shape = hyperplane::make_cylinder(p[0], p[1]); break;
    case ShapeKind::hull: {
      hyperplane::Result<hyperplane::HullPtr> hull = hyperplane::build_hull(description.points);
      if (!hull.ok()) return false;
      shape.value = hyperplane::make_convex_hull(*hull.value);
      made.hulls.push_back(std::move(hull.value));
      break;
    }
  }
  made.shapes.push_back(shape.value);
  return shape.ok();
}

void write(double* answer, const hyperplane::Vec3& normal, double length) {
  answer[0] = normal.x;
  answer[1] = normal.y;
  answer[2] = normal.z;
  answer[3] = length;
}

}  // namespace

void add_hyperplane(const PairScene& scene, std::vector<Contender>& contenders) {
  const auto made = std::make_shared<Shapes>();
  for (const ShapeDescription& description : scene.shapes) {
    if (!make_shape(description, *made)) return;
  }
  const auto each = [&scene, made](auto solve) {
    return [&scene, made, solve](double* answers) {
      for (const Pair& pair : scene.pairs) {
        solve(made->shapes[pair.shape_a], pair.pose_a, made->shapes[pair.shape_b], pair.pose_b, answers);
        answers += 4;
      }
    };
  };
  using hyperplane::Pose;
  using hyperplane::Shape;
  contenders.push_back({"hyperplane intersects, native", "intersects",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double* answer) {
                          answer[0] = hyperplane::intersects(a, at_a, b, at_b) ? 1.0 : 0.0;
                        })});
  contenders.push_back({"hyperplane penetration, native", "contact",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double* answer) {
                          const hyperplane::Penetration found = hyperplane::penetration(a, at_a, b, at_b);
                          write(answer, found.normal, found.depth);
                        })});
  contenders.push_back({"hyperplane collide, native", "contact",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double* answer) {
                          const hyperplane::ContactManifold found = hyperplane::collide(a, at_a, b, at_b);
                          if (found.point_count > 0) {
                            write(answer, found.normal, found.depth);
                          } else {
                            write(answer, {}, 0.0);
                          }
                        })});
  contenders.push_back({"hyperplane distance, native", "distance",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b, double* answer) {
                          const hyperplane::Distance found = hyperplane::distance(a, at_a, b, at_b);
                          write(answer, found.normal, found.distance);
                        })});
}

}  // namespace bench
