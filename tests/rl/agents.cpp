// SPDX-License-Identifier: MIT
// What several agents that share a policy promise of a whole training (envs/concept/agents.hpp).
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/archetype/communicator.hpp>
#include <tests/archetype/device.hpp>
#include <tests/envs/gathering.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;
using archetype::thread_rank;
using lockstep_test::gathering, lockstep_test::gathering_alone, lockstep_test::gathering_in_steps;

namespace {

using small = ls::hidden_layers<ls::tanh_activation, 16>;

template <class Device>
using gaussian = ls::ppo<gathering<3>, Device, small>;
template <class Device>
using squashed = ls::ppo<gathering_alone<2>, Device, small, ls::squashed_actions<gathering_alone<2>>>;
template <class Device>
using discrete = ls::ppo<gathering_in_steps, Device, small>;

ls::ppo_config config() {
    return {.environments = 64, .steps = 64 * 16 * 5, .seed = 3, .horizon = 16, .epochs = 2, .minibatch = 256,
            .entropy_coefficient = 0.01f};
}

/// One agent, as any environment has that says nothing of agents.
struct counted : ls::envs::pendulum {
    static constexpr std::size_t agent_count = 1;
};

}  // namespace

TEST_CASE("agents that share a policy gather, by what each of them sees") {
    ls::cpu device;
    ls::ppo_config const chosen{.environments = 64, .steps = 40'000, .seed = 1, .horizon = 16, .epochs = 4, .minibatch = 256,
                                .learning_rate = 3e-3f, .discount = 0.9f};
    auto const improves = [&]<class Learner>(Learner learner) {
        double const before = ls::evaluate(device, learner.policy(), {.deterministic = false}).mean_return;
        while (!learner.done()) {
            learner.iterate();
        }
        double const after = ls::evaluate(device, learner.policy()).mean_return;
        CHECK(after > 0.1 * before);
        return after;
    };
    // The squares begin at 2 on average; who goes to the middle by 0.3 a step is nearly there after two.
    CHECK(improves(ls::ppo<gathering<3>, ls::cpu, small>(device, chosen)) > -1);
    CHECK(improves(ls::ppo<gathering_alone<3>, ls::cpu, small>(device, chosen)) > -1);
    improves(ls::ppo<gathering_in_steps, ls::cpu, small>(device, chosen));
    improves(squashed<ls::cpu>(device, chosen));
}

TEST_CASE("a single agent that is counted leaves the bits of one that is not") {
    ls::cpu device({.threads = 1});
    support::check_histories_agree(support::history<ls::ppo<counted, ls::cpu, small>>(device, config()),
                                   support::history<ls::ppo<ls::envs::pendulum, ls::cpu, small>>(device, config()));
}

TEST_CASE("the same seed gives the same bits on any number of threads") {
    support::check_any_threads<gaussian>(config());
    support::check_any_threads<squashed>(config());
    support::check_any_threads<discrete>(config());
}

TEST_CASE("a device with its own memory gives the bits of one processor thread") {
    support::check_any_device<gaussian>(config());
    support::check_any_device<discrete>(config());
}

TEST_CASE("two ranks leave the bits of one process") {
    ls::cpu device({.threads = 1});
    auto const expected = support::history<gaussian<ls::cpu>>(device, config());
    std::vector<std::vector<std::vector<double>>> found(2);
    thread_rank::run(2, [&](thread_rank ranks) {
        ls::cpu own({.threads = 1});
        ls::data_parallel_ppo<gathering<3>, ls::cpu, thread_rank, small> learner(own, config(), {}, ranks);
        found[ranks.rank()] = support::history_of(learner);
    });
    support::check_histories_agree(found[0], expected);
    support::check_histories_agree(found[1], expected);
}

TEST_CASE("a training that goes on elsewhere gives the bits of one that never stopped") {
    lockstep_test::temporary_folder const folder;
    ls::cpu device({.threads = 1});
    auto const expected = support::history<gaussian<ls::cpu>>(device, config()).back();
    gaussian<ls::cpu> first(device, config()), second(device, config());
    first.iterate();
    first.iterate();
    ls::save_checkpoint(folder / "checkpoint", first);
    ls::load_checkpoint(folder / "checkpoint", second);
    CHECK(support::same_bits(support::history_of(second).back(), expected));
}

TEST_CASE("the policy's file has the sizes of one agent, and its evaluation is that of all agents") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "gathering.policy";
    ls::cpu device;
    archetype::discrete_device discrete_device;
    gaussian<ls::cpu> learner(device, config());
    learner.iterate();
    auto const policy = learner.policy();
    CHECK(policy.observation_size == 2);
    CHECK(policy.action_size == 1);
    ls::save(path, policy);
    auto const content = ls::load_safetensors(path);
    CHECK(content.metadata.at("environment") == "gathering");
    CHECK(content.tensors.at("actor.0.weight").shape == std::vector<std::size_t>{16, 2});
    CHECK(content.tensors.at("log_deviation").shape == std::vector<std::size_t>{1});
    auto const loaded = ls::load<gaussian<ls::cpu>::policy_type>(path);

    auto const result = ls::evaluate(device, loaded, {.episodes = 64, .seed = 5});
    CHECK(result.mean_return == ls::evaluate(discrete_device, policy, {.episodes = 64, .seed = 5}).mean_return);
    // The same episodes, one after another on the host.
    gathering<3> const env;
    double sum = 0;
    for (std::uint32_t i = 0; i < 64; ++i) {
        ls::random<float> draws(5, i, 0);
        auto state = env.reset(draws);
        bool over = false;
        for (std::size_t t = 0; t < env.episode_limit && !over; ++t) {
            auto const next = env.step(state, ls::within_bounds<gathering<3>>(ls::mean_actions(loaded, env.observe(state))));
            sum += static_cast<double>(next.reward);
            state = next.state;
            over = next.terminated;
        }
    }
    CHECK(result.mean_return == doctest::Approx(sum / 64).epsilon(1e-4));
    auto const drawn = ls::evaluate(device, loaded, {.episodes = 64, .seed = 5, .deterministic = false});
    CHECK(drawn.mean_return < result.mean_return);
}

TEST_CASE("taken as one agent, a learner that knows no others learns all of their actions") {
    ls::cpu device;
    using together = ls::as_one_agent<gathering<3>>;
    ls::ars<together, ls::cpu> learner(device, {.steps = 200'000, .seed = 1});
    double const before = ls::evaluate(device, learner.policy()).mean_return;
    while (!learner.done()) {
        learner.iterate();
    }
    CHECK(learner.policy().observation_size == 6);
    CHECK(ls::evaluate(device, learner.policy()).mean_return > 0.5 * before);
    CHECK(ls::ppo<together, ls::cpu, small>(device, config()).policy().action_size == 3);
}

TEST_CASE("more samples of all agents than a shuffle can tell apart are refused") {
    CHECK_NOTHROW(ls::check_samples({.environments = 1 << 20, .horizon = 1 << 12}, 1));
    CHECK_THROWS_WITH_AS(ls::check_samples({.environments = 1 << 20, .horizon = 1 << 12}, 2),
                         "lockstep: ppo_config.environments * horizon * agents is 4294967296 * 2, above 2^32",
                         std::invalid_argument);
}
