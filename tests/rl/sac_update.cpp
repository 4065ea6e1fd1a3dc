// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac_update.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/actor_critic.hpp>

namespace ls = lockstep;

namespace {

/// Sizes are all that the networks take from an environment.
struct sizes {
    static constexpr std::size_t observation_size = 3, action_size = 2, episode_limit = 50;
};
using networks = ls::sac_networks<sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>;
using actor = networks::actor;
using critic = networks::critic;
using update = ls::sac_update<networks>;
using R = ls::native_lanes;
using numbers = std::vector<double>;
constexpr std::size_t width = ls::native_width, block = update::block;

double d(float x) { return static_cast<double>(x); }
numbers to_double(std::vector<float> const& x) { return {x.begin(), x.end()}; }

/// A network in plain loops: the values of every layer, and back from the outputs' gradients to weights and inputs.
template <class Layout>
struct plain_network {
    numbers parameters;
    std::vector<numbers> values;
    numbers gradient = numbers(Layout::parameter_count);

    numbers const& forward(numbers const& x) {
        values = {x};
        for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
            numbers y(Layout::layer_outputs(l));
            for (std::size_t o = 0; o < y.size(); ++o) {
                y[o] = parameters[Layout::bias(l, o)];
                for (std::size_t i = 0; i < values[l].size(); ++i) {
                    y[o] += parameters[Layout::weight(l, o, i)] * values[l][i];
                }
                y[o] = l < Layout::hidden_layers ? std::max(y[o], 0.0) : y[o];
            }
            values.push_back(y);
        }
        return values.back();
    }
    numbers backward(numbers by_output) {
        for (std::size_t l = Layout::hidden_layers + 1; l-- > 0;) {
            numbers by_input(values[l].size());
            for (std::size_t o = 0; o < by_output.size(); ++o) {
                by_output[o] *= l < Layout::hidden_layers && values[l + 1][o] <= 0 ? 0 : 1;
                gradient[Layout::bias(l, o)] += by_output[o];
                for (std::size_t i = 0; i < by_input.size(); ++i) {
                    gradient[Layout::weight(l, o, i)] += by_output[o] * values[l][i];
                    by_input[i] += by_output[o] * parameters[Layout::weight(l, o, i)];
                }
            }
            by_output = by_input;
        }
        return by_output;
    }
};

/// An action of the squashed Gaussian in double, with its log-probability.
struct plain_draw {
    numbers action = numbers(2), log_deviation = numbers(2);
    double log_prob = 0;

    plain_draw(numbers const& outputs, numbers const& noise) {
        for (std::size_t a = 0; a < 2; ++a) {
            log_deviation[a] = std::clamp(outputs[2 + a], -20.0, 2.0);
            action[a] = std::tanh(outputs[a] + std::exp(log_deviation[a]) * noise[a]);
            log_prob += -0.5 * noise[a] * noise[a] - log_deviation[a] - 0.5 * std::log(2 * std::acos(-1.0)) -
                        std::log(1 - action[a] * action[a]);
        }
    }
};

/// Everything an update works on, with a replay buffer of random numbers.
struct setting {
    ls::cpu device{{.threads = 1}};
    ls::sac_config config{.environments = 2 * width, .seed = 7, .capacity = 60 * width, .batch = 100, .actor_learning_rate = 2e-3f,
                          .critic_learning_rate = 1e-3f, .temperature_learning_rate = 5e-3f, .initial_temperature = 0.4f,
                          .discount = 0.9f, .target_rate = 0.1f};
    ls::replay_buffer<sizes, ls::cpu> replay{device, config.capacity, config.environments, config.batch};
    std::vector<float> parameters = std::vector<float>(networks::parameter_count), first = parameters, second = parameters,
                       gradient = parameters, derived = std::vector<float>(networks::derived_count),
                       targets = std::vector<float>(2 * critic::parameter_count);
    ls::moments<3> moments = ls::moments<3>::unit();
    ls::sac_temperature temperature{};
    std::unique_ptr<ls::sac_samples<networks>[]> samples = std::make_unique<ls::sac_samples<networks>[]>(4);
    ls::sac_progress progress{};

    setting() {
        ls::random<float> draw(2, 0, 0);
        networks::initialize(parameters, 2);
        for (std::size_t i = 0; i < actor::parameter_count; ++i) {
            // So that the policy is more than its bias.
            parameters[i] *= i >= actor::weight(actor::hidden_layers, 0, 0) ? 150.0f : 1.0f;
        }
        parameters[actor::bias(actor::hidden_layers, 3)] = -20;  // about half of these log deviations are held
        for (std::size_t i = 0; i < targets.size(); ++i) {
            targets[i] = parameters[networks::critic_begin(0) + i] * (1 + 0.2f * draw.normal());
        }
        networks::derive(parameters.data(), derived.data());
        moments.mean[0] = 0.3;
        moments.variance[1] = 4;
        temperature.log_value[0] = std::log(config.initial_temperature);
        for (std::size_t p = 0; p < 4; ++p) {
            samples[p].policy.prepare();
        }
        auto const view = replay.view();
        auto const normal_row = [&] {
            R x;
            for (std::size_t l = 0; l < width; ++l) {
                x.set(l, draw.normal());
            }
            return x;
        };
        for (std::size_t row = 0; row < 2; ++row) {
            view.begin(row, {normal_row(), normal_row(), normal_row()});
            for (std::size_t t = 0; t < 30; ++t) {
                R const end = normal_row();
                view.add(row, t, {.action = {tanh(normal_row()), tanh(normal_row())},
                                  .reward = normal_row(),
                                  .terminated = R(1) < end,
                                  .truncated = R(0) < R(0),
                                  .final_observation = {},
                                  .observation = {normal_row(), normal_row(), normal_row()}});
            }
        }
    }
    update kernel() {
        return {.config = config, .number = 1, .made = 30, .memory = replay.view(), .observation_moments = &moments,
                .parameters = parameters.data(), .derived = derived.data(), .first_moment = first.data(),
                .second_moment = second.data(), .gradient = gradient.data(), .targets = targets.data(), .temperature = &temperature,
                .samples = samples.get(), .progress = &progress};
    }
    /// The launches of `sac`.
    void run(update const& kernel) {
        for (std::size_t p = 0; p < kernel.parts(); ++p) {
            kernel.propose(p);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            kernel.estimate_targets(i);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            kernel.improve_critic(i);
        }
        if (kernel.improves_actor()) {
            for (std::size_t p = 0; p < kernel.parts(); ++p) {
                kernel.differentiate_actor(p);
            }
            kernel.gather_actor(0);
            kernel.gather_actor(1);
            kernel.improve_actor();
        }
    }
    template <std::size_t N>
    numbers of(std::size_t n, float const (ls::sac_samples<networks>::*member)[N][block]) const {
        numbers result(N);
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = d((samples[n / block].*member)[i][n % block]);
        }
        return result;
    }
};

numbers joined(numbers a, numbers const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Equal where layouts have parameters; the rest is padding.
template <class Layout, class Check>
void for_each_parameter(Check check) {
    for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
        for (std::size_t o = 0; o < Layout::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < Layout::layer_inputs(l); ++i) {
                check(Layout::weight(l, o, i));
            }
            check(Layout::bias(l, o));
        }
    }
}

double largest(numbers const& x) {
    double most = 0;
    for (double const y : x) {
        most = std::max(most, std::abs(y));
    }
    return most;
}

}  // namespace

TEST_CASE("the gradients of the first update are those of the paper, by plain loops in double") {
    setting s;
    auto const before = s.parameters;
    auto const targets_before = s.targets;
    s.run(s.kernel());
    using batch = ls::sac_samples<networks>;
    std::size_t const count = s.config.batch;
    double const alpha = d(s.config.initial_temperature);

    plain_network<actor> policy{.parameters = to_double({before.begin(), before.begin() + actor::parameter_count}), .values = {}};
    std::vector<plain_network<critic>> critics, target_critics, improved;
    for (std::size_t i = 0; i < 2; ++i) {
        auto const part = [&](std::vector<float> const& from, std::size_t begin) {
            auto const at = from.begin() + static_cast<std::ptrdiff_t>(begin);
            return plain_network<critic>{.parameters = numbers(at, at + critic::parameter_count), .values = {}};
        };
        critics.push_back(part(before, networks::critic_begin(i)));
        improved.push_back(part(s.parameters, networks::critic_begin(i)));
        target_critics.push_back(part(targets_before, i * critic::parameter_count));
    }

    double log_prob = 0;
    std::size_t held = 0;
    for (std::size_t n = 0; n < count; ++n) {
        auto const& part = s.samples[n / block];
        numbers const observation = s.of(n, &batch::observation), next = s.of(n, &batch::next_observation);

        // The noise of the next action is not kept, but can be drawn again.
        ls::random<float> draws(s.config.seed, static_cast<std::uint32_t>(n), 1, update::next_noise);
        numbers const next_noise = {d(draws.normal()), d(draws.normal())};
        plain_draw const next_draw(policy.forward(next), next_noise);
        double const t0 = target_critics[0].forward(joined(next, next_draw.action))[0];
        double const t1 = target_critics[1].forward(joined(next, next_draw.action))[0];
        double const y = d(part.reward[n % block]) + d(part.discount[n % block]) * (std::min(t0, t1) - alpha * next_draw.log_prob);
        for (auto& q : critics) {
            double const error = q.forward(joined(observation, s.of(n, &batch::action)))[0] - y;
            q.backward({error / static_cast<double>(count)});
        }

        numbers const noise = s.of(n, &batch::noise);
        numbers const outputs = policy.forward(observation);
        plain_draw const draw(outputs, noise);
        log_prob += draw.log_prob / static_cast<double>(count);
        double const q0 = improved[0].forward(joined(observation, draw.action))[0];
        double const q1 = improved[1].forward(joined(observation, draw.action))[0];
        numbers const by_pair = improved[q0 < q1 ? 0 : 1].backward({1.0});
        numbers by_output(4);
        for (std::size_t a = 0; a < 2; ++a) {
            double const slope = 1 - draw.action[a] * draw.action[a];
            double const by_x = (alpha * 2 * draw.action[a] - by_pair[3 + a] * slope) / static_cast<double>(count);
            bool const inside = draw.log_deviation[a] == outputs[2 + a];
            held += !inside;
            by_output[a] = by_x;
            by_output[2 + a] = inside ? by_x * std::exp(draw.log_deviation[a]) * noise[a] - alpha / static_cast<double>(count) : 0;
        }
        policy.backward(by_output);
    }
    CHECK(held > 0);
    CHECK(held < count);

    auto const check = [&](auto const& network, std::size_t begin) {
        using layout = std::conditional_t<std::is_same_v<decltype(network), plain_network<actor> const&>, actor, critic>;
        double const scale = largest(network.gradient);
        double worst = 0;
        for_each_parameter<layout>([&](std::size_t i) {
            worst = std::max(worst, std::abs(d(s.gradient[begin + i]) - network.gradient[i]));
        });
        CHECK(worst < 3e-6 * scale);
        CHECK(scale > 0);
    };
    check(critics[0], networks::critic_begin(0));
    check(critics[1], networks::critic_begin(1));
    check(policy, 0);
    CHECK(d(s.temperature.gradient[0]) == doctest::Approx(-(log_prob - 2)).epsilon(1e-5));
}

TEST_CASE("Adam takes each network and the temperature one step, and the targets follow") {
    setting s;
    auto const before = s.parameters;
    auto const targets_before = s.targets;
    s.run(s.kernel());
    // The first step of Adam is the learning rate, against the sign of the gradient, where that is not tiny.
    auto const check = [&](std::size_t i, float rate) {
        float const g = s.gradient[i];
        CHECK(before[i] - s.parameters[i] == doctest::Approx(rate * g / (std::abs(g) + update::epsilon)).epsilon(1e-3));
    };
    for_each_parameter<actor>([&](std::size_t i) { check(i, s.config.actor_learning_rate); });
    for (std::size_t k = 0; k < 2; ++k) {
        for_each_parameter<critic>([&](std::size_t i) {
            std::size_t const at = networks::critic_begin(k) + i;
            check(at, s.config.critic_learning_rate);
            float const old = targets_before[k * critic::parameter_count + i];
            CHECK(s.targets[k * critic::parameter_count + i] == doctest::Approx(old + 0.1f * (s.parameters[at] - old)).epsilon(1e-5));
        });
    }
    CHECK(std::abs(s.temperature.log_value[0] - std::log(0.4f)) == doctest::Approx(5e-3f).epsilon(1e-3));
    CHECK(s.progress.temperature == doctest::Approx(std::exp(s.temperature.log_value[0])));
}

TEST_CASE("a delayed actor stands still between its updates") {
    setting s;
    s.config.actor_delay = 2;
    auto const before = s.parameters;
    auto kernel = s.kernel();
    s.run(kernel);
    CHECK(std::equal(before.begin(), before.begin() + actor::parameter_count, s.parameters.begin()));
    CHECK(before[networks::critic_begin(0)] != s.parameters[networks::critic_begin(0)]);
    CHECK(s.temperature.log_value[0] == std::log(0.4f));
    kernel.number = 2;
    s.run(kernel);
    CHECK_FALSE(std::equal(before.begin(), before.begin() + actor::parameter_count, s.parameters.begin()));
    CHECK(s.temperature.log_value[0] != std::log(0.4f));
}

TEST_CASE("what is learnt from is normalised") {
    setting s;
    s.run(s.kernel());
    setting plain;
    plain.config.normalize_observations = false;
    plain.run(plain.kernel());
    for (std::size_t n = 0; n < block; ++n) {
        CHECK(s.samples[0].observation[0][n] == doctest::Approx(plain.samples[0].observation[0][n] - 0.3f).epsilon(1e-5));
        CHECK(s.samples[0].next_observation[1][n] == doctest::Approx(plain.samples[0].next_observation[1][n] / 2).epsilon(1e-5));
    }
}
