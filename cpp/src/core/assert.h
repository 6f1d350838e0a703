#pragma once

/// States what the code around it relies on. A debug build stops where it does not hold; a release build does not look,
/// and neither does it assume: whatever can come from outside is checked and answered with a Status instead.
#ifdef NDEBUG
#define HYPERPLANE_ASSERT(condition) static_cast<void>(sizeof(!(condition)))
#else
#define HYPERPLANE_ASSERT(condition) ((condition) ? static_cast<void>(0) : __builtin_trap())
#endif
