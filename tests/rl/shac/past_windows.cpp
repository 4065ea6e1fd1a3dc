// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/past_windows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/world.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

namespace ls = lockstep;

namespace {

using env = ls::envs::pendulum;
using networks = ls::actor_critic<env, ls::hidden_layers<ls::elu_activation, 16, 16>, ls::squashed_actions<env, double>>;
constexpr std::size_t horizon = 5;
constexpr double discount = 0.9, lambda = 0.8;

/// A window of one environment, whose third step ended its episode and whose fourth was cut by the limit of steps.
struct window {
    std::vector<double> parameters = std::vector<double>(networks::parameter_count),
                        transposed = std::vector<double>(networks::transposed_count),
                        target = std::vector<double>(networks::critic::parameter_count),
                        target_transposed = std::vector<double>(networks::critic::transposed_count);
    std::vector<ls::shac_record<double, 3, 1>> records = std::vector<ls::shac_record<double, 3, 1>>(horizon);
    std::vector<ls::shac_sample<double, 3>> samples = std::vector<ls::shac_sample<double, 3>>(horizon);
    std::array<double, horizon> noise = {0.3, -1.2, 0.7, 1.9, -0.1};

    window() {
        networks::initialize(parameters, 3, std::log(0.5f));
        networks::critic::initialize(5, 1.4, 1.0, target.data(), 1);
        networks::critic::transpose_weights(target.data(), target_transposed.data());
        for (std::size_t t = 0; t < horizon; ++t) {
            double const x = 0.1 * static_cast<double>(t);
            auto& r = records[t];
            r = {{std::cos(x), std::sin(x), x}, {std::cos(x + 0.1), std::sin(x + 0.1), x + 0.1}, {}, 0, 1 - x, 0, 0};
            auto const policy = policy_at(r.observation);
            r.drawn[0] = policy.mean[0] + std::exp(policy.log_deviation[0]) * noise[t];
            r.log_density = -0.5 * noise[t] * noise[t] - policy.log_deviation[0];
        }
        records[2].ended = records[3].ended = 1;
        records[3].is_bootstrapped = records[4].is_bootstrapped = 1;
    }

    ls::squashed_gaussian<double, 1> policy_at(ls::vector<double, 3> const& observation) {
        networks::transpose_weights(parameters.data(), transposed.data());
        static networks::actor::workspace<1> work;
        work.prepare();
        ls::forward_actor<networks::actor>(parameters.data(), transposed.data(), observation, work);
        return networks::actions::distribution(ls::load_features<double, 2>(work.outputs + 0, 1));
    }
    double value_at(ls::vector<double, 3> const& observation) {
        static networks::critic::workspace<1> work;
        work.prepare();
        ls::place(observation, work);
        networks::critic::forward(target.data(), target_transposed.data(), work, 1);
        return work.outputs[0];
    }

    void revalue() {
        networks::transpose_weights(parameters.data(), transposed.data());
        ls::shac_view<env, networks> view{};
        view.parameters = parameters.data();
        view.transposed_weights = transposed.data();
        view.target = target.data();
        view.target_transposed = target_transposed.data();
        view.records = records.data();
        view.samples = samples.data();
        ls::shac_revalue<env, networks>{
            .view = view, .packs = 1, .horizon = horizon, .discount = discount, .lambda = lambda}(0);
    }

    /// V-trace as its article has it: V(s_t) and the corrected differences of the steps from t on, each with the product of all
    /// weights before it.
    double expected(std::size_t t) {
        double sum = value_at(records[t].observation), weight = 1;
        for (std::size_t k = t; k < horizon; ++k) {
            auto const& r = records[k];
            auto const policy = policy_at(r.observation);
            double const z = (r.drawn[0] - policy.mean[0]) / std::exp(policy.log_deviation[0]);
            double const share = std::min(1.0, std::exp(-0.5 * z * z - policy.log_deviation[0] - r.log_density));
            bool const cut = r.ended > 0.5 || r.is_bootstrapped > 0.5;
            double const next = r.is_bootstrapped > 0.5 ? value_at(r.next) : cut ? 0 : value_at(records[k + 1].observation);
            sum += weight * share * (r.reward + discount * next - value_at(r.observation));
            weight *= discount * lambda * share;
            if (cut) {
                break;
            }
        }
        return sum;
    }
};

}  // namespace

TEST_CASE("targets of a policy that has not changed are those of TD(lambda), of another one those of V-trace") {
    for (double const change : {0.0, 0.4, -0.3}) {
        CAPTURE(change);
        window w;
        for (std::size_t i = 0; i < networks::actor::parameter_count; ++i) {
            w.parameters[i] *= 1 + change;
        }
        w.revalue();
        for (std::size_t t = 0; t < horizon; ++t) {
            CAPTURE(t);
            CHECK(w.samples[t].observation[2] == w.records[t].observation[2]);
            CHECK(w.samples[t].target == doctest::Approx(w.expected(t)).epsilon(1e-10));
        }
    }
}
