# README.md shows one example word for word and the robot of another, and .ci/run runs the README's test command.

cmake_minimum_required(VERSION 3.25)

file(READ ${ROOT}/README.md readme)
file(READ ${ROOT}/examples/train_half_cheetah.cpp example)
string(FIND "${readme}" "```cpp\n${example}```" at)
if(at EQUAL -1)
    message(FATAL_ERROR "README.md no longer shows examples/train_half_cheetah.cpp word for word")
endif()

file(READ ${ROOT}/examples/train_pole.cpp example)
string(REGEX MATCH "constexpr auto robot.*static_assert[^\n]*\n" part "${example}")
string(FIND "${readme}" "```cpp\n${part}```" at)
if(part STREQUAL "" OR at EQUAL -1)
    message(FATAL_ERROR "README.md no longer shows the robot and the environment of examples/train_pole.cpp word for word")
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
