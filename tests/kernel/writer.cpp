// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/writer.hpp>

namespace ls = lockstep;
using ls::spread;

TEST_CASE("nothing is written while no kernel is") {
    CHECK_THROWS_WITH_AS(ls::kernel_writer::current(), "lockstep: a number of a kernel's text is used while no kernel is written",
                         std::logic_error);
    {
        ls::kernel_writer outer(16);
        {
            ls::kernel_writer inner(8);
            CHECK(&ls::kernel_writer::current() == &inner);
        }
        CHECK(&ls::kernel_writer::current() == &outer);
    }
    CHECK_THROWS_AS(ls::kernel_writer::current(), std::logic_error);
}

TEST_CASE("what nobody reads is not written, and literals stand where they are read") {
    ls::kernel_writer w(16);
    int const two = w.declare("float", "2.0f", spread::uniform, true, true);
    int const a = w.declare("float", "f(" + w.at(two).text + ")", spread::uniform);
    w.declare("float", "g(" + w.at(a).text + ")", spread::uniform);         // nobody reads it
    w.declare("float", "h(" + w.at(a).text + ")", spread::uniform, false);  // but this does something
    CHECK(w.body() == "    float v1 = f(2.0f);\n    float v3 = h(v1);\n");
}

TEST_CASE("a literal that is changed is a variable") {
    ls::kernel_writer w(16);
    int const x = w.declare("float", "2.0f", spread::uniform, true, true);
    w.assign(x, "3.0f", "LS_SET");
    CHECK(w.body() == "    float v0 = 2.0f;\n    v0 = 3.0f;\n");
}

TEST_CASE("a store of what lanes share is made by one of them, and by each in a loop over lanes") {
    ls::kernel_writer w(16);
    int const shared = w.add({.text = "*p", .address = "p", .over = spread::uniform});
    int const pack = w.add({.text = "LS_LOAD(q)", .address = "q", .over = spread::lane});
    w.assign(shared, "1.0f", "LS_SET");
    w.assign(pack, "x", "LS_STORE");
    w.open_lanes("LS_FOR_LANES(l) {");
    w.assign(shared, "1.0f", "LS_SET");
    w.close_lanes();
    CHECK(w.body() == "    LS_BARRIER();\n"
                      "    if (LS_FIRST) { LS_SET(1.0f, p); }\n"
                      "    LS_BARRIER();\n"
                      "    LS_STORE(x, q);\n"
                      "    LS_FOR_LANES(l) {\n"
                      "        LS_SET(1.0f, p);\n"
                      "    }\n");
}

TEST_CASE("a number is known in the block that declares it") {
    ls::kernel_writer w(16);
    w.open("{");
    int const inside = w.declare("float", "f()", spread::uniform);
    CHECK(w.at(inside).text == "$0$");
    w.close();
    CHECK_THROWS_WITH_AS(w.at(inside), "lockstep: a kernel uses a number outside of the loop or the region that declares it: "
                                       "declare it before",
                         std::logic_error);
    CHECK_THROWS_WITH_AS(w.at(-1), "lockstep: a kernel reads a number before it is set", std::logic_error);
}

TEST_CASE("scratch is given back and taken again, in whole packs") {
    ls::kernel_writer w(16);
    auto const use = [&](std::size_t floats) {
        int const piece = w.take_scratch(floats);
        w.line("f" + w.scratch_at(piece) + ";");
        return piece;
    };
    use(20);
    w.give_scratch(use(1));
    use(16);
    w.give_scratch(w.take_scratch(1000));  // which nobody uses
    use(1);
    CHECK(w.text().statements == "    f(ls_scratch + 0);\n    f(ls_scratch + 32);\n    f(ls_scratch + 32);\n    f(ls_scratch + 48);\n");
    CHECK(w.text().scratch == 64);
}

TEST_CASE("a function of one text is written once") {
    ls::kernel_writer w(16);
    CHECK(w.function_name("a") == "ls_program1");
    CHECK(w.function_name("b") == "ls_program2");
    CHECK(w.function_name("a") == "ls_program1");
    int written = 0;
    for (char const* const name : {"f", "g", "f"}) {
        w.add_function(name, [&] {
            ++written;
            return std::string(name) + ";";
        });
    }
    CHECK(written == 2);
    CHECK(w.functions() == "f;g;");
}
