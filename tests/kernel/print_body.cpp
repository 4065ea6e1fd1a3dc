// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/print_body.hpp>

namespace ls = lockstep;

namespace {

int number(ls::kernel_body& b, std::string const& value) { return b.declare("float", value, true, false); }

}  // namespace

TEST_CASE("a function is given what it reads, and gives back what it changes") {
    ls::kernel_body b;
    int const read = number(b, "f(pack)"), changed = number(b, "g()"), literal = b.declare("float", "2.0f", true, true);
    b.begin_function();
    int const inside = number(b, b.token(read) + " + " + b.token(literal));
    b.assign(changed);
    b.line(b.token(changed) + " = " + b.token(inside) + " * a8;");
    b.end_function();
    b.line("h(" + b.token(changed) + ");");
    auto const text = ls::print_body(b, {{"pack", "size_t pack"}, {"a8", "float a8"}, {"a80", "float a80"}});
    CHECK(text.statements == "    float v0 = f(pack);\n"
                             "    float v1 = g();\n"
                             "    { float changed1 = v1; ls_function1(LS_GIVES_LANE v0, &changed1, a8); v1 = changed1; }\n"
                             "    h(v1);\n");
    CHECK(text.functions == "LS_PROGRAM void ls_function1(LS_TAKES_LANE float v1, LS_PRIVATE float* v2, float a8) {\n"
                            "    float v0 = v1 + 2.0f;\n"
                            "    (*v2) = v0 * a8;\n"
                            "}\n");
}

TEST_CASE("functions of one text are one, and call others") {
    ls::kernel_body b;
    for (char const* const value : {"f()", "g()"}) {
        int const x = number(b, value);
        b.begin_function();
        b.begin_function();
        b.line("h(" + b.token(x) + ");");
        b.end_function();
        b.end_function();
    }
    auto const text = ls::print_body(b);
    CHECK(text.statements == "    float v0 = f();\n"
                             "    { ls_function2(LS_GIVES_LANE v0); }\n"
                             "    float v1 = g();\n"
                             "    { ls_function2(LS_GIVES_LANE v1); }\n");
    CHECK(text.functions == "LS_PROGRAM void ls_function1(LS_TAKES_LANE float v0) {\n"
                            "    h(v0);\n"
                            "}\n"
                            "LS_PROGRAM void ls_function2(LS_TAKES_LANE float v0) {\n"
                            "    { ls_function1(LS_GIVES_LANE v0); }\n"
                            "}\n");
}

TEST_CASE("a function that changes too much is none, and one without parameters has one") {
    ls::kernel_body b;
    int numbers[20];
    for (int& n : numbers) {
        n = number(b, "f()");
    }
    b.begin_function();
    for (int const n : numbers) {
        b.assign(n);
        b.line(b.token(n) + " = 1;");
    }
    b.begin_function();
    b.line("g();");
    b.end_function();
    b.end_function();
    auto const text = ls::print_body(b);
    CHECK(text.statements.find("        v19 = 1;\n        { ls_function1(LS_GIVES_LANE 0); }\n") != std::string::npos);
    CHECK(text.functions == "LS_PROGRAM void ls_function1(LS_TAKES_LANE int) {\n    g();\n}\n");
}

TEST_CASE("an array of a caller is not for its functions") {
    ls::kernel_body b;
    int const array = b.new_variable();
    b.line("float " + b.token(array) + "[3];");
    b.begin_function();
    b.line("f(" + b.token(array) + ");");
    b.end_function();
    CHECK_THROWS_WITH_AS(ls::print_body(b),
                         "lockstep: the body of as_function uses an array from outside of the body: declare it inside",
                         std::logic_error);
}

TEST_CASE("scratch that nobody names takes no room") {
    ls::kernel_body b;
    int const first = b.take_scratch(32), unused = b.take_scratch(64);
    b.give_scratch(unused);
    int const second = b.take_scratch(16);
    b.line("f(" + b.token(first) + ", " + b.token(second) + ");");
    auto const text = ls::print_body(b);
    CHECK(text.statements == "    f(0, 32);\n");
    CHECK(text.scratch == 48);
}
