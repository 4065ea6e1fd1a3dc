// SPDX-License-Identifier: MIT
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/body.hpp>
#include <lockstep/kernel/print_body.hpp>

namespace ls = lockstep;

TEST_CASE("literals stand where they are read, and what nobody reads is left out") {
    ls::kernel_body b;
    int const two = b.declare("float", "2.0f", true, true);
    int const sum = b.declare("float", b.token(two) + " + x", true, false);
    b.declare("float", b.token(sum) + " * 3.0f", true, false);
    int const called = b.declare("float", "f()", false, false);
    b.line("g(" + b.token(sum) + ");");
    CHECK(ls::print_body(b).statements == "    float v1 = 2.0f + x;\n    float v3 = f();\n    g(v1);\n");
    CHECK(b.number_of(b.token(called)) == called);
}

TEST_CASE("a literal that is assigned to is a variable") {
    ls::kernel_body b;
    int const x = b.declare("int", "1", true, true);
    b.assign(x);
    b.line(b.token(x) + " = 2;");
    CHECK(ls::print_body(b).statements == "    int v0 = 1;\n    v0 = 2;\n");
}

TEST_CASE("blocks are indented, and known as long as they are open") {
    ls::kernel_body b;
    std::size_t const outer = b.innermost_block();
    b.open("for (;;) {");
    std::size_t const inner = b.innermost_block();
    CHECK(b.is_open(inner));
    b.line("break;");
    b.close();
    CHECK(b.is_open(outer));
    CHECK_FALSE(b.is_open(inner));
    CHECK(ls::print_body(b).statements == "    for (;;) {\n        break;\n    }\n");
}
