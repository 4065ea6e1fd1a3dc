# Passes if COMPILER rejects SOURCE with all the sentences that the source announces, each in an error and one of them in
# the first: "// error: SENTENCE", or "// error(g++): SENTENCE" and "// error(clang++): SENTENCE" where they differ.
# "// note: SENTENCE", or for one compiler likewise, may stand anywhere.

cmake_minimum_required(VERSION 3.25)

set(family "g\\+\\+")
if(COMPILER MATCHES "clang")
    set(family "clang\\+\\+")
endif()
file(STRINGS ${SOURCE} announced REGEX "^// error(\\(${family}\\))?: ")
if(NOT announced)
    message(FATAL_ERROR "${SOURCE} announces no sentence: it needs a line \"// error: SENTENCE\"")
endif()

string(REGEX REPLACE "([^,]+),?" "-isystem;\\1;" system_include "${SYSTEM_INCLUDE}")
execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only -Wno-psabi -I ${INCLUDE} ${system_include}
            ${SOURCE}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, and should not")
endif()

string(REGEX REPLACE "[][;]" " " lines "${output}")  # what CMake would read as a list
file(STRINGS ${SOURCE} notes REGEX "^// note(\\(${family}\\))?: ")
foreach(line IN LISTS notes)
    string(REGEX REPLACE "^// note[^:]*: " "" sentence "${line}")
    string(REGEX REPLACE "[][;]" " " sentence "${sentence}")
    string(FIND "${lines}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${SOURCE}: nothing says \"${sentence}\" in:\n${output}")
    endif()
endforeach()
string(REGEX MATCHALL "[^\n]*error: [^\n]*" errors "${lines}")
list(GET errors 0 first)
set(first_is_announced FALSE)
foreach(line IN LISTS announced)
    string(REGEX REPLACE "^// error[^:]*: " "" sentence "${line}")
    string(REGEX REPLACE "[][;]" " " sentence "${sentence}")
    string(FIND "${errors}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${SOURCE}: no error says \"${sentence}\" but:\n${output}")
    endif()
    string(FIND "${first}" "${sentence}" at)
    if(NOT at EQUAL -1)
        set(first_is_announced TRUE)
    endif()
endforeach()
if(NOT first_is_announced)
    message(FATAL_ERROR "${SOURCE}: the first error is none of the sentences:\n${output}")
endif()
