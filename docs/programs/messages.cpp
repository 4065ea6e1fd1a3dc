// SPDX-License-Identifier: MIT
// Mistakes that the library finds while a program runs, and what it says.
// prints: lockstep: ppo_config.environments is 10, not a positive multiple of 16, nor 1, 2, 4 or 8

#include <array>
#include <cstdio>
#include <exception>
#include <span>
#include <string>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

template <class Mistake>
void show(Mistake mistake) {
    try {
        mistake();
        std::printf("nothing was wrong\n");
    } catch (std::exception const& error) {
        std::printf("%s\n", error.what());
    }
}

int main() {
    using ppo = ls::ppo<ls::envs::pendulum, ls::cpu>;
    using sac = ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 64, 64>>;
    using policy = ls::ppo_policy<ls::envs::pendulum>;
    using other_policy = ls::ppo_policy<ls::envs::mountain_car>;
    using policy_of_another_learner = ls::ars<ls::envs::pendulum, ls::cpu>::policy_type;
    ls::cpu device;

    show([&] { ppo(device, {.environments = 64, .horizon = 16, .minibatch = 96}); });
    show([&] { ppo(device, {.environments = 1, .horizon = 100}); });
    show([&] { ppo(device, {.environments = 10}); });
    show([&] { ppo(device, {.learning_rate = -1}); });
    show([&] { sac(device, {.steps = 5'000, .warmup = 5'000}); });

    char const* misspelt[] = {"train", "--stepz", "1000"};
    show([&] { ls::parse_options(3, misspelt, ls::options_of<ls::ppo_config>(), ls::ppo_config{}); });
    char const* no_number[] = {"train", "--steps", "many"};
    show([&] { ls::parse_options(3, no_number, ls::options_of<ls::ppo_config>(), ls::ppo_config{}); });

    ls::save("pendulum.policy", policy{});
    show([] { ls::require_absent("pendulum.policy", "--overwrite replaces it"); });
    show([] { ls::load<other_policy>("pendulum.policy"); });
    show([] { ls::load<policy_of_another_learner>("pendulum.policy"); });
    show([] { ls::load<policy>("missing.policy"); });

    ppo learner(device, {.steps = 300'000});
    ls::save_checkpoint("pendulum.checkpoint", learner);
    show([] { ls::load<policy>("pendulum.checkpoint"); });
    show([&] { ls::load_checkpoint("pendulum.policy", learner); });
    ppo longer(device, {.steps = 3'000'000});
    show([&] { ls::load_checkpoint("pendulum.checkpoint", longer); });
    show([] { ls::csv<ls::ppo_metrics>("pendulum.csv", 391); });
    std::string const whole = ls::read_file("pendulum.checkpoint");
    std::string damaged = whole;
    damaged[damaged.find("config.environments") + 22] ^= 1;
    ls::write_file("pendulum.checkpoint", damaged);
    show([] { ls::with_sizes_of("pendulum.checkpoint", ls::ppo_config{}); });
    damaged = whole;
    damaged[damaged.find("data_offsets")] ^= 1;
    ls::write_file("pendulum.checkpoint", damaged);
    show([] { ls::with_sizes_of("pendulum.checkpoint", ls::ppo_config{}); });
    auto changed = ls::load_safetensors("pendulum.policy");
    changed.tensors.at("observation.mean").bytes[0] ^= 1;
    ls::save_safetensors("pendulum.policy", changed);
    show([] { ls::load<policy>("pendulum.policy"); });

    ppo diverges(device, {.steps = 100'000, .learning_rate = 1e30f, .target_kl = 0});
    show([&] {
        while (!diverges.done()) {
            diverges.iterate();
        }
    });

    constexpr auto const& model = ls::envs::half_cheetah::model;
    std::array<double, ls::physics::substep_size(model) + 2> too_many{};
    show([&] { ls::physics::substep<double>(model, std::span<double>(too_many)); });
}
