# Runs a program of the documentation in a new folder, after the one that it names by "// after: NAME", if it names one, and looks
# for what it says that it prints. Where there is no OpenCL device, a program that needs one is skipped, and fails under
# LOCKSTEP_REQUIRE_OPENCL=1:
# -D PROGRAMS=... -D SOURCE=docs/programs/NAME.cpp -D FOLDER=...

cmake_minimum_required(VERSION 3.25)

cmake_path(GET SOURCE STEM name)
file(STRINGS ${SOURCE} announced REGEX "^// prints: ")
if(NOT announced)
    message(FATAL_ERROR "${SOURCE} needs a line \"// prints: REGULAR EXPRESSION\"")
endif()
string(REGEX REPLACE "^// prints: " "" expected "${announced}")
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
file(STRINGS ${SOURCE} before REGEX "^// after: ")
if(before)
    string(REGEX REPLACE "^// after: " "" before "${before}")
    execute_process(COMMAND ${PROGRAMS}/${before} WORKING_DIRECTORY ${FOLDER} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND ${PROGRAMS}/${name} WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE result OUTPUT_VARIABLE output
                ERROR_VARIABLE output)
file(WRITE ${FOLDER}/output.txt "${output}")
if(output MATCHES "there is no OpenCL device" AND "$ENV{LOCKSTEP_REQUIRE_OPENCL}" STREQUAL "")
    message("skipped: no OpenCL device")
    return()
endif()
if(NOT result EQUAL 0 OR NOT output MATCHES "${expected}")
    message(FATAL_ERROR "${SOURCE} ended with ${result}, and does not print \"${expected}\":\n${output}")
endif()
