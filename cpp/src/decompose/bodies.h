#pragma once

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "decompose/model.h"
#include "decompose/piece.h"

namespace hyperplane {

/// Makes a piece of each body, its surface and concave edges in a cell that has room for all of it; without a hull.
/// @param is_by_body false: one piece for all bodies. @param pieces empty; owned by the caller, also after a failure.
[[nodiscard]] Status make_bodies(const Model& model, bool is_by_body, Buffer<Piece*>& pieces);

/// Frees pieces and empties the list.
void destroy_all(Buffer<Piece*>& pieces);

}  // namespace hyperplane
