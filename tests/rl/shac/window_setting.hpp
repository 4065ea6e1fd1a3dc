// SPDX-License-Identifier: MIT
// Windows of Pendulum in double, each of one environment a group, and all that their kernel reads and writes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/world.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace shac_windows {

namespace ls = lockstep;

/// Pendulum with episodes that end within a window: some by their limit, and some where it is fast.
struct short_pendulum : ls::envs::pendulum {
    static constexpr std::size_t episode_limit = 7;

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        auto result = ls::envs::pendulum::step(before, action);
        result.terminated = R(3) < ls::abs(result.state.speed);
        return result;
    }
};

struct setting {
    using networks = ls::actor_critic<short_pendulum, ls::hidden_layers<ls::elu_activation, 16, 16>,
                                      ls::squashed_actions<short_pendulum, double>>;
    using window = ls::shac_window<short_pendulum, networks>;
    static constexpr std::size_t packs = 6, horizon = 10;

    std::vector<double> parameters = std::vector<double>(networks::parameter_count),
                        transposed = std::vector<double>(networks::transposed_count),
                        target = std::vector<double>(networks::critic::parameter_count),
                        target_transposed = std::vector<double>(networks::critic::transposed_count),
                        gradients = std::vector<double>(packs * networks::actor::parameter_count);
    ls::moments<3, double> observation_moments{};
    ls::moments<1, double> return_moments{};
    std::vector<window::pack_of_environments> environments = std::vector<window::pack_of_environments>(packs);
    std::vector<double> discounted_returns = std::vector<double>(packs);
    std::vector<ls::shac_step<short_pendulum, double>> steps_of_pack =
        std::vector<ls::shac_step<short_pendulum, double>>(packs * horizon);
    std::vector<ls::shac_sample<double, 3>> samples = std::vector<ls::shac_sample<double, 3>>(packs * horizon);
    std::vector<ls::moment_sums<double, 3>> observation_sums = std::vector<ls::moment_sums<double, 3>>(packs);
    std::vector<ls::moment_sums<double, 1>> return_sums = std::vector<ls::moment_sums<double, 1>>(packs);
    std::vector<ls::rollout_sums<double>> episodes = std::vector<ls::rollout_sums<double>>(packs);
    std::vector<ls::shac_sums<double>> sums = std::vector<ls::shac_sums<double>>(packs);

    std::vector<ls::shac_trace<short_pendulum, double>> traces =
        std::vector<ls::shac_trace<short_pendulum, double>>(packs * horizon);

    std::size_t length = 0;  ///< 0: that of the window
    double growth_limit = 0, gradient_decay = 1, least_slope = 0, mean_penalty = 0;
    std::vector<ls::shac_record<double, 3, 1>> records = std::vector<ls::shac_record<double, 3, 1>>(packs * horizon);

    setting() {
        networks::initialize(parameters, 3, std::log(0.5f));
        for (std::size_t i = 0; i < networks::actor::parameter_count; ++i) {
            parameters[i] *= 3;  // so that actions depend on what is observed
        }
        networks::critic::initialize(5, 1.4, 1.0, target.data(), 1);
        networks::critic::transpose_weights(target.data(), target_transposed.data());
    }

    ls::shac_view<short_pendulum, networks> view() {
        return {.parameters = parameters.data(),
                .transposed_weights = transposed.data(),
                .target = target.data(),
                .target_transposed = target_transposed.data(),
                .gradients = gradients.data(),
                .observation_moments = &observation_moments,
                .return_moments = &return_moments,
                .environments = environments.data(),
                .discounted_returns = discounted_returns.data(),
                .steps_of_pack = steps_of_pack.data(),
                .traces = traces.data(),
                .samples = samples.data(),
                .records = records.data(),
                .observation_sums = observation_sums.data(),
                .return_sums = return_sums.data(),
                .episodes = episodes.data(),
                .sums = sums.data()};
    }
    window window_of(std::size_t steps) {
        auto normalized = ls::normalizer<3, double>::identity();
        normalized.mean[0] = 0.1;
        normalized.scale[1] = 1.7;
        normalized.scale[2] = 0.4;
        return {.env = {},
                .packs = packs,
                .horizon = steps,
                .length = length == 0 ? steps : length,
                .seed = 9,
                .first_step = 40,
                .discount = 0.9,
                .lambda = 0.8,
                .per_sample = 1.0 / (packs * horizon),
                .growth_limit = growth_limit,
                .gradient_decay = gradient_decay,
                .least_slope = least_slope,
                .mean_penalty = mean_penalty,
                .staggered = false,
                .normalized = normalized,
                .reward_scale = 0.3,
                .view = view()};
    }

    /// The loss of a window that always begins alike.
    double run(std::size_t steps = horizon) {
        networks::transpose_weights(parameters.data(), transposed.data());
        for (std::size_t pack = 0; pack < packs; ++pack) {
            ls::reset(window::taped_env::of({}), environments[pack], 1, pack);
            environments[pack].length = static_cast<double>(pack % 4);
        }
        window const kernel = window_of(steps);
        double loss = 0;
        for (std::size_t pack = 0; pack < packs; ++pack) {
            kernel(pack);
            loss -= sums[pack].objective / (packs * horizon);
            for (std::size_t t = 0; t < steps; ++t) {
                double const mean = mean_of(pack, t);
                loss += 0.5 * mean_penalty * mean * mean / (packs * horizon);
            }
        }
        return loss;
    }

    /// The mean of the action of a step before it is squashed.
    double mean_of(std::size_t pack, std::size_t t) const {
        auto const& record = records[t * packs + pack];
        double const noise = steps_of_pack[pack * horizon + t].noise[0];
        return record.drawn[0] - std::exp(-record.log_density - 0.5 * noise * noise) * noise;
    }

    /// The gradient is that of central differences of loss().
    template <class Loss>
    void check_slopes(std::vector<double> const& gradient, Loss&& loss) {
        double largest = 0;
        for (std::size_t place = 0; place < gradient.size(); place += 7) {
            double const h = 1e-6, before = parameters[place];
            parameters[place] = before + h;
            double const above = loss();
            parameters[place] = before - h;
            double const below = loss();
            parameters[place] = before;
            double const slope = (above - below) / (2 * h);
            CAPTURE(place);
            CHECK(std::abs(gradient[place] - slope) < 1e-8 + 1e-6 * std::abs(slope));
            largest = std::max(largest, std::abs(slope));
        }
        CHECK(largest > 1e-3);
    }

    std::vector<double> gradient() const {
        std::vector<double> sum(networks::actor::parameter_count);
        for (std::size_t i = 0; i < packs * sum.size(); ++i) {
            sum[i % sum.size()] += gradients[i];
        }
        return sum;
    }
};

}  // namespace shac_windows
