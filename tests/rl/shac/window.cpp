// SPDX-License-Identifier: MIT
// The gradient of the whole loss of a window, in double, against central differences: through the policy, the simulation,
// observations, episodes that end and the terminal value.
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/world.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace ls = lockstep;

namespace {

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

    /// The loss of a window that always begins alike.
    double run(std::size_t steps = horizon) {
        networks::transpose_weights(parameters.data(), transposed.data());
        for (std::size_t pack = 0; pack < packs; ++pack) {
            ls::reset(window::taped_env::of({}), environments[pack], 1, pack);
            environments[pack].length = static_cast<double>(pack % 4);
        }
        auto normalized = ls::normalizer<3, double>::identity();
        normalized.mean[0] = 0.1;
        normalized.scale[1] = 1.7;
        normalized.scale[2] = 0.4;
        window const kernel{.env = {},
                            .packs = packs,
                            .horizon = steps,
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
                            .parameters = parameters.data(),
                            .transposed_weights = transposed.data(),
                            .target = target.data(),
                            .target_transposed = target_transposed.data(),
                            .observation_moments = &observation_moments,
                            .return_moments = &return_moments,
                            .environments = environments.data(),
                            .discounted_returns = discounted_returns.data(),
                            .steps_of_pack = steps_of_pack.data(),
                            .samples = samples.data(),
                            .records = records.data(),
                            .gradients = gradients.data(),
                            .observation_sums = observation_sums.data(),
                            .return_sums = return_sums.data(),
                            .episodes = episodes.data(),
                            .sums = sums.data()};
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

    std::vector<double> gradient() const {
        std::vector<double> sum(networks::actor::parameter_count);
        for (std::size_t i = 0; i < packs * sum.size(); ++i) {
            sum[i % sum.size()] += gradients[i];
        }
        return sum;
    }
};

}  // namespace

TEST_CASE("the gradient of a window's loss is that of central differences") {
    setting s;
    s.mean_penalty = 0.3;
    s.run();
    std::vector<double> const gradient = s.gradient();
    int terminated = 0, truncated = 0;
    for (auto const& m : s.steps_of_pack) {
        terminated += m.ended > 0.5 && m.leads_on < 0.5;
        truncated += m.ended > 0.5 && m.leads_on > 0.5;
    }
    CHECK(terminated > 0);
    CHECK(truncated > 0);
    double largest = 0;
    for (std::size_t place = 0; place < gradient.size(); place += 7) {
        double const h = 1e-6, before = s.parameters[place];
        s.parameters[place] = before + h;
        double const above = s.run();
        s.parameters[place] = before - h;
        double const below = s.run();
        s.parameters[place] = before;
        double const slope = (above - below) / (2 * h);
        CAPTURE(place);
        CHECK(std::abs(gradient[place] - slope) < 1e-8 + 1e-6 * std::abs(slope));
        largest = std::max(largest, std::abs(slope));
    }
    CHECK(largest > 1e-3);
}

TEST_CASE("targets are those of TD(lambda)") {
    setting s;
    s.run();
    for (std::size_t pack = 0; pack < setting::packs; ++pack) {
        auto const* m = s.steps_of_pack.data() + pack * setting::horizon;
        for (std::size_t t = 0; t < setting::horizon; ++t) {
            // The weighted sum of k-step returns, as the article has it.
            double target = 0, weight = 1, reward = 0, discount = 1;
            for (std::size_t k = t; k < setting::horizon; ++k) {
                reward += discount * m[k].reward;
                discount *= 0.9;
                bool const is_last = k + 1 == setting::horizon || m[k].ended > 0.5;
                double const value = is_last ? m[k].bootstrap : m[k + 1].value;
                double const share = is_last ? weight : weight * (1 - 0.8);
                target += share * (reward + discount * value);
                weight *= 0.8;
                if (is_last) {
                    break;
                }
            }
            CHECK(s.samples[t * setting::packs + pack].target == doctest::Approx(target).epsilon(1e-12));
        }
    }
}

TEST_CASE("a decay weakens what an action does to later steps") {
    setting s;
    auto const of = [&s](double decay, std::size_t steps) {
        s.gradient_decay = decay;
        s.run(steps);
        return s.gradient();
    };
    CHECK(of(0.5, 1) == of(1, 1));  // the value at the window's end is no later step
    auto const none = of(0, 2), half = of(0.5, 2), all = of(1, 2);
    CHECK(none != all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(half[i] == doctest::Approx(0.5 * (none[i] + all[i])).epsilon(1e-9));
    }
}

TEST_CASE("a least slope lets a gradient pass where tanh is flat") {
    setting s;
    auto const of = [&s](double least_slope) {
        s.least_slope = least_slope;
        s.run(1);
        return s.gradient();
    };
    double steepest = 0, flattest = 1;
    s.run(1);
    for (auto const& record : s.records) {
        double const a = std::tanh(record.drawn[0]);
        steepest = std::max(steepest, 1 - a * a);
        flattest = std::min(flattest, 1 - a * a);
    }
    CHECK(of(0.9 * flattest) == of(0));
    CHECK(of(1.1 * flattest) != of(0));
    // With one environment the gradient is proportional to the slope.
    setting one;
    one.run(1);
    double const action = std::tanh(one.records[0].drawn[0]), slope = 1 - action * action;
    std::size_t const count = setting::networks::actor::parameter_count;
    std::vector<double> const exact(one.gradients.begin(), one.gradients.begin() + count);
    one.least_slope = 1;
    one.run(1);
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(one.gradients[i] * slope == doctest::Approx(exact[i]).epsilon(1e-9));
    }
}

TEST_CASE("a least slope is all of the slope where rounding leaves less of it, or none") {
    // The gradient by the output that is the action's mean before tanh, in windows of one step.
    auto const of = [](double mean, double least_slope, double& slope) {
        setting s;
        using actor = setting::networks::actor;
        for (std::size_t i = 0; i < 16; ++i) {
            s.parameters[actor::weight(actor::hidden_layers, 0, i)] = s.parameters[actor::weight(actor::hidden_layers, 1, i)] = 0;
        }
        s.parameters[actor::bias(actor::hidden_layers, 0)] = mean;
        s.parameters[actor::bias(actor::hidden_layers, 1)] = -10;
        s.least_slope = least_slope;
        s.run(1);
        double const action = std::tanh(s.records[0].drawn[0]);
        slope = 1 - action * action;
        return s.gradients[actor::bias(actor::hidden_layers, 0)];
    };
    double slope = 0, none = 0;
    double const by_action = of(8, 0, slope) / slope;
    CHECK(slope < 1e-6);
    CHECK(std::abs(by_action) > 1e-5);
    CHECK(of(8, 0.3, slope) == doctest::Approx(0.3 * by_action).epsilon(1e-6));
    CHECK(of(20, 0, none) == 0);
    CHECK(of(20, 0.3, none) == doctest::Approx(0.3 * by_action).epsilon(1e-5));
    CHECK(none == 0);
}

TEST_CASE("a limit on growth cuts windows") {
    setting s;
    s.growth_limit = 1e-3;
    s.run();
    double cut = 0;
    for (auto const& sums : s.sums) {
        cut += sums.cut;
    }
    CHECK(cut == setting::packs * setting::horizon);
    for (double const g : s.gradient()) {
        CHECK(g == 0);  // no action has an effect
    }
}
