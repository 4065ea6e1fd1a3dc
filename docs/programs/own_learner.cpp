// SPDX-License-Identifier: MIT
// A learner of one's own: hill climbing. It is evaluated, saved and resumed as the learners of the library are.
// prints: return [2-9][0-9]+ after [0-9]+ iterations

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>
#include <type_traits>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

struct hill_climbing_config {
    std::size_t steps = 1'000'000;  ///< of all episodes together
    std::uint64_t seed = 1;
    float noise = 0.1f;             ///< standard deviation of the change of each parameter
};
/// What a checkpoint remembers, and a command line may set.
template <class Config, class Visit>
    requires std::is_same_v<std::remove_const_t<Config>, hill_climbing_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("noise", config.noise);
}

/// Changes all parameters of a linear policy at random, and keeps the change if the return over 16 episodes is better.
template <class Env, class Device>
class hill_climbing {
public:
    static constexpr std::string_view name = "hill_climbing";
    using environment = Env;
    using config_type = hill_climbing_config;
    using networks = ls::actor_critic<Env, ls::linear_layers, ls::searched_actions<Env>>;
    using policy_type = ls::ppo_policy<Env, ls::linear_layers, ls::searched_actions<Env>>;

    explicit hill_climbing(Device& device, hill_climbing_config const& config = {})
        : device_(&device), config_(config), parameters_(device.template allocate<float>(policy_type().parameters.size())) {
        best_return_ = return_of(policy()).mean_return;
    }

    bool done() const { return steps_ >= config_.steps; }
    std::size_t total_steps() const { return steps_; }
    std::size_t iterations() const { return iterations_; }

    ls::iteration_metrics iterate() {
        auto const began = std::chrono::steady_clock::now();
        policy_type changed = policy();
        ls::random<float> random(config_.seed, static_cast<std::uint32_t>(iterations_), 0, ls::draw_purpose::action);
        for (float& parameter : changed.parameters) {
            parameter += config_.noise * random.normal();
        }
        ls::evaluation const result = return_of(changed);
        if (best_return_ <= result.mean_return) {
            best_return_ = result.mean_return;
            device_->copy(std::span<float const>(changed.parameters), parameters_);
        }

        auto const steps = static_cast<std::size_t>(result.mean_length * static_cast<double>(result.episodes));
        double const took = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        seconds_ += took;
        steps_ += steps;
        return {.iteration = ++iterations_,
                .steps = steps_,
                .total_steps = config_.steps,
                .seconds = seconds_,
                .steps_per_second = static_cast<double>(steps) / took,
                .episode_return = best_return_,
                .episode_length = result.mean_length,
                .episodes = result.episodes,
                .nonfinite_episodes = result.nonfinite_episodes,
                .warnings = {}};
    }

    policy_type policy() const {
        policy_type result;
        device_->copy(parameters_, std::span<float>(result.parameters));
        device_->synchronize();
        return result;
    }
    hill_climbing_config const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// All that the next iterations depend on, numbers of the host first, then buffers of the device: what a checkpoint holds.
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("steps", steps_);
        visit("iterations", iterations_);
        visit("seconds", seconds_);
        visit("best_return", best_return_);
        visit("parameters", parameters_);
    }

private:
    ls::evaluation return_of(policy_type const& policy) {
        return ls::evaluate(*device_, policy, {.episodes = 16, .seed = config_.seed}, env_);
    }

    Device* device_;
    hill_climbing_config config_;
    Env env_;
    typename Device::template buffer<float> parameters_;  // of the best policy so far
    double best_return_ = 0, seconds_ = 0;
    std::size_t steps_ = 0, iterations_ = 0;
};
static_assert(ls::check_learner<hill_climbing<ls::envs::cartpole, ls::cpu>>());

int main() {
    ls::cpu device;
    hill_climbing<ls::envs::cartpole, ls::cpu> learner(device, {.steps = 500'000, .noise = 0.3f});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::save_checkpoint("cartpole.checkpoint", learner);
    std::printf("return %.0f after %zu iterations\n", ls::evaluate(device, learner.policy()).mean_return, learner.iterations());
}
