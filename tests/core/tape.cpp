// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/tape.hpp>

using tape = lockstep::tape<double>;

TEST_CASE("gradients run from the last operation to the first, and add up") {
    tape t;
    int const x = t.input(), y = t.input();
    int const product = t.operation({{x, 3}, {y, 2}});             // x = 2, y = 3
    int const sum = t.operation({{product, 1}, {x, 1}, {-1, 7}});  // a constant has no place
    CHECK(t.operation({{-1, 1}}) == -1);
    for (int repeat = 0; repeat < 2; ++repeat) {
        t.start();
        t.seed(sum, 10);
        t.seed(-1, 5);
        t.run_backward();
        CHECK(t.gradient(x) == 40);
        CHECK(t.gradient(y) == 20);
        CHECK(t.gradient(-1) == 0);
    }
    t.clear();
    CHECK(t.size() == 0);
}

TEST_CASE("a function has its own backward pass") {
    tape t;
    int const x = t.input(), y = t.input();
    int const twice = t.operation({{y, 2}});
    auto const [values, saved] = t.begin_function(3, 1);
    CHECK(values != nullptr);
    *saved = 5;
    for (int const place : {x, -1, twice}) {
        t.add_operand(place);
    }
    int const first = t.end_function(3, 1, [](double const* kept, double* gradient) {
        gradient[0] = gradient[2] * kept[0];
        gradient[2] = gradient[1];
    });
    int const result = t.operation({{first + 1, 3}, {first + 2, 4}});
    t.start();
    t.seed(result, 1);
    t.run_backward();
    CHECK(t.gradient(x) == 20);
    CHECK(t.gradient(y) == 6);
}

TEST_CASE("the tape of a thread is the one of the innermost scope") {
    tape outer, inner;
    lockstep::writing_on<double> const writing(outer);
    {
        lockstep::writing_on<double> const nested(inner);
        CHECK(tape::current() == &inner);
    }
    CHECK(tape::current() == &outer);
}
