// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo_gradient.hpp>
#include <tests/rl/ppo_setting.hpp>

using namespace support::ppo;

TEST_CASE_TEMPLATE("the gradient of a minibatch is that of the paper's loss, by central differences in double", Policy, gaussian,
                   categorical, squashed) {
    using networks = typename setting<Policy>::networks;
    using update = typename setting<Policy>::update;
    setting<Policy> s;
    s.config.entropy_coefficient = 0.05f;
    s.step(s.kernel(update::slices_of(setting<Policy>::rows, 1)));
    std::vector<double> p(s.parameters.begin(), s.parameters.end());
    double const h = 1e-6;
    std::vector<std::size_t> places;
    if (networks::actions::log_deviations > 0) {
        places.push_back(networks::log_deviation);
    }
    using actor = typename networks::actor;
    using critic = typename networks::critic;
    for (std::size_t l = 0; l <= actor::hidden_layers; ++l) {
        for (std::size_t o = 0; o < actor::layer_outputs(l); o += l < actor::hidden_layers ? 5 : 1) {
            places.push_back(actor::bias(l, o));
            places.push_back(actor::weight(l, o, actor::layer_inputs(l) - 1));
            if (o < critic::layer_outputs(l)) {
                places.push_back(networks::critic_begin + critic::bias(l, o));
                places.push_back(networks::critic_begin + critic::weight(l, o, 0));
            }
        }
    }
    for (std::size_t const place : places) {
        auto above = p, below = p;
        above[place] += h;
        below[place] -= h;
        double const slope = (s.loss(above) - s.loss(below)) / (2 * h);
        CHECK(std::abs(d(s.gradient[place]) - slope) < 2e-6 + 2e-5 * std::abs(slope));
    }
    double norm = 0;
    for (std::size_t i = 0; i < update::ranges; ++i) {
        norm += d(s.squared_norms[i]);
    }
    double expected = 0;
    for (float g : s.gradient) {
        expected += d(g) * d(g);
    }
    CHECK(norm == doctest::Approx(expected).epsilon(1e-5));
    CHECK(s.progress.minibatches == 1);
    CHECK(s.progress.clipped > 0);
    CHECK(s.progress.approximate_kl > 0);
}
