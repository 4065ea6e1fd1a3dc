// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/categorical_critic.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>
#include <tests/support/plain_sac.hpp>
#include <tests/support/plain_squashed.hpp>
#include <tests/support/plain_td3.hpp>
#include <tests/support/training.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

namespace ls = lockstep;

namespace {

using support::numbers;
constexpr std::size_t atoms = 11;
using hidden = ls::hidden_layers<ls::relu_activation, 32, 16>;
template <ls::value_target Target>
using critic = ls::categorical_critic<hidden, atoms, Target>;
template <ls::value_target Target, class T = double>
using sac_update = ls::sac_update<ls::sac_networks<support::sizes, hidden, T, critic<Target>>>;
template <ls::value_target Target, class T = double>
using td3_update = ls::td3_update<ls::td3_networks<support::sizes, hidden, T, critic<Target>>>;
using enum ls::value_target;

template <class Update>
typename Update::config_type config_of() {
    return {.environments = 32, .seed = 7, .capacity = 2000, .batch = 100, .n_step = 3, .actor_delay = 2,
            .actor_learning_rate = 2e-3f, .critic_learning_rate = 1e-3f, .discount = 0.9f, .target_rate = 0.1f,
            .least_value = -3, .greatest_value = 4};
}

/// A categorical critic in plain loops.
template <class Update, ls::value_target Target>
struct plain_categorical : support::plain_learner<Update> {
    using base = support::plain_learner<Update>;
    using base::count, base::critics, base::targets;
    std::size_t outside = 0, by_second = 0;

    static double atom(std::size_t i) { return -3 + 0.7 * static_cast<double>(i); }
    static numbers probabilities(numbers p) {
        double sum = 0;
        for (double& x : p) {
            sum += x = std::exp(x);
        }
        std::transform(p.begin(), p.end(), p.begin(), [sum](double x) { return x / sum; });
        return p;
    }
    static double mean(numbers const& p) {
        double sum = 0;
        for (std::size_t i = 0; i < atoms; ++i) {
            sum += p[i] * atom(i);
        }
        return sum;
    }
    /// Algorithm 1 of the paper.
    static void add(double probability, double value, numbers& to) {
        double const b = (std::clamp(value, -3.0, 4.0) + 3) / 0.7;
        auto const lower = std::min(static_cast<std::size_t>(b), atoms - 2);
        to[lower] += probability * (static_cast<double>(lower) + 1 - b);
        to[lower + 1] += probability * (b - static_cast<double>(lower));
    }

    /// What both critics should believe of a pair.
    numbers target_of(typename base::transition const& at, double reward, numbers const& next_action) {
        numbers const pair = support::joined(at.next_observation, next_action);
        numbers next = probabilities(targets[0].forward(pair));
        if (numbers const second = probabilities(targets[1].forward(pair)); mean(second) < mean(next)) {
            next = second;
            ++by_second;
        }
        numbers target(atoms);
        double const value = reward + at.discount * mean(next);
        outside += value < -3 || value > 4;
        if (Target == distribution) {
            for (std::size_t j = 0; j < atoms; ++j) {
                add(next[j], reward + at.discount * atom(j), target);
            }
        } else {
            add(1, value, target);
        }
        return target;
    }
    void regress(typename base::transition const& at, double reward, numbers const& next_action) {
        numbers const target = target_of(at, reward, next_action);
        for (auto& q : critics) {
            numbers slope = probabilities(q.forward(support::joined(at.observation, at.action)));
            for (std::size_t i = 0; i < atoms; ++i) {
                slope[i] = (slope[i] - target[i]) / static_cast<double>(count);
            }
            q.backward(slope);
        }
    }

    double value(std::size_t i, numbers const& observation, numbers const& action) {
        return mean(probabilities(critics[i].forward(support::joined(observation, action))));
    }
    /// Of critic `i`'s value, by the action.
    numbers value_gradient(std::size_t i, numbers const& observation, numbers const& action) const {
        auto own = critics[i];  // a copy: its gradient is no one's
        numbers slope = probabilities(own.forward(support::joined(observation, action)));
        double const expected = mean(slope);
        for (std::size_t j = 0; j < atoms; ++j) {
            slope[j] *= atom(j) - expected;
        }
        numbers const by_pair = own.backward(slope);
        return {by_pair[3], by_pair[4]};
    }
};

template <ls::value_target Target>
using plain_sac = support::plain_sac<plain_categorical<sac_update<Target>, Target>>;
template <ls::value_target Target>
using plain_td3 = support::plain_td3<plain_categorical<td3_update<Target>, Target>>;

template <class Plain>
void check_ten_updates() {
    using update = typename Plain::update_type;
    support::update_setting<update> s(config_of<update>());
    Plain expected{{{{s}}}};
    support::check_ten_updates(s, expected);
    CHECK(s.progress.outside[0] * 100 == doctest::Approx(expected.outside));
    CHECK(expected.outside > 0);
    CHECK(expected.by_second > 0);
    CHECK(expected.by_second < 1000);
    CHECK(s.parameters[0] != support::update_setting<update>(config_of<update>()).parameters[0]);
}

using small = ls::hidden_layers<ls::relu_activation, 32, 32>;
template <class Device>
using pendulum_sac = ls::sac<ls::envs::pendulum, Device, small, ls::categorical_critic<small, 31>>;
template <class Device>
using pendulum_crossq = ls::crossq<ls::envs::pendulum, Device, small, ls::categorical_critic<ls::renormalized_layers<64>, 21>>;

}  // namespace

TEST_CASE("ten updates of SAC and TD3 are those of the paper, by plain loops in double") {
    check_ten_updates<plain_sac<distribution>>();
    check_ten_updates<plain_sac<mean>>();
    check_ten_updates<plain_td3<distribution>>();
    check_ten_updates<plain_td3<mean>>();
}

TEST_CASE("the gradient of the cross entropy agrees with central differences") {
    using update = sac_update<distribution>;
    auto const config = config_of<update>();
    support::update_setting<update> s(config);
    plain_sac<distribution> plain{{{{s}}}};
    s.run(1);
    support::check_slopes(plain.critics[0], s.gradient, update::networks::critic_begin(0), [&] {
        double loss = 0;
        for (std::size_t n = 0; n < config.batch; ++n) {
            auto const at = plain.sample(n, 1);
            numbers const outputs = plain.policy.forward(at.next_observation);
            auto const next = support::plain_draw::from(outputs, plain.draws(n, 1, ls::draw_purpose::next_action));
            double const reward = at.reward - at.discount * std::exp(plain.log_temperature) * next.log_prob;
            numbers const target = plain.target_of(at, reward, next.action);
            numbers const p = plain.probabilities(plain.critics[0].forward(support::joined(at.observation, at.action)));
            for (std::size_t i = 0; i < atoms; ++i) {
                loss -= target[i] * std::log(p[i]) / static_cast<double>(config.batch);
            }
        }
        return loss;
    });
}

TEST_CASE("floats in lanes have the gradients of doubles") {
    auto config = config_of<sac_update<distribution>>();
    config.actor_delay = 1;
    support::check_gradients_in_lanes<sac_update<distribution, float>, sac_update<distribution>>(config);
}

TEST_CASE("any number of threads gives the same bits, with replay by priority, n steps and renormalised critics") {
    pendulum_sac<ls::cpu>::config_type const config{
        .environments = 16, .steps = 2000, .seed = 3, .warmup = 500, .batch = 100, .n_step = 3, .updates_per_step = 0.5f,
        .least_value = -500, .greatest_value = 50, .scale_rewards = true, .priority_exponent = 0.6f};
    support::check_any_threads<pendulum_sac>(config);
    pendulum_crossq<ls::cpu>::config_type const crossed{.environments = 16, .steps = 2000, .seed = 3, .warmup = 500, .batch = 100,
                                                        .updates_per_step = 0.5f, .least_value = -500, .greatest_value = 50};
    support::check_any_threads<pendulum_crossq>(crossed);
}

TEST_CASE("a pendulum is learnt by distributions, and targets outside of the support are counted") {
    ls::cpu device;
    auto const trained = [&](std::size_t steps, float least) {
        pendulum_sac<ls::cpu> learner(device, {.environments = 16, .steps = steps, .seed = 1, .warmup = 1000, .batch = 64,
                                               .updates_per_step = 8, .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f,
                                               .least_value = least, .greatest_value = 50});
        ls::categorical_metrics<ls::sac_metrics> last{};
        while (!learner.done()) {
            last = learner.iterate();
        }
        std::string columns;
        for_each_column(last, [&](char const* name, auto) { columns += std::string(name) + ' '; });
        CHECK(columns.find("temperature outside_support") != std::string::npos);
        return std::pair(ls::evaluate(device, learner.policy()).mean_return, last.outside_support);
    };
    auto const [enough, few] = trained(6000, -1000);
    CHECK(enough > -250);
    CHECK(few < 0.05);
    CHECK(trained(2000, -20).second > 0.2);
}

TEST_CASE("a target that is not finite makes the loss no number, in lanes that count") {
    using values = ls::categorical_values<atoms, distribution>;
    using samples = sac_update<distribution, float>::samples_type;
    auto const config = config_of<sac_update<distribution, float>>();
    auto const batch = std::make_unique<samples>();
    std::vector<float> logits(atoms * samples::block), gradients(logits.size());
    for (std::size_t i = 0; i < 2; ++i) {
        values::estimate(config, logits.data(), samples::block, i, *batch);
    }
    std::fill_n(batch->discount, samples::block, 0.9f);
    auto const td_target = [](samples& of, std::size_t first) {
        auto const reward = ls::load_pack<ls::native_lanes>(of.reward + first);
        auto const discount = ls::load_pack<ls::native_lanes>(of.discount + first);
        return [=](ls::native_lanes const& next_value) { return fma(discount, next_value, reward); };
    };
    auto const loss = [&](float reward) {
        std::fill_n(batch->reward, samples::block, 0.5f);
        batch->reward[3] = reward;
        return values::regress(config, td_target, *batch, 0, 7, false, logits.data(), gradients.data()).loss;
    };
    CHECK(loss(1000) == doctest::Approx(7 * std::log(static_cast<double>(atoms))));
    CHECK(std::isnan(loss(std::numeric_limits<float>::quiet_NaN())));
    CHECK(std::isnan(loss(std::numeric_limits<float>::infinity())));
}

TEST_CASE("an empty support is refused in a sentence that names it") {
    ls::cpu device({.threads = 1});
    CHECK_THROWS_WITH_AS(pendulum_sac<ls::cpu>(device, {.environments = 16, .least_value = 5, .greatest_value = 5}),
                         "lockstep: sac_config.least_value is 5, not below greatest_value, which is 5", std::invalid_argument);
    CHECK_THROWS_WITH_AS(pendulum_sac<ls::cpu>(device, {.environments = 16}), doctest::Contains("least_value is 0, not below"),
                         std::invalid_argument);
}
