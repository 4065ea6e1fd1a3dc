// SPDX-License-Identifier: MIT
#include <span>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/core/real.hpp>
#include <lockstep/program/print_statements.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

/// A language in which every number is `number` and every expression is `...`.
class outline : private ls::detail::statement_printer<outline> {
public:
    explicit outline(ls::program const& p) : statement_printer(p) {}

    std::string text() {
        for (int i = 0; i < p_.size(); ++i) {
            if (!print_statement(i) && p_[i].op != ls::operation::input) {
                line(name(i) + " = ...");
            }
        }
        return text_;
    }

private:
    friend statement_printer<outline>;
    static constexpr char const *number_type = "number", *scatter = "scatter";
    std::string name(int place) const { return "n" + std::to_string(place); }
    std::string value(int place) const {
        return p_[place].op == ls::operation::input ? "x" + integer(p_[place].value)
               : p_[place].op == ls::operation::constant ? integer(p_[place].value) : name(place);
    }
    std::string condition(int place) const { return "any " + name(p_[place].a); }
    std::string entry(ls::node const& n) const { return name(n.a) + "[" + value(n.b) + "]"; }
    char const* next_type(int) const { return "number"; }
    void declare(int place, int before) { line("number " + name(place) + " = " + value(before)); }
    void overwrite(int place, std::string const& text, int) { line(name(place) + " := " + text); }
};

}  // namespace

TEST_CASE("what a region changes is declared before it, and assigned at its end") {
    ls::program const p = ls::record(2, [](std::span<recorded> x) {
        ls::when(ls::any(x[0] < x[1]), [&] { x[0] = x[0] * x[1]; }, x[0]);
    });
    CHECK(outline(p).text() == "    n2 = ...\n"
                               "    n3 = ...\n"
                               "    number n7 = x0\n"
                               "    if (any n2) {\n"
                               "        n5 = ...\n"
                               "        n7 := n5\n"
                               "    }\n");
}

TEST_CASE("variables of a loop that exchange their values change at once") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        recorded a = x[0], b = x[1];
        ls::repeat_until(
            7, [&] { return !ls::any(a < x[2]); },
            [&] {
            recorded const before = a;
            a = b;
            b = before + b;
            },
            a, b);
        x[0] = b;
    });
    CHECK(outline(p).text() == "    number n4 = x0\n"
                               "    number n5 = x1\n"
                               "    for (int pass_n3 = 0; pass_n3 < 7; ++pass_n3) {\n"
                               "        n6 = ...\n"
                               "        n7 = ...\n"
                               "        if (any n6) { break; }\n"
                               "        n9 = ...\n"
                               "        number const next_n4 = n5;\n"
                               "        n4 := next_n4\n"
                               "        n5 := n9\n"
                               "    }\n");
}
