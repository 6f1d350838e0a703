# libFuzzer targets. Their known inputs lie under tests/fuzz/corpus/<target>; npm test replays them.

add_custom_target(hyperplane_fuzzers)

# A fuzzer watches which branches of the library its inputs take.
target_compile_options(hyperplane PRIVATE -fsanitize=fuzzer-no-link)

# Adds the fuzzer `target`, made from the sources that follow.
function(hyperplane_add_fuzzer target)
  add_executable(${target} ${ARGN})
  add_dependencies(hyperplane_fuzzers ${target})
  hyperplane_set_compile_options(${target})
  hyperplane_set_warnings(${target})
  target_link_libraries(${target} PRIVATE hyperplane)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cpp/src" "${PROJECT_SOURCE_DIR}/tests/cpp")
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/fuzzers")
endfunction()
