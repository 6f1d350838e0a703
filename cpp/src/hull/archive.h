#pragma once

#include <hyperplane/shape.h>

#include "core/byte_stream.h"
#include "hull/hull.h"

/// A hull as bytes and back, with all that quickhull has found out, so that the copy answers with the same bits. (To
/// build it again from its vertices would not: its frame and its tolerance are those of the cloud.)

namespace hyperplane {

void write_hull(const Hull& hull, ByteWriter& out);

/// Trusts nothing: what comes back has passed validate_hull.
/// @return null with `in.failed()` or `status` set: `invalid_argument` for bytes that are no hull, `out_of_memory`.
HullPtr read_hull(ByteReader& in, Status& status);

}  // namespace hyperplane
