# The WebAssembly module of the npm package. The package starts it by itself (web/src/embind.ts).

# Adds the executable `target`, which becomes <output>.wasm in the build folder; add its sources with
# target_sources.
function(hyperplane_add_wasm_module target output)
  add_executable(${target})
  hyperplane_set_compile_options(${target})
  hyperplane_set_warnings(${target})
  # For embind's imports; behind the objects, one of which stands in for its library (cpp/bindings/embind_types.cpp).
  target_link_libraries(${target} PRIVATE hyperplane -lembind)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cpp/src")
  # Without RTTI embind has no type names to print; they are of use only to its own error messages.
  target_compile_definitions(${target} PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(
    ${target}
    PRIVATE
    -fno-exceptions # at the link these two choose the variants of libembind and libc++ that go with the code
    -fno-rtti
    --no-entry
    -sWASM_BIGINT=1 # 64-bit integers stay what they are: no pass of wasm-emscripten-finalize, which npm's binaryen lacks
    -sALLOW_MEMORY_GROWTH=1
    -Wl,--wrap=emscripten_resize_heap # by a share: cpp/bindings/memory_growth.cpp
    -sABORTING_MALLOC=0 # running out of memory is a status, not the end
    -sSTACK_SIZE=256KB # the default, 64 KB, is little for the polytopes of EPA
    -sMALLOC=emmalloc # 5 KB smaller than dlmalloc; the core allocates seldom and in large pieces
  )
  if(HYPERPLANE_PACKAGE)
    target_link_options(
      ${target}
      PRIVATE
      # wasm-opt works at -O3 twice all the same. At -O3 emcc prepares for passes over the JavaScript, which is not made here,
      # and leaves out wasm-opt's last step (stack IR): 0.4 KB gzipped.
      $<$<NOT:$<CONFIG:Debug>>:-O2>
      -sBINARYEN_EXTRA_PASSES=-O3,-O3 # the second over the result of the first: 0.5 KB gzipped
    )
  else()
    target_link_options(${target} PRIVATE -O1) # without wasm-opt
  endif()
  # For tools/lib/border.js.
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/${output}.sources" CONTENT "$<JOIN:$<TARGET_PROPERTY:${target},SOURCES>,\n>")
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output} SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()

# Adds the executable <target>_border, which becomes <output>-border.wasm: a table of numbers (cpp/bindings/border.h). More
# arguments: folders of headers.
function(hyperplane_add_border target output source)
  add_executable(${target}_border "${source}")
  hyperplane_set_compile_options(${target}_border)
  hyperplane_set_warnings(${target}_border)
  target_link_libraries(${target}_border PRIVATE hyperplane)
  target_include_directories(${target}_border PRIVATE "${PROJECT_SOURCE_DIR}/cpp/src" ${ARGN})
  target_link_options(${target}_border PRIVATE -fno-exceptions -fno-rtti --no-entry -sWASM_BIGINT=1 -O1)
  set_target_properties(${target}_border PROPERTIES OUTPUT_NAME ${output}-border SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY
                                                                                   "${PROJECT_BINARY_DIR}")
  add_dependencies(${target} ${target}_border)
endfunction()
