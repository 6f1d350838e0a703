#pragma once

#include <hyperplane/shape.h>

#include "core/byte_stream.h"
#include "hull/hull.h"

/// Serialises a finished hull, so that the copy answers with the same bits. (A hull rebuilt from the vertices would
/// not: its frame and tolerance follow from the point cloud.)

namespace hyperplane {

void write_hull(const Hull& hull, ByteWriter& out);

/// Trusts nothing: the result has passed validate_hull.
/// @return null with `in.failed()` or `status` set: `invalid_argument` for bytes that are no hull, `out_of_memory`.
HullPtr read_hull(ByteReader& in, Status& status);

}  // namespace hyperplane
