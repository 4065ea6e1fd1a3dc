// SPDX-License-Identifier: MIT
// Data-parallel PPO, whose ranks are threads here: the bits of one process, and what stops it.
#include <array>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/communicator.hpp>
#include <tests/archetype/device.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/rl/opencl_learners.hpp>
#include <tests/support/ranks.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

namespace {

using ls::envs::pendulum;
using archetype::thread_rank;
/// Pays a few environments more than a float can square, at their first step.
struct windfall {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 1000;
    template <class R>
    struct state {
        R luck, first;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(0), R(1)), R(1)};
    }
    template <ls::real R>
    ls::vector<R, 1> observe(state<R> const& s) const {
        return {s.luck};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const&) const {
        return {{s.luck, R(0)}, ls::select(R(0.98) < s.luck, R(1e30f) * s.first, R(0)), R(1) < R(0)};
    }
};

using plain = ls::hidden_layers<ls::tanh_activation, 64, 64>;
using recurrent = ls::recurrent_layers<8, ls::tanh_activation, 16>;
/// The losses travel after the parameters, here in two pieces of 4096: those of the first slices in the first one.
using straddling = ls::hidden_layers<ls::tanh_activation, 400>;
static_assert(4096 - ls::actor_critic<pendulum, straddling, ls::default_actions<pendulum>>::parameter_count % 4096 == 48);

/// What a training leaves in each rank.
struct outcome {
    std::vector<std::vector<std::byte>> entries;
    std::vector<float> policy;
    std::array<double, 4> metrics{};
    bool operator==(outcome const&) const = default;
};
template <class Learner>
outcome outcome_of(Learner& learner) {
    ls::ppo_metrics last{};
    for (int i = 0; i < 4; ++i) {
        last = learner.iterate();
    }
    return {support::entries_of(learner), learner.policy().parameters,
            {last.value_loss, last.approximate_kl, last.explained_variance, static_cast<double>(last.episodes)}};
}

template <class Env, class Hidden, class Device = ls::cpu>
void compare(ls::ppo_config const& config) {
    ls::cpu device({.threads = 1});
    ls::ppo<Env, ls::cpu, Hidden> alone(device, config);
    outcome const expected = outcome_of(alone);
    for (std::size_t const size : {1, 2, 4}) {
        CAPTURE(size);
        std::vector<outcome> found(size);
        thread_rank::run(size, [&](thread_rank ranks) {
            Device own = support::device_of<Device>(ranks.rank());
            ls::data_parallel_ppo<Env, Device, thread_rank, Hidden> learner(own, config, {}, ranks);
            found[ranks.rank()] = outcome_of(learner);
        });
        for (outcome const& of_rank : found) {
            CHECK(of_rank.entries == expected.entries);
            CHECK((of_rank == expected));
        }
    }
}

constexpr ls::ppo_config small = {.environments = 64, .steps = 100'000, .seed = 5, .horizon = 32, .epochs = 3, .minibatch = 512};

template <class Env, class ConfigOf>
std::vector<std::string> words(std::size_t size, ConfigOf config_of) {
    return support::words_of_ranks<ls::data_parallel_ppo<Env, ls::cpu, thread_rank>>(size, config_of);
}

}  // namespace

TEST_CASE("one, two and four ranks leave the bits of one process in every rank") {
    compare<pendulum, plain>(small);
    compare<ls::envs::cartpole, ls::hidden_layers<ls::tanh_activation, 32, 32>>(small);
}

TEST_CASE("likewise on devices whose memory the host cannot touch") {
    compare<pendulum, plain, archetype::discrete_device>(small);
}

TEST_CASE("likewise of a policy that remembers") {
    auto config = small;
    config.minibatch = 1024;
    compare<pendulum, recurrent>(config);
}

TEST_CASE("likewise of a policy that looks at an image") {
    compare<lockstep_test::catch_ball, lockstep_test::looking_smoothly>(small);
    compare<lockstep_test::catch_ball, lockstep_test::looking_smoothly, archetype::discrete_device>(small);
}

TEST_CASE("likewise where an iteration ends early, and with fewer slices than ranks") {
    auto config = small;
    config.target_kl = 1e-4f;
    compare<pendulum, plain>(config);
    config.minibatch = 64;
    compare<pendulum, plain>(config);
    config.critic_continues = true;
    config.desired_kl = 5e-5f;
    compare<pendulum, plain>(config);
}

TEST_CASE("likewise where the losses of the slices travel in two pieces") {
    auto config = small;
    config.minibatch = 64 * 32;  // 8 slices, so 80 numbers
    compare<pendulum, straddling>(config);
}

TEST_CASE("a number of environments that the ranks do not divide is refused with the nearest that they do") {
    auto const refusal = [](std::size_t environments) {
        return words<pendulum>(4, [=](std::size_t) {
            auto config = small;
            config.environments = environments;
            return config;
        });
    };
    std::string const why = "not a multiple of 16 * 4 ranks; the nearest that ";
    CHECK(refusal(80) ==
          std::vector<std::string>(4, "lockstep: ppo_config.environments is 80, " + why + "are so are 64 and 128"));
    CHECK(refusal(16)[0] == "lockstep: ppo_config.environments is 16, " + why + "is so is 64");
}

TEST_CASE("ranks with different configurations are named before the first step") {
    auto const seeds = [](std::size_t rank) {
        auto config = small;
        config.seed = rank == 1 ? 6 : 5;
        return config;
    };
    CHECK(words<pendulum>(2, seeds) ==
          std::vector<std::string>(2, "lockstep::ppo: the config.seed of rank 1 is 6, that of rank 0 is 5"));
}

TEST_CASE("a rank whose parameters have become others is named") {
    std::vector<std::string> said(2);
    thread_rank::run(2, [&](thread_rank ranks) {
        ls::cpu device({.threads = 1});
        ls::data_parallel_ppo<pendulum, ls::cpu, thread_rank> learner(device, small, {}, ranks);
        learner.iterate();
        learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) {
            if constexpr (std::is_same_v<Entry, ls::cpu::buffer<float>>) {
                if (name == "parameters" && ranks.rank() == 1) {
                    entry.data()[7] += 1e-3f;
                }
            }
        });
        try {
            learner.iterate();
        } catch (std::exception const& error) {
            said[ranks.rank()] = error.what();
        }
    });
    CHECK(said == std::vector<std::string>(
                      2, "lockstep::ppo: after 2048 steps rank 1 has other parameters than rank 0; do their processors differ?"));
}

TEST_CASE("a gradient that is not finite stops all ranks, with the rank whose slice it is of") {
    auto const config_of = [](std::size_t) {
        auto config = small;
        config.minibatch = 64 * 32;  // one, with a slice for each rank
        config.scale_rewards = config.normalize_advantages = false;
        return config;
    };
    auto const said = words<windfall>(2, config_of);
    CHECK(said[0] == said[1]);
    CHECK(said[0].starts_with("lockstep::ppo: the gradient of "));
    CHECK(said[0].find(" of rank 1 is not finite in update 1 after 0 steps") != std::string::npos);
}
