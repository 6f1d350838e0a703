#pragma once

namespace hyperplane {

/// Prefetches an address. Affects time only. WebAssembly has no prefetch; there it is a load whose result is unused.
/// @param address must be valid.
inline void fetch_ahead(const void* address) {
#if defined(__wasm__)
  static_cast<void>(*static_cast<const volatile char*>(address));
#else
  __builtin_prefetch(address);
#endif
}

}  // namespace hyperplane
