// SPDX-License-Identifier: MIT
#include <lockstep/core/random_stream.hpp>

#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

namespace {

template <class R>
ls::random_stream<R> stream_of_episode(std::uint32_t episode) {
    ls::random<R> random(3, ls::consecutive_words<R>(0), ls::constant_words<R>(episode));
    return ls::random_stream<R>::drawn_from(random);
}

}  // namespace

TEST_CASE("each step draws other numbers, and again the same from the same state") {
    auto stream = stream_of_episode<float>(0);
    auto const before = stream;
    float const first = stream.next().uniform();
    float const second = stream.next().uniform();
    CHECK(first != second);
    auto again = before;
    CHECK(again.next().uniform() == first);
    CHECK(again.next().uniform() == second);
}

TEST_CASE("a step does not draw what the reset of a training with seed 0 draws") {
    ls::random_stream<float> stream{.stream = 5, .used = 2};
    ls::random<float> reset(0, 5u, 2u);
    CHECK(stream.next().uniform() != reset.uniform());
}

TEST_CASE("the numbers of many steps of many episodes are normal, and do not depend on those of the step before") {
    double sum = 0, squares = 0, products = 0;
    constexpr int episodes = 200, steps = 100;
    for (std::uint32_t episode = 0; episode < episodes; ++episode) {
        auto stream = stream_of_episode<double>(episode);
        double previous = 0;
        for (int step = 0; step < steps; ++step) {
            double const x = stream.next().normal();
            sum += x;
            squares += x * x;
            products += x * previous;
            previous = x;
        }
    }
    constexpr double count = episodes * steps;
    CHECK(sum / count == doctest::Approx(0).epsilon(0.03));
    CHECK(squares / count == doctest::Approx(1).epsilon(0.03));
    CHECK(products / count == doctest::Approx(0).epsilon(0.03));
}

TEST_CASE_TEMPLATE("a lane draws what a float draws", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    auto streams = stream_of_episode<R>(5);
    ls::random<float> of_lane_2(3, 2u, 5u);
    auto stream = ls::random_stream<float>::drawn_from(of_lane_2);
    for (int step = 0; step < 3; ++step) {
        CHECK(streams.next().normal()[2] == stream.next().normal());
    }
}
