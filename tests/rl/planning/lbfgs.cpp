// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/lbfgs.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

namespace {

/// Rosenbrock's valley, with its minimum of 0 at (1, 1, ...).
template <class R>
R valley(std::span<R const> x, std::vector<R>& gradient) {
    gradient.assign(x.size(), R(0));
    R cost(0);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        R const bend = x[i + 1] - x[i] * x[i], off = R(1) - x[i];
        cost = cost + R(100) * bend * bend + off * off;
        gradient[i] = gradient[i] - R(400) * bend * x[i] - R(2) * off;
        gradient[i + 1] = gradient[i + 1] + R(200) * bend;
    }
    return cost;
}

}  // namespace

TEST_CASE("a curved valley of ten numbers, to 1e-12 in doubles") {
    std::vector<double> const start(10, -1.2);
    ls::lbfgs<double> search(10, 8);
    search.start(start);
    std::vector<double> gradient;
    int evaluations = 0;
    for (; evaluations < 300 && search.over() < 0.5; ++evaluations) {
        double const cost = valley<double>(search.trial(), gradient);
        search.tell(cost, gradient);
        if (search.cost() < 1e-20) {
            break;
        }
    }
    CHECK(evaluations < 200);
    for (double const x : search.best()) {
        CHECK(x == doctest::Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("each lane does what it does alone") {
    using lanes = ls::native_lanes;
    std::vector<lanes> start(4);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t l = 0; l < lanes::width; ++l) {
            start[i].set(l, 0.3f * static_cast<float>(l) - 1.5f + 0.2f * static_cast<float>(i));
        }
    }
    ls::lbfgs<lanes> together(4, 5);
    together.start(start);
    std::vector<lanes> gradient;
    for (int i = 0; i < 150; ++i) {
        lanes const cost = valley<lanes>(together.trial(), gradient);
        together.tell(cost, gradient);
    }
    for (std::size_t l = 0; l < lanes::width; ++l) {
        std::vector<lanes> alone(4);
        for (std::size_t i = 0; i < 4; ++i) {
            alone[i] = lanes(start[i][l]);
        }
        ls::lbfgs<lanes> single(4, 5);
        single.start(alone);
        for (int i = 0; i < 150; ++i) {
            lanes const cost = valley<lanes>(single.trial(), gradient);
            single.tell(cost, gradient);
        }
        CHECK(single.cost()[0] == together.cost()[l]);
        CHECK(single.best()[3][0] == together.best()[3][l]);
        CHECK(together.cost()[l] < 1e-6f);
    }
}

TEST_CASE("it never climbs, steps back from where there is no cost, and says when it is over") {
    // sqrt(x) - log(x), which has no value below 0 and its minimum at 4.
    ls::lbfgs<double> search(1, 4);
    search.start(std::vector<double>{30});
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 100 && search.over() < 0.5; ++i) {
        double const x = search.trial()[0];
        double const cost = x > 0 ? std::sqrt(x) - std::log(x) : std::numeric_limits<double>::quiet_NaN();
        search.tell(cost, std::vector<double>{x > 0 ? 0.5 / std::sqrt(x) - 1 / x : 0});
        CHECK(search.cost() <= last);
        last = search.cost();
    }
    CHECK(search.best()[0] == doctest::Approx(4).epsilon(1e-6));
    CHECK(search.over() == 1);

    ls::lbfgs<double> at_the_minimum(2, 4);
    at_the_minimum.start(std::vector<double>{0, 0});
    at_the_minimum.tell(0, std::vector<double>{0, 0});
    CHECK(at_the_minimum.over() == 1);
}
