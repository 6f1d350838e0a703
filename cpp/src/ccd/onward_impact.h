#pragma once

#include <hyperplane/sweep.h>

#include "ccd/composite_impact.h"

namespace hyperplane {

/// The first impact of shapes that touch at the start without getting deeper there, one of them a composite: a crate
/// that slides over the floor of a level hits the wall of the same level.
///
/// As `time_of_impact`, but each pair of parts counts for itself, and only if it gets deeper: what touches at the start
/// and moves along or apart does not. Edges inside a surface and seams between flush parts stop nobody: there the face
/// of the triangle decides, and a part is passed (surface_contact.h, flush_contact.h).
/// @param also what else an impact must pass, may be null.
Impact onward_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                     const PartImpactFilter* also = nullptr);

}  // namespace hyperplane
