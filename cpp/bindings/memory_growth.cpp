#include <cstddef>

/// Geometric growth of memory. The linker's --wrap replaces Emscripten's function, which adds only the missing pages.
/// With each growth the engine replaces the memory's ArrayBuffer and collects garbage, so the number of growths must be
/// logarithmic in the amount of memory: page by page, 40,000 hulls took 16 s.

namespace {

constexpr std::size_t k_page = 65536;
/// Memory grows by at least this share of its size.
constexpr std::size_t k_growth_divisor = 16;
/// Limit of that share, bytes.
constexpr std::size_t k_max_growth = std::size_t{64} << 20;

bool grow_by(std::size_t pages) { return __builtin_wasm_memory_grow(0, pages) != static_cast<std::size_t>(-1); }

}  // namespace

/// @param size bytes; total size needed, greater than the present size. @return 1 on success, else 0.
extern "C" int __wrap_emscripten_resize_heap(std::size_t size) {
  const std::size_t bytes = __builtin_wasm_memory_size(0) * k_page;
  const std::size_t missing = (size - bytes + k_page - 1) / k_page;
  const std::size_t share = bytes / k_growth_divisor;
  const std::size_t generous = (share < k_max_growth ? share : k_max_growth) / k_page;
  // Near the memory limit the exact amount may still fit.
  return (generous > missing && grow_by(generous)) || grow_by(missing) ? 1 : 0;
}
