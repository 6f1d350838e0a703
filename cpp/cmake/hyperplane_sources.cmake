# What the WebAssembly module is compiled for size (-Oz) and not for speed (-O3): a page downloads all of it before its first
# answer, and what is called once a shape, once a world or once a click never shows up in a frame.
#
# A file that is not named here is compiled for speed, so that nothing gets slow by being forgotten; npm test (stage package)
# has a budget for the whole, which is where a new file that should be named here makes itself felt. Not named: what runs once a
# pair, once a row, once a ray or once a tree node. The results are the same bits either way. Native builds are not concerned.
#
# Cold files are linked as one program (LTO), which finds what is called from one place only and what files have twice: 4.4 KB
# (gzipped), at no cost in time.
#
# A second list, of warm files, holds code in which the optimiser's unrolled and vectorised loops buy little: -O2 without those.
# The first of them made the module 5.5 KB smaller (gzipped), for 0 to 2 % of the time of a world's update, and nothing that can be
# measured elsewhere. Other files were tried and not taken: the boxes' filter, batches and manifolds take 1.1 to 1.2 times as
# long, linear_cast.cpp 1.07, penetration_depth.cpp and epa_polytope.cpp together 1.09 for a cylinder and a box. With -Os the box files
# take 1.2 to 1.5 times as long, and pair_table.cpp with approach.cpp 1.02 to 1.09, for 1.3 KB. path_bound.cpp and
# six more warm files saved 2.9 KB; their times were compared on a busy machine only, to about 5 %.
#
# Which files are cold was decided by a profile of V8 over pairs, worlds, queries, casts, meshes and movers, and by measuring in
# turns. Tried and put back: bounds.cpp, sync_poses.cpp, merge_contacts.cpp (a world's update 1.05 to 1.08), tree_pairs.cpp (1.17),
# height_field_query.cpp (rays 1.28, closest points 1.39; 4.5 KB), composite_pair.cpp (overlaps of a mesh 1.13), part_pairs.cpp with
# contact_patches.cpp and face_area.cpp (contacts with a mesh 1.02 to 1.04; 2.3 KB), time_of_impact.cpp with moving_body.cpp (impacts
# 1.2), surface_vicinity.cpp and gap_planes.cpp (a mover's step 1.15), sphere_convex.cpp and sphere_sphere.cpp (1.04 for a pair),
# reduce_manifold.cpp and contact_id.cpp (manifolds of cylinders 1.1). More inlining among cold files (-mllvm -inline-threshold=25
# instead of 5) adds 0.8 KB; instructions of bulk memory and saturating conversions change 0.1.
#
# What the rest would cost, measured in Node in turns with the build as it is: everything compiled with -Oz takes 1.2 to 3 times
# as long for a pair and 1.4 to 1.6 for a world's update (and is a fifth smaller), with -Os 1.1 to 1.4 times. Linking with
# -Oz, which makes wasm-opt work for size, saves 1 % and doubles the time of `collide`: so wasm-opt stays at -O3.
set(hyperplane_cold_sources
    # Asked for memory, snapshots.
    cpp/src/core/buffer.cpp
    cpp/src/core/byte_stream.cpp
    cpp/src/core/memory.cpp
    # A hull is built once, and its support points (support.cpp) are asked for millions of times.
    cpp/src/hull/archive.cpp
    cpp/src/hull/assemble.cpp
    cpp/src/hull/build_hull.cpp
    cpp/src/hull/cloud.cpp
    cpp/src/hull/merge_faces.cpp
    cpp/src/hull/pack.cpp
    cpp/src/hull/quickhull.cpp
    cpp/src/hull/reduce_vertices.cpp
    cpp/src/hull/remove_vertex.cpp
    cpp/src/hull/validate.cpp
    # Checks and views for tests and for debugging.
    cpp/src/bvh/validate.cpp
    cpp/src/bvh/visit_nodes.cpp
    # Of a decomposition, what runs once or once a piece.
    cpp/src/decompose/adjacency.cpp
    cpp/src/decompose/bodies.cpp
    cpp/src/decompose/decompose.cpp
    cpp/src/decompose/decomposition.cpp
    cpp/src/decompose/merging.cpp
    cpp/src/decompose/model.cpp
    cpp/src/decompose/primitive_fit.cpp
    cpp/src/decompose/principal_axes.cpp
    cpp/src/decompose/relaxation.cpp
    # Once a shape.
    cpp/src/bvh/build.cpp
    cpp/src/composite/height_field.cpp
    cpp/src/composite/height_field_archive.cpp
    cpp/src/composite/height_field_input.cpp
    cpp/src/composite/height_pyramid.cpp
    cpp/src/composite/mesh_archive.cpp
    cpp/src/composite/mesh_edges.cpp
    cpp/src/composite/mesh_input.cpp
    cpp/src/composite/orientation.cpp
    cpp/src/composite/shape_extent.cpp
    cpp/src/composite/weld.cpp
    cpp/src/shape/make_shape.cpp
    # Questions about a single shape, most of whose time goes into getting there from JavaScript.
    cpp/src/composite/shape_query.cpp
    cpp/src/shape/flat_shape.cpp
    # Only where EPA does not end: many-sided hulls that are nearly concentric.
    cpp/src/narrowphase/convex/polytope_depth.cpp
    cpp/src/narrowphase/convex/polytope_round_depth.cpp
    cpp/src/shape/ellipsoid_normals.cpp
    # Once a static collider that has changed.
    cpp/src/narrowphase/box/box_beside_box.cpp
    cpp/src/world/static_neighbours.cpp
    # Explanations and hashes.
    cpp/src/composite/explain_ray.cpp
    cpp/src/composite/explain_tree.cpp
    cpp/src/narrowphase/explain/explain_epa.cpp
    cpp/src/narrowphase/explain/explain_gjk.cpp
    cpp/src/narrowphase/explain/explain_sat.cpp
    cpp/src/narrowphase/explain/explain_sat_hull.cpp
    # Around the answers for convex parts, in which the time goes.
    cpp/src/composite/compound.cpp
    cpp/src/narrowphase/composite/containment.cpp
    cpp/src/narrowphase/composite/hanging_point.cpp
    cpp/src/narrowphase/composite/rim_exits.cpp
    cpp/src/narrowphase/composite/way_out_of_parts.cpp
    cpp/src/narrowphase/composite/flush_contact.cpp
    cpp/src/narrowphase/composite/siblings.cpp
    # Only in sweeps of more than a few steps: bodies that roll, spin or slide at a small gap.
    cpp/src/ccd/path_bound.cpp
    # Once a continuous collider that touches at the start of its motion.
    cpp/src/ccd/onward_impact.cpp
    # Once a sweep that starts in an overlap.
    cpp/src/ccd/shared_point.cpp
    # Once a body and frame; the distances that it asks for are where its time goes.
    cpp/src/query/directions.cpp
    cpp/src/query/mover.cpp
    cpp/src/query/mover_cache.cpp
    cpp/src/query/solve_planes.cpp
    # A world's bookkeeping: rows come, go and grow; it is saved and compared.
    cpp/src/world/continuous.cpp
    cpp/src/world/known_shapes.cpp
    cpp/src/world/restore.cpp
    cpp/src/world/separation.cpp
    cpp/src/world/snapshot.cpp
    cpp/src/world/storage.cpp
    cpp/src/world/world.cpp
    cpp/src/world/explain.cpp
    cpp/src/world/world_hash.cpp
    # Once a frame, pair or query, around what takes the time: the loops that they call are in files of their own.
    cpp/src/broadphase/brute_force.cpp
    cpp/src/narrowphase/box/settled_sat.cpp
    cpp/src/narrowphase/convex/minimize_depth.cpp
    cpp/src/narrowphase/convex/sat_depth.cpp
    cpp/src/query/closest.cpp
    cpp/src/query/overlap.cpp
    cpp/src/query/static_siblings.cpp
    cpp/src/shape/rim.cpp
    cpp/src/world/events.cpp
    cpp/src/world/pair_memory.cpp
    cpp/src/broadphase/pairs_by_row.cpp
    cpp/src/world/pipeline.cpp
    cpp/src/world/static_rule.cpp
    # The border, but for the calls on pairs (pair.cpp, batch.cpp).
    cpp/bindings/prepared_pairs.cpp
    cpp/bindings/call.cpp
    cpp/bindings/compound.cpp
    cpp/bindings/embind_types.cpp
    cpp/bindings/explain.cpp
    cpp/bindings/height_field.cpp
    cpp/bindings/hull.cpp
    cpp/bindings/math.cpp
    cpp/bindings/memory_growth.cpp
    cpp/bindings/module.cpp
    cpp/bindings/query.cpp
    cpp/bindings/report.cpp
    cpp/bindings/shape.cpp
    cpp/bindings/shape_store.cpp
    cpp/bindings/surface.cpp
    cpp/bindings/sweep.cpp
    cpp/bindings/triangle_mesh.cpp
    cpp/bindings/world.cpp
    cpp/bindings/world_explain.cpp
    cpp/bindings/world_query.cpp
    cpp/bindings/world_query_batch.cpp
    cpp/bindings/world_snapshot.cpp
    cpp/bindings/world_store.cpp)

set(hyperplane_warm_sources
    cpp/src/broadphase/sweep_and_prune.cpp
    cpp/src/bvh/splitter.cpp
    cpp/src/bvh/static_tree.cpp
    cpp/src/bvh/visit.cpp
    cpp/src/composite/height_field_query.cpp
    cpp/src/composite/mesh_fetch.cpp
    cpp/src/composite/mesh_query.cpp
    cpp/src/composite/packed_shapes.cpp
    cpp/src/composite/triangle_culling.cpp
    cpp/src/composite/triangle_lanes.cpp
    cpp/src/composite/triangle_mesh.cpp
    cpp/src/ccd/ball_cast.cpp
    cpp/src/ccd/composite_impact.cpp
    cpp/src/ccd/gap_bound.cpp
    cpp/src/ccd/time_of_impact.cpp
    cpp/src/hull/support_cells.cpp
    cpp/src/narrowphase/box/distance_box_box.cpp
    cpp/src/narrowphase/composite/composite_pair.cpp
    cpp/src/narrowphase/composite/contact_patches.cpp
    cpp/src/narrowphase/composite/part_pairs.cpp
    cpp/src/narrowphase/composite/face_area.cpp
    cpp/src/narrowphase/composite/face_points.cpp
    cpp/src/narrowphase/composite/surface_contact.cpp
    cpp/src/narrowphase/composite/surface_part.cpp
    cpp/src/narrowphase/composite/surface_vicinity.cpp
    cpp/src/narrowphase/composite/box_triangle.cpp
    cpp/src/narrowphase/composite/box_triangle_filter.cpp
    cpp/src/narrowphase/composite/triangle_gap.cpp
    cpp/src/narrowphase/composite/triangle_prism.cpp
    cpp/src/narrowphase/convex/curved_distance.cpp
    cpp/src/narrowphase/convex/box_round_depth.cpp
    cpp/src/narrowphase/convex/capsule_triangle.cpp
    cpp/src/narrowphase/convex/convex_manifold.cpp
    cpp/src/narrowphase/convex/ellipsoid_depth.cpp
    cpp/src/narrowphase/convex/revolved_depth.cpp
    cpp/src/narrowphase/convex/revolved_ellipsoid_depth.cpp
    cpp/src/narrowphase/convex/revolved_solid.cpp
    cpp/src/query/gap_planes.cpp
    cpp/src/query/mover_surroundings.cpp
    cpp/src/shape/box.cpp
    cpp/src/shape/convex_hull.cpp
    cpp/src/shape/triangle.cpp
    cpp/src/world/contact_writer.cpp
    cpp/src/world/narrow_phase.cpp
    cpp/src/world/sync_poses.cpp)

# Compiles the cold and the warm ones among the sources of `target` for size; call it when the target has all of its sources.
function(hyperplane_compile_cold_sources_for_size target)
  if(NOT EMSCRIPTEN OR NOT HYPERPLANE_PACKAGE)
    return()
  endif()
  set(cold -Oz -flto)
  set(warm -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize)
  foreach(source IN LISTS hyperplane_cold_sources hyperplane_warm_sources)
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/${source}")
      message(FATAL_ERROR "cpp/cmake/hyperplane_cold_sources.cmake names ${source}, which does not exist")
    endif()
    if(source MATCHES "/(embind_types|memory_growth)[.]cpp$")
      set(flags -Oz) # what stands in for a library's object, or is wrapped around one, has to be an object itself
    elseif(source IN_LIST hyperplane_cold_sources)
      set(flags ${cold})
    else()
      set(flags ${warm})
    endif()
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}" TARGET_DIRECTORY ${target}
                                PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${flags}>")
  endforeach()
endfunction()

# The plane has a module of its own, which is to be small: all of it is compiled for size, and linked as one program (LTO), which
# finds what is called from one place only and what files have twice. Files named here are compiled as warm ones are, and by
# themselves; measured in Node in turns with all of the module compiled as space's is, that keeps the time of a world's update,
# of batches and of rays within a few hundredths (without world_rays.cpp in this list rays take three times as long, without the
# others an update 1.2 times). Linking hot files as one program with the rest costs 5 KB and gains nothing. Passes of wasm-opt beyond
# the usual ones (--flatten, --gufa, --merge-similar-functions, -Oz) change the module by less than 0.1 KB.
set(hyperplane_plane_hot_sources
    cpp/bindings/plane/plane_batch.cpp
    cpp/src/broadphase/sweep_and_prune.cpp
    cpp/src/plane/collider_poses.cpp
    cpp/src/plane/contact.cpp
    cpp/src/plane/core_shape.cpp
    cpp/src/plane/pair.cpp
    cpp/src/plane/separate_smooth.cpp
    cpp/src/plane/separation.cpp
    cpp/src/plane/world_rays.cpp
    cpp/src/plane/world_update.cpp)

# Gives the module of the plane, `target`, its own objects of the layers that it uses, compiled as said above; call it when
# the target has all of its other sources, and after the above. The library is left without the plane, which nothing else uses.
function(hyperplane_compile_plane_for_size target)
  if(NOT HYPERPLANE_PACKAGE)
    return()
  endif()
  get_target_property(sources hyperplane SOURCES)
  set(own ${sources})
  list(FILTER own INCLUDE REGEX "(^|/)(core|bvh|broadphase|plane)/[a-z0-9_]+[.]cpp$")
  list(FILTER sources EXCLUDE REGEX "(^|/)plane/[a-z0-9_]+[.]cpp$")
  set_property(TARGET hyperplane PROPERTY SOURCES ${sources})
  list(TRANSFORM own PREPEND "${PROJECT_SOURCE_DIR}/cpp/src/" REGEX "^[^/]+/")
  target_sources(${target} PRIVATE ${own})
  get_target_property(all ${target} SOURCES)
  foreach(source IN LISTS hyperplane_plane_hot_sources)
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/${source}")
      message(FATAL_ERROR "cpp/cmake/hyperplane_cold_sources.cmake names ${source}, which does not exist")
    endif()
  endforeach()
  foreach(source IN LISTS all)
    file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${source}")
    if(name IN_LIST hyperplane_plane_hot_sources)
      set(flags -O2 -fno-vectorize -fno-slp-vectorize)
      if(NOT name MATCHES "/world_rays[.]cpp$")
        list(APPEND flags -fno-unroll-loops) # unrolled over two axes, rays take 0.95 of the time, for 0.3 KB
      endif()
    elseif(name MATCHES "/plane/|^cpp/src/")
      set(flags -Oz -flto)
    else()
      continue() # of the bindings what the modules share
    endif()
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target}
                                PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${flags}>")
  endforeach()
endfunction()
