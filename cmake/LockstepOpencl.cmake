# lockstep::opencl, for programs that include <lockstep/device/opencl.hpp>: Lockstep with OpenCL's headers and loader. Where
# CMake finds no OpenCL there is no such target.

if(NOT TARGET lockstep::opencl)
    find_package(OpenCL QUIET)
    if(TARGET OpenCL::OpenCL)
        add_library(lockstep::opencl INTERFACE IMPORTED GLOBAL)
        target_link_libraries(lockstep::opencl INTERFACE lockstep::lockstep OpenCL::OpenCL)
    endif()
endif()
