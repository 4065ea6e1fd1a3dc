// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/core/formatted.hpp>
#include <lockstep/io/export/c_header.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/program/print_c.hpp>  // also prints C: both can be included
#include <tests/io/export/policies.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

std::string compiler() {
    char const* const path = std::getenv("CXX");
    return path != nullptr ? path : "c++";
}

/// A program that reads observations and prints actions, then the result of the self-test.
std::string program_of(ls::exported_policy const& policy, std::size_t steps) {
    char const* const memory = policy.memory_size > 0 ? "static NAME_memory memory;\n" : "";
    std::string text = ls::formatted(R"(#include "policy.h"
#include <stdio.h>
%sint main(void) {
    float observation[%zu], action[%zu];
    int step, i;
    for (step = 0; step < %zu; ++step) {
        for (i = 0; i < %zu; ++i) {
            if (scanf("%%f", &observation[i]) != 1) {
                return 2;
            }
        }
        NAME_act(%sobservation, action);
        for (i = 0; i < %zu; ++i) {
            printf("%%.9g\n", (double)action[i]);
        }
    }
    printf("%%.9g\n", (double)NAME_self_test());
    return 0;
}
)",
                                     memory, policy.observation_size, policy.action_size, steps, policy.observation_size,
                                     policy.memory_size > 0 ? "&memory, " : "", policy.action_size);
    for (std::size_t at = text.find("NAME"); at != text.npos; at = text.find("NAME")) {
        text.replace(at, 4, policy.name);
    }
    return text;
}

}  // namespace

TEST_CASE("the header of each kind of policy compiles without a library, and its actions and self-test are the library's") {
    constexpr std::size_t steps = 40;
    std::string const warnings = " -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror ";
    for (lockstep_test::exported_kind const& kind : lockstep_test::exported_kinds(steps)) {
        CAPTURE(kind.name);
        lockstep_test::temporary_folder const here;
        ls::write_file(here / "policy.h", ls::to_c_header(kind.described));
        ls::write_file(here / "use.c", "#include \"policy.h\"\n");
        ls::write_file(here / "main.c", program_of(kind.described, steps));
        std::ofstream observations(here / "observations");
        for (auto const& observation : kind.episode.observations) {
            for (float const x : observation) {
                observations << ls::formatted("%.9g\n", static_cast<double>(x));
            }
        }
        observations.close();

        std::string const enter = "cd '" + here.path().string() + "' && ";
        REQUIRE(std::system((enter + compiler() + " -x c -std=c99 -ffreestanding" + warnings + "-c use.c -o use.o").c_str()) ==
                0);
        for (std::string const language : {"c -std=c99", "c++ -std=c++11"}) {
            CAPTURE(language);
            std::string const build = compiler() + " -x " + language + warnings + "main.c -o main";
            REQUIRE(std::system((enter + build + " && ./main < observations > out").c_str()) == 0);
            std::ifstream out(here / "out");
            double difference = 0, printed = 0;
            for (auto const& action : kind.episode.actions) {
                for (float const x : action) {
                    REQUIRE(static_cast<bool>(out >> printed));
                    double const wanted = static_cast<double>(x);
                    difference = std::max(difference, std::abs(printed - wanted) / std::max(1.0, std::abs(wanted)));
                }
            }
            CHECK(difference < 1e-6);
            REQUIRE(static_cast<bool>(out >> printed));
            CHECK(printed < 1e-6);
        }
    }
}

TEST_CASE("two policies of one environment in one source file are an error, the same one twice is none") {
    using policy_type = ls::ppo_policy<ls::envs::pendulum>;
    lockstep_test::temporary_folder const here;
    policy_type policy;
    ls::write_c_header(here / "a.h", policy);
    policy.parameters[0] = 1;
    ls::write_c_header(here / "b.h", policy);
    ls::write_file(here / "one.c", "#include \"a.h\"\n#include \"a.h\"\n");
    ls::write_file(here / "two.c", "#include \"a.h\"\n#include \"b.h\"\n");
    std::string const compile = "cd '" + here.path().string() + "' && " + compiler() + " -x c -std=c99 -fsyntax-only ";
    CHECK(std::system((compile + "one.c").c_str()) == 0);
    CHECK(std::system((compile + "two.c 2> messages").c_str()) != 0);
    CHECK(ls::read_file(here / "messages").find("two policies for pendulum") != std::string::npos);
}
