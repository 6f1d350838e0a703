/// The Flexible Collision Library: collide and distance of single pairs with its default solver: closed forms for some
/// pairs, else libccd's GJK, and libccd's portal refinement for depths, which are not minimal.

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <hyperplane/shape.h>

#include <memory>

#include "pair_scene.h"

namespace bench {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

/// FCL's capsule and cylinder have axis Z.
Geometry make_geometry(const ShapeDescription& shape) {
  const double* p = shape.parameters;
  switch (shape.kind) {
    case ShapeKind::box:
      return std::make_shared<fcl::Boxd>(p[0], p[1], p[2]);
    case ShapeKind::capsule:
      return std::make_shared<fcl::Capsuled>(p[0], p[1]);
    case ShapeKind::cylinder:
      return std::make_shared<fcl::Cylinderd>(p[0], p[1]);
    case ShapeKind::hull:
    case ShapeKind::round_box:
    case ShapeKind::tapered_capsule:
      break;
  }
  return nullptr;
}

fcl::Transform3d to_transform(const ShapeDescription& shape, const hyperplane::Pose& pose) {
  const hyperplane::Quat& q = pose.rotation;
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.translation() = fcl::Vector3d(pose.position.x, pose.position.y, pose.position.z);
  transform.linear() = Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
  if (shape.kind == ShapeKind::capsule || shape.kind == ShapeKind::cylinder) {
    // A quarter turn about X takes Z to Y.
    fcl::Matrix3d turn;
    turn << 1, 0, 0, 0, 0, 1, 0, -1, 0;
    transform.linear() = transform.linear() * turn;
  }
  return transform;
}

}  // namespace

void add_fcl(const PairScene& scene, std::vector<Contender>& contenders) {
  struct Prepared {
    std::vector<Geometry> geometries;
    std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>> a, b;
  };
  const auto prepared = std::make_shared<Prepared>();
  for (const ShapeDescription& shape : scene.shapes) {
    prepared->geometries.push_back(make_geometry(shape));
    if (!prepared->geometries.back()) return;
  }
  for (const Pair& pair : scene.pairs) {
    prepared->a.push_back(to_transform(scene.shapes[pair.shape_a], pair.pose_a));
    prepared->b.push_back(to_transform(scene.shapes[pair.shape_b], pair.pose_b));
  }
  contenders.push_back({"FCL collide, native", "contact", [&scene, prepared](Answer* answers) {
                          fcl::CollisionRequestd request(4, true);
                          for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
                            fcl::CollisionResultd result;
                            fcl::collide(prepared->geometries[scene.pairs[i].shape_a].get(), prepared->a[i],
                                         prepared->geometries[scene.pairs[i].shape_b].get(), prepared->b[i], request,
                                         result);
                            double depth = 0.0;
                            fcl::Vector3d normal = fcl::Vector3d::Zero();
                            for (std::size_t k = 0; k < result.numContacts(); ++k) {
                              const fcl::Contactd& contact = result.getContact(k);
                              if (k > 0 && contact.penetration_depth <= depth) continue;
                              depth = contact.penetration_depth;
                              normal = contact.normal;
                            }
                            answers[i] = {{normal[0], normal[1], normal[2]}, depth};
                          }
                        }});
  contenders.push_back({"FCL distance, native", "distance", [&scene, prepared](Answer* answers) {
                          fcl::DistanceRequestd request(true);
                          for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
                            fcl::DistanceResultd result;
                            const double distance = fcl::distance(
                                prepared->geometries[scene.pairs[i].shape_a].get(), prepared->a[i],
                                prepared->geometries[scene.pairs[i].shape_b].get(), prepared->b[i], request, result);
                            answers[i] = {{}, distance};
                          }
                        }});
}

}  // namespace bench
