// SPDX-License-Identifier: MIT
// Updates of off-policy learners under test: all that their kernels work on, and the same learner in plain loops.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/off_policy/kernels.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>

#include "plain_network.hpp"

namespace support {

namespace ls = lockstep;

/// Sizes are all that the networks take from an environment.
struct sizes {
    static constexpr std::size_t observation_size = 3, action_size = 2, episode_limit = 50;
};

/// Everything that Update works on, with a replay buffer of random numbers, the same for every number type.
template <class Update>
struct update_setting {
    using networks = typename Update::networks;
    using actor = typename networks::actor;
    using critic = typename networks::critic;
    using T = typename networks::number;
    using R = ls::native_pack<T>;
    static constexpr std::size_t environments = 32, steps_made = 30;

    ls::cpu device{{.threads = 1}};
    typename Update::config_type config;
    ls::replay_buffer<sizes, ls::cpu, T> replay{device, 60 * environments, environments, config.batch};
    std::vector<T> parameters = std::vector<T>(networks::parameter_count), first = parameters, second = parameters,
                   gradient = parameters, transposed_weights = std::vector<T>(networks::transposed_count + 1),
                   targets = std::vector<T>(networks::target_count),
                   batches = std::vector<T>(networks::batches_size(config.batch));
    ls::moments<3> moments = ls::moments<3>::unit();
    std::size_t slices = Update::view_type::slice_count(config.batch);
    std::unique_ptr<typename Update::samples_type[]> samples = std::make_unique<typename Update::samples_type[]>(slices);
    typename Update::view_type::progress_type progress{};
    std::vector<std::uint32_t> leaves = std::vector<std::uint32_t>(ls::padded(config.batch));

    explicit update_setting(typename Update::config_type const& c) : config(c) {
        ls::random<double> draw(2, 0, 0);
        Update::initialize(config, parameters);
        for (std::size_t l = 0; l < networks::action_size; ++l) {
            for (std::size_t i = 0; i < actor::layer_inputs(actor::hidden_layers); ++i) {
                for (std::size_t o = l; o < actor::output_size; o += networks::action_size) {
                    parameters[actor::weight(actor::hidden_layers, o, i)] *= 150;  // so that the policy is more than its bias
                }
            }
        }
        networks::begin(parameters.data(), transposed_weights.data(), targets.data());
        for (std::size_t k = 0; networks::has_targets && k < 2; ++k) {
            for_each_parameter<critic>([&](std::size_t i) {
                targets[k * critic::parameter_count + i] *= static_cast<T>(1 + 0.2 * draw.normal());
            });
            networks::transpose_target(k, targets.data(), transposed_weights.data());
        }
        moments.mean[0] = 0.25;
        moments.variance[1] = 4;
        for (std::size_t p = 0; p < slices; ++p) {
            samples[p].policy.prepare();
        }
        fill(draw);
    }

    Update kernel(std::uint32_t number) {
        typename Update::view_type const view{.config = config,
                                              .seed = config.seed,
                                              .number = number,
                                              .steps_made = steps_made,
                                              .memory = replay.view(),
                                              .observation_moments = &moments,
                                              .parameters = parameters.data(),
                                              .transposed_weights = transposed_weights.data(),
                                              .first_moment = first.data(),
                                              .second_moment = second.data(),
                                              .gradient = gradient.data(),
                                              .targets = targets.data(),
                                              .batches = batches.data(),
                                              .samples = samples.get(),
                                              .progress = &progress,
                                              .return_moments = nullptr,
                                              .importance = 0,
                                              .rate_share = 1,
                                              .priorities = {},
                                              .leaves = leaves.data(),
                                              .passes = nullptr};
        return Update{view};
    }

    /// The launches of off_policy.
    void run(std::uint32_t number) {
        Update const update = kernel(number);
        for (std::size_t p = 0; p < slices; ++p) {
            ls::off_policy_sample<Update>{update}(p);
        }
        if constexpr (Update::actor_type::takes_whole_batch) {
            if (update.view.improves_actor()) {
                ls::off_policy_choose_actions_together<Update>{update}(0);
            }
        }
        for (std::size_t i = 0; i < 2; ++i) {
            update.critics().estimate_targets(i);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            update.improve_critic(i);
        }
        if (update.view.improves_actor()) {
            for (std::size_t p = 0; p < slices; ++p) {
                update.differentiate_actor(p);
            }
            for (std::size_t share = 0; share < Update::actor_type::gradient_shares; ++share) {
                update.actor().gather(share);
            }
            ls::off_policy_improve_actor<Update>{update}(0);
        }
    }

private:
    void fill(ls::random<double>& draw) {
        constexpr std::size_t width = ls::width_of<R>, packs = environments / width;
        // By environment, step and component, so that the width changes nothing.
        std::vector<double> normal(environments * (steps_made + 1) * 8);
        std::generate(normal.begin(), normal.end(), [&] { return draw.normal(); });
        auto const pack_of = [&](std::size_t pack, std::size_t step, std::size_t component) {
            T pack_numbers[width];
            for (std::size_t l = 0; l < width; ++l) {
                pack_numbers[l] = static_cast<T>(normal[((pack * width + l) * (steps_made + 1) + step) * 8 + component]);
            }
            return ls::load_pack<R>(pack_numbers);
        };
        auto const view = replay.view();
        for (std::size_t pack = 0; pack < packs; ++pack) {
            view.begin(pack, {pack_of(pack, steps_made, 0), pack_of(pack, steps_made, 1), pack_of(pack, steps_made, 2)});
            for (std::size_t t = 0; t < steps_made; ++t) {
                view.add(pack, t, {.action = {tanh(pack_of(pack, t, 3)), tanh(pack_of(pack, t, 4))},
                                   .reward = pack_of(pack, t, 5),
                                   .terminated = R(1) < pack_of(pack, t, 6),
                                   .truncated = R(0) < R(0),
                                   .final_observation = {},
                                   .observation = {pack_of(pack, t, 0), pack_of(pack, t, 1), pack_of(pack, t, 2)}});
            }
        }
    }
};

/// What an off-policy learner draws, in double, from a setting of doubles.
template <class Update>
struct plain_replay {
    using update_type = Update;
    static constexpr double epsilon = static_cast<double>(Update::view_type::adam_epsilon);

    update_setting<Update>& setting;
    std::size_t count = setting.config.batch;

    struct transition {
        numbers observation, action, next_observation;
        double reward, discount;
    };

    static numbers part(numbers const& from, std::size_t begin, std::size_t n) {
        auto const at = from.begin() + static_cast<std::ptrdiff_t>(begin);
        return numbers(at, at + static_cast<std::ptrdiff_t>(n));
    }
    ls::random<double> draws(std::size_t n, std::uint32_t number, std::uint32_t purpose) const {
        return {setting.config.seed, static_cast<std::uint32_t>(n), number, purpose};
    }

    /// Sample n of update `number`.
    transition sample(std::size_t n, std::uint32_t number) const {
        ls::transitions<3, 2, double> drawn;
        ls::random<double> random = draws(n, number, ls::draw_purpose::replay);
        setting.replay.view().sample(random, setting.steps_made, setting.config.n_step, setting.config.discount, drawn);
        auto const normalized = [&](auto const& x) {
            numbers result;
            for (std::size_t i = 0; i < 3; ++i) {
                double const mean = static_cast<double>(setting.moments.mean[i].high);
                double const scale = static_cast<double>(setting.moments.inverse_deviation(i));
                result.push_back(std::clamp((x[i][0] - mean) * scale, -10.0, 10.0));
            }
            return result;
        };
        return {normalized(drawn.observation), {drawn.action[0][0], drawn.action[1][0]}, normalized(drawn.next_observation),
                drawn.reward[0], drawn.discount[0]};
    }
};

/// The part of an off-policy learner with targets that does not depend on its policy, in double and in plain loops, from the
/// beginning of a setting of doubles on.
template <class Update>
struct plain_learner : plain_replay<Update> {
    using base = plain_replay<Update>;
    using networks = typename Update::networks;
    using actor_network = plain_network<typename networks::actor>;
    using critic_network = plain_network<typename networks::critic>;
    using typename base::transition;
    using base::count, base::epsilon, base::part, base::setting;

    actor_network policy{part(setting.parameters, 0, networks::actor::parameter_count)};
    std::array<critic_network, 2> critics = {critic_of(setting.parameters, networks::critic_begin(0)),
                                             critic_of(setting.parameters, networks::critic_begin(1))};
    std::array<critic_network, 2> targets = {critic_of(setting.targets, 0),
                                             critic_of(setting.targets, networks::critic::parameter_count)};

    static critic_network critic_of(numbers const& from, std::size_t begin) {
        return {part(from, begin, networks::critic::parameter_count)};
    }

    double target_value(numbers const& observation, numbers const& action) {
        return std::min(targets[0].forward(joined(observation, action))[0], targets[1].forward(joined(observation, action))[0]);
    }

    /// The gradient of half the mean squared error at one sample, whose reward may contain an entropy.
    void regress(transition const& at, double reward, numbers const& next_action) {
        double const target = reward + at.discount * target_value(at.next_observation, next_action);
        for (critic_network& q : critics) {
            double const error = q.forward(joined(at.observation, at.action))[0] - target;
            q.backward({error / static_cast<double>(count)});
        }
    }

    double value(std::size_t i, numbers const& observation, numbers const& action) {
        return critics[i].forward(joined(observation, action))[0];
    }
    /// Of critic `i`'s value, by the action.
    numbers value_gradient(std::size_t i, numbers const& observation, numbers const& action) const {
        auto critic = critics[i];  // a copy: its gradient is no one's
        critic.forward(joined(observation, action));
        numbers const by_pair = critic.backward({1.0});
        return {by_pair[3], by_pair[4]};
    }

    void improve_critics(std::uint32_t number) {
        for (critic_network& q : critics) {
            q.descend(static_cast<double>(setting.config.critic_learning_rate), epsilon, number);
        }
    }
    void follow_critics() {
        for (std::size_t i = 0; i < 2; ++i) {
            targets[i].follow(critics[i], static_cast<double>(setting.config.target_rate));
        }
    }
    void improve_policy(std::uint32_t number) {
        policy.descend(static_cast<double>(setting.config.actor_learning_rate), epsilon,
                       static_cast<double>(number / setting.config.actor_delay));
    }

    /// The largest difference from what the kernels made of the networks.
    double difference() const {
        double worst = 0;
        auto const compare = [&]<class Network>(plain_network<Network> const& network, numbers const& actual, std::size_t begin) {
            for_each_parameter<Network>([&](std::size_t i) {
                worst = std::max(worst, std::abs(network.parameters[i] - actual[begin + i]));
            });
        };
        compare(policy, setting.parameters, 0);
        for (std::size_t i = 0; i < 2; ++i) {
            compare(critics[i], setting.parameters, networks::critic_begin(i));
            compare(targets[i], setting.targets, i * networks::critic::parameter_count);
        }
        return worst;
    }
};

/// Checks the first ten updates of a setting against those of plain loops.
template <class Update, class Plain>
void check_ten_updates(update_setting<Update>& setting, Plain& expected) {
    for (std::uint32_t number = 1; number <= 10; ++number) {
        CAPTURE(number);
        setting.run(number);
        expected.update(number);
        CHECK(expected.difference() < 1e-10);
    }
}

/// Checks a gradient by a network's parameters, which begins at `begin`, against central differences of loss(), some of them.
template <class Network, class Loss>
void check_slopes(plain_network<Network>& network, numbers const& gradient, std::size_t begin, Loss loss) {
    double const step = 1e-6;
    std::size_t passed = 0;
    for_each_parameter<Network>([&](std::size_t i) {
        if (passed++ % 5 != 0) {
            return;
        }
        double& x = network.parameters[i];
        double const before = x;
        x = before + step;
        double const above = loss();
        x = before - step;
        double const slope = (above - loss()) / (2 * step);
        x = before;
        CHECK(std::abs(gradient[begin + i] - slope) < 1e-7);
    });
}

/// Checks that floats in lanes give the gradients that doubles give in the first update.
template <class Floats, class Doubles, class Config>
void check_gradients_in_lanes(Config const& config) {
    update_setting<Floats> lanes(config);
    update_setting<Doubles> exact(config);
    lanes.run(1);
    exact.run(1);
    auto const check = [&]<class L, class D>(L*, D*, std::size_t in_lanes, std::size_t in_doubles) {
        double worst = 0, scale = 0;
        for (std::size_t l = 0; l <= L::hidden_layers; ++l) {
            for (std::size_t o = 0; o < L::layer_outputs(l); ++o) {
                for (std::size_t i = 0; i <= L::layer_inputs(l); ++i) {
                    bool const bias = i == L::layer_inputs(l);
                    double const a = static_cast<double>(lanes.gradient[in_lanes + (bias ? L::bias(l, o) : L::weight(l, o, i))]);
                    double const b = exact.gradient[in_doubles + (bias ? D::bias(l, o) : D::weight(l, o, i))];
                    worst = std::max(worst, std::abs(a - b));
                    scale = std::max(scale, std::abs(b));
                }
            }
        }
        CHECK(scale > 0);
        CHECK(worst < 1e-5 * scale);
    };
    using in_lanes = typename Floats::networks;
    using in_doubles = typename Doubles::networks;
    check(static_cast<typename in_lanes::actor*>(nullptr), static_cast<typename in_doubles::actor*>(nullptr), 0, 0);
    for (std::size_t i = 0; i < 2; ++i) {
        check(static_cast<typename in_lanes::critic*>(nullptr), static_cast<typename in_doubles::critic*>(nullptr),
              in_lanes::critic_begin(i), in_doubles::critic_begin(i));
    }
}

}  // namespace support
