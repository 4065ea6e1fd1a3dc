// SPDX-License-Identifier: MIT
#include <lockstep/rl/crossq.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>
#include <tests/support/plain_renormalized.hpp>
#include <tests/support/plain_squashed.hpp>
#include <tests/support/training.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/policy/sac_policy.hpp>
#include <lockstep/rl/td3.hpp>

namespace ls = lockstep;

namespace {

using support::numbers;
using actor_layers = ls::renormalized_layers<24, 16>;
using critic_layers = ls::renormalized_layers<40, 32>;
using sac_update = ls::sac_update<ls::sac_networks<support::sizes, actor_layers, double, critic_layers>>;
using td3_update = ls::td3_update<ls::td3_networks<support::sizes, actor_layers, double, critic_layers>>;

/// CrossQ in plain loops, except the policy.
template <class Update>
struct plain_crossq : support::plain_replay<Update> {
    using base = support::plain_replay<Update>;
    using networks = typename Update::networks;
    using actor_network = support::plain_renormalized<typename networks::actor>;
    using critic_network = support::plain_renormalized<typename networks::critic>;
    using batch = std::vector<numbers>;
    using base::count, base::draws, base::part, base::sample, base::setting;

    actor_network policy{part(setting.parameters, 0, networks::actor::parameter_count)};
    std::array<critic_network, 2> critics = {critic_of(0), critic_of(1)};
    double momentum = static_cast<double>(setting.config.renorm_momentum);
    double beta1 = static_cast<double>(setting.config.adam_beta1);

    critic_network critic_of(std::size_t i) const {
        return {part(setting.parameters, networks::critic_begin(i), networks::critic::parameter_count)};
    }
    ls::renorm_limits limits(std::uint32_t step) const { return ls::renorm_limits::at(step, setting.config.renorm_warmup); }
    std::uint32_t actor_step(std::uint32_t number) const {
        return number / static_cast<std::uint32_t>(setting.config.actor_delay);
    }

    /// A step of both critics; act(n, observation) gives the next action of sample n and its log-probability times alpha.
    template <class Act>
    void improve_critics(std::uint32_t number, Act act) {
        batch joint(2 * count), by_value(2 * count, numbers(1));
        numbers entropy(count);
        for (std::size_t n = 0; n < count; ++n) {
            auto const at = sample(n, number);
            auto const [action, weighted] = act(n, at.next_observation);
            joint[n] = support::joined(at.observation, at.action);
            joint[count + n] = support::joined(at.next_observation, action);
            entropy[n] = weighted;
        }
        batch const values[2] = {critics[0].forward(joint, limits(number)), critics[1].forward(joint, limits(number))};
        for (std::size_t i = 0; i < 2; ++i) {
            for (std::size_t n = 0; n < count; ++n) {
                auto const at = sample(n, number);
                double const next = std::min(values[0][count + n][0], values[1][count + n][0]) - entropy[n];
                by_value[n][0] = (values[i][n][0] - at.reward - at.discount * next) / static_cast<double>(count);
            }
            critics[i].backward(by_value);
            critics[i].descend(static_cast<double>(setting.config.critic_learning_rate), base::epsilon, number, beta1, momentum);
        }
    }

    batch act_in_training(std::uint32_t number) {
        batch observations(count);
        for (std::size_t n = 0; n < count; ++n) {
            observations[n] = sample(n, number).observation;
        }
        return policy.forward(observations, limits(actor_step(number)));
    }
    void improve_policy(std::uint32_t number, batch const& by_output) {
        policy.backward(by_output);
        double const rate = static_cast<double>(setting.config.actor_learning_rate);
        policy.descend(rate, base::epsilon, actor_step(number), beta1, momentum);
    }

    double difference() const {
        double worst = 0;
        auto const compare = [&]<class Network>(support::plain_renormalized<Network> const& network, std::size_t begin) {
            support::for_each_renormalized_parameter<Network>([&](std::size_t i) {
                worst = std::max(worst, std::abs(network.parameters[i] - setting.parameters[begin + i]));
            });
        };
        compare(policy, 0);
        compare(critics[0], networks::critic_begin(0));
        compare(critics[1], networks::critic_begin(1));
        return worst;
    }
};

struct plain_sac : plain_crossq<sac_update> {
    double log_temperature = setting.parameters[networks::log_temperature];
    support::plain_adam optimizer = {};

    void update(std::uint32_t number) {
        double const alpha = std::exp(log_temperature), share = 1 / static_cast<double>(count);
        bool const improves = number % setting.config.actor_delay == 0;
        batch const outputs = improves ? act_in_training(number) : batch{};
        batch by_output;
        improve_critics(number, [&, used = policy](std::size_t n, numbers const& observation) mutable {
            auto const d = support::plain_draw::from(used.act(observation), draws(n, number, ls::draw_purpose::next_action));
            return std::pair(d.action, alpha * d.log_prob);
        });
        double log_prob = 0;
        for (std::size_t n = 0; improves && n < count; ++n) {
            auto const d = support::plain_draw::from(outputs[n], draws(n, number, ls::draw_purpose::policy_action));
            log_prob += d.log_prob * share;
            numbers const pair = support::joined(sample(n, number).observation, d.action);
            auto& smaller = critics[critics[0].act(pair)[0] < critics[1].act(pair)[0] ? 0 : 1];
            numbers const by_pair = smaller.input_gradient({1.0});
            by_output.push_back(d.gradient(alpha, {by_pair[3], by_pair[4]}, share));
        }
        if (improves) {
            improve_policy(number, by_output);
            log_temperature -= optimizer(-(log_prob + 2 * static_cast<double>(setting.config.target_entropy)),
                                         static_cast<double>(setting.config.temperature_learning_rate), epsilon,
                                         actor_step(number));
        }
    }

    double difference() const {
        return std::max(plain_crossq::difference(), std::abs(log_temperature - setting.parameters[networks::log_temperature]));
    }
};

struct plain_td3 : plain_crossq<td3_update> {
    static numbers squashed(numbers x) {
        std::transform(x.begin(), x.end(), x.begin(), [](double y) { return std::tanh(y); });
        return x;
    }

    void update(std::uint32_t number) {
        bool const improves = number % setting.config.actor_delay == 0;
        batch const outputs = improves ? act_in_training(number) : batch{};
        batch by_output;
        improve_critics(number, [&, used = policy](std::size_t n, numbers const& observation) mutable {
            numbers action = squashed(used.act(observation));
            auto random = draws(n, number, ls::draw_purpose::next_action);
            double const most = static_cast<double>(setting.config.target_noise_clip);
            for (double& a : action) {
                double const noise = static_cast<double>(setting.config.target_noise) * random.normal();
                a = std::clamp(a + std::clamp(noise, -most, most), -1.0, 1.0);
            }
            return std::pair(action, 0.0);
        });
        for (std::size_t n = 0; improves && n < count; ++n) {
            numbers const action = squashed(outputs[n]);
            critics[0].act(support::joined(sample(n, number).observation, action));
            numbers const by_pair = critics[0].input_gradient({1.0});
            numbers by(2);
            for (std::size_t a = 0; a < 2; ++a) {
                by[a] = -by_pair[3 + a] * (1 - action[a] * action[a]) / static_cast<double>(count);
            }
            by_output.push_back(by);
        }
        if (improves) {
            improve_policy(number, by_output);
        }
    }
};

template <class Plain, class Update>
struct method {
    using plain = Plain;
    using update = Update;
};

template <class Device>
using renormalized = ls::crossq<ls::envs::pendulum, Device, ls::renormalized_layers<24, 16>, ls::renormalized_layers<32, 48>>;
template <class Device>
using plain_actor = ls::crossq<ls::envs::pendulum, Device, ls::hidden_layers<ls::relu_activation, 24, 16>,
                               ls::renormalized_layers<32, 48>>;
template <class Device>
using normalized_actor = ls::crossq<ls::envs::pendulum, Device, ls::hidden_layers<ls::layer_norm<ls::relu_activation>, 24, 16>,
                                    ls::renormalized_layers<32, 48>>;
template <class Device>
using crossed_td3 = ls::td3<ls::envs::pendulum, Device, ls::renormalized_layers<24, 16>, ls::renormalized_layers<32, 48>>;

// What is learnt is a policy of plain layers.
using learnt = ls::sac_policy<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 24, 16>>;
static_assert(std::same_as<renormalized<ls::cpu>::policy_type, learnt>);
static_assert(std::same_as<plain_actor<ls::cpu>::policy_type, learnt>);

template <class Config>
Config small_config() {
    return {.environments = 32, .steps = 32 * 50, .seed = 5, .horizon = 10, .warmup = 320, .capacity = 1000, .batch = 80,
            .n_step = 2, .updates_per_step = 0.1f, .renorm_warmup = 10, .scale_rewards = true, .priority_exponent = 0.6f};
}

}  // namespace

TEST_CASE_TEMPLATE("ten updates are those of the paper, by plain loops in double", M, method<plain_sac, sac_update>,
                   method<plain_td3, td3_update>) {
    using update = typename M::update;
    for (std::size_t const delay : {1, 3}) {
        typename update::config_type const config{.environments = 32, .seed = 7, .capacity = 2000, .batch = 100, .n_step = delay,
                                                  .actor_delay = delay, .discount = 0.9f, .renorm_warmup = 2};
        support::update_setting<update> s(config);
        typename M::plain expected{{{s}}};
        support::check_ten_updates(s, expected);
        CHECK(s.parameters[0] != support::update_setting<update>(config).parameters[0]);
    }
}

TEST_CASE("the same seed gives the same bits twice, on one thread and on several") {
    support::check_any_threads<renormalized>(small_config<ls::crossq_config>());
    support::check_any_threads<normalized_actor>(small_config<ls::crossq_config>());
    support::check_any_threads<crossed_td3>(small_config<crossed_td3<ls::cpu>::config_type>());
}

TEST_CASE("a device with its own memory gives the same bits, and an iteration sends only its metrics") {
    support::check_any_device<renormalized>(small_config<ls::crossq_config>());
    support::check_any_device<crossed_td3>(small_config<crossed_td3<ls::cpu>::config_type>());
}

TEST_CASE("an environment that breaks is counted and does not stop the training") {
    using learner = ls::crossq<support::breaking_pendulum, ls::cpu, ls::renormalized_layers<24, 16>,
                               ls::renormalized_layers<32, 48>>;
    ls::cpu device;
    support::check_breaking<learner>(device, small_config<ls::crossq_config>());
}

TEST_CASE("Pendulum is solved within ten thousand steps") {
    ls::cpu device;
    // A small network and few updates, so that a debug build takes seconds too.
    renormalized<ls::cpu> learner(device, {.steps = 10'000, .seed = 1, .warmup = 512, .capacity = 10'000, .batch = 64,
                                           .updates_per_step = 0.4f, .actor_learning_rate = 2e-3f, .critic_learning_rate = 2e-3f,
                                           .temperature_learning_rate = 2e-3f, .discount = 0.97f});
    support::check_solves_pendulum(device, learner);
}
