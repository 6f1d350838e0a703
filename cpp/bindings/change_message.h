#pragma once

#include <hyperplane/status.h>

namespace hyperplane::bindings {

/// Why a collider was not changed.
inline const char* change_message(Status status) {
  switch (status) {
    case Status::stale_handle:
      return "not a live collider";
    case Status::out_of_memory:
      return "no memory to change a collider";
    default:
      return "the pose in the collider's row is wrong";
  }
}

}  // namespace hyperplane::bindings
