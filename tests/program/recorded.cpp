// SPDX-License-Identifier: MIT
#include <span>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/math.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

TEST_CASE("numbers need a recording") {
    CHECK_THROWS_WITH_AS(recorded(1), "lockstep: a `recorded` number is used while nothing is being recorded", std::logic_error);
    ls::recording outer(0);
    recorded const a(1);
    {
        ls::recording inner(0);
        CHECK(recorded(2).place == 0);
    }
    CHECK((a + recorded(1)).place >= 0);
    CHECK_THROWS_WITH_AS(a + recorded(), "lockstep: while recording, a number is read before it was set", std::logic_error);
}

TEST_CASE("the maths of core records to the same bits") {
    ls::program const p = ls::record(6, [](std::span<recorded> x) {
        ls::sincos(x[0], x[1], x[2]);
        x[3] = ls::exp(x[0]);
        x[4] = ls::log(ls::abs(x[0]));
        x[5] = ls::tanh(x[0]);
    });
    for (float x = -40; x < 40; x += 0.37f) {
        CAPTURE(x);
        std::vector<float> rows = {x, 0, 0, 0, 0, 0};
        ls::interpret<float>(p, rows);
        float s = 0;
        float c = 0;
        ls::sincos(x, s, c);
        CHECK(rows == std::vector<float>{x, s, c, ls::exp(x), ls::log(ls::abs(x)), ls::tanh(x)});
    }
}
