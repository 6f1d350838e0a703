# How everything of this project is compiled, applied target by target: nothing here reaches a project that uses the library.

# Sanitizers and fuzzers want the whole program instrumented.
if(HYPERPLANE_SANITIZE OR HYPERPLANE_FUZZ)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${sanitizers})
  add_link_options(${sanitizers})
endif()
if(HYPERPLANE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "HYPERPLANE_FUZZ needs clang, which has libFuzzer")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Flags that decide about bits and code, for the library and for all that is compiled with it.
function(hyperplane_set_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  if(MSVC)
    target_compile_options(${target} PRIVATE /fp:precise /GR- /permissive- /utf-8)
  else()
    target_compile_options(
      ${target}
      PRIVATE -ffp-contract=off # a fused multiply-add rounds once where the others round twice
              -fno-math-errno # sqrt as one instruction; nothing here looks at errno
              -fno-exceptions
              -fno-rtti)
    if(NOT EMSCRIPTEN AND CMAKE_SYSTEM_PROCESSOR MATCHES "^i.86$")
      target_compile_options(${target} PRIVATE -msse2 -mfpmath=sse) # x87 rounds differently
    endif()
  endif()
  if(NOT HYPERPLANE_SIMD)
    target_compile_definitions(${target} PRIVATE HYPERPLANE_SCALAR)
  elseif(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -msimd128)
  endif()
endfunction()

# Warnings, for our own code only.
function(hyperplane_set_warnings target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${HYPERPLANE_WARNINGS_AS_ERRORS}>:/WX>)
  else()
    target_compile_options(
      ${target}
      PRIVATE -Wall
              -Wextra
              -Wpedantic
              -Wconversion
              -Wshadow
              -Wdouble-promotion
              $<$<BOOL:${HYPERPLANE_WARNINGS_AS_ERRORS}>:-Werror>)
  endif()
endfunction()
