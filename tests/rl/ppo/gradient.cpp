// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/gradient.hpp>
#include <tests/rl/ppo/setting.hpp>

using namespace support::ppo;

namespace {

template <class Setting>
void check_gradient(bool penalize_ratio) {
    using networks = typename Setting::networks;
    using minibatch = typename Setting::minibatch;
    bool const exact = std::is_same_v<typename networks::number, double>;
    Setting s;
    s.config.entropy_coefficient = 0.05f;
    s.config.penalize_ratio = penalize_ratio;
    s.step(s.kernel(minibatch::slices_of(Setting::groups, Setting::horizon)));
    std::vector<double> const p(s.parameters.begin(), s.parameters.end());
    std::vector<std::size_t> places;
    if (networks::actions::log_deviations > 0) {
        places.push_back(networks::log_deviation);
    }
    std::size_t const step = ls::recurrent<typename networks::actor> || !exact ? 29 : 11;  // some, so that it takes a second
    std::size_t count = 0;
    auto const some = [&](std::size_t begin) {
        return [&, begin](std::size_t at) {
            if (count++ % step == 0) {
                places.push_back(begin + at);
            }
        };
    };
    support::for_each_parameter<typename networks::actor>(some(0));
    support::for_each_parameter<typename networks::critic>(some(networks::critic_begin));
    double const h = exact ? 1e-5 : 1e-6;
    for (std::size_t const place : places) {
        auto above = p, below = p;
        above[place] += h;
        below[place] -= h;
        double const slope = (s.loss(above) - s.loss(below)) / (2 * h);
        CHECK(std::abs(d(s.gradient[place]) - slope) < (exact ? 1e-7 : 2e-6 + 2e-5 * std::abs(slope)));
    }
    double norm = 0;
    for (std::size_t i = 0; i < minibatch::ranges; ++i) {
        norm += d(s.squared_norms[i]);
    }
    double expected = 0;
    for (auto const g : s.gradient) {
        expected += d(g) * d(g);
    }
    CHECK(norm == doctest::Approx(expected).epsilon(exact ? 1e-13 : 1e-5));
    CHECK(s.progress.minibatches == 1);
    CHECK(s.progress.clipped > 0);
    CHECK(s.progress.approximate_kl > 0);
}

}  // namespace

TEST_CASE_TEMPLATE("the gradient of a minibatch is that of the paper's loss, by central differences", Setting, setting<gaussian>,
                   setting<categorical>, setting<squashed>, setting<gaussian, double>, setting<categorical, double>,
                   setting<squashed, double>, setting<gaussian, double, layers_that_remember>,
                   setting<categorical, double, layers_that_remember>, setting<squashed, double, layers_that_remember>) {
    check_gradient<Setting>(false);
}

TEST_CASE_TEMPLATE("likewise of a penalty in place of the clip", Setting, setting<gaussian>, setting<categorical, double>) {
    check_gradient<Setting>(true);
}
