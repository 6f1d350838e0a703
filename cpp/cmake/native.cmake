# Toolchain file of the native presets: prefers the compiler that npm test uses, whose warnings differ from gcc's. CXX in the
# environment overrides it.

if(NOT DEFINED ENV{CXX} AND NOT CMAKE_CXX_COMPILER)
  find_program(HYPERPLANE_CLANG clang++-19)
  if(HYPERPLANE_CLANG)
    set(CMAKE_CXX_COMPILER "${HYPERPLANE_CLANG}")
  endif()
endif()
