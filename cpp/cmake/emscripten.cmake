# Toolchain file of the presets "wasm...": finds Emscripten by itself, so that `cmake --preset wasm` works in any shell.

if(NOT DEFINED ENV{HYPERPLANE_EMSCRIPTEN_ROOT})
  find_program(HYPERPLANE_NODE node REQUIRED)
  execute_process(
    COMMAND "${HYPERPLANE_NODE}" "${CMAKE_CURRENT_LIST_DIR}/../../tools/setup.js" root
    OUTPUT_VARIABLE hyperplane_emscripten_root
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # CMake reads this file again for each of its trial builds; those inherit the environment.
  set(ENV{HYPERPLANE_EMSCRIPTEN_ROOT} "${hyperplane_emscripten_root}")
endif()

include("$ENV{HYPERPLANE_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
