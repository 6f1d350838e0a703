/// libccd: GJK with EPA over support functions that the caller provides.

#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <cmath>
#include <memory>

#include "pair_scene.h"

namespace bench {
namespace {

struct Body {
  const ShapeDescription* shape;
  ccd_vec3_t position;
  ccd_quat_t rotation, inverse;
};

ccd_real_t with_sign(ccd_real_t value, ccd_real_t sign) { return sign < 0 ? -value : value; }

/// In the shape's own frame.
void local_support(const ShapeDescription& shape, const ccd_vec3_t& d, ccd_vec3_t& out) {
  const double* p = shape.parameters;
  const ccd_real_t x = ccdVec3X(&d), y = ccdVec3Y(&d), z = ccdVec3Z(&d);
  const ccd_real_t length = std::sqrt(x * x + y * y + z * z);
  switch (shape.kind) {
    case ShapeKind::box:
      ccdVec3Set(&out, with_sign(0.5 * p[0], x), with_sign(0.5 * p[1], y), with_sign(0.5 * p[2], z));
      return;
    case ShapeKind::round_box: {
      const ccd_real_t scale = p[3] / length;
      ccdVec3Set(&out, x * scale + with_sign(0.5 * p[0], x), y * scale + with_sign(0.5 * p[1], y),
                 z * scale + with_sign(0.5 * p[2], z));
      return;
    }
    case ShapeKind::tapered_capsule: {
      const bool is_top = p[0] * length + p[2] * y > p[1] * length;
      const ccd_real_t scale = (is_top ? p[0] : p[1]) / length;
      ccdVec3Set(&out, x * scale, y * scale + (is_top ? 0.5 : -0.5) * p[2], z * scale);
      return;
    }
    case ShapeKind::capsule: {
      const ccd_real_t scale = p[0] / length;
      ccdVec3Set(&out, x * scale, y * scale + with_sign(0.5 * p[1], y), z * scale);
      return;
    }
    case ShapeKind::cylinder: {
      const ccd_real_t across = std::sqrt(x * x + z * z);
      const ccd_real_t scale = across > 0 ? p[0] / across : 0;
      ccdVec3Set(&out, x * scale, with_sign(0.5 * p[1], y), z * scale);
      return;
    }
    case ShapeKind::hull: {
      const double* best = shape.points.data();
      double most = -INFINITY;
      for (std::size_t i = 0; i < shape.points.size(); i += 3) {
        const double* v = &shape.points[i];
        const double along = v[0] * x + v[1] * y + v[2] * z;
        if (along > most) {
          most = along;
          best = v;
        }
      }
      ccdVec3Set(&out, best[0], best[1], best[2]);
      return;
    }
  }
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body& body = *static_cast<const Body*>(object);
  ccd_vec3_t d = *direction;
  ccdQuatRotVec(&d, &body.inverse);
  local_support(*body.shape, d, *out);
  ccdQuatRotVec(out, &body.rotation);
  ccdVec3Add(out, &body.position);
}

Body make_body(const ShapeDescription& shape, const hyperplane::Pose& pose) {
  Body body;
  body.shape = &shape;
  ccdVec3Set(&body.position, pose.position.x, pose.position.y, pose.position.z);
  ccdQuatSet(&body.rotation, pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w);
  ccdQuatInvert2(&body.inverse, &body.rotation);
  return body;
}

}  // namespace

void add_libccd(const PairScene& scene, std::vector<Contender>& contenders) {
  struct Bodies {
    std::vector<Body> a, b;
    ccd_t settings;
  };
  const auto bodies = std::make_shared<Bodies>();
  for (const Pair& pair : scene.pairs) {
    bodies->a.push_back(make_body(scene.shapes[pair.shape_a], pair.pose_a));
    bodies->b.push_back(make_body(scene.shapes[pair.shape_b], pair.pose_b));
  }
  CCD_INIT(&bodies->settings);
  bodies->settings.support1 = support;
  bodies->settings.support2 = support;
  bodies->settings.max_iterations = 100;
  bodies->settings.epa_tolerance = 1e-6;

  contenders.push_back({"libccd ccdGJKIntersect, native", "intersects", [bodies](Answer* answers) {
                          for (std::size_t i = 0; i < bodies->a.size(); ++i) {
                            answers[i].amount = ccdGJKIntersect(&bodies->a[i], &bodies->b[i], &bodies->settings);
                          }
                        }});
  contenders.push_back({"libccd ccdGJKPenetration, native", "contact", [bodies](Answer* answers) {
                          for (std::size_t i = 0; i < bodies->a.size(); ++i) {
                            ccd_real_t depth = 0;
                            ccd_vec3_t direction, position;
                            const int result = ccdGJKPenetration(&bodies->a[i], &bodies->b[i], &bodies->settings,
                                                                 &depth, &direction, &position);
                            answers[i] = {};
                            if (result != 0) continue;
                            answers[i] = {{direction.v[0], direction.v[1], direction.v[2]}, depth};
                          }
                        }});
}

}  // namespace bench
