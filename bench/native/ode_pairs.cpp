/// Open Dynamics Engine: dCollide of two boxes, its SAT with manifold.

#include <ode/ode.h>

#include <memory>

#include "pair_scene.h"

namespace bench {
namespace {

struct Geoms {
  std::vector<dGeomID> a, b;

  Geoms() { dInitODE2(0); }
  ~Geoms() {
    for (dGeomID geom : a) dGeomDestroy(geom);
    for (dGeomID geom : b) dGeomDestroy(geom);
    dCloseODE();
  }
  Geoms(const Geoms&) = delete;
  Geoms& operator=(const Geoms&) = delete;
};

dGeomID make_box(const ShapeDescription& shape, const hyperplane::Pose& pose) {
  const auto f = [](double value) { return static_cast<dReal>(value); };
  const dGeomID geom = dCreateBox(nullptr, f(shape.parameters[0]), f(shape.parameters[1]), f(shape.parameters[2]));
  dGeomSetPosition(geom, f(pose.position.x), f(pose.position.y), f(pose.position.z));
  const dQuaternion rotation = {f(pose.rotation.w), f(pose.rotation.x), f(pose.rotation.y), f(pose.rotation.z)};
  dGeomSetQuaternion(geom, rotation);
  return geom;
}

}  // namespace

void add_ode(const PairScene& scene, std::vector<Contender>& contenders) {
  for (const ShapeDescription& shape : scene.shapes) {
    if (shape.kind != ShapeKind::box) return;
  }
  const auto geoms = std::make_shared<Geoms>();
  for (const Pair& pair : scene.pairs) {
    geoms->a.push_back(make_box(scene.shapes[pair.shape_a], pair.pose_a));
    geoms->b.push_back(make_box(scene.shapes[pair.shape_b], pair.pose_b));
  }
  contenders.push_back({"ODE dCollide, native", "contact", [geoms](Answer* answers) {
                          for (std::size_t i = 0; i < geoms->a.size(); ++i) {
                            dContactGeom contacts[8];
                            const int count = dCollide(geoms->a[i], geoms->b[i], 8, contacts, sizeof(dContactGeom));
                            const dContactGeom* deepest = nullptr;
                            for (int k = 0; k < count; ++k) {
                              if (!deepest || contacts[k].depth > deepest->depth) deepest = &contacts[k];
                            }
                            answers[i] = {};
                            if (!deepest) continue;
                            // ODE's normal points from B into A.
                            const auto d = [&](int k) { return -static_cast<double>(deepest->normal[k]); };
                            answers[i] = {{d(0), d(1), d(2)}, static_cast<double>(deepest->depth)};
                          }
                        }});
}

}  // namespace bench
