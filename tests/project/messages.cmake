# The messages of docs/troubleshooting.md are those of the library: each block of text is printed by docs/programs/messages.cpp,
# or announced by a test in tests/compile_fail. -D ROOT=... -D MESSAGES=..., the output of that program.

cmake_minimum_required(VERSION 3.25)

file(READ ${MESSAGES} known)
file(GLOB sources ${ROOT}/tests/compile_fail/*.cpp)
foreach(source IN LISTS sources)
    file(STRINGS ${source} sentences REGEX "^// (error|note)[^:]*: ")
    string(APPEND known "${sentences}\n")
endforeach()
file(READ ${ROOT}/docs/troubleshooting.md text)
string(REPLACE ";" ":" text "${text}")  # CMake would read a list
string(REGEX REPLACE "\\\\?;" ":" known "${known}")
string(REGEX MATCHALL "```text\n[^`]*\n```" blocks "${text}")
list(LENGTH blocks count)
if(count EQUAL 0)
    message(FATAL_ERROR "docs/troubleshooting.md shows no message")
endif()
foreach(block IN LISTS blocks)
    string(REGEX REPLACE "^```text\n|\n```$" "" message "${block}")
    string(FIND "${known}" "${message}" at)
    if(at EQUAL -1)
        message(SEND_ERROR "docs/troubleshooting.md shows a message that no test knows:\n${message}")
    endif()
endforeach()
