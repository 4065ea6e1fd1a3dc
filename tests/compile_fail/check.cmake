# Passes if COMPILER rejects SOURCE and says every sentence that the source announces with "// error: SENTENCE", or with
# "// error (g++): SENTENCE" or "// error (clang++): SENTENCE" for one compiler.

cmake_minimum_required(VERSION 3.25)

cmake_path(GET COMPILER FILENAME family)
string(REGEX REPLACE "^(.*[+][+]).*" "\\1" family ${family})
string(REPLACE "+" "[+]" family ${family})
file(STRINGS ${SOURCE} announced REGEX "^// error( [(]${family}[)])?: ")
if(NOT announced)
    message(FATAL_ERROR "${SOURCE} announces no sentence: it needs a line \"// error: SENTENCE\"")
endif()

string(REGEX REPLACE "([^,]+),?" "-isystem;\\1;" system_include "${SYSTEM_INCLUDE}")
execute_process(
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only -Wno-psabi -I ${INCLUDE} ${system_include} ${SOURCE}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, and should not")
endif()
foreach(line IN LISTS announced)
    string(REGEX REPLACE "^// error[^:]*: " "" sentence "${line}")
    string(FIND "${output}" "${sentence}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "${SOURCE}: the compiler does not say \"${sentence}\" but:\n${output}")
    endif()
endforeach()
