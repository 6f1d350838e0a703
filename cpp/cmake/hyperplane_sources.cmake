# Which sources of the WebAssembly modules are compiled for speed, for size, or in between. A page downloads a whole module before its
# first answer, and code that runs once a shape, a world or a click never shows up in a frame. Each folder's CMakeLists.txt lists its hot
# (-O2), warm, cool and cold sources. Where in doubt a file is hot. npm test (stage package) has a budget for the modules. The results are
# the same bits either way. What was measured: docs/experiments.md.

# Without the optimiser's unrolled and vectorised loops, where they buy little.
set(hyperplane_warm "$<$<NOT:$<CONFIG:Debug>>:-O2;-fno-unroll-loops;-fno-vectorize;-fno-slp-vectorize>")
# The same, and functions of more than a few dozen instructions are not copied into their callers.
set(hyperplane_cool "${hyperplane_warm};$<$<NOT:$<CONFIG:Debug>>:-mllvm;-inline-threshold=120>")
# For size, and linked as one program (LTO), which inlines functions with one caller and merges copies.
set(hyperplane_cold "$<$<NOT:$<CONFIG:Debug>>:-Oz;-flto>")
# For size, in an object of its own: it replaces or wraps an object of a library.
set(hyperplane_alone "$<$<NOT:$<CONFIG:Debug>>:-Oz>")

# Sets the flags of sources of `target`, which are among one of the lists above. Native builds have one set of flags, as has
# WebAssembly that is not for the package.
function(hyperplane_set_flags target sources flags)
  if(EMSCRIPTEN AND HYPERPLANE_PACKAGE AND sources)
    set_source_files_properties(${sources} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${flags}")
  endif()
endfunction()

# hyperplane_sources(<target> [HOT <source>...] [WARM <source>...] [COOL <source>...] [COLD <source>...] [ALONE <source>...])
# Adds the sources in the order of their names: the linker takes the first of several definitions, so the order determines a module's
# bytes.
function(hyperplane_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 sources "" "" "HOT;WARM;COOL;COLD;ALONE")
  set(all ${sources_HOT} ${sources_WARM} ${sources_COOL} ${sources_COLD} ${sources_ALONE})
  list(SORT all)
  target_sources(${target} PRIVATE ${all})
  hyperplane_set_flags(${target} "${sources_WARM}" "${hyperplane_warm}")
  hyperplane_set_flags(${target} "${sources_COOL}" "${hyperplane_cool}")
  hyperplane_set_flags(${target} "${sources_COLD}" "${hyperplane_cold}")
  hyperplane_set_flags(${target} "${sources_ALONE}" "${hyperplane_alone}")
endfunction()

# Gives the module of the plane, `target`, its own objects of the layers that it uses, in builds for the package. To keep it small, shared
# layers are cold but for the pairs of a sweep. Removes the plane from the library, where nothing else uses it.
function(hyperplane_add_plane_layers target)
  if(NOT HYPERPLANE_PACKAGE)
    return()
  endif()
  get_target_property(sources hyperplane SOURCES)
  foreach(layer core bvh broadphase colliders plane)
    set(own ${sources})
    list(FILTER own INCLUDE REGEX "(^|/)${layer}/([a-z]+/)?[a-z0-9_]+[.]cpp$")
    list(SORT own)
    list(TRANSFORM own PREPEND "${PROJECT_SOURCE_DIR}/cpp/src/" REGEX "^[^/]+/")
    target_sources(${target} PRIVATE ${own})
    foreach(source IN LISTS own)
      get_source_file_property(flags "${source}" TARGET_DIRECTORY hyperplane COMPILE_OPTIONS)
      if(NOT layer STREQUAL "plane" AND NOT source MATCHES "/sweep_and_prune[.]cpp$")
        set(flags ${hyperplane_cold})
      endif()
      hyperplane_set_flags(${target} "${source}" "${flags}")
    endforeach()
  endforeach()
  list(FILTER sources EXCLUDE REGEX "(^|/)plane/[a-z]+/[a-z0-9_]+[.]cpp$")
  set_property(TARGET hyperplane PROPERTY SOURCES ${sources})
endfunction()
