# Installs Lockstep, then configures a copy of the programs of CONSUMER against the installed package. Their robot is broken at
# first: the build must say so in the file's line. With the robot mended, it builds and runs them. Then the robot is changed: it
# must be read again, and all that uses it must be out of date. At last a part of it is built with FetchContent, so with
# add_subdirectory, from the sources. It is configured where nothing of MPI or OpenCL can be found: then a component that was
# asked for is named. Without Eigen the other examples remain. The folders found/ and fetched/ of CONSUMER are the projects that
# docs/install.md shows; their train.cpp is its first program.

cmake_minimum_required(VERSION 3.25)

set(prefix ${BUILD}/package/prefix)
set(source ${BUILD}/package/source)
set(consumer ${BUILD}/package/consumer)
cmake_path(GET CONSUMER PARENT_PATH tests)
cmake_path(GET tests PARENT_PATH sources)
file(REMOVE_RECURSE ${BUILD}/package)
file(COPY ${CONSUMER}/ DESTINATION ${source})

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command}\n${output}")
    endif()
    set(said "${output}" PARENT_SCOPE)
endfunction()

function(expect sentence)
    string(FIND "${said}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "the build does not say \"${sentence}\" but:\n${said}")
    endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${source} -B ${consumer} -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_PREFIX_PATH=${prefix})
file(READ ${source}/hoist.xml hoist)
string(REPLACE "damping=\"1\"" "damping=\"one\"" wrong "${hoist}")
file(WRITE ${source}/hoist.xml "${wrong}")
execute_process(COMMAND ${CMAKE_COMMAND} --build ${consumer} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(result EQUAL 0)
    message(FATAL_ERROR "a robot whose damping is no number builds")
endif()
expect("${source}/hoist.xml:6: error: <joint damping>: this is not a number: one")

file(WRITE ${source}/hoist.xml "${hoist}")
run(${CMAKE_COMMAND} --build ${consumer})
expect("${source}/hoist.xml:7: note: <geom user>: is ignored: it has no part in the physics")
expect("${source}/hoist.xml:11: note: <sensor>: is ignored: it has no part in the physics")
run(${consumer}/consumer)
run(${consumer}/arrays)

# A dry run, for compiling all this once more takes long and tells little more.
string(REPLACE "damping=\"1\"" "damping=\"2\"" heavier "${hoist}")
file(WRITE ${source}/hoist.xml "${heavier}")
run(${CMAKE_COMMAND} --build ${consumer} --target consumer_robot_hoist)
expect("Reading hoist.xml")
run(${CMAKE_COMMAND} --build ${consumer} -- -n)
expect("record_lift.cpp")
expect("Recording lift")
expect("consumer.cpp")

run(${CMAKE_COMMAND} -S ${source} -B ${BUILD}/package/sources -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D LOCKSTEP_SOURCE=${sources} -D MPI_SKIP_COMPILER_WRAPPER=ON)
if(said MATCHES "mpi-cxx|Could NOT find")
    message(FATAL_ERROR "a library that nobody asked for is spoken of:\n${said}")
endif()
run(${CMAKE_COMMAND} --build ${BUILD}/package/sources --target arrays)
run(${BUILD}/package/sources/arrays)

foreach(kind IN ITEMS found fetched)
    file(COPY_FILE ${sources}/docs/programs/first_training.cpp ${source}/${kind}/train.cpp)
endforeach()
run(${CMAKE_COMMAND} -S ${source}/found -B ${BUILD}/package/found -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${BUILD}/package/found)
run(${CMAKE_COMMAND} -E chdir ${BUILD}/package/found ./train)
expect("over 128 episodes")
run(${CMAKE_COMMAND} -E chdir ${sources}
    ${CMAKE_COMMAND} -E tar czf ${source}/fetched/lockstep.tar.gz CMakeLists.txt cmake include)
run(${CMAKE_COMMAND} -S ${source}/fetched -B ${BUILD}/package/fetched -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS})
expect("Generating done")  # so the target that train links is there

# CMake's FindMPI makes a target even if it finds nothing.
set(without_libraries -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -D CMAKE_FIND_ROOT_PATH=${BUILD}/package/nothing
    -D CMAKE_FIND_ROOT_PATH_MODE_PROGRAM=ONLY -D CMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -D CMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY)
run(${CMAKE_COMMAND} -S ${source} -B ${BUILD}/package/without_libraries -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D LOCKSTEP_SOURCE=${sources} ${without_libraries})
foreach(library IN ITEMS mpi opencl)
    if(said MATCHES "lockstep::${library} exists")
        message(FATAL_ERROR "there is a target lockstep::${library} where CMake finds no such library:\n${said}")
    endif()
endforeach()

# A component that is asked for and missing is named.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${BUILD}/package/components -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_PREFIX_PATH=${prefix}
    "-DLOCKSTEP_COMPONENTS=opencl;egen" ${without_libraries} RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(result EQUAL 0)
    message(FATAL_ERROR "a missing component is found")
endif()
string(REGEX REPLACE "[ \n]+" " " said "${said}")  # CMake breaks lines
expect("there is no lockstep::opencl: CMake finds no opencl that is new enough.")
expect("there is no lockstep::egen: components are opencl, mpi, eigen, xtensor.")

# Without Eigen there are the examples that need none.
run(${CMAKE_COMMAND} -S ${sources} -B ${BUILD}/package/without_eigen -G ${GENERATOR}
    -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS} -D CMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON
    -D LOCKSTEP_BUILD_TESTS=OFF -D LOCKSTEP_BUILD_BENCH=OFF)
run(${CMAKE_COMMAND} --build ${BUILD}/package/without_eigen --target help)
expect("own_loop")
if(said MATCHES "step_arrays")
    message(FATAL_ERROR "step_arrays, which needs Eigen, is built without it")
endif()
