#pragma once

#include "../border.h"
#include "../call.h"

/// What border.cpp does not know of the plane.

namespace hyperplane::bindings {

using plane::ContactPointsRecord;
using plane::ShapeType;

inline constexpr BorderNumber k_own_numbers[] = {
    HYPERPLANE_PLACE("", Records, parts),
    {"points_record.size", sizeof(ContactPointsRecord) / sizeof(float)},
    HYPERPLANE_PLACE("points_record.", ContactPointsRecord, points),
    HYPERPLANE_PLACE("points_record.", ContactPointsRecord, count),
    HYPERPLANE_PLACE("points_record.", ContactPointsRecord, ids),
    HYPERPLANE_PLACE("points_record.", ContactPointsRecord, part_a),
    {"no_item", k_no_item},
    {"limits:shape_min", plane::k_min_size},
    {"limits:shape_max", plane::k_max_size},
    {"limits:coordinate", plane::k_max_position},
    {"limits:angle", plane::k_max_angle},
    {"limits:points", plane::k_max_polygon_points},
    {"limits:parts", plane::k_max_compound_parts},
    HYPERPLANE_ENUMERATOR(ShapeType, circle),
    HYPERPLANE_ENUMERATOR(ShapeType, rectangle),
    HYPERPLANE_ENUMERATOR(ShapeType, capsule),
    HYPERPLANE_ENUMERATOR(ShapeType, ellipse),
    HYPERPLANE_ENUMERATOR(ShapeType, segment),
    HYPERPLANE_ENUMERATOR(ShapeType, convex_polygon),
    HYPERPLANE_ENUMERATOR(ShapeType, polygon),
    HYPERPLANE_ENUMERATOR(ShapeType, chain),
    HYPERPLANE_ENUMERATOR(ShapeType, compound),
    HYPERPLANE_ENUMERATOR(ShapeType, tile_map),
    HYPERPLANE_ENUMERATOR(ShapeType, half_space),
    {},
};

}  // namespace hyperplane::bindings
