# Writes OUTPUT, several programs as one unit: -D OUTPUT=programs.cpp -D ROOT=... -P write_programs.cmake -- SOURCE...
# What they include is compiled once. The function main of each becomes one of a namespace. The unit is run by links, whose paths
# end with those of the sources below ROOT: examples/train_cart runs examples/train_cart.cpp.

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
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE path)
        string(REGEX REPLACE "\\.cpp$" "" path ${path})
        string(REPLACE "/" "_" name ${path})
        file(STRINGS ${source} lines REGEX "^#include ")
        list(APPEND includes ${lines})
        file(READ ${source} text)
        string(REGEX REPLACE "#include [^\n]*" "" text "${text}")  # the number of lines stays
        # A function main that reaches its end returns 0 by itself.
        string(REGEX REPLACE "\n(} catch .*}|})\n$" "\n    return 0; \\1\n" text "${text}")
        string(APPEND programs "namespace ${name} {\n#line 1 \"${source}\"\n${text}}\n")
        string(APPEND calls "    if (path.ends_with(\"/${path}\")) {\n        return run(${name}::main, argc, argv);\n    }\n")
    endif()
endforeach()
list(APPEND includes "#include <string_view>")
list(REMOVE_DUPLICATES includes)
list(SORT includes)
list(JOIN includes "\n" includes)
file(WRITE ${OUTPUT} "${includes}\n\n${programs}\n\
[[maybe_unused]] static int run(int (*program)(), int, char**) { return program(); }\n\
[[maybe_unused]] static int run(int (*program)(int, char**), int argc, char** argv) { return program(argc, argv); }\n\n\
int main(int argc, char** argv) {\n    std::string_view const path = argv[0];\n${calls}    return 2;\n}\n")
