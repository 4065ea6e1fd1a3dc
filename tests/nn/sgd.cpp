// SPDX-License-Identifier: MIT
#include <lockstep/nn/sgd.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("sgd_update is PyTorch's SGD") {
    std::size_t const count = 3 * ls::pack_width<float>;
    for (bool const nesterov : {false, true}) {
        ls::sgd_config const config{.learning_rate = 0.1f, .momentum = 0.9f, .weight_decay = 0.01f, .nesterov = nesterov};
        std::vector<float> parameters(count, 1.0f), velocity(count, 0.0f), gradient(count);
        std::vector<double> expected(count, 1.0), v(count, 0.0);
        for (int step = 1; step <= 30; ++step) {
            for (std::size_t i = 0; i < count; ++i) {
                gradient[i] = std::sin(static_cast<float>(i + 1) * static_cast<float>(step));
                double const g = 0.5 * static_cast<double>(gradient[i]) + 0.01 * expected[i];
                v[i] = 0.9 * v[i] + g;
                expected[i] -= 0.1 * (nesterov ? g + 0.9 * v[i] : v[i]);
            }
            ls::sgd_update(config, 0.5f, count, gradient.data(), parameters.data(), velocity.data());
        }
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(static_cast<double>(parameters[i]) == doctest::Approx(expected[i]).epsilon(1e-5));
        }
    }
}
