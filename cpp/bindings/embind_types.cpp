#include <emscripten/bind.h>

#include <cstdint>
#include <limits>

/// What embind's own library is to other modules: the list of bindings, and the types that cross the border. The
/// library registers every type that C++ and JavaScript have in common, strings and views of memory among them, and
/// brings sprintf: 3.2 KB of code, gzipped. The linker takes these definitions instead of the library's. The other side
/// is web/src/embind.ts.

namespace {

emscripten::internal::InitFunc* g_bindings = nullptr;

template <class Integer>
void register_integer(const char* name) {
  using Limits = std::numeric_limits<Integer>;
  emscripten::internal::_embind_register_integer(emscripten::internal::TypeID<Integer>::get(), name, sizeof(Integer),
                                                 Limits::min(), Limits::max());
}

}  // namespace

// The names that Emscripten's link asks for.
extern "C" {

/// @return no name: without RTTI there are none
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
