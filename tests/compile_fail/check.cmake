# Passes if COMPILER rejects SOURCE and says every sentence that the source announces with "// error: SENTENCE".

cmake_minimum_required(VERSION 3.25)

file(STRINGS ${SOURCE} announced REGEX "^// error: ")
if(NOT announced)
    message(FATAL_ERROR "${SOURCE} announces no sentence: it needs a line \"// error: SENTENCE\"")
endif()

string(REGEX REPLACE "([^,]+),?" "-isystem;\\1;" system_include "${SYSTEM_INCLUDE}")
execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wno-psabi -I ${INCLUDE} ${system_include} ${SOURCE}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, and should not")
endif()
foreach(line IN LISTS announced)
    string(REPLACE "// error: " "" sentence "${line}")
    string(FIND "${output}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${SOURCE}: the compiler does not say \"${sentence}\" but:\n${output}")
    endif()
endforeach()
