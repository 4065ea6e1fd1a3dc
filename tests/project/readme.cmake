# README.md shows what is compiled, word for word: first the whole of an example, then a part of another. And .ci/run runs the
# README's test command.

cmake_minimum_required(VERSION 3.25)

file(READ ${ROOT}/README.md readme)
file(READ ${ROOT}/examples/train_half_cheetah.cpp example)
string(FIND "${readme}" "```cpp\n${example}```" at)
if(at EQUAL -1)
    message(FATAL_ERROR "README.md no longer shows examples/train_half_cheetah.cpp word for word")
endif()

file(READ ${ROOT}/examples/train_cart.cpp example)
string(FIND "${readme}" "```cpp\n" begin REVERSE)
string(SUBSTRING "${readme}" ${begin} -1 part)
string(REGEX REPLACE "^```cpp\n" "" part "${part}")
string(FIND "${part}" "```" end)
string(SUBSTRING "${part}" 0 ${end} part)
string(FIND "${example}" "${part}" at)
if(at EQUAL -1 OR part STREQUAL "")
    message(FATAL_ERROR "README.md no longer shows a part of examples/train_cart.cpp word for word")
endif()

file(STRINGS ${ROOT}/.ci/run commands REGEX "^cmake ")
foreach(command IN LISTS commands)
    string(FIND "${readme}" "${command}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "README.md does not show what .ci/run runs: ${command}")
    endif()
endforeach()
if(NOT commands)
    message(FATAL_ERROR ".ci/run runs no cmake command")
endif()
