# find_package(lockstep) for others. Header-only, so one tree serves every architecture and lies under share/.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/lockstep)

install(TARGETS lockstep EXPORT lockstep-targets FILE_SET HEADERS FILE_SET opencl FILE_SET mpi FILE_SET eigen FILE_SET xtensor)
install(EXPORT lockstep-targets NAMESPACE lockstep:: DESTINATION ${package_dir})
configure_package_config_file(cmake/lockstep-config.cmake.in ${PROJECT_BINARY_DIR}/lockstep-config.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lockstep-config-version.cmake
    COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
    ${PROJECT_BINARY_DIR}/lockstep-config.cmake
    ${PROJECT_BINARY_DIR}/lockstep-config-version.cmake
    cmake/LockstepEigen.cmake
    cmake/LockstepMpi.cmake
    cmake/LockstepOpencl.cmake
    cmake/LockstepRecord.cmake
    cmake/LockstepRobot.cmake
    cmake/LockstepXtensor.cmake
    DESTINATION ${package_dir})
