// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../archetype/device.hpp"

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/sac.hpp>

namespace ls = lockstep;

namespace {

/// The pendulum, with a state that becomes NaN now and then.
struct breaking : ls::envs::pendulum {
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        auto next = pendulum::step(s, action);
        next.state.speed = ls::select(R(4) < next.state.speed, R(std::numeric_limits<float>::quiet_NaN()), next.state.speed);
        return next;
    }
};

using small = ls::hidden_layers<ls::relu_activation, 32, 32>;

ls::sac_config small_config() {
    return {.environments = 32, .steps = 32 * 50, .seed = 5, .horizon = 10, .warmup = 320, .capacity = 1000, .batch = 80, .n_step = 2,
            .actor_delay = 2, .updates_per_step = 0.1f, .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f};
}

/// All metrics but the clock's.
std::vector<double> figures(ls::sac_metrics const& m) {
    std::vector<double> result;
    for_each_column(m, [&](std::string const& name, auto value) {
        if (name.find("second") == std::string::npos) {
            result.push_back(static_cast<double>(value));
        }
    });
    return result;
}

bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

template <class Device>
std::vector<std::vector<double>> history(Device& device, ls::sac_config const& config) {
    ls::sac<ls::envs::pendulum, Device, small> learner(device, config);
    std::vector<std::vector<double>> result;
    while (!learner.done()) {
        result.push_back(figures(learner.iterate()));
    }
    auto const policy = learner.policy();
    result.emplace_back(policy.parameters.begin(), policy.parameters.end());
    return result;
}

void check_histories_agree(std::vector<std::vector<double>> const& a, std::vector<std::vector<double>> const& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(same_bits(a[i], b[i]));
    }
}

}  // namespace

TEST_CASE("the same seed gives the same bits twice, on one thread and on several") {
    ls::cpu one({.threads = 1}), two({.threads = 2}), three({.threads = 3});
    auto const first = history(one, small_config());
    check_histories_agree(first, history(one, small_config()));
    check_histories_agree(first, history(two, small_config()));
    check_histories_agree(first, history(three, small_config()));

    auto other = small_config();
    other.seed = 6;
    CHECK_FALSE(same_bits(first.back(), history(one, other).back()));
}

TEST_CASE("a device with its own memory gives the bits of one processor thread, and an iteration sends only its metrics") {
    ls::cpu one({.threads = 1});
    auto const expected = history(one, small_config());

    archetype::discrete_device device;
    ls::sac<ls::envs::pendulum, archetype::discrete_device, small> learner(device, small_config());
    for (std::size_t i = 0; !learner.done(); ++i) {
        auto const to_host = device.transfers_to_host;
        auto const to_device = device.transfers_to_device;
        auto const m = learner.iterate();
        CHECK(device.transfers_to_host == to_host + 1);
        CHECK(device.transfers_to_device == to_device);
        CHECK(same_bits(figures(m), expected[i]));
    }
    auto const policy = learner.policy();
    CHECK(same_bits({policy.parameters.begin(), policy.parameters.end()}, expected.back()));
}

TEST_CASE("updates fall to steps after the warm-up, and a training ends at its steps") {
    ls::cpu device({.threads = 1});
    ls::sac<ls::envs::pendulum, ls::cpu, small> learner(device, small_config());
    auto m = learner.iterate();
    CHECK(m.steps == 320);
    CHECK(m.updates == 0);
    CHECK(std::isnan(m.critic_loss));
    CHECK(m.temperature == 1);
    m = learner.iterate();
    CHECK(m.updates == 32);
    CHECK(std::isfinite(m.critic_loss));
    CHECK(m.temperature != 1);
    auto config = small_config();
    config.horizon = 30;
    ls::sac<ls::envs::pendulum, ls::cpu, small> longer(device, config);
    longer.iterate();
    CHECK(longer.iterate().steps == config.steps);
    CHECK(longer.done());
}

TEST_CASE("Pendulum is solved within ten thousand steps") {
    ls::cpu device;
    // A small network and few updates, so that a debug build takes seconds too.
    ls::sac<ls::envs::pendulum, ls::cpu, small> learner(
        device, {.steps = 10'000, .seed = 1, .warmup = 256, .capacity = 10'000, .batch = 64, .updates_per_step = 0.4f,
                 .actor_learning_rate = 2e-3f, .critic_learning_rate = 2e-3f, .temperature_learning_rate = 2e-3f,
                 .discount = 0.97f, .target_rate = 0.01f});
    CHECK(ls::evaluate(device, learner.policy()).mean_return < -800);
    while (!learner.done()) {
        learner.iterate();
    }
    CHECK(ls::evaluate(device, learner.policy()).mean_return > -200);
}

TEST_CASE("an environment that breaks is counted and does not stop the training") {
    ls::cpu device;
    ls::sac<breaking, ls::cpu, small> learner(device, small_config());
    ls::sac_metrics m{};
    while (!learner.done()) {
        m = learner.iterate();
    }
    CHECK(m.nonfinite_episodes > 0);
    CHECK(std::isfinite(m.critic_loss));
    for (float p : learner.policy().parameters) {
        CHECK(std::isfinite(p));
    }
}

TEST_CASE("a configuration that cannot work is refused before anything is taken") {
    ls::cpu device({.threads = 1});
    auto config = small_config();
    config.capacity = 79;
    using learner = ls::sac<ls::envs::pendulum, ls::cpu, small>;
    CHECK_THROWS_WITH_AS(learner(device, config), "lockstep: sac_config.capacity is 79, less than the batch of 80",
                         std::invalid_argument);
}
