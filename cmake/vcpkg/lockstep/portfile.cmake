# An overlay port of this very checkout: vcpkg install lockstep --classic --editable --overlay-ports=cmake/vcpkg
# Without --editable, vcpkg's cache gives back what it once built, since it looks for changes in this folder only.

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH overlay)
cmake_path(SET SOURCE_PATH NORMALIZE ${overlay}/../..)
set(VCPKG_BUILD_TYPE release) # header-only

vcpkg_cmake_configure(
    SOURCE_PATH ${SOURCE_PATH}
    OPTIONS -DLOCKSTEP_BUILD_TESTS=OFF -DLOCKSTEP_BUILD_EXAMPLES=OFF -DLOCKSTEP_BUILD_BENCH=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME lockstep CONFIG_PATH share/cmake/lockstep)
file(INSTALL ${CMAKE_CURRENT_LIST_DIR}/usage DESTINATION ${CURRENT_PACKAGES_DIR}/share/${PORT})
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
