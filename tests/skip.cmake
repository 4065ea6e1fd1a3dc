# A test of what is missing: says "skipped: REASON", or fails where the environment variable VARIABLE is set.

cmake_minimum_required(VERSION 3.25)

if("$ENV{${VARIABLE}}" STREQUAL "")
    message("skipped: ${REASON}")
else()
    message(FATAL_ERROR "${REASON}")
endif()
