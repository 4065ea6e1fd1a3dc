# What Lockstep's own tests, examples and benchmarks are built with; nothing of it reaches who uses the package.

add_library(lockstep-dev INTERFACE)
target_link_libraries(lockstep-dev INTERFACE lockstep::lockstep)
foreach(library IN ITEMS lockstep::eigen lockstep::xtensor)
    if(TARGET ${library})
        target_link_libraries(lockstep-dev INTERFACE ${library})
    endif()
endforeach()
target_include_directories(lockstep-dev INTERFACE ${PROJECT_SOURCE_DIR})  # <tests/support/csv.hpp>
# -Wno-psabi: wider lanes than the processor has registers for are passed only between functions that one compiler sees.
# -Wno-restrict: g++ 12 sees overlap in std::string operations that have none (GCC bug 105651).
target_compile_options(lockstep-dev INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wno-psabi
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # g++ 12 sees "uninitialized" in its own AVX-512 intrinsics wherever Eigen uses them.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    # Following every variable of a recorded program takes g++ minutes, and nobody steps through one.
    $<$<CXX_COMPILER_ID:GNU>:-fno-var-tracking>
    $<$<BOOL:${LOCKSTEP_NATIVE}>:-march=native>)

# As many compilers as processors. Ninja starts one or two more, and some units take gigabytes: on two processors three compilers
# take longer than two, since they push each other's data out of the caches.
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
set_property(GLOBAL APPEND PROPERTY JOB_POOLS compilers=${processors})
set(CMAKE_JOB_POOL_COMPILE compilers)

# g++ collects its garbage from 128 MB on, again and again. From 1 GB on, examples take an eighth less time to compile.
set(lockstep_fewer_collections $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)

# MuJoCo's C library as the PyPI wheel mujoco-core carries it, for what compares with it.
if(LOCKSTEP_MUJOCO_DIR)
    file(GLOB mujoco_library ${LOCKSTEP_MUJOCO_DIR}/mujoco/libmujoco.so* ${LOCKSTEP_MUJOCO_DIR}/mujoco/libmujoco*.dylib)
    if(NOT mujoco_library OR NOT EXISTS ${LOCKSTEP_MUJOCO_DIR}/mujoco/include/mujoco/mujoco.h)
        message(FATAL_ERROR "LOCKSTEP_MUJOCO_DIR (${LOCKSTEP_MUJOCO_DIR}) holds no unpacked mujoco-core wheel")
    endif()
    list(GET mujoco_library 0 mujoco_library)
    add_library(mujoco SHARED IMPORTED GLOBAL)
    set_target_properties(mujoco PROPERTIES
        IMPORTED_LOCATION ${mujoco_library}
        INTERFACE_INCLUDE_DIRECTORIES ${LOCKSTEP_MUJOCO_DIR}/mujoco/include)
endif()

# lockstep_libraries_of(VARIABLE SOURCE...): what the sources include and must link. MuJoCo's header, OpenCL's,
# lockstep/device/opencl.hpp and lockstep/dist/mpi.hpp need a library. Where a source is changed, CMake looks again.
function(lockstep_libraries_of variable)
    set(needs "")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    foreach(source IN LISTS ARGN)
        foreach(pattern IN ITEMS "mujoco/=mujoco" "CL/=lockstep::opencl" "lockstep/device/opencl=lockstep::opencl"
                "lockstep/dist/mpi=lockstep::mpi")
            string(REGEX MATCH "^(.*)=(.*)$" matched ${pattern})
            set(library ${CMAKE_MATCH_2})
            file(STRINGS ${source} mentions REGEX "^#include <${CMAKE_MATCH_1}")
            if(mentions)
                list(APPEND needs ${library})
            endif()
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES needs)
    set(${variable} ${needs} PARENT_SCOPE)
endfunction()

# lockstep_add_program(NAME SOURCE...): an executable of our own, which links lockstep_libraries_of its sources. Where one of them
# is missing nothing is added, the caller sees no target of that name, and `missing` is the library.
function(lockstep_add_program name)
    lockstep_libraries_of(needs ${ARGN})
    foreach(library IN LISTS needs)
        if(NOT TARGET ${library})
            set(missing ${library} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE lockstep-dev ${needs})
endfunction()
