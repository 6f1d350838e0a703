# How everything of this project is compiled, applied target by target: nothing here reaches a project that uses the library.

if(MSVC)
  message(FATAL_ERROR "hyperplane is compiled with clang or gcc: it needs 128-bit integers, which MSVC lacks. "
                      "On Windows use clang++ of LLVM, or MinGW.")
endif()

# The project is developed with clang 19 and is free of its warnings. Other compilers warn about other things.
set(hyperplane_warnings_as_errors "${HYPERPLANE_WARNINGS_AS_ERRORS}")
if(HYPERPLANE_WARNINGS_AS_ERRORS STREQUAL "CLANG19")
  set(hyperplane_warnings_as_errors OFF)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^19[.]")
    set(hyperplane_warnings_as_errors ON)
  endif()
endif()

# Sanitizers and fuzzers want the whole program instrumented.
if(HYPERPLANE_SANITIZE OR HYPERPLANE_FUZZ)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${sanitizers})
  add_link_options(${sanitizers})
endif()
if(HYPERPLANE_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "HYPERPLANE_FUZZ needs clang, which has libFuzzer")
endif()

# Flags that decide about bits and code, for the library and for all that is compiled with it.
function(hyperplane_set_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(
    ${target}
    PRIVATE -ffp-contract=off # a fused multiply-add rounds once where the others round twice
            "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=" # the same object files in every clone
            -fno-math-errno # sqrt as one instruction; nothing here looks at errno
            -fno-exceptions
            -fno-rtti)
  if(EMSCRIPTEN)
    # libc++'s headers include others that they do not need, for programs of old: that takes half of the time of a compilation.
    target_compile_definitions(${target} PRIVATE _LIBCPP_REMOVE_TRANSITIVE_INCLUDES)
  endif()
  if(NOT HYPERPLANE_SIMD)
    target_compile_definitions(${target} PRIVATE HYPERPLANE_SCALAR)
  elseif(EMSCRIPTEN)
    # Conversions that cannot trap are older than SIMD in all browsers.
    target_compile_options(${target} PRIVATE -msimd128 -mnontrapping-fptoint)
  endif()
endfunction()

# Precompiles headers for `target`. Parsing the standard library takes most of the time of a build. Sources still include what
# they use: the package's own build is without.
function(hyperplane_precompile target)
  if(HYPERPLANE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp") # the same bytes from the same headers
    endif()
  endif()
endfunction()

# Warnings, for our own code only.
function(hyperplane_set_warnings target)
  target_compile_options(
    ${target}
    PRIVATE -Wall
            -Wextra
            -Wpedantic
            -Wconversion
            -Wshadow
            -Wdouble-promotion
            $<$<BOOL:${hyperplane_warnings_as_errors}>:-Werror>)
endfunction()
