#pragma once

namespace hyperplane::bindings {

/// JavaScript's performance.now, in milliseconds (web/src/embind.ts).
extern "C" __attribute__((import_module("env"), import_name("now"))) double hyperplane_now();

}  // namespace hyperplane::bindings
