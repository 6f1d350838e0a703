#pragma once

#include <emscripten/bind.h>

namespace hyperplane::bindings {

/// `emscripten::function` for functions of numbers, without an invoker, which would convert nothing: JavaScript calls
/// the function itself (web/src/embind.ts), and of its types needs that of the result alone.
template <class Result, class... Arguments>
void bind_call(const char* name, Result (*function)(Arguments...)) {
  using namespace emscripten::internal;
  static constexpr TYPEID result[] = {TypeID<Result>::get()};
  _embind_register_function(name, 1, result, "", nullptr, reinterpret_cast<GenericFunction>(function), false, false);
}

}  // namespace hyperplane::bindings
