# Writes OUTPUT, the programs of the documentation as one unit: -D OUTPUT=programs.cpp -P write_programs.cmake -- SOURCE...
# What they include is compiled once. The function main of each becomes one of a namespace, which the unit calls by the program's
# name.

cmake_minimum_required(VERSION 3.25)

set(includes "")
set(programs "")
set(calls "")
set(behind FALSE)
foreach(i RANGE ${CMAKE_ARGC})
    set(source "${CMAKE_ARGV${i}}")
    if(source STREQUAL "--")
        set(behind TRUE)
    elseif(behind AND source)
        cmake_path(GET source STEM name)
        file(STRINGS ${source} lines REGEX "^#include ")
        list(APPEND includes ${lines})
        file(READ ${source} text)
        string(REGEX REPLACE "#include [^\n]*" "" text "${text}")  # the number of lines stays
        string(REGEX REPLACE "}\n$" "    return 0;\n}\n" text "${text}")  # as the function main of a program does by itself
        string(APPEND programs "namespace program_${name} {\n#line 1 \"${source}\"\n${text}}\n")
        string(APPEND calls "    if (name == \"${name}\") {\n        return program_${name}::main();\n    }\n")
    endif()
endforeach()
list(APPEND includes "#include <string_view>")
list(REMOVE_DUPLICATES includes)
list(SORT includes)
list(JOIN includes "\n" includes)
file(WRITE ${OUTPUT} "${includes}\n\n${programs}\nint main(int argc, char** argv) {\n\
    std::string_view const name = argc > 1 ? argv[1] : \"\";\n${calls}    return 2;\n}\n")
