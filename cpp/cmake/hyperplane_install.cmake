# cmake --install, and the files by which find_package(hyperplane) finds the result.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(config_folder "${CMAKE_INSTALL_LIBDIR}/cmake/hyperplane")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/hyperplane-config.cmake.in" hyperplane-config.cmake
                              INSTALL_DESTINATION "${config_folder}")
write_basic_package_version_file(hyperplane-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS hyperplane EXPORT hyperplane-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/cpp/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT hyperplane-targets NAMESPACE hyperplane:: DESTINATION "${config_folder}")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/hyperplane-config.cmake" "${CMAKE_CURRENT_BINARY_DIR}/hyperplane-config-version.cmake"
        DESTINATION "${config_folder}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
