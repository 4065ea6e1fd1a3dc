// SPDX-License-Identifier: MIT
// How much a return could still rise. A tuned policy acts in some episodes; a planner, which knows the dynamics and the whole
// episode, improves its sequence of actions. The dynamics draw nothing, so no policy returns more than the best sequence. The
// planner comes near to that sequence.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <lockstep/core/vector.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/rl/cem.hpp>
#include <lockstep/rl/policy/policy.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/shooting.hpp>
#include <lockstep/rl/tuned.hpp>

namespace {

namespace ls = lockstep;

constexpr std::size_t episodes = 32, training_steps = 8'000'000;

struct sample {
    std::vector<double> values;

    double mean() const {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / static_cast<double>(values.size());
    }
    double deviation() const {
        double const center = mean();
        double sum = 0;
        for (double value : values) {
            sum += (value - center) * (value - center);
        }
        return std::sqrt(sum / static_cast<double>(values.size() - 1));
    }
    double standard_error() const { return deviation() / std::sqrt(static_cast<double>(values.size())); }
};

/// The actions of an episode, and their return.
template <class Env>
struct acted_episode {
    std::vector<ls::vector<float, Env::action_size>> actions;
    double episode_return = 0;
};

template <class Policy, class Env = typename Policy::environment>
acted_episode<Env> act(Policy const& policy, ls::state_t<Env, float> state) {
    Env const env;
    acted_episode<Env> result;
    for (std::size_t step = 0; step < Env::episode_limit; ++step) {
        result.actions.push_back(ls::within_bounds<Env>(ls::mean_actions(policy, env.observe(state))));
        auto const next = env.step(state, result.actions.back());
        result.episode_return += static_cast<double>(next.reward);
        state = next.state;
    }
    return result;
}

/// Prints a row, and returns what the planner gains.
template <class Planner>
double row(char const* robot, typename Planner::config_type config) {
    using env = typename Planner::environment;
    using learner_type = ls::ppo<env, ls::cpu>;
    ls::cpu device;
    learner_type learner(device, ls::tuned<learner_type>(training_steps));
    while (!learner.done()) {
        learner.iterate();
    }
    auto const policy = learner.policy();
    config.horizon = env::episode_limit;
    Planner planner(device, config);
    ls::environments<env, ls::cpu> world(device, {.count = episodes, .seed = 901});
    world.reset();

    sample by_policy, gained;
    for (std::size_t i = 0; i < episodes; ++i) {
        auto const state = world.state(i);
        auto const episode = act(policy, state);
        planner.restart();
        planner.set_actions(episode.actions);
        by_policy.values.push_back(episode.episode_return);
        gained.values.push_back(planner.plan(state).best_return - episode.episode_return);
    }
    std::printf("%-8s %9.2f %9.2f %9.2f %9.2f %9.2f\n", robot, by_policy.mean(), by_policy.deviation(),
                by_policy.mean() + gained.mean(), gained.mean(), gained.standard_error());
    std::fflush(stdout);
    return gained.mean();
}

}  // namespace

int main() {
    std::printf("%zu episodes; tuned PPO after %zu steps, seed 1; planners begin with its actions\n", episodes, training_steps);
    std::printf("%-8s %9s %9s %9s %9s %9s\n", "", "policy", "deviation", "planner", "gain", "error");
    double const reacher = row<ls::shooting<ls::envs::reacher>>("Reacher", {.starts = 16, .evaluations = 100, .noise = 0.1f});
    double const pusher = row<ls::cem<ls::envs::pusher, ls::cpu>>(
        "Pusher", {.iterations = 300, .noise = 0.1f, .noise_color = 1, .min_noise = 0.005f});
    std::printf("headroom: %.2f of Reacher's return and %.2f of Pusher's\n", reacher, pusher);
}
