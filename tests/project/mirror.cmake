# Every header has its test at the same path. Excused is what holds no C++ to run: macros, the version, the umbrella, the tables of
# robots, which tests/envs/recorded/robots.cpp compares, and the viewer's scripts, which tests/io/viewer_in_browser.py runs. Of the
# instructions of processors each build has only one header, which tests/core/lanes/machine.cpp tests.

cmake_minimum_required(VERSION 3.25)

set(excused core/macros.hpp version.hpp lockstep.hpp)

file(GLOB_RECURSE headers RELATIVE ${ROOT}/include/lockstep ${ROOT}/include/lockstep/*.hpp)
list(REMOVE_ITEM headers ${excused})
list(FILTER headers EXCLUDE REGEX "^envs/recorded/robots/")
list(FILTER headers EXCLUDE REGEX "^core/lanes/(neon|wasm|x86)\\.hpp$")
list(FILTER headers EXCLUDE REGEX "^io/viewer/(episode|geometry|meshes|page|player|renderer)\\.hpp$")
foreach(header IN LISTS headers)
    string(REGEX REPLACE "\\.hpp$" ".cpp" test tests/${header})
    if(NOT EXISTS ${ROOT}/${test})
        message(SEND_ERROR "include/lockstep/${header} has no ${test}")
    endif()
endforeach()
