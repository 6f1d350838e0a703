#include <emscripten/bind.h>

#include <cstdint>
#include <limits>

/// Replaces embind's library: registers the bindings and the types that cross the border; web/src/embind.ts is the
/// other side. The library would register every type that C++ and JavaScript share, strings and memory views included,
/// and link sprintf: 3.2 KB of code, gzipped. The linker prefers these definitions to the library's.

namespace {

emscripten::internal::InitFunc* g_bindings = nullptr;

template <class Integer>
void register_integer(const char* name) {
  using Limits = std::numeric_limits<Integer>;
  emscripten::internal::_embind_register_integer(emscripten::internal::TypeID<Integer>::get(), name, sizeof(Integer),
                                                 Limits::min(), Limits::max());
}

}  // namespace

// Names that Emscripten's linker requires.
extern "C" {

/// @return null: there are no type names without RTTI.
const char* __getTypeName(const std::type_info* /*type*/) { return nullptr; }

void _embind_initialize_bindings() {
  for (auto* binding = g_bindings; binding != nullptr; binding = binding->next) binding->init_func();
}

void _embind_register_bindings(emscripten::internal::InitFunc* binding) {
  binding->next = g_bindings;
  g_bindings = binding;
}

}  // extern "C"

EMSCRIPTEN_BINDINGS(hyperplane_types) {
  emscripten::internal::_embind_register_void(emscripten::internal::TypeID<void>::get(), "void");
  emscripten::internal::_embind_register_float(emscripten::internal::TypeID<double>::get(), "double", sizeof(double));
  register_integer<std::uint32_t>("unsigned int");
}
