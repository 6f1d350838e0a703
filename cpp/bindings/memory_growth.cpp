#include <cstddef>

/// How memory grows. The linker's --wrap puts this function before Emscripten's own, which adds just the pages that are
/// missing. Each growth makes an engine replace the memory's ArrayBuffer and collect garbage, so the number of growths
/// must be logarithmic in the amount of memory: page by page, 40,000 hulls took 16 s.

namespace {

constexpr std::size_t k_page = 65536;
/// Memory grows by at least this share of its size.
constexpr std::size_t k_growth_divisor = 4;
/// Limit of that share, bytes.
constexpr std::size_t k_max_growth = std::size_t{64} << 20;

bool grow_by(std::size_t pages) { return __builtin_wasm_memory_grow(0, pages) != static_cast<std::size_t>(-1); }

}  // namespace

/// @param size bytes that are needed in all, more than there are. @return whether they are there now.
extern "C" int __wrap_emscripten_resize_heap(std::size_t size) {
  const std::size_t bytes = __builtin_wasm_memory_size(0) * k_page;
  const std::size_t missing = (size - bytes + k_page - 1) / k_page;
  const std::size_t share = bytes / k_growth_divisor;
  const std::size_t generous = (share < k_max_growth ? share : k_max_growth) / k_page;
  // Close to the limit of memory the exact amount may still be there.
  return (generous > missing && grow_by(generous)) || grow_by(missing) ? 1 : 0;
}
