# lockstep::eigen, for programs that include <lockstep/core/eigen.hpp>: Lockstep with Eigen. Where CMake finds no Eigen 3.4 or
# newer there is no such target.

if(NOT TARGET lockstep::eigen)
    find_package(Eigen3 QUIET NO_MODULE)  # without a version: 3.4.0 rejects a range that crosses a major, and 5 a plain 3.4
    if(TARGET Eigen3::Eigen AND NOT Eigen3_VERSION VERSION_LESS 3.4)
        add_library(lockstep::eigen INTERFACE IMPORTED GLOBAL)
        target_link_libraries(lockstep::eigen INTERFACE lockstep::lockstep Eigen3::Eigen)
    endif()
endif()
