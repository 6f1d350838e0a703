#pragma once

#include <hyperplane/geometry.h>
#include <hyperplane/mover_base.h>

namespace hyperplane {

using MoverOptions = MoverOptionsOf<Vec3>;
using MoverHit = MoverHitOf<Vec3>;
using MoverResult = MoverResultOf<Vec3>;

}  // namespace hyperplane
