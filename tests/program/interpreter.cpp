// SPDX-License-Identifier: MIT
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

#include <tests/program/random_kernel.hpp>

namespace ls = lockstep;

TEST_CASE("a recorded program computes what the code computes") {
    std::mt19937 draw(1);
    std::size_t regions = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        ls::program const p =
            ls::record(5, [&](std::span<ls::recorded> row) { lockstep_test::random_kernel<ls::recorded>{seed}(row); });
        for (int trial = 0; trial < 10; ++trial) {
            std::vector<double> plain(5);
            for (double& x : plain) {
                x = static_cast<double>(draw() % 21) - 10;
            }
            std::vector<double> run = plain;
            std::vector<float> run_float(plain.begin(), plain.end());
            lockstep_test::random_kernel<double>{seed}(plain);
            ls::interpret<double>(p, run);
            ls::interpret<float>(p, run_float);
            CHECK(run == plain);
            CHECK(std::vector<double>(run_float.begin(), run_float.end()) == plain);
        }
        for (ls::node const& n : p.nodes) {
            regions += n.op == ls::operation::region_begin;
        }
    }
    CHECK(regions > 100);
}
