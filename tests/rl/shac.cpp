// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/math.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <tests/envs/gathering.hpp>
#include <tests/support/refusal.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using small = ls::hidden_layers<ls::elu_activation, 16, 16>;
template <class Device>
using learner_on = ls::shac<ls::envs::pendulum, Device, small>;
using learner_type = learner_on<ls::cpu>;
static_assert(ls::check_learner<learner_type>());

ls::shac_config few_iterations() {
    return {.environments = 48, .steps = 6 * 48 * 8, .seed = 5, .horizon = 8, .critic_epochs = 2};
}

/// A cart that shall come to rest at 0.
struct cart {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 100;
    template <class R>
    struct state {
        R place, speed;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-2), R(2)), random.uniform(R(-1), R(1))};
    }
    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& now) const {
        return {now.place, now.speed};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& now, ls::vector<R, 1> const& action) const {
        R const speed = now.speed + R(0.1) * action[0];
        R const place = now.place + R(0.1) * speed;
        return {{place, speed}, -(place * place + R(0.1) * speed * speed), ls::mask_t<R>(false)};
    }
};

/// Its critic may know where it will be.
struct foreseen_cart : cart {
    static constexpr std::size_t privileged_observation_size = 1;
    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& now) const {
        return {now.place + R(10) * now.speed};
    }
};

}  // namespace

TEST_CASE("a cart comes to rest after a few updates") {
    ls::cpu device;
    ls::shac<cart, ls::cpu, small> trained(
        device, {.environments = 32, .steps = 100 * 32 * 16, .horizon = 16, .critic_epochs = 4});
    double const before = ls::evaluate(device, trained.policy()).mean_return;
    while (!trained.done()) {
        trained.iterate();
    }
    double const after = ls::evaluate(device, trained.policy()).mean_return;
    CAPTURE(before);
    CAPTURE(after);
    CHECK(before < -100);
    CHECK(after > -50);
}

TEST_CASE("the same bits on any number of threads") {
    support::check_any_threads<learner_on>(few_iterations());
    auto replaying = few_iterations();
    replaying.replay_updates = 2;
    replaying.replay_windows = 3;
    replaying.replay_batch = 2;
    support::check_any_threads<learner_on>(replaying);
}

TEST_CASE("further updates by stored windows change the policy, and take no step of the environments") {
    ls::cpu device({.threads = 1});
    auto config = few_iterations();
    learner_type plain(device, config);
    config.replay_updates = 1;
    config.replay_windows = 2;
    learner_type replaying(device, config);
    for (int i = 0; i < 2; ++i) {
        auto const a = plain.iterate(), b = replaying.iterate();
        CHECK(a.steps == b.steps);
        CHECK((a.policy_loss == b.policy_loss) == (i == 0));
        CHECK(plain.policy().parameters != replaying.policy().parameters);
    }
}

TEST_CASE("episodes that break are counted and do no harm") {
    ls::cpu device({.threads = 1});
    auto config = few_iterations();
    config.steps *= 4;
    auto learner = support::check_breaking<ls::shac<support::breaking_pendulum, ls::cpu>>(device, config);
    CHECK(learner.done());
}

TEST_CASE("a training that goes on from a checkpoint gives the bits of one that never stopped") {
    auto several = few_iterations();
    several.critic_windows = 2;
    several.length_growth = 0.5f;
    several.length_rate = 0.3f;
    several.average_rate = 0.3f;
    several.replay_updates = 2;
    several.replay_windows = 3;
    several.replay_batch = 2;
    support::check_resumed<learner_type>(few_iterations(), 3);
    support::check_resumed<learner_type>(several, 3);
}

TEST_CASE("metrics say what happened") {
    ls::cpu device({.threads = 1});
    auto config = few_iterations();
    config.growth_limit = 1e-6f;
    learner_type learner(device, config);
    auto const all_cut = learner.iterate();
    CHECK(all_cut.cut_share == 1);
    CHECK(all_cut.gradient_norm == 0);
    CHECK(all_cut.steps == 48 * 8);
    config.growth_limit = 0;
    learner_type free(device, config);
    auto const m = free.iterate();
    CHECK(m.cut_share == 0);
    CHECK(m.gradient_norm > 0);
    CHECK(m.value_loss > 0);
    CHECK(m.policy_loss > 0);  // Pendulum's rewards are costs
}

TEST_CASE("a bound on the growth of gradients shortens the windows to come") {
    ls::cpu device({.threads = 1});
    auto config = few_iterations();
    config.growth_limit = 0;
    learner_type plain(device, config);
    config.length_growth = 0.01f;
    config.length_rate = 100;
    learner_type shortened(device, config);
    for (int i = 0; i < 2; ++i) {
        CHECK((plain.iterate().policy_loss == shortened.iterate().policy_loss) == (i == 0));
        CHECK((plain.policy().parameters == shortened.policy().parameters) == (i == 0));
    }
}

TEST_CASE("the policy may be the running mean of those that act") {
    ls::cpu device({.threads = 1});
    auto config = few_iterations();
    learner_type newest(device, config);
    config.average_rate = 0.25f;
    learner_type averaged(device, config);
    CHECK(averaged.policy().parameters == newest.policy().parameters);
    std::vector<float> expected;
    for (int i = 0; i < 3; ++i) {
        CHECK(newest.iterate().policy_loss == averaged.iterate().policy_loss);
        auto const now = newest.policy().parameters, mean = averaged.policy().parameters;
        expected.resize(now.size());
        for (std::size_t k = 0; k < now.size(); ++k) {
            expected[k] = i == 0 ? now[k] : 0.75f * expected[k] + 0.25f * now[k];
            CHECK(mean[k] == doctest::Approx(expected[k]).epsilon(1e-4));
        }
    }
}

TEST_CASE("a least slope is all of the slope where actions are at a bound") {
    ls::cpu device({.threads = 1});
    auto config = few_iterations();
    config.horizon = 1;
    config.critic_minibatches = 1;
    auto const norm = [&](float least_slope) {
        config.least_slope = least_slope;
        learner_type learner(device, config);
        learner.for_each_entry([](std::string_view name, auto& entry) {
            if constexpr (requires { { *entry.data() } -> std::same_as<float&>; }) {
                if (name == "parameters") {
                    using actor = learner_type::networks::actor;
                    entry.data()[actor::bias(actor::hidden_layers, 0)] = 20;
                }
            }
        });
        return learner.iterate().gradient_norm;
    };
    float const action = ls::tanh(8.0f), slope = 1 - action * action;
    CHECK(slope > 0);
    CHECK(slope < 0.9e-6f);
    double const by_action = norm(0) / static_cast<double>(slope);
    CHECK(by_action > 1e-6);
    CHECK(norm(0.3f) == doctest::Approx(0.3 * by_action).epsilon(1e-4));
}

TEST_CASE("the critic sees what the policy sees, whatever the environment shows to critics alone") {
    ls::cpu device({.threads = 1});
    ls::shac_config const config{.environments = 32, .steps = 3 * 32 * 16, .horizon = 16};
    ls::shac<cart, ls::cpu, small> plain(device, config);
    ls::shac<foreseen_cart, ls::cpu, small> foreseen(device, config);
    for (int i = 0; i < 3; ++i) {
        CHECK(plain.iterate().value_loss == foreseen.iterate().value_loss);
    }
    CHECK(plain.policy().parameters == foreseen.policy().parameters);
}

TEST_CASE("the critic learns from several windows") {
    ls::cpu device({.threads = 1});
    auto several = few_iterations();
    several.critic_windows = 3;
    learner_type one(device, few_iterations()), three(device, several);
    CHECK(one.iterate().value_loss == three.iterate().value_loss);  // there is one yet
    CHECK(one.iterate().value_loss != three.iterate().value_loss);
}

TEST_CASE("several agents that act as one learn") {
    ls::cpu device;
    ls::shac<ls::as_one_agent<lockstep_test::gathering<2>>, ls::cpu, small> learner(device, {.environments = 16, .horizon = 4});
    auto const m = learner.iterate();
    CHECK(m.gradient_norm > 0);
    CHECK(m.value_loss > 0);
}
