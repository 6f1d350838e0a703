#pragma once

#include "../border.h"
#include "../call.h"

/// What border.cpp does not know of space.

namespace hyperplane::bindings {

inline constexpr BorderNumber k_own_numbers[] = {
    HYPERPLANE_PLACE("", Records, contact.normal),
    HYPERPLANE_PLACE("", Records, contact.depth),
    HYPERPLANE_PLACE("", Records, contact.features),
    HYPERPLANE_PLACE("", Records, contact.points),
    HYPERPLANE_PLACE("", Records, distance.distance),
    HYPERPLANE_PLACE("", Records, distance.point_a),
    HYPERPLANE_PLACE("", Records, distance.point_b),
    HYPERPLANE_PLACE("", Records, distance.normal),
    HYPERPLANE_PLACE("", Records, distance.features),
    HYPERPLANE_PLACE("", Records, ray.distance),
    HYPERPLANE_PLACE("", Records, ray.point),
    HYPERPLANE_PLACE("", Records, ray.normal),
    HYPERPLANE_PLACE("", Records, ray.feature),
    HYPERPLANE_PLACE("", Records, closest.distance),
    HYPERPLANE_PLACE("", Records, closest.point),
    HYPERPLANE_PLACE("", Records, closest.normal),
    HYPERPLANE_PLACE("", Records, closest.feature),
    HYPERPLANE_PLACE("", Records, impact.time),
    HYPERPLANE_PLACE("", Records, impact.point),
    HYPERPLANE_PLACE("", Records, impact.normal),
    HYPERPLANE_PLACE("", Records, impact.features),
    HYPERPLANE_PLACE("", Records, mover.position),
    HYPERPLANE_PLACE("", Records, mover.remaining),
    HYPERPLANE_PLACE("", Records, mover.ground_row),
    HYPERPLANE_PLACE("", Records, mover.ground_point),
    HYPERPLANE_PLACE("", Records, mover.ground_normal),
    HYPERPLANE_PLACE("", Records, mover.hit_count),
    HYPERPLANE_PLACE("", Records, mover.hits),
    {"mover_hit.size", sizeof(MoverHit) / sizeof(double)},
    {"contact_point.size", sizeof(ContactPoint) / sizeof(double)},
    {"packed_point.size", sizeof(PackedContactPoint) / sizeof(float)},
    HYPERPLANE_PLACE("packed_point.", PackedContactPoint, depth),
    HYPERPLANE_PLACE("packed_point.", PackedContactPoint, id),
    {"limits:shape_min", k_min_shape_size},
    {"limits:shape_max", k_max_shape_size},
    {"limits:coordinate", k_max_coordinate},
#define HYPERPLANE_SHAPE_NUMBER(Type, name) HYPERPLANE_ENUMERATOR(ShapeType, name),
    HYPERPLANE_SHAPES(HYPERPLANE_SHAPE_NUMBER) HYPERPLANE_COMPOSITES(HYPERPLANE_SHAPE_NUMBER)
#undef HYPERPLANE_SHAPE_NUMBER
        {},
};

}  // namespace hyperplane::bindings
