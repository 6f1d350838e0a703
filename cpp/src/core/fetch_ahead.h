#pragma once

namespace hyperplane {

/// Asks for the memory of an address that will be needed soon, without waiting for it. Changes nothing but the time.
/// WebAssembly has no instruction for that; there it is a load whose result nobody waits for.
/// @param address of something that exists.
inline void fetch_ahead(const void* address) {
#if defined(__wasm__)
  static_cast<void>(*static_cast<const volatile char*>(address));
#else
  __builtin_prefetch(address);
#endif
}

}  // namespace hyperplane
