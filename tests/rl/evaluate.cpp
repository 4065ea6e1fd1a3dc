// SPDX-License-Identifier: MIT
#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include <tests/archetype/device.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/evaluate.hpp>

namespace ls = lockstep;

namespace {

/// Pays the action a step; ends after as many steps as its start says.
struct payout {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 8;
    template <class R>
    struct state {
        R left;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {ls::floor(random.uniform(R(1), R(5)))};
    }
    template <ls::real R>
    ls::vector<R, 1> observe(state<R> const& s) const {
        return {{s.left}};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        return {{s.left - R(1)}, R(1) + action[0], s.left < R(1.5)};
    }
};

/// The same, shown as an image whose pixels are all alike.
struct pictured : payout {
    static constexpr std::size_t observation_size = 32 * 32;
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        ls::vector<R, observation_size> result;
        for (R& pixel : result) {
            pixel = s.left;
        }
        return result;
    }
};

using policy = ls::ppo_policy<payout, ls::hidden_layers<ls::tanh_activation, 16>>;

/// Acts 0.5 whatever it sees.
policy constant_policy(float log_deviation) {
    policy result;
    result.parameters[policy::actor::bias(1, 0)] = 0.5f;
    result.parameters[policy::networks::log_deviation] = log_deviation;
    return result;
}

}  // namespace

TEST_CASE("an evaluation runs each environment through one whole episode") {
    ls::cpu device;
    auto const result = ls::evaluate(device, constant_policy(0), {.episodes = 500});
    CHECK(result.episodes >= 500);
    CHECK(result.episodes % ls::cpu::width == 0);
    CHECK(result.mean_length == doctest::Approx(2.5).epsilon(0.1));
    CHECK(result.mean_return == doctest::Approx(1.5 * result.mean_length).epsilon(1e-5));
    // Lengths are 1 to 4 with the same probability: a variance of 5/4.
    CHECK(result.standard_error == doctest::Approx(1.5 * std::sqrt(1.25 / static_cast<double>(result.episodes))).epsilon(0.1));
}

TEST_CASE("drawn actions spread the returns, mean actions do not") {
    ls::cpu device;
    auto const drawn = ls::evaluate(device, constant_policy(-1), {.episodes = 256, .deterministic = false});
    auto const again = ls::evaluate(device, constant_policy(-1), {.episodes = 256, .deterministic = false});
    auto const mean = ls::evaluate(device, constant_policy(-1), {.episodes = 256});
    CHECK(drawn.mean_return == again.mean_return);
    CHECK(drawn.mean_return != mean.mean_return);
    CHECK(drawn.mean_length == mean.mean_length);
}

TEST_CASE("an evaluation runs on a device with its own memory") {
    ls::cpu processor;
    archetype::discrete_device device;
    auto const expected = ls::evaluate(processor, constant_policy(0), {.episodes = 64, .seed = 4});
    auto const result = ls::evaluate(device, constant_policy(0), {.episodes = 64, .seed = 4});
    CHECK(result.mean_return == expected.mean_return);
    CHECK(device.transfers_to_host == 1);
}

TEST_CASE("observations may have more numbers than a kernel can capture") {
    using large_policy = ls::ppo_policy<pictured, ls::hidden_layers<ls::tanh_activation, 16>>;
    static_assert(sizeof(large_policy::view) > 4096);
    large_policy acts;
    acts.parameters[large_policy::actor::bias(1, 0)] = 0.5f;
    archetype::discrete_device device;
    auto const result = ls::evaluate(device, acts, {.episodes = 64});
    CHECK(result.mean_return == ls::evaluate(device, constant_policy(0), {.episodes = 64}).mean_return);
}

TEST_CASE("no episodes are refused") {
    ls::cpu device({.threads = 1});
    CHECK_THROWS_AS(ls::evaluate(device, constant_policy(0), {.episodes = 0}), std::invalid_argument);
}
