# GoogleTest, compiled from source with our own flags: natively and to WebAssembly alike.
#
# Debian's package googletest has the sources; elsewhere HYPERPLANE_GOOGLETEST_DIR names a source folder. Natively an installed
# GoogleTest does too.

set(HYPERPLANE_GOOGLETEST_DIR "$ENV{HYPERPLANE_GOOGLETEST_DIR}" CACHE PATH "Source folder of GoogleTest")

find_path(
  HYPERPLANE_GOOGLETEST_SOURCE
  NAMES src/gtest-all.cc
  HINTS "${HYPERPLANE_GOOGLETEST_DIR}/googletest"
  PATHS /usr/src/googletest/googletest /usr/local/src/googletest/googletest
  NO_CMAKE_FIND_ROOT_PATH)

add_library(hyperplane_googletest INTERFACE)
if(HYPERPLANE_GOOGLETEST_SOURCE)
  add_library(hyperplane_gtest STATIC EXCLUDE_FROM_ALL "${HYPERPLANE_GOOGLETEST_SOURCE}/src/gtest-all.cc"
                                                       "${HYPERPLANE_GOOGLETEST_SOURCE}/src/gtest_main.cc")
  target_include_directories(hyperplane_gtest SYSTEM PUBLIC "${HYPERPLANE_GOOGLETEST_SOURCE}/include")
  target_include_directories(hyperplane_gtest PRIVATE "${HYPERPLANE_GOOGLETEST_SOURCE}")
  hyperplane_set_compile_options(hyperplane_gtest)
  target_compile_options(hyperplane_gtest PRIVATE -O0) # ready sooner; the tests hardly enter it
  if(EMSCRIPTEN)
    target_compile_definitions(hyperplane_gtest PUBLIC GTEST_HAS_PTHREAD=0)
  else()
    find_package(Threads REQUIRED)
    target_link_libraries(hyperplane_gtest PUBLIC Threads::Threads)
  endif()
  target_link_libraries(hyperplane_googletest INTERFACE hyperplane_gtest)
elseif(NOT EMSCRIPTEN)
  find_package(GTest REQUIRED)
  target_link_libraries(hyperplane_googletest INTERFACE GTest::gtest GTest::gtest_main)
else()
  message(FATAL_ERROR "The sources of GoogleTest were not found; set HYPERPLANE_GOOGLETEST_DIR to their folder")
endif()

# Adds the test program `target`; add its sources with target_sources. Natively ctest knows every test case; compiled to
# WebAssembly the program runs in Node, in four parts, because starting Node once a case would take longer than the tests.
function(hyperplane_add_test_program target)
  add_executable(${target})
  hyperplane_set_compile_options(${target})
  hyperplane_set_warnings(${target})
  # Most of a test is called once. The library that it tests keeps its own flags.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  # Tests change less often than what they test.
  if(HYPERPLANE_PRECOMPILE)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  hyperplane_precompile(
    ${target}
    <gtest/gtest.h>
    <algorithm>
    <cmath>
    <cstdint>
    <limits>
    <map>
    <random>
    <set>
    <string>
    <vector>)
  target_link_libraries(${target} PRIVATE hyperplane hyperplane_googletest)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cpp/src" "${PROJECT_SOURCE_DIR}/cpp/scenes"
                                               "${PROJECT_SOURCE_DIR}/tests/cpp")
  if(EMSCRIPTEN)
    target_link_options(
      ${target}
      PRIVATE
      -sALLOW_MEMORY_GROWTH=1
      -sABORTING_MALLOC=0
      -sWASM_BIGINT=1
      -sENVIRONMENT=node
      -sEXIT_RUNTIME=1
      -sSTACK_SIZE=1MB
      -sEXPORTED_RUNTIME_METHODS=ENV
      "SHELL:--pre-js \"${PROJECT_SOURCE_DIR}/cpp/cmake/node_environment.js\"")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cpp/cmake/node_environment.js")
    # Not .js: beside a package.json of type "module" that would be an ES module.
    set_target_properties(${target} PROPERTIES SUFFIX ".cjs")
    set(last_part 3)
    math(EXPR parts "${last_part} + 1")
    foreach(part RANGE ${last_part})
      add_test(NAME ${target}_${part} COMMAND ${target})
      set_tests_properties(${target}_${part} PROPERTIES LABELS wasm ENVIRONMENT
                                                        "GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${part}")
    endforeach()
  else()
    include(GoogleTest)
    gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST PROPERTIES LABELS native)
  endif()
endfunction()
