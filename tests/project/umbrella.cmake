# Every header can be reached from the umbrella, except those that are included by name, and includes only what the table of
# include/lockstep/README.md lets its folder include. The umbrella reads no standard header that takes g++ long.

cmake_minimum_required(VERSION 3.25)

set(robots ant fetch grasp hopper humanoid humanoid_standup inverted_double_pendulum inverted_pendulum pusher reacher reachers
    swimmer ur5e walker2d)
list(TRANSFORM robots REPLACE "(.+)" "envs/\\1.hpp")
set(by_name
    ${robots} core/eigen.hpp core/tape core/xtensor.hpp device/host_view.hpp
    device/choose_device.hpp
    device/compiling_device.hpp
    device/cuda
    device/kernel_cache.hpp
    device/launch_watch.hpp
    device/metal
    device/opencl
    device/owned_buffer.hpp
    device/shared_library.hpp
    dist/mpi
    dist/nccl
    envs/family/evaluated.hpp
    envs/gradient/
    envs/family/humanoid_body.hpp
    envs/family/next_draw.hpp
    envs/concept/physical_environment.hpp
    envs/family/planar_walk.hpp
    envs/randomized.hpp
    envs/recording/
    envs/recorded/
    envs/family/target.hpp
    io/animation.hpp
    io/text/base64.hpp
    io/energy/
    io/export/
    io/running_costs.hpp
    io/viewer
    kernel/
    physics/compile
    physics/constraint/contact_force.hpp
    physics/contact/shape.hpp
    physics/contact/touching.hpp
    physics/dynamics/centroidal.hpp
    physics/dynamics/fluid_box.hpp
    physics/dynamics/mass.hpp
    physics/mjcf/
    physics/robots/
    physics/scene.hpp
    physics/variation.hpp
    physics/varied.hpp
    program/
    rl/cem.hpp
    rl/control.hpp
    rl/data_parallel_
    rl/mppi.hpp
    rl/planning/
    rl/shac
    rl/shooting.hpp)

function(collect header)
    if(header IN_LIST reached)
        return()
    endif()
    list(APPEND reached ${header})
    file(STRINGS ${ROOT}/include/${header} includes REGEX "^# *include <lockstep/")
    foreach(line IN LISTS includes)
        string(REGEX REPLACE "# *include <(.*)>.*" "\\1" included "${line}")
        collect(${included})
    endforeach()
    set(reached ${reached} PARENT_SCOPE)
endfunction()

set(reached "")
collect(lockstep/lockstep.hpp)
file(GLOB_RECURSE headers RELATIVE ${ROOT}/include ${ROOT}/include/*.hpp)
foreach(header IN LISTS headers)
    set(excused FALSE)
    foreach(prefix IN LISTS by_name)
        string(FIND ${header} lockstep/${prefix} at)
        if(at EQUAL 0)
            set(excused TRUE)
        endif()
    endforeach()
    if(NOT header IN_LIST reached AND NOT excused)
        message(SEND_ERROR "lockstep/lockstep.hpp does not reach ${header}")
    endif()
endforeach()

# g++ takes 0.2 s to read the first of these and 0.1 s for the others. With clang, lanes need the first.
list(REMOVE_ITEM reached lockstep/core/lanes/x86.hpp)
foreach(header IN LISTS reached)
    file(STRINGS ${ROOT}/include/${header} slow REGEX "^# *include <(immintrin.h|chrono|sstream|thread)>")
    foreach(line IN LISTS slow)
        message(SEND_ERROR "the umbrella reaches ${header}, which has ${line}")
    endforeach()
endforeach()

set(folders "")
file(STRINGS ${ROOT}/include/lockstep/README.md rows REGEX "^\\| `[a-z]+/` \\|")
foreach(row IN LISTS rows)
    string(REGEX MATCH "^\\| `([a-z]+)/` \\|.*\\| ([^|]+) \\|$" matched "${row}")
    set(folder ${CMAKE_MATCH_1})
    string(REPLACE ", " ";" allowed "${CMAKE_MATCH_2}")
    if(allowed STREQUAL "all above")
        set(allowed ${folders})
    endif()
    list(APPEND folders ${folder})
    file(GLOB_RECURSE headers RELATIVE ${ROOT}/include ${ROOT}/include/lockstep/${folder}/*.hpp)
    foreach(header IN LISTS headers)
        file(STRINGS ${ROOT}/include/${header} includes REGEX "^# *include <lockstep/")
        foreach(line IN LISTS includes)
            string(REGEX REPLACE "# *include <lockstep/([^/>]*).*" "\\1" included "${line}")
            if(NOT included IN_LIST allowed AND NOT included STREQUAL folder AND NOT included STREQUAL "version.hpp")
                message(SEND_ERROR "${header} may not include ${included}/")
            endif()
        endforeach()
    endforeach()
endforeach()
file(GLOB present RELATIVE ${ROOT}/include/lockstep ${ROOT}/include/lockstep/*/)
list(FILTER present EXCLUDE REGEX "\\.")
list(SORT folders)
if(NOT folders STREQUAL present)
    message(SEND_ERROR "the table of include/lockstep/README.md has the rows ${folders}, not ${present}")
endif()
