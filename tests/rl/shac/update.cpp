// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/update.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

namespace ls = lockstep;

namespace {
using env = ls::envs::pendulum;
using networks = ls::actor_critic<env, ls::hidden_layers<ls::elu_activation, 16>, ls::squashed_actions<env>>;
using critic = networks::critic;
using kernel = ls::shac_differentiate_critic<networks>;
constexpr std::size_t count = critic::parameter_count;

struct setting {
    static constexpr std::size_t groups = 24;
    using sample = ls::shac_sample<ls::native_lanes, 3>;
    std::vector<float> parameters = std::vector<float>(count), transposed = std::vector<float>(critic::transposed_count + 1),
                       gradient = std::vector<float>(count), first = std::vector<float>(count),
                       second = std::vector<float>(count);
    std::vector<float> gradients = std::vector<float>(kernel::slices_of(groups) * count);
    std::vector<float> losses = std::vector<float>(kernel::slices_of(groups));
    std::vector<sample> samples = std::vector<sample>(groups * ls::group_packs<float>);
    std::uint32_t steps = 0;
    float norm = 0;

    setting() {
        critic::initialize(1, 1.4, 1, parameters.data());
        critic::transpose_weights(parameters.data(), transposed.data());
        ls::random<ls::native_lanes> draws(1, ls::environment_index<ls::native_lanes>(std::size_t(0)),
                                           ls::constant_words<ls::native_lanes>(0));
        for (sample& s : samples) {
            for (auto& x : s.observation) {
                x = draws.normal();
            }
            s.target = s.observation[0] - ls::native_lanes(0.5f) * s.observation[2];
        }
    }

    double loss() {
        for (std::size_t slice = 0; slice < losses.size(); ++slice) {
            kernel{.shuffled = ls::permutation(3, groups),
                   .first_group = 0,
                   .groups = groups,
                   .samples = samples.data(),
                   .parameters = parameters.data(),
                   .transposed_weights = transposed.data(),
                   .gradients = gradients.data(),
                   .losses = losses.data()}(slice);
        }
        double sum = 0;
        for (float const x : losses) {
            sum += static_cast<double>(x);
        }
        return sum / (groups * ls::sample_group);
    }

    void descend(float rate) {
        ls::shac_descend<critic>{.adam = {.learning_rate = rate},
                                 .gradient_norm = 1,
                                 .slices = losses.size(),
                                 .gradients = gradients.data(),
                                 .gradient = gradient.data(),
                                 .parameters = parameters.data(),
                                 .first_moment = first.data(),
                                 .second_moment = second.data(),
                                 .transposed_weights = transposed.data(),
                                 .steps_taken = &steps,
                                 .norm = &norm}(0);
    }
};
}  // namespace

TEST_CASE("the gradient of the critic is that of half its mean squared error") {
    setting s;
    s.loss();
    s.descend(1e-9f);
    CHECK(setting::groups * ls::sample_group > kernel::block);  // more than one slice
    double squares = 0;
    for (std::size_t place = 0; place < count; ++place) {
        squares += static_cast<double>(s.gradient[place]) * static_cast<double>(s.gradient[place]);
    }
    CHECK(static_cast<double>(s.norm) == doctest::Approx(std::sqrt(squares)).epsilon(1e-5));
    for (std::size_t o = 0; o < 16; o += 5) {
        std::size_t const place = critic::weight(0, o, 1);
        float const before = s.parameters[place], h = 1e-2f;
        s.parameters[place] = before + h;
        double const above = s.loss();
        s.parameters[place] = before - h;
        double const below = s.loss();
        s.parameters[place] = before;
        CHECK(static_cast<double>(s.gradient[place]) == doctest::Approx((above - below) / 0.02).epsilon(1e-2).scale(0.01));
    }
}

TEST_CASE("the critic learns its targets") {
    setting s;
    double const before = s.loss();
    for (int i = 0; i < 300; ++i) {
        s.loss();
        s.descend(1e-2f);
    }
    CHECK(s.steps == 300);
    CHECK(s.loss() < 0.02 * before);
}

TEST_CASE("a gradient that is not finite moves nothing") {
    setting s;
    s.loss();
    s.gradients[7] = std::numeric_limits<float>::quiet_NaN();
    auto const before = s.parameters;
    s.descend(1e-2f);
    CHECK(!std::isfinite(s.norm));
    CHECK(s.parameters == before);
    CHECK(s.steps == 0);
}

TEST_CASE("the target critic follows") {
    setting s;
    std::vector<float> target(count, 1.0f), transposed(critic::transposed_count + 1);
    ls::shac_follow<critic>{0.25f, s.parameters.data(), target.data(), transposed.data()}(0);
    CHECK(target[3] == doctest::Approx(0.75f + 0.25f * s.parameters[3]));
}
