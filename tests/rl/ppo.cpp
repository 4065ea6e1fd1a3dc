// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include <tests/support/training.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

namespace {

constexpr float never = std::numeric_limits<float>::infinity();

/// A point on a line that should go to its goal. Beyond `broken` its state becomes NaN at once, with a goal beyond `exploding`
/// larger and larger.
struct point {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 20;
    float broken = never, exploding = never, end = 4;

    template <class R>
    struct state {
        R position, goal;
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), random.uniform(R(-1), R(1))};
    }
    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {{s.position, s.goal}};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R const distance = s.position - s.goal;
        R next = s.position + R(0.5) * action[0];
        next = ls::select(R(broken) < s.position, R(std::numeric_limits<float>::quiet_NaN()), next);
        next = ls::select(R(exploding) < s.goal, R(1e12) * s.position, next);
        return {{next, s.goal}, -distance * distance, R(end) < ls::abs(next)};
    }
};
static_assert(ls::environment<point>);

/// Pays every step what was drawn at the start, which a policy cannot see.
struct lottery {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 6;
    template <class R>
    struct state {
        R prize, left;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), R(6)};
    }
    template <ls::real R>
    ls::vector<R, 1> observe(state<R> const& s) const {
        return {s.left};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const&) const {
        return {{s.prize, s.left - R(1)}, s.prize, s.left < R(1.5)};
    }
};
struct told_lottery : lottery {
    static constexpr std::size_t privileged_observation_size = 1;
    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& s) const {
        return {s.prize};
    }
};

/// Shows at the start which of two actions will be paid for at the end, and nothing in between.
struct recall {
    static constexpr std::size_t observation_size = 2, action_size = 1, action_count = 2, episode_limit = 5;
    template <class R>
    struct state {
        R wanted, step;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {ls::floor(R(2) * random.uniform()), R(0)};
    }
    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {ls::select(s.step < R(0.5), R(2) * s.wanted - R(1), R(0)), s.step};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        auto const last = R(3.5) < s.step;
        R const paid = ls::select(ls::abs(action[0] - s.wanted) < R(0.5), R(1), R(0));
        return {{s.wanted, s.step + R(1)}, ls::select(last, paid, R(0)), last};
    }
};

using small = ls::hidden_layers<ls::tanh_activation, 32, 32>;

ls::ppo_config small_config() {
    return {.environments = 64,
            .steps = 64 * 16 * 6,
            .seed = 5,
            .horizon = 16,
            .epochs = 3,
            .minibatch = 256,
            .learning_rate = 1e-3f,
            .value_clip = 0.2f,
            .entropy_coefficient = 1e-3f,
            .target_kl = 0.05f};
}

/// Whatever its environment showed it, a policy has finite parameters and tells observations apart.
template <class Policy>
void check_usable(Policy const& policy) {
    for (float p : policy.parameters) {
        CHECK(std::isfinite(p));
    }
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(std::abs(policy.normalization.mean[i]) < 1e4f);
        CHECK(policy.normalization.scale[i] > 1e-4f);
    }
}

template <class Device>
using pendulum_learner = ls::ppo<ls::envs::pendulum, Device>;
template <class Device>
using cartpole_learner = ls::ppo<ls::envs::cartpole, Device, small>;
template <class Device>
using squashed_learner = ls::ppo<ls::envs::pendulum, Device, small, ls::squashed_actions<ls::envs::pendulum>>;
template <class Device>
using recurrent_learner = ls::ppo<recall, Device, ls::recurrent_layers<16, ls::tanh_activation, 16>>;
template <class Device>
using point_learner = ls::ppo<point, Device, small>;

}  // namespace

TEST_CASE("the same seed gives the same bits twice, on one thread and on several") {
    support::check_any_threads<pendulum_learner>(small_config());
    support::check_any_threads<cartpole_learner>(small_config());
    support::check_any_threads<squashed_learner>(small_config());
    support::check_any_threads<recurrent_learner>(small_config());
}

TEST_CASE("a device with its own memory gives the bits of one processor thread, and an iteration sends only its metrics") {
    support::check_any_device<point_learner>(small_config());
    support::check_any_device<recurrent_learner>(small_config());
}

TEST_CASE("a policy improves") {
    ls::cpu device;
    ls::ppo<point, ls::cpu, small> learner(device, {.environments = 256, .steps = 200'000, .seed = 1, .horizon = 16, .epochs = 6,
                                                    .minibatch = 512, .learning_rate = 1e-3f, .discount = 0.9f});
    double const before = ls::evaluate(device, learner.policy()).mean_return;
    while (!learner.done()) {
        learner.iterate();
    }
    auto const after = ls::evaluate(device, learner.policy());
    CHECK(before < -5.0);
    // Twenty steps from a mean square distance of 2/3: a policy that goes straight there loses no more than about 2.
    CHECK(after.mean_return > -2.0);
    CHECK(after.mean_length == 20);
    CHECK(after.episodes == 128);
}

TEST_CASE("squashed actions reach a goal too, and an entropy that is paid for stays higher") {
    ls::cpu device;
    using env = point;
    ls::ppo_config config{.environments = 256, .steps = 50'000, .seed = 1, .horizon = 16, .epochs = 6, .minibatch = 512,
                          .learning_rate = 1e-3f, .discount = 0.9f};
    double entropy[2];
    for (std::size_t const paid : {0, 1}) {
        config.entropy_coefficient = paid == 1 ? 0.05f : 0.0f;
        ls::ppo<env, ls::cpu, small, ls::squashed_actions<env>> learner(device, config);
        while (!learner.done()) {
            entropy[paid] = learner.iterate().entropy;
        }
        CHECK(ls::evaluate(device, learner.policy()).mean_return > -3);
    }
    CHECK(entropy[0] < entropy[1]);
}

TEST_CASE("a pole on a cart learns to stand") {
    ls::cpu device;
    ls::ppo<ls::envs::cartpole, ls::cpu, small> learner(device, {.environments = 64, .steps = 100'000, .seed = 2, .horizon = 32,
                                                                 .epochs = 6, .minibatch = 512, .learning_rate = 1e-3f,
                                                                 .lambda = 0.95f, .entropy_coefficient = 0.01f});
    CHECK(learner.iterate().entropy == doctest::Approx(std::log(2)).epsilon(0.02));  // nearly uniform at the start
    while (!learner.done()) {
        learner.iterate();
    }
    CHECK(ls::evaluate(device, learner.policy()).mean_return > 450);
    CHECK(ls::evaluate(device, learner.policy(), {.deterministic = false}).mean_return > 350);
}

TEST_CASE("a critic that is told more explains more, and the policy stays as large as it was") {
    ls::cpu device;
    ls::ppo_config const config{.environments = 256, .steps = 40'000, .seed = 1, .horizon = 16, .epochs = 4, .minibatch = 512,
                                .learning_rate = 1e-3f, .discount = 0.9f};
    auto const explained = [&]<class Env>(Env const& env) {
        ls::ppo<Env, ls::cpu, small> learner(device, config, env);
        double last = 0;
        while (!learner.done()) {
            last = learner.iterate().explained_variance;
        }
        auto const policy = learner.policy();
        CHECK(policy.parameters.size() == ls::ppo_policy<lottery, small>{}.parameters.size());
        CHECK(policy.normalization.mean[0] == doctest::Approx(3.5).epsilon(0.02));
        CHECK(ls::evaluate(device, policy).mean_length == 6);
        return last;
    };
    CHECK(explained(told_lottery{}) > 0.85);
    CHECK(explained(lottery{}) < 0.6);
}

TEST_CASE("a policy that remembers does what one that forgets cannot") {
    ls::cpu device;
    ls::ppo_config const config{.environments = 128, .steps = 40'000, .seed = 1, .horizon = 16, .epochs = 4, .minibatch = 512,
                                .learning_rate = 3e-3f, .discount = 0.95f, .entropy_coefficient = 0.01f};
    auto const returns = [&]<class Hidden>(Hidden) {
        ls::ppo<recall, ls::cpu, Hidden> learner(device, config);
        while (!learner.done()) {
            learner.iterate();
        }
        auto const policy = learner.policy();
        typename ls::ppo_policy<recall, Hidden>::memory memory{};
        for (int step = 0; step < 4; ++step) {
            policy.mean_action({step == 0 ? -1.0f : 0.0f, static_cast<float>(step)}, memory);
        }
        if (!memory.empty()) {
            CHECK(policy.mean_action({0.0f, 4.0f}, memory)[0] == 0);
        }
        return ls::evaluate(device, policy, {.episodes = 1024}).mean_return;
    };
    using recurrent = ls::recurrent_layers<16, ls::tanh_activation, 16>;
    CHECK(returns(recurrent{}) > 0.98);
    CHECK(std::abs(returns(small{}) - 0.5) < 0.1);
}

TEST_CASE("minibatches of a recurrent policy are whole rollouts") {
    ls::cpu device({.threads = 1});
    auto config = small_config();
    config.minibatch = config.horizon * ls::sample_group / 2;
    using learner = ls::ppo<recall, ls::cpu, ls::recurrent_layers<16, ls::tanh_activation, 16>>;
    CHECK_THROWS_WITH_AS(learner(device, config), doctest::Contains("not a multiple of horizon * 16"), std::invalid_argument);
}

TEST_CASE("an environment that breaks is counted and does not stop the training") {
    ls::cpu device;
    for (bool const scaled : {true, false}) {
        auto config = small_config();
        config.scale_rewards = scaled;
        check_usable(support::check_breaking<ls::ppo<point, ls::cpu, small>>(device, config, {.broken = 0.95f}).policy());
    }
}

TEST_CASE("a gradient that is not finite stops the training, which says where and keeps the policy") {
    ls::cpu device;
    auto config = small_config();
    config.scale_rewards = false;
    ls::ppo<point, ls::cpu, small> learner(device, config, {.exploding = 0.99f, .end = never});
    auto const train = [&] {
        while (!learner.done()) {
            learner.iterate();
        }
    };
    // Of advantages whose squares are beyond the floats, so that they have no deviation.
    CHECK_THROWS_WITH_AS(train(), doctest::Contains("lockstep::ppo: the gradient of actor.0.weight is not finite in update "),
                         std::runtime_error);
    check_usable(learner.policy());
}

TEST_CASE("numbers of an observation that do not count are 0 to the policy") {
    ls::cpu device({.threads = 1});
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.environments = 16, .horizon = 32, .minibatch = 128, .observed = 2});
    CHECK(learner.policy().normalization.scale[2] < 1e-12f);
    learner.iterate();
    CHECK(learner.policy().normalization.scale[2] < 1e-12f);
    CHECK(learner.policy().normalization.scale[1] > 0.1f);
    using refused = ls::ppo<ls::envs::pendulum, ls::cpu>;
    CHECK_THROWS_WITH_AS(refused(device, {.observed = 4}), "lockstep: ppo_config.observed is 4, above 3", std::invalid_argument);
    CHECK_THROWS_AS(refused(device, {.normalize_observations = false, .observed = 2}), std::invalid_argument);
}

TEST_CASE("the learning rate falls from its first to its final value") {
    ls::cpu device({.threads = 1});
    auto config = small_config();
    config.final_learning_rate = 4e-4f;
    ls::ppo<point, ls::cpu, small> learner(device, config);
    CHECK(learner.iterate().learning_rate == doctest::Approx(1e-3));
    CHECK(learner.iterate().learning_rate == doctest::Approx(9e-4));
}

TEST_CASE("the learning rate that is reported has followed the divergence") {
    ls::cpu device({.threads = 1});
    auto config = small_config();
    auto const rate_after = [&](float desired_kl) {
        config.target_kl = 0;
        config.desired_kl = desired_kl;
        ls::ppo<point, ls::cpu, small> learner(device, config);
        return learner.iterate().learning_rate;
    };
    double const plain = rate_after(0);
    CHECK(rate_after(1e-6f) < 0.7 * plain);
    CHECK(rate_after(100) > 1.4 * plain);
}

TEST_CASE("a limit on the divergence ends the updates of an iteration") {
    ls::cpu device({.threads = 1});
    auto config = small_config();
    config.learning_rate = 0.03f;
    config.minibatch = config.environments * config.horizon;  // one update an epoch
    auto const after_one_iteration = [&](std::size_t epochs, float target_kl, bool critic_continues = false) {
        config.epochs = epochs;
        config.target_kl = target_kl;
        config.critic_continues = critic_continues;
        ls::ppo<point, ls::cpu, small> learner(device, config);
        learner.iterate();
        return learner.policy().parameters;
    };
    // The first update is made from the policy that acted; after it, the policy has moved further than the limit.
    CHECK(after_one_iteration(5, 1e-4f) == after_one_iteration(1, 0));
    CHECK(after_one_iteration(5, 1e-4f, true) == after_one_iteration(1, 0));
    CHECK(after_one_iteration(5, 0) != after_one_iteration(1, 0));
}

TEST_CASE("a configuration that cannot work is refused before anything is taken") {
    ls::cpu device({.threads = 1});
    auto config = small_config();
    config.environments = 1000;
    using learner = ls::ppo<point, ls::cpu, small>;
    CHECK_THROWS_AS(learner(device, config), std::invalid_argument);
}

TEST_CASE("sizes that are left open are those of the configuration that the learner tells") {
    ls::cpu device({.threads = 1});
    ls::ppo<point, ls::cpu, small> const learner(device, {.environments = 64, .steps = 1'000'000});
    CHECK(learner.config().environments == 64);
    CHECK(learner.config().horizon == 32);
    CHECK(learner.config().minibatch == 128);
}
