/// Bullet: btBoxBoxDetector (SAT of two boxes with manifold), and GJK with EPA for convex shapes.

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "pair_scene.h"

namespace bench {
namespace {

btTransform to_transform(const hyperplane::Pose& pose) {
  const auto f = [](double value) { return static_cast<btScalar>(value); };
  const hyperplane::Quat& q = pose.rotation;
  const hyperplane::Vec3& p = pose.position;
  return btTransform(btQuaternion(f(q.x), f(q.y), f(q.z), f(q.w)), btVector3(f(p.x), f(p.y), f(p.z)));
}

struct Prepared {
  std::vector<std::unique_ptr<btConvexShape>> shapes;
  std::vector<btTransform> a, b;
};

/// Keeps the deepest point.
struct Deepest : btDiscreteCollisionDetectorInterface::Result {
  btVector3 normal{0, 0, 0};
  btScalar distance = BT_LARGE_FLOAT;

  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal_on_b, const btVector3&, btScalar depth) override {
    if (depth >= distance) return;
    distance = depth;
    normal = normal_on_b;
  }
};

/// Bullet's normal points from B to A.
Answer to_answer(const btVector3& normal, btScalar length) {
  const auto d = [&](int k) { return -static_cast<double>(normal[k]); };
  return {{d(0), d(1), d(2)}, static_cast<double>(length)};
}

}  // namespace

void add_bullet(const PairScene& scene, std::vector<Contender>& contenders) {
  const auto prepared = std::make_shared<Prepared>();
  bool boxes = true;
  for (const ShapeDescription& shape : scene.shapes) {
    const auto half = [&](int k) { return static_cast<btScalar>(0.5 * shape.parameters[k]); };
    if (shape.kind == ShapeKind::box) {
      prepared->shapes.push_back(std::make_unique<btBoxShape>(btVector3(half(0), half(1), half(2))));
    } else if (shape.kind == ShapeKind::hull) {
      auto hull = std::make_unique<btConvexHullShape>();
      for (std::size_t i = 0; i < shape.points.size(); i += 3) {
        hull->addPoint(btVector3(static_cast<btScalar>(shape.points[i]), static_cast<btScalar>(shape.points[i + 1]),
                                 static_cast<btScalar>(shape.points[i + 2])),
                       false);
      }
      hull->recalcLocalAabb();
      prepared->shapes.push_back(std::move(hull));
    } else {
      return;  // Bullet's margins change the shape of capsules and cylinders.
    }
    // The default margin of 4 cm would round the shapes for GJK.
    prepared->shapes.back()->setMargin(0);
    boxes = boxes && shape.kind == ShapeKind::box;
  }
  for (const Pair& pair : scene.pairs) {
    prepared->a.push_back(to_transform(pair.pose_a));
    prepared->b.push_back(to_transform(pair.pose_b));
  }

  if (boxes) {
    contenders.push_back(
        {"Bullet btBoxBoxDetector, native", "contact", [&scene, prepared](Answer* answers) {
           for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
             const auto* a = static_cast<const btBoxShape*>(prepared->shapes[scene.pairs[i].shape_a].get());
             const auto* b = static_cast<const btBoxShape*>(prepared->shapes[scene.pairs[i].shape_b].get());
             btBoxBoxDetector detector(a, b);
             btDiscreteCollisionDetectorInterface::ClosestPointInput input;
             input.m_transformA = prepared->a[i];
             input.m_transformB = prepared->b[i];
             Deepest deepest;
             detector.getClosestPoints(input, deepest, nullptr);
             const bool hit = deepest.distance <= 0;
             answers[i] = to_answer(hit ? deepest.normal : btVector3(0, 0, 0), hit ? -deepest.distance : 0);
           }
         }});
  }

  // question: "contact" or "distance".
  const auto gjk = [&scene, prepared](bool contact) {
    return [&scene, prepared, contact](Answer* answers) {
      btVoronoiSimplexSolver simplex;
      btGjkEpaPenetrationDepthSolver epa;
      for (std::size_t i = 0; i < scene.pairs.size(); ++i) {
        const btConvexShape* a = prepared->shapes[scene.pairs[i].shape_a].get();
        const btConvexShape* b = prepared->shapes[scene.pairs[i].shape_b].get();
        btGjkPairDetector detector(a, b, &simplex, &epa);
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        input.m_transformA = prepared->a[i];
        input.m_transformB = prepared->b[i];
        btPointCollector result;
        detector.getClosestPoints(input, result, nullptr);
        const btScalar distance = result.m_distance;
        if (contact) {
          const bool hit = result.m_hasResult && distance <= 0;
          answers[i] = to_answer(hit ? result.m_normalOnBInWorld : btVector3(0, 0, 0), hit ? -distance : 0);
        } else {
          answers[i] = to_answer(result.m_normalOnBInWorld, distance);
        }
      }
    };
  };
  contenders.push_back({"Bullet btGjkPairDetector, native", "contact", gjk(true)});
  contenders.push_back({"Bullet btGjkPairDetector, native", "distance", gjk(false)});
}

}  // namespace bench
