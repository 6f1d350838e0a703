#pragma once

/// Asserts an invariant in debug builds. Release builds neither check nor assume it: input from outside is validated
/// and rejected with a Status instead.
#ifdef NDEBUG
#define HYPERPLANE_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#else
#define HYPERPLANE_ASSERT(condition) ((condition) ? static_cast<void>(0) : __builtin_trap())
#endif
