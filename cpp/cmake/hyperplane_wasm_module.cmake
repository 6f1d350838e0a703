# The WebAssembly module of the npm package: a .wasm file and an ES module that starts it.

# Adds the executable `target`, which becomes <output>.js and <output>.wasm in the build folder; add its sources with
# target_sources.
function(hyperplane_add_wasm_module target output)
  add_executable(${target})
  hyperplane_set_compile_options(${target})
  hyperplane_set_warnings(${target})
  # embind's glue code; behind the objects, one of which stands in for its library (cpp/bindings/embind_types.cpp).
  target_link_libraries(${target} PRIVATE hyperplane -lembind)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cpp/src")
  # Without RTTI embind has no type names to print; they are of use only to its own error messages.
  target_compile_definitions(${target} PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(
    ${target}
    PRIVATE
    -fno-exceptions # at the link these two choose the variants of libembind and libc++ that go with the code
    -fno-rtti
    -sEMBIND_AOT=1 # a call costs what a plain export costs (6 ns, not 115)
    -sDYNAMIC_EXECUTION=0 # no eval, no new Function: pages may forbid them
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sWASM_BIGINT=1
    -sALLOW_MEMORY_GROWTH=1
    -sABORTING_MALLOC=0 # running out of memory is a status, not the end
    -sSTACK_SIZE=256KB # the default, 64 KB, is little for the polytopes of EPA
    -sMALLOC=emmalloc # 5 KB smaller than dlmalloc; the core allocates seldom and in large pieces
    -sFILESYSTEM=0
    # Node too: there the package hands over the bytes by the instantiateWasm hook, and the code for Node that this leaves
    # out would make bundlers ask for Node's own modules.
    -sENVIRONMENT=web,worker
    -sINCOMING_MODULE_JS_API=instantiateWasm)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
endfunction()
