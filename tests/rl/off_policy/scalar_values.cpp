// SPDX-License-Identifier: MIT
// What updates make of them is compared with plain loops in sac_update.cpp and td3_update.cpp.
#include <lockstep/rl/off_policy/scalar_values.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

struct config_type {
    std::size_t batch = 10;
};

/// What values ask of a slice of a minibatch.
struct samples {
    static constexpr std::size_t block = 16;
    double reward[block], discount[block], target_value[2][block], weight[block], error[2][block] = {};
};

/// reward + discount * next_value, as TD3 has it.
constexpr auto td_target = [](samples const& batch, std::size_t first) {
    return [&batch, first](double next_value) { return batch.reward[first] + batch.discount[first] * next_value; };
};

}  // namespace

TEST_CASE("values are regressed to the reward and the smaller target, by weight") {
    using values = ls::scalar_values;
    samples batch;
    double outputs[2][16], value[16], gradients[16];
    for (std::size_t s = 0; s < 16; ++s) {
        double const x = static_cast<double>(s);
        batch.reward[s] = 0.5 * x;
        batch.discount[s] = s % 3 == 0 ? 0 : 0.9;
        batch.weight[s] = 1 / (1 + x);
        outputs[0][s] = std::sin(x);
        outputs[1][s] = std::cos(x);
    }
    values::estimate(config_type{}, outputs[0], 10, 0, batch);
    values::estimate(config_type{}, outputs[1], 10, 1, batch);
    for (bool const weighted : {false, true}) {
        auto const sums = values::regress(config_type{}, td_target, batch, 1, 10, weighted, outputs[0], gradients);
        double loss = 0, sum = 0;
        for (std::size_t s = 0; s < 10; ++s) {
            double const target = batch.reward[s] + batch.discount[s] * std::min(outputs[0][s], outputs[1][s]);
            double const error = outputs[0][s] - target, weight = weighted ? batch.weight[s] : 1;
            loss += 0.5 * weight * error * error;
            sum += outputs[0][s];
            CHECK(gradients[s] == doctest::Approx(weight * error / 10).epsilon(1e-13));
            CHECK(batch.error[1][s] == doctest::Approx(weighted ? error : 0).epsilon(1e-13));
        }
        CHECK(sums.loss == doctest::Approx(loss).epsilon(1e-13));
        CHECK(sums.value == doctest::Approx(sum).epsilon(1e-13));
        CHECK(sums.outside == 0);
    }
    values::differentiate<16>(config_type{}, outputs[1], 10, value, gradients);
    CHECK(std::equal(value, value + 10, outputs[1]));
    CHECK(std::all_of(gradients, gradients + 10, [](double g) { return g == 1; }));
}

TEST_CASE("what is no number makes the loss none, in samples that count") {
    samples batch{};
    double outputs[16] = {}, gradients[16];
    batch.reward[12] = std::numeric_limits<double>::infinity();
    CHECK(ls::scalar_values::regress(config_type{}, td_target, batch, 0, 10, false, outputs, gradients).loss == 0);
    batch.reward[3] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(ls::scalar_values::regress(config_type{}, td_target, batch, 0, 10, false, outputs, gradients).loss));
}
