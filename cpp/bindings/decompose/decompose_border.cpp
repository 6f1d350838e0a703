#include <hyperplane/decompose.h>
#include <hyperplane/shape.h>

#include "../border.h"
#include "records.h"

namespace hyperplane::bindings {
namespace {

constexpr BorderNumber k_own_numbers[] = {
    {"records:size", sizeof(DecomposeRecords)},
    HYPERPLANE_PLACE("records:", DecomposeRecords, fault),
    HYPERPLANE_PLACE("records:", DecomposeRecords, report),
    {"max_parts", k_max_decompose_parts},
    {"max_triangles", k_max_decompose_triangles},
    {"shape_numbers", k_shape_numbers},
    HYPERPLANE_ENUMERATOR(ShapeType, sphere),
    HYPERPLANE_ENUMERATOR(ShapeType, box),
    HYPERPLANE_ENUMERATOR(ShapeType, capsule),
    HYPERPLANE_ENUMERATOR(ShapeType, cylinder),
    {},
};

}  // namespace

HYPERPLANE_BORDER(own_numbers)

}  // namespace hyperplane::bindings
