#include <hyperplane/batch.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape.h>

#include <memory>

#include "pair_scene.h"

namespace bench {
namespace {

struct Shapes {
  std::vector<hyperplane::HullPtr> hulls;
  std::vector<hyperplane::Shape> shapes;
  /// For the batch calls: two entries per pair.
  std::vector<const hyperplane::Shape*> batch_shapes;
  std::vector<hyperplane::Pose> batch_poses;
  std::vector<std::uint8_t> verdicts;
};

bool make_shape(const ShapeDescription& description, Shapes& made) {
  const double* p = description.parameters;
  hyperplane::Result<hyperplane::Shape> shape;
  switch (description.kind) {
    case ShapeKind::box:
      shape = hyperplane::make_box(p[0], p[1], p[2]);
      break;
    case ShapeKind::round_box:
      shape = hyperplane::make_box(p[0], p[1], p[2], p[3]);
      break;
    case ShapeKind::capsule:
      shape = hyperplane::make_capsule(p[0], p[1]);
      break;
    case ShapeKind::tapered_capsule:
      shape = hyperplane::make_tapered_capsule(p[0], p[1], p[2]);
      break;
    case ShapeKind::cylinder:
      shape = hyperplane::make_cylinder(p[0], p[1]);
      break;
    case ShapeKind::hull: {
      hyperplane::Result<hyperplane::HullPtr> hull = hyperplane::build_hull(description.points);
      if (!hull.ok()) return false;
      shape.value = {hyperplane::ShapeType::convex_hull, {}, hull.value.get()};
      made.hulls.push_back(std::move(hull.value));
      break;
    }
  }
  made.shapes.push_back(shape.value);
  return shape.ok();
}

}  // namespace

void add_hyperplane(const PairScene& scene, std::vector<Contender>& contenders) {
  const auto made = std::make_shared<Shapes>();
  for (const ShapeDescription& description : scene.shapes) {
    if (!make_shape(description, *made)) return;
  }
  using hyperplane::Pose;
  using hyperplane::Shape;
  const auto each = [&scene, made](auto solve) {
    return [&scene, made, solve](Answer* answers) {
      for (const Pair& pair : scene.pairs) {
        *answers++ = solve(made->shapes[pair.shape_a], pair.pose_a, made->shapes[pair.shape_b], pair.pose_b);
      }
    };
  };
  contenders.push_back({"hyperplane intersects, native", "intersects",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) -> Answer {
                          return {{}, hyperplane::intersects(a, at_a, b, at_b) ? 1.0 : 0.0};
                        })});
  contenders.push_back({"hyperplane penetration, native", "contact",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) -> Answer {
                          const hyperplane::Penetration found = hyperplane::penetration(a, at_a, b, at_b);
                          return {found.normal, found.depth};
                        })});
  contenders.push_back({"hyperplane collide, native", "contact",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) -> Answer {
                          const hyperplane::ContactManifold found = hyperplane::collide(a, at_a, b, at_b);
                          return found.point_count > 0 ? Answer{found.normal, found.depth} : Answer{};
                        })});
  contenders.push_back({"hyperplane distance, native", "distance",
                        each([](const Shape& a, const Pose& at_a, const Shape& b, const Pose& at_b) -> Answer {
                          const hyperplane::Distance found = hyperplane::distance(a, at_a, b, at_b);
                          return {found.normal, found.distance};
                        })});

  for (const Pair& pair : scene.pairs) {
    made->batch_shapes.insert(made->batch_shapes.end(), {&made->shapes[pair.shape_a], &made->shapes[pair.shape_b]});
    made->batch_poses.insert(made->batch_poses.end(), {pair.pose_a, pair.pose_b});
  }
  made->verdicts.resize(scene.pairs.size());
  const std::size_t count = scene.pairs.size();
  contenders.push_back(
      {"hyperplane intersects_batch, native", "intersects",
       [made](Answer*) { hyperplane::intersects_batch(made->batch_shapes, made->batch_poses, made->verdicts); },
       [made](Answer* answers) {
         for (const std::uint8_t verdict : made->verdicts) *answers++ = {{}, static_cast<double>(verdict)};
       }});
  contenders.push_back({"hyperplane penetration_batch, native", "contact", [made, count](Answer* answers) {
                          hyperplane::penetration_batch(made->batch_shapes, made->batch_poses, {answers, count});
                        }});
  contenders.push_back({"hyperplane distance_batch, native", "distance", [made, count](Answer* answers) {
                          hyperplane::distance_batch(made->batch_shapes, made->batch_poses, {answers, count});
                        }});
}

}  // namespace bench
