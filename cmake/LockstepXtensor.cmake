# lockstep::xtensor, for programs that include <lockstep/core/xtensor.hpp> or <lockstep/device/host_view.hpp>: Lockstep with
# xtensor. Where CMake finds no xtensor 0.24 or newer there is no such target.

if(NOT TARGET lockstep::xtensor)
    find_package(xtensor QUIET)
    if(TARGET xtensor AND NOT xtensor_VERSION VERSION_LESS 0.24)
        add_library(lockstep::xtensor INTERFACE IMPORTED GLOBAL)
        target_link_libraries(lockstep::xtensor INTERFACE lockstep::lockstep xtensor)
    endif()
endif()
